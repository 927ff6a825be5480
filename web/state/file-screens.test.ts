import { expect, test } from 'vitest';
import { screenOf } from './file-screens.ts';

test.each([
  ['notes.txt', 'text', 'editor'],
  ['notes.txt', 'textImmutable', 'editor'],
  ['read me.md', 'text', 'preview'],
  ['table.CSV', 'textImmutable', 'preview'],
  ['photo.jpg', 'image', 'preview'],
  ['drawing.svg', 'image', 'preview'],
  ['disk.iso', 'blob', 'preview'],
] as const)('%s (%s) opens in the %s', (name, type, screen) => {
  expect(screenOf({ name, type }, false)).toBe(screen);
});

test('on request, the source of a rendered text opens in the editor', () => {
  expect(screenOf({ name: 'read me.md', type: 'text' }, true)).toBe('editor');
  expect(screenOf({ name: 'drawing.svg', type: 'image' }, true)).toBe('editor');
  expect(screenOf({ name: 'photo.jpg', type: 'image' }, true)).toBe('preview');
});
