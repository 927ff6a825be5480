import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseTarget } from './target.ts';

function urlOf(raw: string, baseUrl = ''): string {
  const target = parseTarget(raw, baseUrl);
  if (target.kind !== 'usable') throw new Error(`${raw} was not accepted`);
  return target.url;
}

describe('an address', () => {
  test.each([
    ['/', '/'],
    ['/api/resources/docs/a.txt', '/api/resources/docs/a.txt'],
    ['/api/resources/docs/', '/api/resources/docs/'],
    ['/api/raw/a%20b.txt', '/api/raw/a%20b.txt'],
    ['/api/raw/%61.txt', '/api/raw/a.txt'],
    ['/api/raw/%F0%9F%98%80', '/api/raw/%F0%9F%98%80'],
    ['/api/raw/a+b', '/api/raw/a%2Bb'],
    ['/api/raw/100%25', '/api/raw/100%25'],
    ['/api/raw/%2525', '/api/raw/%2525'],
    ['/api/raw/a%3Fb', '/api/raw/a%3Fb'],
    ['/api/raw/..a', '/api/raw/..a'],
    ['/api/raw/...', '/api/raw/...'],
    ['/api/raw/.env', '/api/raw/.env'],
  ])('%j reaches its route as %j', (raw, url) => {
    expect(urlOf(raw)).toBe(url);
  });

  test.each([
    ['//api//raw///a.txt', '/api/raw/a.txt'],
    ['/api/raw//', '/api/raw/'],
    ['/sub/%2F', '/sub/'],
    ['/api/raw/a%2Fb', '/api/raw/a/b'],
    ['/api/raw/%2F%2Fa', '/api/raw/a'],
    ['//', '/'],
    ['//evil.example/x', '/evil.example/x'],
  ])('with slashes too many, %j, is cleaned to %j without a redirect', (raw, url) => {
    expect(urlOf(raw)).toBe(url);
  });

  test.each(['resources', 'resources/recursive', 'raw', 'usage', 'tus', 'search', 'command'])(
    'of a collection, /api/%s, means its root with and without the slash',
    (name) => {
      expect(urlOf(`/api/${name}`)).toBe(`/api/${name}/`);
      expect(urlOf(`/api/${name}?query=x&y=%2F`)).toBe(`/api/${name}/?query=x&y=%2F`);
      expect(urlOf(`/api/%2F${name}`)).toBe(`/api/${name}/`);
      expect(urlOf(`/api/${name}x`)).toBe(`/api/${name}x`);
    },
  );

  test.each([
    '/..',
    '/.',
    '/a/../b',
    '/a/./b',
    '/%2e%2e/a',
    '/a/%2E%2E',
    '/a/.%2e/b',
    '/a%2F..%2Fb',
    '/a/..',
    '/a\0b',
    '/a%00b',
    '/%zz',
    '/%',
    '/%e9',
    '/%ed%a0%80',
    '/%c0%ae%c0%ae/',
    'a',
    '*',
    '',
    'http://host.example/api/raw/',
    '?x',
  ])('that is dotted, broken or no address of ours, %j, is refused', (raw) => {
    expect(parseTarget(raw, '').kind).toBe('refused');
  });

  test('that is longer than any file’s can be is refused', () => {
    expect(parseTarget(`/${'a'.repeat(16_384)}`, '').kind).toBe('refused');
    expect(parseTarget(`/${'a'.repeat(16_383)}`, '').kind).toBe('usable');
  });

  test('keeps its query as it was sent', () => {
    expect(urlOf('/a%20b?x=../..&y=%zz&z=//')).toBe('/a%20b?x=../..&y=%zz&z=//');
  });
});

describe('behind a base URL', () => {
  test.each([
    ['/fb/api/raw/a', '/api/raw/a'],
    ['/fb/', '/'],
    ['/api/raw/a', '/api/raw/a'],
    ['/fbx/a', '/fbx/a'],
    ['/fb/fb/a', '/fb/a'],
    ['/fb//api/raw/a', '/api/raw/a'],
    ['/fb/api/usage', '/api/usage/'],
  ])('%j reaches its route as %j', (raw, url) => {
    expect(urlOf(raw, '/fb')).toBe(url);
  });

  test('exactly the base is sent on to the base with its slash, and a longer name is not', () => {
    expect(parseTarget('/fb', '/fb')).toEqual({ kind: 'base' });
    expect(parseTarget('/fb?x', '/fb')).toEqual({ kind: 'base' });
    expect(parseTarget('/fbx', '/fb').kind).toBe('usable');
  });

  test('dots behind it are refused like everywhere', () => {
    expect(parseTarget('/fb/../etc', '/fb').kind).toBe('refused');
    expect(parseTarget('/fb/%2e%2e', '/fb').kind).toBe('refused');
  });
});

test('the result is always normalized: single slashes, no dot segments, no NUL', () => {
  const piece = fc.constantFrom(
    '/',
    '.',
    '..',
    '%2e',
    '%2F',
    '%',
    '%00',
    'a',
    'é',
    '?',
    '%25',
    ' ',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const target = parseTarget(`/${pieces.join('')}`, '/a');
      if (target.kind !== 'usable') return;
      const [path = ''] = target.url.split('?', 1);
      const decoded = decodeURIComponent(path);
      expect(decoded).toMatch(/^\//);
      expect(decoded).not.toContain('//');
      expect(decoded).not.toContain('\0');
      expect(decoded.split('/')).not.toContain('..');
      expect(decoded.split('/')).not.toContain('.');
    }),
  );
});
