import { childPath, type TreePath } from '#contract/paths.ts';
import type { Database, Reader, Writer } from '../metadata/database.ts';
import { readKeptEntries, writeKeptEntries } from '../metadata/settings.ts';
import {
  listTemporaryFiles,
  clearTemporaryFile,
  type TemporaryFileRecord,
} from '../metadata/temporary-file-records.ts';
import {
  deleteJournalEntry,
  listJournalEntries,
  type JournalEntry,
} from '../metadata/operation-journal.ts';
import { listUnfinishedUploads, removeUpload, type StoredUpload } from '../metadata/uploads.ts';
import { requireChildPath } from './entry-paths.ts';

/** A journal entry that recovery could not complete, and why. */
export interface Unrecovered {
  readonly id: string;
  readonly reason: string;
}

/** An unrecovered entry that is still in the journal. */
export interface KeptEntry extends Unrecovered {
  readonly kind: JournalEntry['kind'] | 'temporary file' | 'upload';
  readonly path: TreePath;
  /** Destination of the item; undefined for a temporary file. */
  readonly to: TreePath | undefined;
  drop(tx: Writer): Promise<unknown>;
}

export function operationId({ id }: Pick<JournalEntry, 'id'>): string {
  return `operation-${id}`;
}

/** Identifies a temporary file or a partial upload by its random name. */
export function temporaryFileId({ partName }: Pick<TemporaryFileRecord, 'partName'>): string {
  return partName;
}

/**
 * Stores which entries a recovery could not complete. Called without entries when a recovery begins: nothing can be
 * dropped while it runs.
 */
export async function storeUnrecovered(
  db: Database,
  entries: readonly Unrecovered[],
): Promise<void> {
  const at = Date.now();
  await db.write((tx) => writeKeptEntries(tx, { at, entries: [...entries] }), {
    isIdempotent: true,
  });
}

/** Lists the entries that the last recovery could not complete and that are still incomplete. */
export async function listKeptEntries(db: Reader): Promise<KeptEntry[]> {
  const { at, entries } = await readKeptEntries(db);
  if (entries.length === 0) return [];
  const recorded = new Map<string, Omit<KeptEntry, 'reason'>>();
  for (const entry of await listJournalEntries(db))
    recorded.set(operationId(entry), ofOperation(entry));
  for (const part of await listTemporaryFiles(db))
    recorded.set(part.partName, ofTemporaryFile(part));
  for (const upload of await listUnfinishedUploads(db)) {
    // An upload that has continued since then does not lack evidence any more.
    if (upload.lastByteAt < at) recorded.set(upload.partName, ofUpload(upload));
  }
  return entries.flatMap(({ id, reason }) => {
    const entry = recorded.get(id);
    return entry === undefined ? [] : [{ ...entry, reason }];
  });
}

/** Removes a kept entry from the journal. No file is changed. Resolves with undefined when no kept entry has this id. */
export async function dropKeptEntry(db: Database, id: string): Promise<KeptEntry | undefined> {
  return db.write(async (tx) => {
    const entry = (await listKeptEntries(tx)).find((each) => each.id === id);
    if (entry === undefined) return undefined;
    await entry.drop(tx);
    const { at, entries } = await readKeptEntries(tx);
    await writeKeptEntries(tx, { at, entries: entries.filter((each) => each.id !== id) });
    return entry;
  });
}

function ofOperation(entry: JournalEntry): Omit<KeptEntry, 'reason'> {
  const from = entry.original ?? entry.from;
  return {
    id: operationId(entry),
    kind: entry.kind,
    path: requireChildPath(from.folder, from.name),
    to: requireChildPath(entry.to.folder, entry.to.name),
    drop: (tx) => deleteJournalEntry(tx, entry.id),
  };
}

function ofTemporaryFile(part: TemporaryFileRecord): Omit<KeptEntry, 'reason'> {
  return {
    id: temporaryFileId(part),
    kind: 'temporary file',
    path: requireChildPath(part.folder, part.partName),
    to: undefined,
    drop: (tx) => clearTemporaryFile(tx, part),
  };
}

function ofUpload(upload: StoredUpload): Omit<KeptEntry, 'reason'> {
  return {
    id: temporaryFileId(upload),
    kind: 'upload',
    path: requireChildPath(upload.folder, upload.partName),
    to: childPath(upload.folder, upload.name) ?? upload.path,
    drop: (tx) => removeUpload(tx, upload.id),
  };
}
