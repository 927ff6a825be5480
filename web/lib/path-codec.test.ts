import fc from 'fast-check';
import { matchPath } from 'react-router';
import { expect, test } from 'vitest';
import { filesAddress, findableAddress, pathOfAddress, segmentsOfAddress } from './path-codec.ts';

const NAMES = [
  '100%',
  '%41',
  'a%2Fb',
  'what #1?',
  `it's "quoted"`,
  'line\nbreak',
  'all\r\nline\u2028breaks\u2029there are',
  'escape\u001bn',
  'back\\slash',
  '😀 emoji',
  'مرحبا بالعالم',
  ' leading and trailing ',
  'semi;colon&plus+',
  '…',
  'é'.repeat(127),
];

test.each(NAMES)('a name round-trips through its address: %j', (name) => {
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

test('the bare address is the home folder', () => {
  expect(pathOfAddress('/files')).toBe('/');
  expect(pathOfAddress('/files/')).toBe('/');
  expect(segmentsOfAddress('/files/')).toEqual([]);
});

test('an address with an invalid escape has no path', () => {
  expect(pathOfAddress('/files/100%')).toBeUndefined();
  expect(pathOfAddress('/files/%ff')).toBeUndefined();
});

test.each(NAMES)('the router matches the address of %j', (name) => {
  const address = filesAddress(`/docs/${name}/`);
  const decoded = address.split('/').map(decodeURIComponent).join('/');

  expect(matchPath('/files/*', decoded)).not.toBeNull();
});

test('an external address with a line break is converted', () => {
  const findable = findableAddress('/sub/files/a%250A/line%0abreak/');

  expect(findable).not.toContain('%0a');
  expect(pathOfAddress(findable.slice('/sub'.length))).toBe('/a%0A/line\nbreak/');
});
