import type { Entry } from '#contract/files.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAscending, naturalKey, nextSorting, sortedEntries, timeOf } from './listing-order.ts';

function entry(name: string, facts: Partial<Entry> = {}): Entry {
  return {
    path: `/${name}`,
    name,
    size: 0,
    extension: '',
    modified: '2026-05-01T10:00:00Z',
    mode: 420,
    isDir: false,
    isSymlink: false,
    type: 'blob',
    ...facts,
  };
}

const names = (entries: readonly Entry[]) => entries.map(({ name }) => name);
const byName = (...given: string[]) =>
  names(
    sortedEntries(
      given.map((name) => entry(name)),
      { by: 'name', asc: false },
    ),
  );

test('digits compare as numbers of any length, ignoring leading zeros', () => {
  const long = '9'.repeat(40);
  expect(byName('f10', 'f9', `f${long}`, 'f002', 'f1')).toEqual([
    'f1',
    'f002',
    'f9',
    'f10',
    `f${long}`,
  ]);
});

test('case does not matter, and digits sort as characters among others', () => {
  expect(byName('b', 'A', 'a-1', 'a1', 'B1', 'a')).toEqual(['A', 'a', 'a-1', 'a1', 'b', 'B1']);
});

/** Compares character by character, as the server does. */
function compareAsServer(a: string, b: string): number {
  const runs = (name: string) => name.toLowerCase().match(/\d+|\D/gs) ?? [];
  const [left, right] = [runs(a), runs(b)];
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    const [x = '', y = ''] = [left[at], right[at]];
    const bothNumbers = /\d/.test(x) && /\d/.test(y);
    const order = bothNumbers ? Number(BigInt(x) - BigInt(y)) : x < y ? -1 : x > y ? 1 : 0;
    if (order !== 0) return Math.sign(order);
  }
  return Math.sign(left.length - right.length);
}

test('keys sort in the server’s order', () => {
  const name = fc.string({ unit: fc.constantFrom(...Array.from('aAbZ0019 -_.:é߀')) });
  fc.assert(
    fc.property(name, name, (a, b) => {
      const [x, y] = [naturalKey(a), naturalKey(b)];
      expect(x < y ? -1 : x > y ? 1 : 0).toBe(compareAsServer(a, b));
    }),
  );
});

test('names that differ only in case or zeros keep their order in both directions', () => {
  const entries = ['a01', 'A1', 'a1'].map((name) => entry(name));
  for (const asc of [false, true]) {
    expect(names(sortedEntries(entries, { by: 'name', asc }))).toEqual(['A1', 'a01', 'a1']);
  }
});

test('`asc: true` by name is Z to A in requests', () => {
  const entries = ['b', 'c', 'a'].map((name) => entry(name));
  expect(names(sortedEntries(entries, { by: 'name', asc: true }))).toEqual(['c', 'b', 'a']);
});

test('sizes and times sort as numbers, and equal ones by name in both directions', () => {
  const entries = [entry('b', { size: 10 }), entry('a', { size: 10 }), entry('c', { size: 9 })];
  expect(names(sortedEntries(entries, { by: 'size', asc: true }))).toEqual(['c', 'a', 'b']);
  expect(names(sortedEntries(entries, { by: 'size', asc: false }))).toEqual(['a', 'b', 'c']);
});

test('times within one millisecond are distinguished', () => {
  const first = timeOf('2026-05-01T10:00:00.123456789+02:00');
  const second = timeOf('2026-05-01T10:00:00.123457789+02:00');
  expect(first).toBeLessThan(second);
  expect(timeOf('2026-05-01T10:00:00Z')).toBe(Date.UTC(2026, 4, 1, 10));
  expect(timeOf('never')).toBe(0);
});

test('the first click on a column sorts ascending, the second descending', () => {
  const sizes = nextSorting({ by: 'name', asc: false }, 'size');
  expect(sizes).toEqual({ by: 'size', asc: true });
  expect(nextSorting(sizes, 'size')).toEqual({ by: 'size', asc: false });
  expect(nextSorting(sizes, 'name')).toEqual({ by: 'name', asc: false });
  expect(nextSorting({ by: 'name', asc: false }, 'name')).toEqual({ by: 'name', asc: true });
  expect(isAscending({ by: 'name', asc: false })).toBe(true);
});
