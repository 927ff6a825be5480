import { createHash } from 'node:crypto';
import { readSync } from 'node:fs';
import type { Progress, Task } from '../../../lib/serve-tasks.ts';

/** Larger pieces are not faster. */
const PIECE_BYTES = 256 * 1024;
/** Shared by all tasks of a thread: no task uses it across steps. */
const piece = Buffer.allocUnsafeSlow(PIECE_BYTES);

/** Positions in the shared memory of a task. */
export const END = 0;
export const IS_LAST = 1;

export interface GrowingInput {
  /** An open descriptor. It stays open until the task has ended. */
  readonly fd: number;
  /** Two 64-bit numbers: the end of the bytes that may be hashed, and 1 when it is the last one. */
  readonly shared: SharedArrayBuffer;
}

/**
 * Computes the SHA-256 of a file that is still being written, in lower-case hexadecimal. Yields a byte when it has hashed all that is written,
 * and continues when the consumer takes it.
 */
export function* hashGrowing({ fd, shared }: GrowingInput, progress: Progress): Task<string> {
  const state = new BigInt64Array(shared);
  const hash = createHash('sha256');
  for (;;) {
    // Read before the end: once this is 1, the end does not change any more.
    const isLast = Atomics.load(state, IS_LAST) === 1n;
    const end = Number(Atomics.load(state, END));
    while (progress.bytes < end) {
      const wanted = Math.min(PIECE_BYTES, end - progress.bytes);
      const count = readSync(fd, piece, 0, wanted, progress.bytes);
      if (count === 0) throw new Error('a file is shorter than what was written into it');
      hash.update(piece.subarray(0, count));
      progress.bytes += count;
      yield;
    }
    if (isLast) return hash.digest('hex');
    yield new Uint8Array(1);
  }
}
