import { expect, test } from 'vitest';
import { sortEntries, sortsByName } from './item-order.ts';
import type { ListingRow } from './listing-row.ts';

function entry(name: string, kind: 'file' | 'folder' = 'file'): ListingRow {
  const stat = { kind, size: 1, modifiedNs: 1n, mode: 0 };
  return { name, stat, isSymlink: false, extension: '', type: '' };
}

/** In the order of bytes, in which folders are read. */
const READ = [entry('B'), entry('a10'), entry('a9'), entry('z', 'folder')];

function namesBy(by: string, asc: boolean): string[] {
  return sortEntries(READ, { by, asc }).map(({ name }) => name);
}

test('unknown columns sort by name in one direction, and keep the order in the other', () => {
  expect(namesBy('type', true)).toEqual(namesBy('name', true));
  expect(namesBy('type', true)).toEqual(['z', 'B', 'a10', 'a9']);
  expect(namesBy('type', false)).toEqual(['B', 'a10', 'a9', 'z']);
  expect(sortsByName({ by: 'type', asc: true })).toBe(true);
  expect(sortsByName({ by: 'type', asc: false })).toBe(false);
  expect(sortsByName({ by: 'size', asc: true })).toBe(false);
});
