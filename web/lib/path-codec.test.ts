import fc from 'fast-check';
import { expect, test } from 'vitest';
import { filesAddress, pathOfAddress, segmentsOfAddress } from './path-codec.ts';

const NAMES = [
  '100%',
  '%41',
  'a%2Fb',
  'what #1?',
  `it's "quoted"`,
  'line\nbreak',
  'back\\slash',
  '😀 emoji',
  'مرحبا بالعالم',
  ' leading and trailing ',
  'semi;colon&plus+',
  '…',
  'é'.repeat(127),
];

test.each(NAMES)('a name survives its address: %j', (name) => {
  const path = `/docs/${name}/`;

  expect(pathOfAddress(filesAddress(path))).toBe(path);
  expect(segmentsOfAddress(filesAddress(path))).toEqual(['docs', name]);
});

test('any name survives the address bar of a browser', () => {
  const name = fc
    .string({ unit: 'grapheme', minLength: 1 })
    .filter((text) => !text.includes('/') && !['.', '..'].includes(text) && text.isWellFormed());
  fc.assert(
    fc.property(name, (text) => {
      const { pathname } = new URL(filesAddress(`/${text}`), 'http://localhost');
      expect(pathOfAddress(pathname)).toBe(`/${text}`);
    }),
  );
});

test('the bare address is the home', () => {
  expect(pathOfAddress('/files')).toBe('/');
  expect(pathOfAddress('/files/')).toBe('/');
  expect(segmentsOfAddress('/files/')).toEqual([]);
});

test('an address with a broken escape has no path', () => {
  expect(pathOfAddress('/files/100%')).toBeUndefined();
  expect(pathOfAddress('/files/%ff')).toBeUndefined();
});
