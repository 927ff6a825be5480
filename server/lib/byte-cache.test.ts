import { expect, test } from 'vitest';
import { ByteCache } from './byte-cache.ts';

const sized = (length: number) => ({ bytes: new Uint8Array(length) });

test('removes the least recently used entries above the limit', () => {
  const cache = new ByteCache(10);
  cache.set('a', sized(4));
  cache.set('b', sized(4));
  cache.get('a');
  cache.set('c', sized(4));
  expect(cache.get('a')).toBeDefined();
  expect(cache.get('b')).toBeUndefined();
  expect(cache.get('c')).toBeDefined();
});

test('does not store an entry above the limit, and keeps the others', () => {
  const cache = new ByteCache(10);
  cache.set('a', sized(4));
  cache.set('large', sized(11));
  expect(cache.get('large')).toBeUndefined();
  expect(cache.get('a')).toBeDefined();
});

test('replaces an entry', () => {
  const cache = new ByteCache(10);
  cache.set('a', sized(9));
  cache.set('a', sized(2));
  cache.set('b', sized(8));
  expect(cache.get('a')?.bytes.length).toBe(2);
  expect(cache.get('b')).toBeDefined();
});
