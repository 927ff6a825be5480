import { invertedEffects } from '@codemirror/commands';
import {
  type EditorState,
  type Extension,
  type Range,
  RangeSet,
  RangeValue,
  StateEffect,
  StateField,
  Text,
  type Transaction,
} from '@codemirror/state';
import type { LineEnd, Lines } from '../../../lib/text-encoding/line-ends.ts';

/**
 * Line endings of a document. The editing library knows only one kind, so exceptions from the most common ending are
 * kept as ranges that follow changes of the text.
 */
export interface LineEndings {
  /** Ending of most lines, and of every new one. */
  readonly end: LineEnd;
  readonly exceptions: RangeSet<OtherEnd>;
}

/** Ending of one line that differs from the most common one. Its range contains the line break. */
class OtherEnd extends RangeValue {
  readonly end: LineEnd;
  // With these sides, a range disappears when its line break is deleted.
  override startSide = 1;
  override endSide = -1;

  constructor(end: LineEnd) {
    super();
    this.end = end;
  }

  override eq(other: RangeValue): boolean {
    return other instanceof OtherEnd && other.end === this.end;
  }
}

const setLineEndings = StateEffect.define<LineEndings>({
  map: ({ end, exceptions }, changes) => ({ end, exceptions: exceptions.map(changes) }),
});
const addException = StateEffect.define<{ readonly at: number; readonly end: LineEnd }>({
  map: ({ at, end }, changes) => ({ at: changes.mapPos(at, 1), end }),
});

const field = StateField.define<LineEndings>({
  create: () => ({ end: '\n', exceptions: RangeSet.empty }),
  update: (endings, transaction) => applied(moved(endings, transaction), transaction),
});

/** Extension that keeps line endings, with undo support. */
export function lineEndings(initial: LineEndings): Extension {
  return [field.init(() => initial), invertedEffects.of(undoing)];
}

export function lineEndingsOf(state: EditorState): LineEndings {
  return state.field(field);
}

/** Sets one ending for all lines. */
export function unifyLineEnds(end: LineEnd) {
  return setLineEndings.of({ end, exceptions: RangeSet.empty });
}

/** Replaces the line endings together with the document. */
export function replaceLineEndings(endings: LineEndings) {
  return setLineEndings.of(endings);
}

export function isSameEndings(one: LineEndings, other: LineEndings): boolean {
  return one.end === other.end && RangeSet.eq([one.exceptions], [other.exceptions]);
}

/** Splits a text into an editor document and its line endings. */
export function documentOf({ lines, end, exceptions }: Lines): {
  doc: Text;
  endings: LineEndings;
} {
  const doc = Text.of(lines);
  const ranges = exceptions.map((exception) =>
    rangeAt(doc.line(exception.line + 1).to, exception.end),
  );
  return { doc, endings: { end, exceptions: RangeSet.of(ranges) } };
}

/** Joins a document and its line endings to the text of the file. */
export function textOf(doc: Text, { end, exceptions }: LineEndings): string {
  const parts: string[] = [];
  let from = 0;
  for (const cursor = exceptions.iter(); cursor.value; cursor.next()) {
    parts.push(doc.sliceString(from, cursor.from, end), cursor.value.end);
    from = cursor.to;
  }
  parts.push(doc.sliceString(from, doc.length, end));
  return parts.join('');
}

/** Returns the line endings at their positions after a change of the text. */
function moved(endings: LineEndings, { changes, newDoc, docChanged }: Transaction): LineEndings {
  if (!docChanged || endings.exceptions.size === 0) return endings;
  let { exceptions } = endings;
  exceptions = exceptions.map(changes);
  // Text that replaces a line break may not contain one.
  changes.iterChangedRanges((_fromA, _toA, from, to) => {
    exceptions = exceptions.update({
      filterFrom: from,
      filterTo: to,
      filter: (start, stop) => newDoc.sliceString(start, stop) === '\n',
    });
  });
  return { ...endings, exceptions };
}

/** Returns the line endings with the effects of a transaction. */
function applied(endings: LineEndings, { effects }: Transaction): LineEndings {
  let result = endings;
  for (const effect of effects) {
    if (effect.is(setLineEndings)) result = effect.value;
    else if (effect.is(addException)) result = withException(result, effect.value);
  }
  return result;
}

function withException(
  endings: LineEndings,
  { at, end }: { at: number; end: LineEnd },
): LineEndings {
  const exceptions = endings.exceptions.update({
    filterFrom: at,
    filterTo: at + 1,
    filter: (from) => from !== at,
    add: end === endings.end ? [] : [rangeAt(at, end)],
  });
  return { ...endings, exceptions };
}

function rangeAt(at: number, end: LineEnd): Range<OtherEnd> {
  return new OtherEnd(end).range(at, at + 1);
}

/** Returns effects that restore the line endings on undo. */
function undoing({ startState, effects, changes, docChanged }: Transaction) {
  const before = lineEndingsOf(startState);
  if (effects.some((effect) => effect.is(setLineEndings))) return [setLineEndings.of(before)];
  const lost: StateEffect<unknown>[] = [];
  if (!docChanged || before.exceptions.size === 0) return lost;
  changes.iterChangedRanges((fromA, toA) => {
    before.exceptions.between(fromA, toA, (from, to, { end }) => {
      if (from >= fromA && to <= toA) lost.push(addException.of({ at: from, end }));
    });
  });
  return lost;
}
