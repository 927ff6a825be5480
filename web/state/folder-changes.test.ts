import type { Entry, Folder } from '#contract/files.ts';
import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { folderQuery } from '../api/files.ts';
import { FolderChanges, withChanges } from './folder-changes.ts';

function entry(name: string, more: Partial<Entry> = {}): Entry {
  const isDir = name.endsWith('/');
  const plain = isDir ? name.slice(0, -1) : name;
  return {
    path: `/docs/${plain}`,
    name: plain,
    size: 1,
    extension: '',
    modified: '2026-01-01T00:00:00Z',
    mode: 0,
    isDir,
    isSymlink: false,
    type: isDir ? '' : 'blob',
    ...more,
  };
}

function folder(...names: string[]): Folder {
  const items = names.map((name) => entry(name));
  return {
    ...entry('docs/'),
    path: '/docs/',
    items,
    numDirs: items.filter(({ isDir }) => isDir).length,
    numFiles: items.filter(({ isDir }) => !isDir).length,
    sorting: { by: 'name', asc: false },
  };
}

function namesOf({ items }: Folder): string[] {
  return items.map(({ name }) => name);
}

test('new entries are in order, folders first, and names that are gone are not shown', () => {
  const before = folder('a/', 'z/', 'b', 'f10');
  const changed = [entry('m/'), entry('f9'), entry('a1')];
  const after = withChanges(before, { changed, gone: ['b', 'unknown'] });
  expect(namesOf(after)).toEqual(['a', 'm', 'z', 'a1', 'f9', 'f10']);
  expect(after).toMatchObject({ numDirs: 3, numFiles: 3 });
});

test('an entry that has changed is replaced where it is, and the others stay the same objects', () => {
  const before = folder('a', 'b', 'c');
  const after = withChanges(before, { changed: [entry('b', { size: 9 })], gone: [] });
  expect(namesOf(after)).toEqual(['a', 'b', 'c']);
  expect(after.items[1]?.size).toBe(9);
  expect(after.items[0]).toBe(before.items[0]);
});

test('an entry gets another position when the folder is sorted by what has changed', () => {
  const before = { ...folder('a', 'b', 'c'), sorting: { by: 'size', asc: true } };
  const after = withChanges(before, { changed: [entry('a', { size: 9 })], gone: [] });
  expect(namesOf(after)).toEqual(['b', 'c', 'a']);
});

test('a listing stays the same object when nothing has changed, so that nothing is drawn', () => {
  const before = folder('a', 'b');
  expect(withChanges(before, { changed: [entry('a')], gone: ['c'] })).toBe(before);
});

test('changes that arrive while the folder is being listed are applied to the older listing', async () => {
  const queries = new QueryClient();
  const changes = new FolderChanges(queries);
  const { queryKey } = folderQuery('/docs/');
  let answer: (listed: Folder) => void = () => undefined;
  const listing = queries.fetchQuery({
    queryKey,
    queryFn: () => new Promise<Folder>((resolve) => (answer = resolve)),
  });
  changes.apply({ folder: '/docs', changed: [entry('new')], gone: ['old'] });
  answer(folder('a', 'old'));
  await listing;
  const shown = queries.getQueryData(queryKey);
  expect(shown && namesOf(shown)).toEqual(['a', 'new']);
  changes.close();
});
