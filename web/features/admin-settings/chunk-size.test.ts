import { expect, test } from 'vitest';
import { chunkSizeText, parseChunkSize } from './chunk-size.ts';

test.each([
  ['10MB', 10_485_760],
  ['10m', 10_485_760],
  [' 10 mb ', 10_485_760],
  ['١٠ MB', 10_485_760],
  ['512', 512],
  ['512B', 512],
  ['512K', 524_288],
  ['1.5GB', 1_610_612_736],
  ['1t', 1_099_511_627_776],
  ['0', 0],
])('%j is %d bytes', (text, bytes) => {
  expect(parseChunkSize(text)).toBe(bytes);
});

test.each(['', 'much', '-1', '10 PB', '1,5MB', '10MBit', '.5MB', '99999999TB', '1e3'])(
  '%j is no size',
  (text) => {
    expect(parseChunkSize(text)).toBeUndefined();
  },
);

test.each([
  [0, '0B'],
  [1_023, '1023B'],
  [1_024, '1KB'],
  [10_485_760, '10MB'],
  [1_610_612_736, '1.5GB'],
  [2 ** 50, '1024TB'],
])('%d bytes are shown as %j', (bytes, text) => {
  expect(chunkSizeText(bytes)).toBe(text);
});

test('a formatted size parses to the same value', () => {
  for (const bytes of [1, 1_025, 10_485_761, 123_456_789, 2 ** 40 + 12_345]) {
    expect(parseChunkSize(chunkSizeText(bytes))).toBe(bytes);
  }
});
