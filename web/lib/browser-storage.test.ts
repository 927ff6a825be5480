import { afterEach, expect, test, vi } from 'vitest';
import { readStored, readStoredJson, storedKeys, writeStored } from './browser-storage.ts';

afterEach(() => vi.restoreAllMocks());

test('texts are stored for all tabs or for one, and removed', () => {
  expect(writeStored('a', '1')).toBe(true);
  expect(writeStored('b', '2', 'session')).toBe(true);
  expect([readStored('a'), readStored('b'), readStored('b', 'session')]).toEqual([
    '1',
    undefined,
    '2',
  ]);
  expect(storedKeys('session')).toEqual(['b']);
  writeStored('a', undefined);
  expect(readStored('a')).toBeUndefined();
});

test('values that are no JSON count as missing', () => {
  writeStored('a', '{"b":1}');
  expect(readStoredJson('a')).toEqual({ b: 1 });
  writeStored('a', '{"b":');
  expect([readStoredJson('a'), readStoredJson('c')]).toEqual([undefined, undefined]);
});

test('a browser that refuses access has nothing stored', () => {
  for (const area of ['localStorage', 'sessionStorage'] as const) {
    vi.spyOn(globalThis, area, 'get').mockImplementation(() => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    });
  }
  expect(writeStored('a', '1')).toBe(false);
  expect([readStored('a'), readStoredJson('a', 'session')]).toEqual([undefined, undefined]);
  expect(storedKeys('session')).toEqual([]);
});
