import { expect, test } from 'vitest';
import { anEntry } from '../../../testing/fake-server.ts';
import { wantedDownload } from './wanted-download.ts';

const photos = anEntry('/trip/photos', { isDir: true, size: 4_096 });
const sea = anEntry('/trip/sea.jpg', { size: 3_000 });
const notes = anEntry('/trip/notes, old.txt', { size: 20 });

test('a single file is downloaded directly, a single folder as its own archive', () => {
  expect(wantedDownload('/trip', [sea])).toEqual({ kind: 'file', file: sea });
  expect(wantedDownload('/trip', [photos])).toEqual({
    kind: 'archive',
    folder: '/trip/photos',
    names: [],
  });
});

test('several entries become one archive, and all entries need no names', () => {
  expect(wantedDownload('/trip', [sea, notes])).toEqual({
    kind: 'archive',
    folder: '/trip',
    names: ['sea.jpg', 'notes, old.txt'],
  });
  expect(wantedDownload('/', [])).toEqual({ kind: 'archive', folder: '/', names: [] });
});
