import { SearchQuery } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { findMatches, MAX_MATCHES, numberOfSelected } from './find-matches.ts';

const stateOf = (doc: string, anchor = 0, head = anchor) =>
  EditorState.create({ doc, selection: { anchor, head } });
const queryOf = (
  search: string,
  more: Partial<ConstructorParameters<typeof SearchQuery>[0]> = {},
) => new SearchQuery({ search, ...more });

test('matches are counted, and the selected one has a number', () => {
  const state = stateOf('net gross Net', 10, 13);
  const matches = findMatches(state, queryOf('net'));
  expect(matches).toEqual({
    ranges: [
      [0, 3],
      [10, 13],
    ],
    hasMore: false,
  });
  expect(matches && numberOfSelected(matches, state.selection.main)).toBe(2);
  expect(matches && numberOfSelected(matches, stateOf('net gross Net', 1).selection.main)).toBe(0);
  expect(findMatches(state, queryOf('net', { caseSensitive: true }))?.ranges).toEqual([[0, 3]]);
  expect(findMatches(state, queryOf('^g|s$', { regexp: true }))?.ranges).toEqual([]);
});

test('very many matches are counted up to a limit', () => {
  const matches = findMatches(stateOf('a'.repeat(MAX_MATCHES + 1)), queryOf('a'));
  expect(matches?.ranges).toHaveLength(MAX_MATCHES);
  expect(matches?.hasMore).toBe(true);
});

test('nothing is counted without a valid search', () => {
  expect(findMatches(stateOf('a'), queryOf(''))).toBeUndefined();
  expect(findMatches(stateOf('a'), queryOf('(', { regexp: true }))).toBeUndefined();
});
