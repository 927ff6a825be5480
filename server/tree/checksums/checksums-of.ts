import { createHash } from 'node:crypto';
import type { ChecksumAlgorithm } from '#contract/files.ts';
import type { TreePath } from '#contract/paths.ts';
import { AppError } from '../../errors.ts';
import type { OpenFile } from '../../storage/driver.ts';
import type { Checksums } from '../../storage/local/hash-file.ts';
import type { Tree } from '../tree.ts';

/** What is read in one step anyway is hashed on the spot: a thread would take longer. */
const SMALL_FILE_BYTES = 64 * 1024;

/** Of the file at a place, which the caller has judged. Stops when `signal` aborts. */
export async function checksumsOf(
  tree: Tree,
  place: TreePath,
  algorithms: readonly ChecksumAlgorithm[],
  signal: AbortSignal,
): Promise<Checksums> {
  const contents = await tree.driver.readFile(place, { wholeUpTo: SMALL_FILE_BYTES });
  if (contents.kind === 'whole') return hashed(contents.bytes, algorithms);
  const { file, stat } = contents;
  try {
    return await lent(file, (fd, keep) =>
      tree.hashing.hash({ fd, bytes: stat.size, algorithms }, signal, keep()),
    );
  } finally {
    await file.close();
  }
}

function hashed(bytes: Uint8Array, algorithms: readonly ChecksumAlgorithm[]): Checksums {
  return Object.fromEntries(
    algorithms.map((algorithm) => [algorithm, createHash(algorithm).update(bytes).digest('hex')]),
  );
}

function lent<Result>(
  file: OpenFile,
  work: (fd: number, keep: () => () => void) => Promise<Result>,
): Promise<Result> {
  if (file.lend === undefined) {
    throw new AppError('storage-failed', 'this storage has no files that a thread can read');
  }
  return file.lend(work);
}
