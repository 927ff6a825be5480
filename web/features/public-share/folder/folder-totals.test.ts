import { expect, test } from 'vitest';
import { anEntry } from '../../../testing/fake-server.ts';
import { folderTotals } from './folder-totals.ts';

test('counts folders and files, and the bytes of files only', () => {
  const items = [
    anEntry('/trip/photos', { isDir: true, size: 4_096 }),
    anEntry('/trip/sea.jpg', { size: 3_000 }),
    anEntry('/trip/notes.txt', { size: 20 }),
  ];
  expect(folderTotals(items)).toEqual({ folders: 1, files: 2, bytes: 3_020 });
});
