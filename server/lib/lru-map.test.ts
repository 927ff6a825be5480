import { expect, test } from 'vitest';
import { LruMap } from './lru-map.ts';

test('the keys used last are kept, whether they were written or read', () => {
  const map = new LruMap<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  expect(map.get('a')).toBe(1);
  map.set('c', 3);
  expect(map.get('b')).toBeUndefined();
  expect([map.get('a'), map.get('c')]).toEqual([1, 3]);
});

test('replaces the value of a key without removing another', () => {
  const map = new LruMap<string, number>(2);
  map.set('a', 1);
  map.set('b', 2);
  map.set('a', 3);
  expect([map.get('a'), map.get('b')]).toEqual([3, 2]);
  map.set('c', 4);
  expect(map.get('a')).toBeUndefined();
});

test('is empty after it was cleared', () => {
  const map = new LruMap<string, number>(2);
  map.set('a', 1);
  map.clear();
  expect(map.get('a')).toBeUndefined();
});
