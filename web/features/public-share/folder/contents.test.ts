import { expect, test } from 'vitest';
import { anEntry } from '../../../testing/fake-server.ts';
import { contentsOf, wantedOf } from './contents.ts';

const photos = anEntry('/trip/photos', { isDir: true, size: 4_096 });
const sea = anEntry('/trip/sea.jpg', { size: 3_000 });
const notes = anEntry('/trip/notes, old.txt', { size: 20 });

test('folders and files are counted, and the bytes of the files alone', () => {
  expect(contentsOf([photos, sea, notes])).toEqual({ folders: 1, files: 2, bytes: 3_020 });
});

test('a single file comes as it is, a single folder as an archive of its own', () => {
  expect(wantedOf('/trip', [sea])).toEqual({ kind: 'file', file: sea });
  expect(wantedOf('/trip', [photos])).toEqual({
    kind: 'archive',
    folder: '/trip/photos',
    names: [],
  });
});

test('several come in one archive, and all of them without being named', () => {
  expect(wantedOf('/trip', [sea, notes])).toEqual({
    kind: 'archive',
    folder: '/trip',
    names: ['sea.jpg', 'notes, old.txt'],
  });
  expect(wantedOf('/', [])).toEqual({ kind: 'archive', folder: '/', names: [] });
});
