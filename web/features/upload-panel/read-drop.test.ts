import { expect, test } from 'vitest';
import { dropDataOf, type DroppedTree } from './fake-drop.ts';
import { carriesFiles, readDrop } from './read-drop.ts';

const read = async (tree: DroppedTree) =>
  (await readDrop(dropDataOf(tree))).map(
    ({ relativePath, file, isUnreadable }) =>
      relativePath + (isUnreadable ? ' (unreadable)' : file ? '' : '/'),
  );

test('reads files and folders with their contents and empty subfolders, in order', async () => {
  expect(await read({ a: 'x', b: { c: { empty: {}, d: 'y' } }, e: 'z' })).toEqual([
    'a',
    'b/',
    'b/c/',
    'b/c/empty/',
    'b/c/d',
    'e',
  ]);
});

test('reads all batches of a large folder', async () => {
  const many = Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`${index}`, 'x']));
  expect(await read({ many })).toHaveLength(251);
});

test('keeps names unchanged', async () => {
  const names = ['100%', ' #?', 'שלום', '😀', 'new\nline'];
  expect(await read(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual(names);
});

test('names a file that cannot be opened', async () => {
  expect(await read({ a: 'x', gone: undefined })).toEqual(['a', 'gone (unreadable)']);
});

test('without entries, reads plain files', async () => {
  const data = { types: ['Files'], items: [], files: [new File(['x'], 'a')] };
  // Contains only the fields that the code reads.
  const picked = await readDrop(data as unknown as DataTransfer);
  expect(picked.map(({ relativePath }) => relativePath)).toEqual(['a']);
});

test('a dragged row of the listing carries no files', () => {
  const data = dropDataOf({});
  Object.defineProperty(data, 'types', { value: ['text/plain'] });
  expect(carriesFiles(data)).toBe(false);
  expect(carriesFiles(dropDataOf({}))).toBe(true);
});
