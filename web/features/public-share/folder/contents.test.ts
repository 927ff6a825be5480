import { expect, test } from 'vitest';
import { anEntry } from '../../../testing/fake-server.ts';
import { contentsOf, wantedOf } from './contents.ts';

const photos = anEntry('/trip/photos', { isDir: true, size: 4_096 });
const sea = anEntry('/trip/sea.jpg', { size: 3_000 });
const notes = anEntry('/trip/notes, old.txt', { size: 20 });

test('counts folders and files, and the bytes of files only', () => {
  expect(contentsOf([photos, sea, notes])).toEqual({ folders: 1, files: 2, bytes: 3_020 });
});

test('a single file is downloaded directly, a single folder as its own archive', () => {
  expect(wantedOf('/trip', [sea])).toEqual({ kind: 'file', file: sea });
  expect(wantedOf('/trip', [photos])).toEqual({
    kind: 'archive',
    folder: '/trip/photos',
    names: [],
  });
});

test('several entries become one archive, and all entries need no names', () => {
  expect(wantedOf('/trip', [sea, notes])).toEqual({
    kind: 'archive',
    folder: '/trip',
    names: ['sea.jpg', 'notes, old.txt'],
  });
  expect(wantedOf('/', [])).toEqual({ kind: 'archive', folder: '/', names: [] });
});
