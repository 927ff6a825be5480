import { childPath, ROOT, type TreePath } from '#contract/paths.ts';
import type { Database, Reader, Writer } from '../metadata/database.ts';
import { readUnrecovered, writeUnrecovered } from '../metadata/settings.ts';
import {
  deleteOperation,
  listOperations,
  type OperationKind,
  type OperationRecord,
} from '../metadata/operation-journal.ts';
import { listUnfinishedUploads, removeUpload, type StoredUpload } from '../metadata/uploads.ts';
import { requireChildPath } from './entry-paths.ts';

/** A journal record that recovery could not complete, and why. */
export interface Unrecovered {
  readonly id: string;
  readonly reason: string;
}

/** An unrecovered record that is still in the journal. */
export interface UnrecoveredRecord extends Unrecovered {
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
 * Stores which records a recovery could not complete. Called without records when a recovery begins: nothing can be
 * dropped while it runs.
 */
export async function storeUnrecovered(
  db: Database,
  records: readonly Unrecovered[],
): Promise<void> {
  const at = Date.now();
  await db.write((tx) => writeUnrecovered(tx, { at, entries: [...records] }), {
    isIdempotent: true,
  });
}

/** Lists the records that the last recovery could not complete and that are still incomplete. */
export async function listUnrecoveredRecords(db: Reader): Promise<UnrecoveredRecord[]> {
  const { at, entries } = await readUnrecovered(db);
  if (entries.length === 0) return [];
  const recorded = new Map<string, Omit<UnrecoveredRecord, 'reason'>>();
  for (const operation of await listOperations(db))
    recorded.set(operationId(operation.id), ofOperation(operation));
  for (const upload of await listUnfinishedUploads(db)) {
    // An upload that has continued since then does not lack evidence any more.
    if (upload.lastByteAt < at) recorded.set(upload.partName, ofUpload(upload));
  }
  return entries.flatMap(({ id, reason }) => {
    const record = recorded.get(id);
    return record === undefined ? [] : [{ ...record, reason }];
  });
}

/** Removes an unrecovered record from the journal. No file is changed. Resolves with undefined when no such record has this id. */
export async function dropUnrecoveredRecord(
  db: Database,
  id: string,
): Promise<UnrecoveredRecord | undefined> {
  return db.write(async (tx) => {
    const record = (await listUnrecoveredRecords(tx)).find((each) => each.id === id);
    if (record === undefined) return undefined;
    await record.drop(tx);
    const { at, entries } = await readUnrecovered(tx);
    await writeUnrecovered(tx, { at, entries: entries.filter((each) => each.id !== id) });
    return record;
  });
}

function ofOperation(operation: OperationRecord): Omit<UnrecoveredRecord, 'reason'> {
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

function ofUpload(upload: StoredUpload): Omit<UnrecoveredRecord, 'reason'> {
  return {
    id: upload.partName,
    kind: 'upload',
    path: requireChildPath(upload.folder, upload.partName),
    to: childPath(upload.folder, upload.name) ?? upload.path,
    drop: (tx) => removeUpload(tx, upload.id),
  };
}
