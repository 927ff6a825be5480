import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { looksCompressed } from './looks-compressed.ts';

const BLOCK = 256 * 1024;
const prose = Buffer.from(
  Array.from({ length: BLOCK }, (_, at) => `${at * 7_919} files, `).join(''),
);

test('recognizes random and compressed data', () => {
  expect(looksCompressed(randomBytes(BLOCK))).toBe(true);
  expect(looksCompressed(gzipSync(randomBytes(BLOCK).toString('base64')))).toBe(true);
});

test.each([
  ['text', prose.subarray(0, BLOCK)],
  ['zeros', Buffer.alloc(BLOCK)],
  ['random bytes written as base64', Buffer.from(randomBytes(BLOCK).toString('base64'))],
  ['random bytes that come again and again', Buffer.alloc(BLOCK, randomBytes(700))],
  ['half a block of text', Buffer.concat([randomBytes(BLOCK / 2), prose.subarray(0, BLOCK / 2)])],
])('%s may shrink', (_, block) => {
  expect(looksCompressed(block)).toBe(false);
});

test('regards a short block as compressible', () => {
  expect(looksCompressed(randomBytes(1_000))).toBe(false);
});
