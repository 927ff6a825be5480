import { createHash } from 'node:crypto';
import { readSync } from 'node:fs';
import type { ChecksumAlgorithm } from '#contract/files.ts';
import type { Checksums } from '../../driver.ts';
import type { Progress, Task } from '../../../lib/serve-tasks.ts';

/** As quick as larger pieces, and a step with all algorithms takes a millisecond. */
const PIECE_BYTES = 256 * 1024;
/** One for all the tasks of a thread: none keeps anything in it from one step to the next. */
const piece = Buffer.allocUnsafeSlow(PIECE_BYTES);

export interface HashInput {
  /** Open, and open until the task has ended. */
  readonly fd: number;
  /** What comes behind, in a file that grows meanwhile, does not count. */
  readonly bytes: number;
  readonly algorithms: readonly ChecksumAlgorithm[];
}

/** Reads a file once for all its checksums, in lower-case hexadecimal. */
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
