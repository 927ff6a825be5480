import { expect, test } from 'vitest';
import { namedApart } from './member-names.ts';

test('names that would be the same in an archive are told apart by numbers, others stay', () => {
  const names = ['a\\b.txt', 'a_b.txt', 'a_b(1).txt', 'other', 'x\\', '_'];
  const shown = namedApart(names).map((each) => [each.name, each.shown]);

  expect(Object.fromEntries(shown)).toEqual({
    'a\\b.txt': 'a_b(2).txt',
    'a_b.txt': 'a_b.txt',
    'a_b(1).txt': 'a_b(1).txt',
    other: 'other',
    'x\\': 'x_',
    _: '_',
  });
});

test('a folder of names that all become the same one is numbered in linear time', () => {
  const digits = (number: number) => number.toString(2).padStart(16, '0');
  const names = Array.from({ length: 65_536 }, (_, number) =>
    digits(number).replaceAll('0', '\\').replaceAll('1', '_'),
  );
  const shown = namedApart(names).map((each) => each.shown);

  expect(new Set(shown).size).toBe(names.length);
});
