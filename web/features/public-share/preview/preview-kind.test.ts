import { expect, test } from 'vitest';
import { anEntry } from '../../../testing/fake-server.ts';
import { previewKindOf, seriesOf } from './preview-kind.ts';

test.each([
  ['sea.jpg', 'image', 'image'],
  ['song.mp3', 'audio', 'audio'],
  ['film.mp4', 'video', 'video'],
  ['plan.pdf', 'pdf', 'pdf'],
  ['notes.txt', 'text', 'text'],
  ['README.MD', 'textImmutable', 'markdown'],
  ['program.exe', 'blob', undefined],
  ['nowhere', 'invalid_link', undefined],
] as const)('%s is shown as it fits', (name, type, kind) => {
  expect(previewKindOf(anEntry(`/${name}`, { type }))).toBe(kind);
});

test('a folder has no preview', () => {
  expect(previewKindOf(anEntry('/photos.md', { isDir: true }))).toBeUndefined();
});

test('pictures and videos form one series, audio another, and texts none', () => {
  const picture = anEntry('/a.jpg', { type: 'image' });
  const text = anEntry('/b.txt', { type: 'text' });
  const film = anEntry('/c.mp4', { type: 'video' });
  const sound = anEntry('/d.mp3', { type: 'audio' });
  const all = [picture, text, film, sound];

  expect(seriesOf(all, film)).toEqual([picture, film]);
  expect(seriesOf(all, sound)).toEqual([sound]);
  expect(seriesOf(all, text)).toEqual([text]);
});
