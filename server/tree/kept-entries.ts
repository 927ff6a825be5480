import { childPath, ROOT, type TreePath } from '#contract/paths.ts';
import type { Database, Reader, Writer } from '../metadata/database.ts';
import { readKeptEntries, writeKeptEntries } from '../metadata/settings.ts';
import {
  deleteOperation,
  listOperations,
  type OperationKind,
  type OperationRecord,
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
  readonly kind: OperationKind | 'upload';
  readonly path: TreePath;
  /** Destination of the item; undefined where the operation has none. */
  readonly to: TreePath | undefined;
  drop(tx: Writer): Promise<unknown>;
}

export function operationId(id: number): string {
  return `operation-${id}`;
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
  for (const operation of await listOperations(db))
    recorded.set(operationId(operation.id), ofOperation(operation));
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

function ofOperation(operation: OperationRecord): Omit<KeptEntry, 'reason'> {
  const { id, kind, temporary } = operation;
  const target = 'target' in operation ? operation.target : undefined;
  const path = ('source' in operation ? operation.source : undefined) ?? target ?? temporary;
  return {
    id: operationId(id),
    kind,
    path: path ?? ROOT,
    to: target === path ? undefined : target,
    drop: (tx) => deleteOperation(tx, id),
  };
}

function ofUpload(upload: StoredUpload): Omit<KeptEntry, 'reason'> {
  return {
    id: upload.partName,
    kind: 'upload',
    path: requireChildPath(upload.folder, upload.partName),
    to: childPath(upload.folder, upload.name) ?? upload.path,
    drop: (tx) => removeUpload(tx, upload.id),
  };
}
