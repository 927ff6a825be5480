import type { Entry, Folder } from '#contract/files.ts';
import { expect, test } from 'vitest';
import { chosenEntries, indexByTyping, listingEntries } from './listing-entries.ts';

function entry(name: string, size = 0): Entry {
  return {
    path: `/${name}`,
    name,
    size,
    extension: '',
    modified: '2026-05-01T10:00:00Z',
    mode: 420,
    isDir: name.endsWith('Dir'),
    isSymlink: false,
    type: name.endsWith('Dir') ? '' : 'blob',
  };
}

function folder(...items: Entry[]): Folder {
  const sorting = { by: 'name', asc: false } as const;
  return { ...entry('homeDir'), items, numDirs: 0, numFiles: 0, sorting };
}

const A_TO_Z = { by: 'name', asc: false } as const;
const shown = (entries: ReturnType<typeof listingEntries>) =>
  Array.from({ length: entries.count }, (_, index) => entries.at(index)?.name);

test('folders come before files, each in the server’s order', () => {
  const entries = listingEntries(
    folder(entry('z'), entry('bDir'), entry('aDir'), entry('y')),
    A_TO_Z,
  );
  expect(shown(entries)).toEqual(['bDir', 'aDir', 'z', 'y']);
});

test('another sorting is done locally, with folders by name when sorting by size', () => {
  const given = folder(entry('bDir', 1), entry('aDir', 2), entry('big', 9), entry('small', 1));
  expect(shown(listingEntries(given, { by: 'size', asc: true }))).toEqual([
    'aDir',
    'bDir',
    'small',
    'big',
  ]);
});

test('chosen entries keep the display order', () => {
  const entries = listingEntries(folder(entry('aDir'), entry('b'), entry('c')), A_TO_Z);
  const chosen = chosenEntries(entries, new Set(['/c', '/gone', '/aDir']));
  expect(chosen.map(({ name }) => name)).toEqual(['aDir', 'c']);
});

test('typing jumps to the next matching name and wraps around', () => {
  const entries = listingEntries(folder(entry('alpha'), entry('Beta'), entry('bravo')), A_TO_Z);
  expect(indexByTyping(entries, 'b', 0)).toBe(1);
  expect(indexByTyping(entries, 'b', 1)).toBe(2);
  expect(indexByTyping(entries, 'b', 2)).toBe(1);
  expect(indexByTyping(entries, 'be', 1)).toBe(1);
  expect(indexByTyping(entries, 'x', 1)).toBe(-1);
});

test('chosen entries are the same whether few or nearly all are chosen', () => {
  const names = Array.from({ length: 100 }, (_, n) => `f${n}`);
  const entries = listingEntries(folder(...names.map((name) => entry(name))), A_TO_Z);
  for (const left of [1, 99]) {
    const chosen = names.slice(left).map((name) => `/${name}`);
    const found = chosenEntries(entries, new Set(['/gone', ...chosen.toReversed()]));
    expect(found.map(({ path }) => path)).toEqual(chosen);
  }
});
