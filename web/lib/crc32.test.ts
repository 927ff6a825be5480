import { crc32 as crc32OfNode } from 'node:zlib';
import { expect, test } from 'vitest';
import { crc32 } from './crc32.ts';

function someBytes(length: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length }, (_, index) => (index * 2_654_435_761) >>> 13);
}

test('has the check value of the standard', () => {
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcb_f4_39_26);
});

test.each([0, 1, 15, 16, 17, 31, 32, 1_000, 65_537])('agrees with zlib on %d bytes', (length) => {
  const bytes = someBytes(length);
  expect(crc32(bytes)).toBe(crc32OfNode(bytes));
});

test('continues a checksum, also at an odd position in memory', () => {
  const bytes = someBytes(10_000);
  for (const at of [1, 3, 4, 16, 777]) {
    const begun = crc32(bytes.subarray(0, at));
    expect(crc32(bytes.subarray(at), begun)).toBe(crc32OfNode(bytes));
  }
});

test('one changed bit makes another checksum', () => {
  const bytes = someBytes(1_000);
  const before = crc32(bytes);
  bytes[500] = (bytes[500] ?? 0) ^ 1;
  expect(crc32(bytes)).not.toBe(before);
});
