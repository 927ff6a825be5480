import { expect, test } from 'vitest';
import { ChunkSize, MIN_BYTES } from './chunk-size.ts';

const KIB = 1_024;
const MIB = 1_024 * KIB;
const GIB = 1_024 * MIB;
const QUICK = 100;
const STEADY = 2_000;
const SLOW = 6_000;

/** Returns the lengths of the following chunks in KiB. */
function after(size: ChunkSize, times: readonly number[]): number[] {
  return times.map((tookMs) => {
    size.succeed(tookMs);
    return size.bytes / KIB;
  });
}

test('a large file begins with a short chunk, and reaches the setting after four quick ones', () => {
  const size = new ChunkSize(10 * MIB, GIB);
  expect(size.bytes).toBe(MIN_BYTES);
  expect(after(size, [QUICK, QUICK, QUICK, QUICK, QUICK])).toEqual([
    256, 1_024, 4_096, 10_240, 10_240,
  ]);
});

test('chunks grow until they take some seconds, and become shorter when they take too long', () => {
  const size = new ChunkSize(10 * MIB, GIB);
  expect(after(size, [STEADY, STEADY, SLOW, SLOW])).toEqual([128, 256, 256, 256]);
  expect(after(size, [20_000, 20_000, 20_000])).toEqual([128, 64, 64]);
});

test('on a slow connection, a chunk is at most an eighth of the file', () => {
  expect(after(new ChunkSize(10 * MIB, 400_000), [STEADY, STEADY])).toEqual([64, 64]);
  expect(after(new ChunkSize(10 * MIB, MIB), [STEADY, STEADY, STEADY])).toEqual([128, 128, 128]);
});

test('the expected length is that of the next chunk while the connection stays as it is', () => {
  const size = new ChunkSize(10 * MIB, GIB);
  for (const tookMs of [QUICK, QUICK, STEADY, STEADY, SLOW, SLOW]) {
    size.succeed(tookMs);
    const expected = size.bytesAfterSuccess;
    size.succeed(tookMs);
    expect(size.bytes).toBe(expected);
  }
});

test('files that the server takes in one step, and those without a limit, are sent whole', () => {
  expect(new ChunkSize(10 * MIB, 256 * KIB).bytes).toBe(10 * MIB);
  expect(new ChunkSize(Number.POSITIVE_INFINITY, GIB).bytes).toBe(Number.POSITIVE_INFINITY);
});

test('chunks are halved after failures, and grow again', () => {
  const size = new ChunkSize(10 * MIB, GIB);
  after(size, [QUICK, QUICK, QUICK, QUICK]);
  size.fail(size.bytes);
  expect(size.bytes).toBe(5 * MIB);
  size.fail(size.bytes);
  expect(size.bytes).toBe(2.5 * MIB);
  expect(after(size, [QUICK])).toEqual([10_240]);
});

test('chunks never become shorter than 64 KiB, or than a shorter setting', () => {
  const size = new ChunkSize(MIB, GIB);
  for (let failures = 0; failures < 5; failures += 1) size.fail(size.bytes);
  expect(size.bytes).toBe(MIN_BYTES);

  const short = new ChunkSize(4, 11);
  short.fail(4);
  expect(short.bytes).toBe(4);
  short.succeed(SLOW);
  expect(short.bytes).toBe(4);
});

test('half of what was lost counts, where a file is shorter than the setting', () => {
  const size = new ChunkSize(Number.POSITIVE_INFINITY, 8 * MIB);
  size.fail(8 * MIB);
  expect(size.bytes).toBe(4 * MIB);
});
