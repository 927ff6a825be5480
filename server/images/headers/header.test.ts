import { expect, test } from 'vitest';
import { unlessCut, viewOf } from './header.ts';

test('a view covers exactly the bytes it was made of, and refuses to read beyond them', () => {
  const view = viewOf(Uint8Array.of(9, 9, 1, 2, 9).subarray(2, 4));
  expect(view.byteLength).toBe(2);
  expect(view.getUint16(0)).toBe(0x0102);
  expect(() => view.getUint16(1)).toThrow(RangeError);
});

test('returns undefined for a truncated optional part, and passes on other errors', async () => {
  expect(await unlessCut(Promise.resolve(1))).toBe(1);
  expect(await unlessCut(Promise.reject(new RangeError('end')))).toBeUndefined();
  await expect(unlessCut(Promise.reject(new Error('disk')))).rejects.toThrow('disk');
});
