import { blobsAfter, type StoredBlob } from '../../metadata/blobs.ts';
import { entriesWithoutContents } from '../../metadata/stored-entries.ts';
import { inSlices } from '../../metadata/batches.ts';
import { AppError } from '../../errors.ts';
import { fillChecksum } from './fill-checksums.ts';
import type { StoredTree } from './stored-tree.ts';
import type { WalkRun } from './walk-run.ts';

/** Maximum number of problems that are described. All are counted. */
const MAX_DESCRIBED = 100;
const EXAMINED_AT_ONCE = 500;

export interface VerifyOptions {
  /** False to compare sizes only, without reading the contents. */
  readonly readsContents: boolean;
}

/** Result of verifying a store. */
export interface StoreReport {
  /** Number of complete blobs, and their size in bytes. */
  readonly blobs: number;
  readonly bytes: number;
  /** Number of checksums that were computed for the first time. */
  readonly newChecksums: number;
  /** Number of blobs without a record. They are kept. */
  readonly unknown: number;
  readonly problems: number;
  /** A sentence about each of the first problems. */
  readonly described: readonly string[];
}

/**
 * Checks that every entry has a complete blob, that every complete blob is in the store with its size, and that its contents have the recorded
 * checksum. Changes nothing, except that it stores checksums that had not been computed yet.
 */
export async function verifyStore(
  tree: StoredTree,
  { readsContents }: VerifyOptions,
  run: WalkRun,
): Promise<StoreReport> {
  const found = new Problems();
  const counts = { blobs: 0, bytes: 0, newChecksums: 0 };
  const { read } = tree.db;
  const slices = inSlices<StoredBlob>(
    (after, most) => blobsAfter(read, after?.id ?? '', most),
    EXAMINED_AT_ONCE,
  );
  for await (const slice of slices) {
    for (const blob of slice) {
      await run.step();
      if (blob.state !== 'live' && blob.state !== 'garbage') continue;
      counts.blobs += 1;
      counts.bytes += blob.size ?? 0;
      run.entries += 1;
      run.bytes = counts.bytes;
      const isSound = await isSizeRight(tree, blob, found);
      if (isSound && readsContents && (await isNewChecksum(tree, blob, found, run))) {
        counts.newChecksums += 1;
      }
    }
  }
  for (const { id, name } of await entriesWithoutContents(read, MAX_DESCRIBED)) {
    found.add(`entry ${id} ("${name}") has no complete contents of its size`);
  }
  const unknown = await countUnknown(tree, run);
  return { ...counts, unknown, problems: found.count, described: found.described };
}

async function isSizeRight(tree: StoredTree, blob: StoredBlob, found: Problems): Promise<boolean> {
  const size = await tree.blobs.size(blob.id);
  if (size === undefined) found.add(`blob ${blob.id} is missing`);
  else if (size !== blob.size) found.add(`blob ${blob.id} has ${size} bytes, not ${blob.size}`);
  return size !== undefined && size === blob.size;
}

/** Compares the checksum of a blob. Returns true if it had none before. */
async function isNewChecksum(
  tree: StoredTree,
  { id, sha256 }: StoredBlob,
  found: Problems,
  run: WalkRun,
): Promise<boolean> {
  try {
    if (sha256 === null) {
      await fillChecksum(tree, id, run.signal);
      return true;
    }
    const computed = await tree.blobs.checksums(id, ['sha256'], run.signal);
    if (computed.sha256 !== sha256) found.add(`blob ${id} is damaged: its checksum differs`);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    found.add(`blob ${id} cannot be read: ${error.message}`);
  }
  return false;
}

/** Counts blobs in the store that have no record in the database. */
async function countUnknown(tree: StoredTree, run: WalkRun): Promise<number> {
  const known = new Set<string>();
  const { read } = tree.db;
  const slices = inSlices<StoredBlob>(
    (after, most) => blobsAfter(read, after?.id ?? '', most),
    EXAMINED_AT_ONCE,
  );
  for await (const slice of slices) for (const { id } of slice) known.add(id);
  let unknown = 0;
  for await (const { id } of tree.blobs.list(run.signal)) {
    await run.step();
    if (!known.has(id)) unknown += 1;
  }
  return unknown;
}

class Problems {
  count = 0;
  readonly described: string[] = [];

  add(problem: string): void {
    this.count += 1;
    if (this.described.length < MAX_DESCRIBED) this.described.push(problem);
  }
}
