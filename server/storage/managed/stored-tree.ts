import { nameOf, parentOf, ROOT, segmentsOf, type TreePath } from '#contract/paths.ts';
import { AppError } from '../../errors.ts';
import type { Database, Reader, Writer } from '../../metadata/database.ts';
import type { TransactionOptions } from '../../metadata/opened-database.ts';
import { isMissingReference } from '../../metadata/dialect.ts';
import {
  childOf,
  entryAtNames,
  entryById,
  ROOT_ENTRY,
  type StoredEntry,
} from '../../metadata/stored-entries.ts';
import type { EntryRef, EntryStat } from '../entry.ts';
import { requireEntryName, requireVisible, refuseTemporary } from '../entry-name.ts';
import { notFound, notAFolder } from '../driver-errors.ts';
import type { BlobIds } from './blob-ids.ts';
import type { BlobStore } from './blob-store.ts';
import type { Slots } from './slots.ts';

/** The parts of a managed store. */
export interface StoredTree {
  readonly db: Database;
  readonly blobs: BlobStore;
  readonly ids: BlobIds;
  /** Limits the number of transactions at the same time. */
  readonly slots: Slots;
  /** Permission bits of new entries. */
  readonly fileMode: number;
  readonly dirMode: number;
}

const FILE_TYPE = 0o100_000;
const FOLDER_TYPE = 0o040_000;
const NS_PER_US = 1_000n;

/**
 * Runs a transaction that changes only entries and blobs, which are never cached (`isUncached`). Throws `not-found` if it refers to a folder
 * that was removed meanwhile.
 */
export async function change<Result>(
  { db, slots }: Pick<StoredTree, 'db' | 'slots'>,
  work: (tx: Writer) => Promise<Result>,
  { isDeferred = false }: Pick<TransactionOptions, 'isDeferred'> = {},
): Promise<Result> {
  try {
    return await slots.run(() => db.write(work, { isUncached: true, isDeferred }));
  } catch (error) {
    throw isMissingReference(error) ? notFound() : error;
  }
}

/** Returns the facts of an entry as all drivers return them. Its id is its identity and its fingerprint, because it is never used again. */
export function statOf({ id, isFolder, size, modifiedUs, mode }: StoredEntry): EntryStat {
  // Written out because walks create many.
  return {
    kind: isFolder ? 'folder' : 'file',
    size,
    modifiedNs: BigInt(modifiedUs) * NS_PER_US,
    mode: (isFolder ? FOLDER_TYPE : FILE_TYPE) | mode,
    identity: `stored:${id}`,
    fingerprint: `stored ${id}`,
  };
}

/** Returns the present time in microseconds since 1970. */
export function nowUs(): number {
  return Math.floor((performance.timeOrigin + performance.now()) * 1_000);
}

/** Returns the folder at a resolved path. Throws `not-found` unless it exists and is a folder. */
export async function folderAt(db: Reader, path: TreePath): Promise<StoredEntry> {
  const names = segmentsOf(path);
  refuseTemporary(names);
  const folder = await entryAtNames(db, names);
  if (folder === undefined) throw notFound();
  if (!folder.isFolder) throw notAFolder();
  return folder;
}

/** Returns the folder at a resolved path; undefined if it does not exist or is not a folder. */
export function folderIfPresent(db: Reader, path: TreePath): Promise<StoredEntry | undefined> {
  return folderAt(db, path).catch(noneIfMissing);
}

/** Handles an error as a missing entry: returns undefined for `not-found`, and throws any other error. */
export function noneIfMissing(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'not-found') return undefined;
  throw error;
}

/** Handles the error of creating something that may exist: ignores `already-exists`, and throws any other error. */
export function ignoreTaken(error: unknown): void {
  if (!(error instanceof AppError) || error.code !== 'already-exists') throw error;
}

/** Returns the entry at a resolved path. Throws `not-found` if it does not exist. */
export async function entryAt(db: Reader, path: TreePath): Promise<StoredEntry> {
  if (path === ROOT) return requireFound(await entryById(db, ROOT_ENTRY));
  const name = nameOf(path);
  requireVisible(name);
  const folder = await folderAt(db, parentOf(path));
  return requireFound(await childOf(db, folder.id, name));
}

/** Returns an entry that may have a temporary name. Throws `not-found` if it does not exist. */
export async function entryOf(db: Reader, { folder, name }: EntryRef): Promise<StoredEntry> {
  requireEntryName(name);
  const parent = await folderAt(db, folder);
  return requireFound(await childOf(db, parent.id, name));
}

/** Throws `not-found` if there is no entry. */
export function requireFound(entry: StoredEntry | undefined): StoredEntry {
  if (entry === undefined) throw notFound();
  return entry;
}
