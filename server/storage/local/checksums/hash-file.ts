import { createHash } from 'node:crypto';
import { readSync } from 'node:fs';
import type { ChecksumAlgorithm } from '#contract/files.ts';
import type { Checksums } from '../../driver.ts';
import type { Progress, Task } from '../../../lib/serve-tasks.ts';

/** Number of bytes of a step. More are not faster, and a step with all algorithms takes a millisecond. */
const PIECE_BYTES = 256 * 1024;
/** Shared by all tasks of a thread: no task uses it across steps. */
const piece = Buffer.allocUnsafeSlow(PIECE_BYTES);

export interface HashInput {
  /** An open descriptor. It stays open until the task has ended. */
  readonly fd: number;
  /** Number of bytes to hash. Bytes that are appended in the meantime are ignored. */
  readonly bytes: number;
  readonly algorithms: readonly ChecksumAlgorithm[];
}

/** Reads a file once for all checksums, which are in lower-case hexadecimal. */
export function* hashFile(
  { fd, bytes, algorithms }: HashInput,
  progress: Progress,
): Task<Checksums> {
  const hashes = algorithms.map((algorithm) => ({ algorithm, hash: createHash(algorithm) }));
  while (progress.bytes < bytes) {
    const wanted = Math.min(PIECE_BYTES, bytes - progress.bytes);
    const count = readSync(fd, piece, 0, wanted, progress.bytes);
    if (count === 0) break;
    const filled = piece.subarray(0, count);
    for (const { hash } of hashes) hash.update(filled);
    progress.bytes += count;
    yield;
  }
  return Object.fromEntries(hashes.map(({ algorithm, hash }) => [algorithm, hash.digest('hex')]));
}
