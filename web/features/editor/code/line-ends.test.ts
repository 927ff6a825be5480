import { history, redo, undo, undoDepth } from '@codemirror/commands';
import { EditorState } from '@codemirror/state';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitLines } from '../../../lib/text-encoding/line-ends.ts';
import {
  documentOf,
  isSameEndings,
  lineEndings,
  lineEndingsOf,
  textOf,
  unifyLineEnds,
} from './line-ends.ts';

function opened(text: string): EditorState {
  const { doc, endings } = documentOf(splitLines(text));
  return EditorState.create({ doc, extensions: [lineEndings(endings), history()] });
}

const saved = (state: EditorState) => textOf(state.doc, lineEndingsOf(state));

const TEXTS = fc
  .array(fc.constantFrom('a', 'bc', '\n', '\r', '\r\n'), { maxLength: 20 })
  .map((parts) => parts.join(''));

interface Edit {
  readonly from: number;
  readonly length: number;
  readonly insert: string;
}
const EDITS = fc.array(
  fc.record({ from: fc.nat(30), length: fc.nat(6), insert: fc.constantFrom('', 'x', '\n', 'y\n') }),
  { maxLength: 8 },
);

function edited(state: EditorState, { from, length, insert }: Edit): EditorState {
  const start = Math.min(from, state.doc.length);
  const to = Math.min(start + length, state.doc.length);
  return state.update({ changes: { from: start, to, insert }, userEvent: 'input' }).state;
}

function steppedBack(state: EditorState): EditorState {
  let now = state;
  while (undoDepth(now) > 0) undo({ state: now, dispatch: ({ state: next }) => (now = next) });
  return now;
}

test('an unchanged text is saved unchanged', () => {
  fc.assert(
    fc.property(TEXTS, (text) => {
      expect(saved(opened(text))).toBe(text);
    }),
  );
});

test('undoing all changes restores every line ending', () => {
  fc.assert(
    fc.property(TEXTS, EDITS, (text, edits) => {
      const before = opened(text);
      const back = steppedBack(edits.reduce(edited, before));
      expect(saved(back)).toBe(text);
      expect(isSameEndings(lineEndingsOf(back), lineEndingsOf(before))).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test('unchanged lines keep their endings, and new lines use the most common one', () => {
  const state = opened('one\r\ntwo\nthree\r\nfour');
  const split = edited(state, { from: 5, length: 0, insert: '\n' });
  expect(saved(split)).toBe('one\r\nt\r\nwo\nthree\r\nfour');
  const joined = edited(split, { from: 0, length: 4, insert: '' });
  expect(saved(joined)).toBe('t\r\nwo\nthree\r\nfour');
  // A letter replaces the line break of `two`, including its exception.
  const replaced = edited(state, { from: 7, length: 1, insert: 'x' });
  expect(saved(replaced)).toBe('one\r\ntwoxthree\r\nfour');
});

test('all line endings can be unified and restored', () => {
  const text = 'one\r\ntwo\nthree\r';
  const state = opened(text);
  const unified = state.update({ effects: unifyLineEnds('\r\n') }).state;
  expect(saved(unified)).toBe('one\r\ntwo\r\nthree\r\n');
  expect(isSameEndings(lineEndingsOf(state), lineEndingsOf(unified))).toBe(false);
  let now = steppedBack(unified);
  expect(saved(now)).toBe(text);
  redo({ state: now, dispatch: ({ state: next }) => (now = next) });
  expect(saved(now)).toBe('one\r\ntwo\r\nthree\r\n');
});
