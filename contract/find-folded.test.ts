import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { findFolded } from './find-folded.ts';
import { foldText } from './fold-text.ts';

function marked(name: string, ...terms: readonly string[]): string {
  const ranges = findFolded(name, terms.map(foldText));
  let text = '';
  let at = 0;
  for (const { start, end } of ranges) {
    text += `${name.slice(at, start)}[${name.slice(start, end)}]`;
    at = end;
  }
  return text + name.slice(at);
}

it.each([
  ['report.txt', ['PORT'], 're[port].txt'],
  ['Große Straße', ['ss'], 'Gro[ß]e Stra[ß]e'],
  ['Straße', ['s'], '[S]tra[ß]e'],
  ['cafe\u0301.txt', ['café'], '[cafe\u0301].txt'],
  ['ﬁnal', ['in'], '[ﬁn]al'],
  ['ｶﾞﾗｽ', ['ガ'], '[ｶﾞ]ﾗｽ'],
  ['한글'.normalize('NFD'), ['글'], `${'한'.normalize('NFD')}[${'글'.normalize('NFD')}]`],
  ['😀 smile 😀', ['😀'], '[😀] smile [😀]'],
  ['holiday plan', ['plan', 'holi'], '[holi]day [plan]'],
  ['aaaa', ['aa', 'a'], '[aaaa]'],
  ['banana', ['ana'], 'b[anana]'],
  ['banana split', ['ana', 'a s', 'nan'], 'b[anana s]plit'],
  ['nothing', ['else', ''], 'nothing'],
])('in %j, %j is found where it is written', (name, terms, expected) => {
  expect(marked(name, ...terms)).toBe(expected);
});

test('exactly those letters are marked that belong to an occurrence of a term', () => {
  // Few letters, so that occurrences overlap often.
  const text = (maxLength: number) => fc.string({ unit: fc.constantFrom('a', 'b'), maxLength });
  fc.assert(
    fc.property(text(12), fc.array(text(4), { maxLength: 3 }), (name, terms) => {
      const isIn = (at: number) =>
        terms.some((term) =>
          [...term].some((_, offset) => at >= offset && name.startsWith(term, at - offset)),
        );
      const expected = [...name].map((letter, at) => (isIn(at) ? letter.toUpperCase() : letter));
      const ranges = findFolded(name, terms);
      const isMarked = (at: number) => ranges.some(({ start, end }) => at >= start && at < end);
      const actual = [...name].map((letter, at) => (isMarked(at) ? letter.toUpperCase() : letter));
      expect(actual.join('')).toBe(expected.join(''));
    }),
  );
});

test('a name that holds a term has it marked, in order, and inside the name', () => {
  const name = fc.string({ unit: 'binary', maxLength: 30 });
  fc.assert(
    fc.property(name, name, (before, term) => {
      const whole = `${before}${term}`;
      const wanted = foldText(term);
      const ranges = findFolded(whole, [wanted]);
      const isThere = wanted !== '' && foldText(whole).includes(wanted);
      expect(ranges.length > 0).toBe(isThere);
      let at = -1;
      for (const { start, end } of ranges) {
        expect(start).toBeGreaterThan(at);
        expect(end).toBeGreaterThan(start);
        expect(end).toBeLessThanOrEqual(whole.length);
        at = end;
      }
    }),
  );
});
