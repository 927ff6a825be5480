import { afterEach, expect, test } from 'vitest';
import { isolate, isolatePath } from './isolate.ts';

afterEach(() => document.documentElement.removeAttribute('dir'));

test('left-to-right text stays unchanged', () => {
  expect(isolate('a (1).txt')).toBe('a (1).txt');
  expect(isolate('名前.txt')).toBe('名前.txt');
});

test('a right-to-left name does not affect the sentence around it', () => {
  expect(isolate('שלום!')).toBe('\u2068שלום!\u2069');
  expect(isolate('تقرير 2.pdf')).toBe('\u2068تقرير 2.pdf\u2069');
});

test('on a right-to-left page, every name and size is isolated', () => {
  document.documentElement.dir = 'rtl';
  expect(isolate('a (1).txt')).toBe('\u2068a (1).txt\u2069');
  expect(isolate('1.5 KiB')).toBe('\u20681.5 KiB\u2069');
});

test('isolated text is not isolated again', () => {
  document.documentElement.dir = 'rtl';
  const list = [isolate('a.txt'), isolate('ب.txt')].join(', ');
  expect(isolate(list)).toBe(list);
});

test('a name cannot end its isolation or extend it', () => {
  expect(isolate('a\u2069\u202etxt.exe')).toBe('\u2068a\u202etxt.exe\u2069');
  expect(isolate('a\u2067b')).toBe('\u2068a\u2067b\u2069\u2069');
});

test('a path runs from left to right, whatever its names', () => {
  expect(isolatePath('/docs/2024/')).toBe('/docs/2024/');
  expect(isolatePath('/תיקייה/2024/')).toBe('\u2066/\u2068תיקייה\u2069/2024/\u2069');
});
