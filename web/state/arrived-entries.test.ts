import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { folderQuery } from '../api/files.ts';
import { aFolder, anEntry } from '../testing/fake-server.ts';
import { showArrivals, withArrived } from './arrived-entries.ts';
import type { Arrival } from './upload-arrivals.ts';

const arrival = (path: string, more: Partial<Arrival> = {}): Arrival => ({
  path,
  name: path.slice(path.lastIndexOf('/') + 1),
  size: 7,
  isFolder: false,
  modifiedMs: Date.UTC(2026, 0, 2),
  ...more,
});
const names = (folder: { items: readonly { name: string }[] } | undefined) =>
  folder?.items.map(({ name }) => name);

test.each([
  [{ by: 'name', asc: false } as const, ['a', 'b2', 'b10', 'c']],
  [{ by: 'name', asc: true } as const, ['c', 'b10', 'b2', 'a']],
  [{ by: 'size', asc: true } as const, ['a', 'c', 'b2', 'b10']],
  [{ by: 'size', asc: false } as const, ['b10', 'b2', 'c', 'a']],
])('arrivals stand where the order %o has them', (sorting, order) => {
  const sizes: Record<string, number> = { a: 1, c: 2, b2: 3, b10: 4 };
  const items = order
    .filter((name) => name === 'a' || name === 'c')
    .map((name) => anEntry(`/${name}`, { size: sizes[name] ?? 0 }));
  const folder = { ...aFolder('/', items), sorting };
  const arrived = ['b10', 'b2'].map((name) => arrival(`/${name}`, { size: sizes[name] ?? 0 }));
  expect(names(withArrived(folder, arrived))).toEqual(order);
});

test('a replaced file appears once, with its new size, time and type', () => {
  const folder = aFolder('/', [anEntry('/sea.JPG', { size: 1 }), anEntry('/z.txt')]);
  const { items } = withArrived(folder, [arrival('/sea.JPG'), arrival('/new', { isFolder: true })]);
  expect(items).toHaveLength(3);
  expect(items.find(({ name }) => name === 'sea.JPG')).toMatchObject({
    size: 7,
    modified: '2026-01-02T00:00:00.000Z',
    type: 'image',
    extension: '.JPG',
  });
  expect(items.find(({ name }) => name === 'new')).toMatchObject({ isDir: true, extension: '' });
});

/** Returns the cache of a page that shows a folder with so many entries. */
function show(count: number) {
  const items = Array.from({ length: count }, (_, n) => anEntry(`/f${n}`));
  const queries = new QueryClient();
  const { queryKey } = folderQuery('/');
  queries.setQueryData(queryKey, aFolder('/', items));
  const isStale = () => queries.getQueryState(queryKey)?.isInvalidated;
  return { queries, isStale, shown: () => queries.getQueryData(queryKey) };
}

test('a large folder shows arrivals without being listed, until the last upload has ended', () => {
  const { queries, shown, isStale } = show(2_001);
  showArrivals(queries, { folders: new Map([['/', [arrival('/new')]]]), isLast: false });
  expect(names(shown())).toContain('new');
  expect(isStale()).toBe(false);

  showArrivals(queries, { folders: new Map([['/', []]]), isLast: true });
  expect(isStale()).toBe(true);
});

test('a small folder is listed again', () => {
  const { queries, isStale } = show(2);
  showArrivals(queries, { folders: new Map([['/', [arrival('/new')]]]), isLast: false });
  expect(isStale()).toBe(true);
});
