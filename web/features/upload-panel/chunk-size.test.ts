import { expect, test } from 'vitest';
import { ChunkSize, LEAST_BYTES } from './chunk-size.ts';

const MIB = 1_048_576;

test('chunks are halved after failures and doubled after successes, up to the setting', () => {
  const size = new ChunkSize(10 * MIB);
  const after = (change: () => void) => {
    change();
    return size.bytes / MIB;
  };
  const fail = () => size.fail(size.bytes);
  const succeed = () => size.succeed();
  expect(after(fail)).toBe(5);
  expect(after(fail)).toBe(2.5);
  expect(size.bytesAfterSuccess).toBe(5 * MIB);
  expect(after(succeed)).toBe(5);
  expect(after(succeed)).toBe(10);
  expect(after(succeed)).toBe(10);
});

test('chunks never become shorter than 256 KiB, or than a shorter setting', () => {
  const size = new ChunkSize(MIB);
  for (let failures = 0; failures < 5; failures += 1) size.fail(size.bytes);
  expect(size.bytes).toBe(LEAST_BYTES);

  const short = new ChunkSize(4);
  short.fail(4);
  expect(short.bytes).toBe(4);
});

test('half of what was lost counts, where a file is shorter than the setting', () => {
  const size = new ChunkSize(Number.POSITIVE_INFINITY);
  size.fail(8 * MIB);
  expect(size.bytes).toBe(4 * MIB);
  size.succeed();
  expect(size.bytes).toBe(8 * MIB);
});
