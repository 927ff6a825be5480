import type { SearchQuery } from '@codemirror/search';
import { EditorSelection, type EditorState, type SelectionRange } from '@codemirror/state';

/** Number of matches that are counted. More are shown as "1,000+". */
export const MAX_MATCHES = 1_000;

/** Length of a text in which the matches are counted at once, in characters. Longer ones would delay typing. */
const LONGEST_TEXT = 2_000_000;

export interface Matches {
  /** Start and end of each match. */
  readonly ranges: readonly (readonly [from: number, to: number])[];
  /** True if there are more matches than those counted. */
  readonly hasMore: boolean;
}

/** Returns the first matches of a search; undefined without a valid search, and for very long texts. */
export function findMatches(state: EditorState, query: SearchQuery): Matches | undefined {
  if (!isCounted(state, query)) return undefined;
  const ranges: [number, number][] = [];
  const cursor = query.getCursor(state);
  for (let found = cursor.next(); found.done !== true; found = cursor.next()) {
    if (ranges.length === MAX_MATCHES) return { ranges, hasMore: true };
    ranges.push([found.value.from, found.value.to]);
  }
  return { ranges, hasMore: false };
}

/**
 * Returns the first match after the start of the selection, or else of the text; undefined without a valid search, and
 * for very long texts.
 */
export function firstMatch(state: EditorState, query: SearchQuery): SelectionRange | undefined {
  if (!isCounted(state, query)) return undefined;
  for (const start of [state.selection.main.from, 0]) {
    const found = query.getCursor(state, start).next();
    if (found.done !== true) return EditorSelection.range(found.value.from, found.value.to);
  }
  return undefined;
}

function isCounted(state: EditorState, query: SearchQuery): boolean {
  return query.search !== '' && query.valid && state.doc.length <= LONGEST_TEXT;
}

/** Returns the number of the selected match, starting at 1; 0 if no match is selected. */
export function numberOfSelected({ ranges }: Matches, { from, to }: SelectionRange): number {
  return ranges.findIndex(([start, end]) => start === from && end === to) + 1;
}
