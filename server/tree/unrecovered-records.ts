import { childPath, ROOT, type TreePath } from '#contract/paths.ts';
import type { Database, Reader, Writer } from '../metadata/database.ts';
import { lockUnrecovered, readUnrecovered, writeUnrecovered } from '../metadata/settings.ts';
import {
  deleteOperation,
  listOperations,
  type OperationKind,
  type OperationRecord,
} from '../metadata/operation-journal.ts';
import { removeIdleUpload, type StoredUpload, unfinishedUploads } from '../metadata/uploads.ts';

/** A journal record or an unfinished upload that recovery could not complete, and why. */
export interface Unrecovered {
  /** `operation-12` for a journal record; the name of the temporary file for an upload. */
  readonly id: string;
  readonly reason: string;
}

/** An unrecovered record or upload that is still stored. */
export interface UnrecoveredRecord extends Unrecovered {
  readonly kind: OperationKind | 'upload';
  /** Source of the operation; its target or temporary file if it has no source. Temporary file of an upload. */
  readonly path: TreePath;
  /** Destination of the item; undefined where the operation has none. */
  readonly to: TreePath | undefined;
  /** Deletes the stored row. Resolves with false if it is gone, or has changed since it was read. */
  drop(tx: Writer): Promise<boolean>;
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
  for await (const uploads of unfinishedUploads(db)) {
    for (const upload of uploads) {
      // An upload that has received bytes after that recovery does not lack evidence any more, and one without bytes never has.
      if (upload.partName !== '' && upload.lastByteAt < at)
        recorded.set(upload.partName, ofUpload(upload));
    }
  }
  return entries.flatMap(({ id, reason }) => {
    const record = recorded.get(id);
    return record === undefined ? [] : [{ ...record, reason }];
  });
}

/** Deletes the stored row of an unrecovered record or upload. No file is changed. Resolves with undefined when no such record has this id. */
export async function dropUnrecoveredRecord(
  db: Database,
  id: string,
): Promise<UnrecoveredRecord | undefined> {
  const record = (await listUnrecoveredRecords(db.read)).find((each) => each.id === id);
  if (record === undefined) return undefined;
  return db.write(async (tx) => {
    const { at, entries } = await lockUnrecovered(tx);
    // A recovery that has begun meanwhile has emptied the list, and needs the row.
    if (!entries.some((each) => each.id === id)) return undefined;
    if (!(await record.drop(tx))) return undefined;
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
    path: childPath(upload.folder, upload.partName) ?? upload.folder,
    to: childPath(upload.folder, upload.name) ?? upload.path,
    drop: (tx) => removeIdleUpload(tx, upload),
  };
}
