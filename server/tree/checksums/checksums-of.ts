import { createHash } from 'node:crypto';
import type { ChecksumAlgorithm } from '#contract/files.ts';
import { AppError } from '../../errors.ts';
import type { OpenFile } from '../../storage/driver.ts';
import type { Checksums } from '../../storage/local/hash-file.ts';
import type { ResolvedPath } from '../resolved-path.ts';
import type { Tree } from '../tree.ts';

/** What is read in one step anyway is hashed on the spot: a thread would take longer. */
const SMALL_FILE_BYTES = 64 * 1024;

/** Returns checksums of a file that the actor may read. Rejects when `signal` aborts. */
export async function checksumsOf(
  tree: Tree,
  path: ResolvedPath,
  algorithms: readonly ChecksumAlgorithm[],
  signal: AbortSignal,
): Promise<Checksums> {
  const contents = await tree.driver.readFile(path, { wholeUpTo: SMALL_FILE_BYTES });
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
