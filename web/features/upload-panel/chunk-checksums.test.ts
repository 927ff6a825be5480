import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ChecksumRequest } from './checksum-worker.ts';
import { ChecksumWorker, ChunkChecksums } from './chunk-checksums.ts';

/** Sizes of the chunks that were given to the worker, in order. */
let asked: number[] = [];

/** Computes like the worker, which the test environment cannot start. */
class WorkerInThisThread extends EventTarget {
  postMessage({ id, chunk }: ChecksumRequest): void {
    asked.push(chunk.size);
    void chunk.arrayBuffer().then((bytes) => {
      const data = { id, crc: crc32(new Uint8Array(bytes)) };
      this.dispatchEvent(new MessageEvent('message', { data }));
    });
  }
}

beforeEach(() => {
  asked = [];
  vi.stubGlobal('Worker', WorkerInThisThread);
});
afterEach(() => vi.unstubAllGlobals());

function headerOf(text: string): string {
  const value = Buffer.alloc(4);
  value.writeUInt32BE(crc32(text));
  return `crc32 ${value.toString('base64')}`;
}

test('the checksum of the next chunk is computed ahead, and used', async () => {
  const sums = new ChunkChecksums(new ChecksumWorker(), new Blob(['hello world']));

  expect(await sums.headerOf({ offset: 0, bytes: 4 }, 4)).toBe(headerOf('hell'));
  expect(asked).toEqual([4, 4]);
  expect(await sums.headerOf({ offset: 4, bytes: 4 }, 4)).toBe(headerOf('o wo'));
  expect(await sums.headerOf({ offset: 8, bytes: 4 }, 4)).toBe(headerOf('rld'));
  expect(asked).toEqual([4, 4, 3]);
});

test('the checksum of a chunk that is sent again is computed anew', async () => {
  const sums = new ChunkChecksums(new ChecksumWorker(), new Blob(['hello world']));
  expect(await sums.headerOf({ offset: 0, bytes: 8 }, 8)).toBe(headerOf('hello wo'));
  expect(await sums.headerOf({ offset: 0, bytes: 8 }, 8)).toBe(headerOf('hello wo'));
  expect(asked.filter((size) => size === 8)).toHaveLength(2);
});

test('a chunk of another length than expected gets a checksum of its own', async () => {
  const sums = new ChunkChecksums(new ChecksumWorker(), new Blob(['hello world']));
  await sums.headerOf({ offset: 0, bytes: 4 }, 4);
  expect(await sums.headerOf({ offset: 4, bytes: 2 }, 4)).toBe(headerOf('o '));
  expect(await sums.headerOf({ offset: 6, bytes: 4 }, 8)).toBe(headerOf('worl'));
  expect(asked).toEqual([4, 4, 2, 4, 1]);
});

test('a chunk of more than 64 MiB is sent without a checksum, and is not read', async () => {
  const large = new Blob([new Uint8Array(64 * 1_048_576 + 1)]);
  const sums = new ChunkChecksums(new ChecksumWorker(), large);
  expect(
    await sums.headerOf({ offset: 0, bytes: Number.POSITIVE_INFINITY }, Number.POSITIVE_INFINITY),
  ).toBeUndefined();
  expect(asked).toEqual([]);
});

test('without a worker, chunks are sent without checksums', async () => {
  vi.stubGlobal('Worker', undefined);
  const sums = new ChunkChecksums(new ChecksumWorker(), new Blob(['hello']));
  expect(await sums.headerOf({ offset: 0, bytes: 8 }, 8)).toBeUndefined();
});
