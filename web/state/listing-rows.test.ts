import { expect, test } from 'vitest';
import { aFolder, anEntry } from '../testing/fake-server.ts';
import { listingEntries } from './listing-entries.ts';
import { listingRows } from './listing-rows.ts';

function rowsOf({ folders, files, columns }: { folders: number; files: number; columns: number }) {
  const items = [
    ...Array.from({ length: folders }, (_, n) => anEntry(`/folder ${n}`, { isDir: true })),
    ...Array.from({ length: files }, (_, n) => anEntry(`/file ${n}`)),
  ];
  return listingRows(listingEntries(aFolder('/', items), { by: 'name', asc: false }), columns);
}

test.each([
  { folders: 2, files: 1, columns: 1 },
  { folders: 1, files: 0, columns: 1 },
  { folders: 0, files: 2, columns: 1 },
  { folders: 0, files: 0, columns: 1 },
  { folders: 5, files: 7, columns: 3 },
  { folders: 3, files: 3, columns: 3 },
  { folders: 1, files: 9, columns: 4 },
])('every entry stands in one row and is found there: %o', (given) => {
  const rows = rowsOf(given);
  const entries = given.folders + given.files;
  const all = Array.from({ length: rows.count }, (_, row) => rows.at(row));
  const held = all.flatMap((row) =>
    row.kind === 'heading' ? [] : Array.from({ length: row.count }, (_, n) => row.first + n),
  );

  expect(held).toEqual(Array.from({ length: entries }, (_, index) => index));
  for (let index = 0; index < entries; index += 1) {
    expect(all[rows.rowOf(index)]).toMatchObject({ kind: 'entries' });
    expect(rows.indexNear(rows.lineOf(index), rows.middleOf(index))).toBe(index);
  }
  expect(rows.lines).toBe(all.filter(({ kind }) => kind === 'entries').length);
});

test('folders and files have their own headings', () => {
  const rows = rowsOf({ folders: 4, files: 2, columns: 3 });

  expect(Array.from({ length: rows.count }, (_, row) => rows.at(row))).toEqual([
    { kind: 'heading', group: 'folders', count: 4 },
    { kind: 'entries', first: 0, count: 3 },
    { kind: 'entries', first: 3, count: 1 },
    { kind: 'heading', group: 'files', count: 2 },
    { kind: 'entries', first: 4, count: 2 },
  ]);
  expect([0, 1, 2, 3, 4].filter((row) => rows.isHeading(row))).toEqual([0, 3]);
});

test('files can have several headings', () => {
  const items = [
    anEntry('/folder', { isDir: true }),
    ...Array.from({ length: 4 }, (_, n) => anEntry(`/file ${n}`)),
  ];
  const entries = listingEntries(aFolder('/', items), { by: 'name', asc: false });
  const rows = listingRows(entries, 2, [
    { group: 'files', title: 'Today', count: 3 },
    { group: 'files', title: 'Yesterday', count: 1 },
  ]);

  expect(Array.from({ length: rows.count }, (_, row) => rows.at(row))).toEqual([
    { kind: 'heading', group: 'folders', count: 1 },
    { kind: 'entries', first: 0, count: 1 },
    { kind: 'heading', group: 'files', title: 'Today', count: 3 },
    { kind: 'entries', first: 1, count: 2 },
    { kind: 'entries', first: 3, count: 1 },
    { kind: 'heading', group: 'files', title: 'Yesterday', count: 1 },
    { kind: 'entries', first: 4, count: 1 },
  ]);
  expect([0, 1, 2, 3, 4].map((index) => rows.lineOf(index))).toEqual([0, 1, 1, 2, 3]);
});

test('a column beyond a short line means its last entry', () => {
  const rows = rowsOf({ folders: 4, files: 2, columns: 3 });

  expect(rows.indexNear(1, rows.middleOf(2))).toBe(3);
  expect(rows.indexNear(2, rows.middleOf(2))).toBe(5);
});

test('lines of pictures have as many entries as fit', () => {
  const items = [
    anEntry('/folder', { isDir: true }),
    ...Array.from({ length: 5 }, (_, n) => anEntry(`/file ${n}`)),
  ];
  const entries = listingEntries(aFolder('/', items), { by: 'name', asc: false });
  const justified = [
    { first: 0, widths: [100, 290], middles: [0.125, 0.6375] },
    { first: 2, widths: [400], middles: [0.5] },
    { first: 3, widths: [300, 50], middles: [0.375, 0.8375] },
  ];
  const rows = listingRows(entries, 1, [{ group: 'files', count: 5, justified }]);

  expect(Array.from({ length: rows.count }, (_, row) => rows.at(row))).toEqual([
    { kind: 'heading', group: 'folders', count: 1 },
    { kind: 'entries', first: 0, count: 1 },
    { kind: 'heading', group: 'files', count: 5 },
    { kind: 'entries', first: 1, count: 2, widths: [100, 290] },
    { kind: 'entries', first: 3, count: 1, widths: [400] },
    { kind: 'entries', first: 4, count: 2, widths: [300, 50] },
  ]);
  expect([0, 1, 2, 3, 4, 5].map((index) => rows.lineOf(index))).toEqual([0, 1, 1, 2, 3, 3]);
  expect([0, 1, 2, 3, 4, 5].map((index) => rows.rowOf(index))).toEqual([1, 3, 3, 4, 5, 5]);
  expect(rows.columns).toBe(2);
  // Below the wide picture in the middle is the left one, and above a narrow one at the right the wide one.
  expect(rows.indexNear(3, rows.middleOf(3))).toBe(4);
  expect(rows.indexNear(1, rows.middleOf(5))).toBe(2);
});
