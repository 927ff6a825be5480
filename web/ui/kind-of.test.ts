import { expect, test } from 'vitest';
import { kindOf, kindOfName } from './kind-of.ts';

const file = (extension: string, type: 'text' | 'blob' | 'video' = 'blob') =>
  kindOf({ isDir: false, type, extension });

test('folders and broken symlinks are recognized by their type', () => {
  expect(kindOf({ isDir: true, type: '', extension: '.zip' })).toBe('folder');
  expect(kindOf({ isDir: false, type: 'invalid_link', extension: '.png' })).toBe('broken');
});

test('the extension refines the type, regardless of case', () => {
  expect(file('.TS', 'video')).toBe('code');
  expect(file('.xlsx')).toBe('sheet');
  expect(file('.gz')).toBe('archive');
  expect(file('.iso')).toBe('disk');
  expect(file('.woff2')).toBe('font');
  expect(file('.md', 'text')).toBe('markdown');
  expect(file('.odt')).toBe('document');
  expect(file('.pptx')).toBe('slides');
  expect(file('.exe')).toBe('program');
});

test('without a known extension, the server’s type decides', () => {
  expect(file('', 'text')).toBe('text');
  expect(file('.xyz', 'video')).toBe('video');
  expect(file('.xyz')).toBe('unknown');
});

test('a file known only by its name is classified by its last extension', () => {
  expect(['a.tar.GZ', 'photo.jpg', '.png', 'none', 'dot.'].map(kindOfName)).toEqual([
    'archive',
    'image',
    'unknown',
    'unknown',
    'unknown',
  ]);
});
