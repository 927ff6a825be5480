import { expect, test } from 'vitest';
import { kindOf, kindOfName } from './kind-of.ts';

const file = (extension: string, type: 'text' | 'blob' | 'video' = 'blob') =>
  kindOf({ isDir: false, type, extension });

test('folders and links that lead nowhere are told by their type', () => {
  expect(kindOf({ isDir: true, type: '', extension: '.zip' })).toBe('folder');
  expect(kindOf({ isDir: false, type: 'invalid_link', extension: '.png' })).toBe('broken');
});

test('the extension decides where the type is too coarse, in any case', () => {
  expect(file('.TS', 'video')).toBe('code');
  expect(file('.xlsx')).toBe('sheet');
  expect(file('.gz')).toBe('archive');
  expect(file('.iso')).toBe('disk');
  expect(file('.woff2')).toBe('font');
  expect(file('.md', 'text')).toBe('text');
});

test('without a known extension the type of the server decides', () => {
  expect(file('', 'text')).toBe('text');
  expect(file('.xyz', 'video')).toBe('video');
  expect(file('.xyz')).toBe('unknown');
});

test('a file that has only a name is known by its last extension', () => {
  expect(['a.tar.GZ', 'photo.jpg', '.png', 'none', 'dot.'].map(kindOfName)).toEqual([
    'archive',
    'image',
    'unknown',
    'unknown',
    'unknown',
  ]);
});
