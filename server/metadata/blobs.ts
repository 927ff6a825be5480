import type { Reader, Writer } from './database.ts';

/**
 * `pending`: reserved, and perhaps being written. `live`: complete. `garbage`: complete, but no entry refers to it. `removing`: its bytes
 * are being removed, so it can never be used again.
 */
export type BlobState = 'pending' | 'live' | 'garbage' | 'removing';

/** The record of a blob. */
export interface StoredBlob {
  readonly id: string;
  readonly state: BlobState;
  readonly size: number | null;
  /** Lower-case hexadecimal; null until it has been computed. */
  readonly sha256: string | null;
}

/** Reserves blobs that will be written. */
export async function reserveBlobs(
  tx: Writer,
  ids: readonly string[],
  nowMs: number,
): Promise<void> {
  const rows = ids.map((id) => ({ id, state: 'pending', since: nowMs, size: null, sha256: null }));
  await tx.insertInto('blob').values(rows).execute();
}

/** Records blobs whose bytes are in the store already, as when a tree is recovered. Blobs that have a record stay as they are. */
export async function insertCompleteBlobs(
  tx: Writer,
  blobs: readonly Pick<StoredBlob, 'id' | 'size' | 'sha256'>[],
  nowMs: number,
): Promise<void> {
  const rows = blobs.map(({ id, size, sha256 }) => ({
    id,
    state: 'live',
    since: nowMs,
    size,
    sha256,
  }));
  await tx
    .insertInto('blob')
    .values(rows)
    .onConflict((known) => known.column('id').doNothing())
    .execute();
}

/** Declares a reserved blob complete. Returns false if it is not reserved any more. */
export async function completeBlob(
  tx: Writer,
  id: string,
  facts: { readonly size: number; readonly sha256: string | null; readonly nowMs: number },
): Promise<boolean> {
  const { size, sha256, nowMs } = facts;
  const { numUpdatedRows } = await tx
    .updateTable('blob')
    .set({ state: 'live', since: nowMs, size, sha256 })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function findBlob(db: Reader, id: string): Promise<StoredBlob | undefined> {
  const row = await db
    .selectFrom('blob')
    .select(['id', 'state', 'size', 'sha256'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { ...row, state: stateOf(row.state) };
}

/** Returns blobs whose ids follow `after`, in the order of their ids. */
export async function blobsAfter(db: Reader, after: string, most: number): Promise<StoredBlob[]> {
  const rows = await db
    .selectFrom('blob')
    .select(['id', 'state', 'size', 'sha256'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map((row) => ({ ...row, state: stateOf(row.state) }));
}

/** Returns the bytes of all blobs whose size is recorded. */
export async function totalBytes(db: Reader): Promise<number> {
  const sum = db.selectFrom('blob').select((row) => row.fn.sum('size').as('bytes'));
  return Number((await sum.executeTakeFirst())?.bytes ?? 0);
}

/** Stores the checksum of a blob that has none yet. */
export async function setChecksum(tx: Writer, id: string, sha256: string): Promise<void> {
  await tx
    .updateTable('blob')
    .set({ sha256 })
    .where('id', '=', id)
    .where('sha256', 'is', null)
    .execute();
}

/**
 * Marks complete blobs to which no entry refers as garbage. Examines `most` blobs whose ids follow `after`. Returns the last examined id:
 * undefined at the end.
 */
export async function markGarbage(
  tx: Writer,
  { after, most, nowMs }: { readonly after: string; readonly most: number; readonly nowMs: number },
): Promise<string | undefined> {
  const bound = await tx
    .selectFrom('blob')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .offset(most - 1)
    .limit(1)
    .executeTakeFirst();
  let query = tx
    .updateTable('blob')
    .set({ state: 'garbage', since: nowMs })
    .where('id', '>', after)
    .where('state', '=', 'live')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('entry').select('entry.id').whereRef('entry.blob', '=', 'blob.id'))),
    );
  if (bound !== undefined) query = query.where('id', '<=', bound.id);
  await query.execute();
  return bound?.id;
}

/** Marks blobs as complete again to which an entry refers, as after an older database was restored. */
export async function reviveBlobs(tx: Writer, nowMs: number): Promise<void> {
  await tx
    .updateTable('blob')
    .set({ state: 'live', since: nowMs })
    .where('state', '=', 'garbage')
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('entry').select('entry.id').whereRef('entry.blob', '=', 'blob.id')),
    )
    .execute();
}

/** Ages of blobs without an entry that are removed. Unix milliseconds. */
export interface GarbageAge {
  /** Marked as garbage before this time. */
  readonly markedBeforeMs: number;
  /** Reserved before this time, and never completed. */
  readonly reservedBeforeMs: number;
}

/**
 * Changes blobs to which no entry refers to `removing`, and returns them: the caller removes their bytes. Also returns those whose removal was
 * interrupted.
 */
export async function beginRemovals(
  tx: Writer,
  { markedBeforeMs, reservedBeforeMs }: GarbageAge,
  most: number,
): Promise<StoredBlob[]> {
  const rows = await tx
    .selectFrom('blob')
    .select(['id', 'state', 'size', 'sha256'])
    .where(({ or, and, eb }) =>
      or([
        eb('state', '=', 'removing'),
        and([eb('state', '=', 'garbage'), eb('since', '<', markedBeforeMs)]),
        and([eb('state', '=', 'pending'), eb('since', '<', reservedBeforeMs)]),
      ]),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('entry').select('entry.id').whereRef('entry.blob', '=', 'blob.id'))),
    )
    .orderBy('since')
    .limit(most)
    .execute();
  await setRemoving(
    tx,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, state: stateOf(row.state) }));
}

/**
 * Changes a reserved blob that its writer has given up to `removing`. Returns false, and changes nothing, if an entry refers to it or it is
 * complete.
 */
export async function beginRemovalOfDraft(tx: Writer, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('blob')
    .set({ state: 'removing' })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('entry').select('entry.id').whereRef('entry.blob', '=', 'blob.id'))),
    )
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

async function setRemoving(tx: Writer, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.updateTable('blob').set({ state: 'removing' }).where('id', 'in', ids).execute();
}

/** Removes the records of blobs whose bytes are gone. */
export async function removeBlobRows(tx: Writer, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.deleteFrom('blob').where('id', 'in', ids).where('state', '=', 'removing').execute();
}

/** The column only contains these states. */
function stateOf(text: string): BlobState {
  return text as BlobState;
}
