import { expect, test } from 'vitest';
import { dropDataOf, type DroppedTree } from './fake-drop.ts';
import { carriesFiles, readDrop } from './read-drop.ts';

const read = async (tree: DroppedTree) =>
  (await readDrop(dropDataOf(tree))).map(
    ({ relativePath, file, isUnreadable }) =>
      relativePath + (isUnreadable ? ' (unreadable)' : file ? '' : '/'),
  );

test('files and folders come with everything in them, empty folders too, in their order', async () => {
  expect(await read({ a: 'x', b: { c: { empty: {}, d: 'y' } }, e: 'z' })).toEqual([
    'a',
    'b/',
    'b/c/',
    'b/c/empty/',
    'b/c/d',
    'e',
  ]);
});

test('a folder of many files is read to its end', async () => {
  const many = Object.fromEntries(Array.from({ length: 250 }, (_, index) => [`${index}`, 'x']));
  expect(await read({ many })).toHaveLength(251);
});

test('names come as they are', async () => {
  const names = ['100%', ' #?', 'שלום', '😀', 'new\nline'];
  expect(await read(Object.fromEntries(names.map((name) => [name, 'x'])))).toEqual(names);
});

test('a file that cannot be opened is named', async () => {
  expect(await read({ a: 'x', gone: undefined })).toEqual(['a', 'gone (unreadable)']);
});

test('where there are no entries the plain files are taken', async () => {
  const data = { types: ['Files'], items: [], files: [new File(['x'], 'a')] };
  // Contains only the fields that the code reads.
  const picked = await readDrop(data as unknown as DataTransfer);
  expect(picked.map(({ relativePath }) => relativePath)).toEqual(['a']);
});

test('a row that is dragged within the page carries no files', () => {
  const data = dropDataOf({});
  Object.defineProperty(data, 'types', { value: ['text/plain'] });
  expect(carriesFiles(data)).toBe(false);
  expect(carriesFiles(dropDataOf({}))).toBe(true);
});
