import { expect, it } from 'vitest';
import { findMatches } from './find-matches.ts';

const found = (text: string, query: string) =>
  findMatches(text, query).map(({ start, end }) => text.slice(start, end));

it.each([
  ['Résumé and resume', 'RESUME', ['Résumé', 'resume']],
  ['Re\u0301sume\u0301', 'résumé', ['Re\u0301sume\u0301']],
  ['one\ntwo  three', 'one two three', ['one\ntwo  three']],
  ['an oﬃce', 'office', ['oﬃce']],
  ['anananan', 'anan', ['anan', 'anan']],
  ['İstanbul', 'istanbul', ['İstanbul']],
  ['a 😀 b 😀', '😀', ['😀', '😀']],
  ['ΛΟΓΟΣ', 'λόγος', ['ΛΟΓΟΣ']],
  ['λόγος', 'ΛΟΓΟΣ', ['λόγος']],
  ['wait… and wait.', '.', ['…', '.']],
  ['nothing', 'some', []],
  ['nothing', '   ', []],
  ['a.b', 'a?b', []],
])('finds in %j the query %j', (text, query, expected) => {
  expect(found(text, query)).toEqual(expected);
});
