import { expect, test } from 'vitest';
import { matchFinder } from './match-finder.ts';

const marked = (query: string, name: string) =>
  matchFinder(query)(name).map(({ start, end }) => name.slice(start, end));

test('all words of the query are marked, whatever their case and accents', () => {
  expect(marked('resume 2024', 'Résumé 2024.pdf')).toEqual(['Résumé', '2024']);
  expect(marked('strasse', 'Hauptstraße.txt')).toEqual(['straße']);
});

test('filters are no words', () => {
  expect(marked('type:image case:insensitive cat', 'type image cat.png')).toEqual(['cat']);
  expect(marked('type:image', 'image.png')).toEqual([]);
});

test('where case counts, only what is written alike is marked', () => {
  expect(marked('case:sensitive PIC', 'pic PIC.png')).toEqual(['PIC']);
  expect(marked('case:sensitive ab bc', 'abc abc')).toEqual(['abc', 'abc']);
});

test('a phrase is marked as a whole', () => {
  expect(marked('"a t"', 'a t at')).toEqual(['a t']);
});
