import { expect, test } from 'vitest';
import { matchFinder } from './match-finder.ts';

const marked = (query: string, name: string) =>
  matchFinder(query)(name).map(({ start, end }) => name.slice(start, end));

test('marks all words of the query, ignoring case and accents', () => {
  expect(marked('resume 2024', 'Résumé 2024.pdf')).toEqual(['Résumé', '2024']);
  expect(marked('strasse', 'Hauptstraße.txt')).toEqual(['straße']);
});

test('does not mark filters', () => {
  expect(marked('type:image case:insensitive cat', 'type image cat.png')).toEqual(['cat']);
  expect(marked('type:image', 'image.png')).toEqual([]);
});

test('marks only exact matches if case matters', () => {
  expect(marked('case:sensitive PIC', 'pic PIC.png')).toEqual(['PIC']);
  expect(marked('case:sensitive ab bc', 'abc abc')).toEqual(['abc', 'abc']);
  expect(marked('case:sensitive ana', 'banana')).toEqual(['anana']);
});

test('marks a phrase as a whole', () => {
  expect(marked('"a t"', 'a t at')).toEqual(['a t']);
});
