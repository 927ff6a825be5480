import { AppError } from '../../errors.ts';
import { forgetDraft } from '../../metadata/blob-drafts.ts';
import { completeBlob } from '../../metadata/blobs.ts';
import type { Reader, Writer } from '../../metadata/database.ts';
import { lockEntries, isUniqueViolation } from '../../metadata/dialect.ts';
import {
  changeEntry,
  insertEntry,
  removeEntryRow,
  touchFolders,
} from '../../metadata/change-entries.ts';
import { childOf, entryById, type StoredEntry } from '../../metadata/stored-entries.ts';
import type { WriteOptions } from '../driver.ts';
import { notFound, fileChanged, temporaryFileGone, nameTaken } from '../driver-errors.ts';
import { nowUs, requireFound, statOf } from './stored-tree.ts';

const US_PER_MS = 1_000;
/** Time by which the replaced file may be ahead of the clock for the new one to get a later time than it. Microseconds. */
const LONGEST_TICK_US = 2_000_000;

/** A blob whose bytes are complete, and the file that gets it as its contents. */
export interface Publication {
  readonly folder: number;
  readonly name: string;
  readonly options: WriteOptions;
  readonly blob: { readonly id: string; readonly size: number; readonly sha256: string | null };
  /** Permission bits of the file, unless it replaces another one, whose bits it gets. */
  readonly mode: number;
  /** Id of the temporary entry that gets the name; undefined to create an entry. */
  readonly temporary?: number;
  /** True if the blob arrived over time, as that of a temporary entry always has. The records of its parts are then removed. */
  readonly wasDraft?: boolean;
}

/**
 * Gives a blob its name: replaces the previous file, creates or renames the entry, and declares the blob complete. All of it is one
 * transaction of the caller.
 */
export async function publishEntry(tx: Writer, publication: Publication): Promise<StoredEntry> {
  const { folder, name, options, blob } = publication;
  await lockEntries(tx, [folder]);
  if (!(await entryById(tx, folder))?.isFolder) throw notFound();
  const replaced = await requireReplaceable(tx, publication);
  if (replaced !== undefined) await removeEntryRow(tx, replaced);
  const facts = {
    size: blob.size,
    mode: replaced?.mode ?? publication.mode,
    modifiedUs: modifiedUsOf(options, replaced),
  };
  const { temporary, wasDraft = temporary !== undefined } = publication;
  const entry =
    temporary === undefined
      ? await insertFile(tx, { parent: folder, name, isFolder: false, blob: blob.id, ...facts })
      : await renameTemporary(tx, temporary, { folder, name, ...facts });
  await touchFolders(tx, [folder], nowUs());
  if (!(await completeBlob(tx, blob.id, { ...blob, nowMs: Date.now() }))) {
    throw new AppError('storage-failed', 'the contents were removed from the store');
  }
  if (wasDraft) await forgetDraft(tx, blob.id);
  return entry;
}

/** Returns the file that will be replaced; undefined if the name is free. Throws `already-exists` or `stale`. */
export async function requireReplaceable(
  db: Reader,
  { folder, name, options }: Pick<Publication, 'folder' | 'name' | 'options'>,
): Promise<StoredEntry | undefined> {
  const target = await childOf(db, folder, name);
  if (target !== undefined && (target.isFolder || !options.replace)) throw nameTaken(target);
  const { ifStill } = options;
  if (ifStill === undefined) return target;
  const stat = target && statOf(target);
  const isStill =
    stat?.identity === ifStill.identity &&
    stat.modifiedNs === ifStill.modifiedNs &&
    stat.size === ifStill.size;
  if (!isStill) throw fileChanged();
  return target;
}

async function insertFile(
  tx: Writer,
  entry: Parameters<typeof insertEntry>[1],
): Promise<StoredEntry> {
  return insertEntry(tx, entry).catch(throwTaken);
}

/** Throws `already-exists` if a transaction has failed because the name is taken; otherwise the error itself. */
export function throwTaken(error: unknown): never {
  throw isUniqueViolation(error) ? nameTaken({ isFolder: false }) : error;
}

async function renameTemporary(
  tx: Writer,
  id: number,
  {
    folder,
    ...changes
  }: Pick<StoredEntry, 'name' | 'size' | 'mode' | 'modifiedUs'> & { readonly folder: number },
): Promise<StoredEntry> {
  const entry = await entryById(tx, id);
  const isThere = entry?.parent === folder && (await changeEntry(tx, entry, changes));
  if (!isThere) throw temporaryFileGone();
  return requireFound(await entryById(tx, id));
}

/**
 * Returns the wanted modification time, or else the present time; a later one if the replaced file has it already, because times distinguish
 * versions.
 */
function modifiedUsOf({ modifiedMs }: WriteOptions, replaced: StoredEntry | undefined): number {
  if (modifiedMs !== undefined) return Math.round(modifiedMs * US_PER_MS);
  const now = nowUs();
  if (replaced === undefined) return now;
  const ahead = replaced.modifiedUs - now;
  return ahead < 0 || ahead > LONGEST_TICK_US ? now : replaced.modifiedUs + US_PER_MS;
}
