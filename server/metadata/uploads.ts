import type { TreePath } from '#contract/paths.ts';
import type { Insertable, Selectable } from 'kysely';
import { SLICE_ROWS } from './batches.ts';
import { flag } from './codec.ts';
import type { Reader, Writer } from './database.ts';
import type { UploadTable } from './schema.ts';

/**
 * An upload under way, or one that ended a short while ago. A user has at most one to a path; another
 * user may have one to the same path. Times in Unix milliseconds, lengths in bytes.
 */
export interface StoredUpload {
  readonly id: number;
  readonly userId: number;
  readonly path: TreePath;
  readonly length: number;
  /** The folder the file comes to lie in, and its name there: behind a link, not those of `path`. */
  readonly folder: TreePath;
  readonly name: string;
  /** The hidden name under which the bytes wait in `folder`; '' before the first one. */
  readonly partName: string;
  /** What the client calls this upload, so that another one to the same path is not taken for it. */
  readonly clientKey: string;
  /** A file that is at `path` is replaced in the end. */
  readonly override: boolean;
  readonly createdAt: number;
  /** To within two seconds: what comes in quick succession is not told each time. */
  readonly lastByteAt: number;
  /** Undefined while bytes are missing. */
  readonly finishedAt: number | undefined;
  /** When the file was last changed where it comes from; undefined when the sender does not tell. */
  readonly modifiedMs: number | undefined;
  /** Identifies the folder that holds the partial upload; see tree/evidence.ts. */
  readonly folderMark: string | undefined;
  /** The first bytes of the partial upload that survive a power cut. */
  readonly flushedBytes: number;
  /**
   * Boot of the machine that has written the bytes behind `flushedBytes`. During another boot these bytes may be zeros or
   * missing. Undefined when nothing is known about them.
   */
  readonly bootId: string | undefined;
}

export type NewUpload = Omit<
  StoredUpload,
  'id' | 'lastByteAt' | 'finishedAt' | 'folderMark' | 'flushedBytes' | 'bootId'
>;

/** The stored upload, or `already-pending` when this user has one to this path. */
export async function insertUpload(
  tx: Writer,
  upload: NewUpload,
): Promise<StoredUpload | 'already-pending'> {
  const row = await tx
    .insertInto('upload')
    .values(rowOf(upload))
    .onConflict((taken) => taken.columns(['userId', 'path']).doNothing())
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? 'already-pending' : uploadFromRow(row);
}

export async function findUpload(
  db: Reader,
  userId: number,
  path: TreePath,
): Promise<StoredUpload | undefined> {
  const row = await db
    .selectFrom('upload')
    .selectAll()
    .where('userId', '=', userId)
    .where('path', '=', path)
    .executeTakeFirst();
  return row && uploadFromRow(row);
}

/** Whoever's they are, the oldest first. */
export async function findUploadsAt(db: Reader, path: TreePath): Promise<StoredUpload[]> {
  const rows = await db
    .selectFrom('upload')
    .selectAll()
    .where('path', '=', path)
    .orderBy('id')
    .execute();
  return rows.map(uploadFromRow);
}

export async function findUploadById(db: Reader, id: number): Promise<StoredUpload | undefined> {
  const row = await db.selectFrom('upload').selectAll().where('id', '=', id).executeTakeFirst();
  return row && uploadFromRow(row);
}

export interface NewPartialUpload {
  readonly partName: string;
  /** Identifies the folder that holds it; see tree/evidence.ts. */
  readonly folderMark: string | undefined;
  /** The running boot of the machine. */
  readonly bootId: string | undefined;
}

/**
 * The first bytes are about to be written: from now on they wait under `partName`. False when the upload has just ended,
 * because its user was removed for instance.
 */
export async function setPartialUpload(
  tx: Writer,
  id: number,
  { partName, folderMark, bootId }: NewPartialUpload,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('upload')
    .set({ partName, folderMark: folderMark ?? null, flushedBytes: 0, bootId: bootId ?? null })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Stores that the first `flushedBytes` bytes of the partial upload survive a power cut. */
export async function setFlushedBytes(
  tx: Writer,
  { id, partName }: Pick<StoredUpload, 'id' | 'partName'>,
  flushedBytes: number,
): Promise<void> {
  await tx
    .updateTable('upload')
    .set({ flushedBytes })
    .where('id', '=', id)
    .where('partName', '=', partName)
    .execute();
}

/** Stores which boot writes the bytes behind the flushed ones; undefined marks them as unknown. */
export async function setUploadBoot(
  tx: Writer,
  { id, partName }: Pick<StoredUpload, 'id' | 'partName'>,
  { flushedBytes, bootId }: Pick<StoredUpload, 'flushedBytes' | 'bootId'>,
): Promise<void> {
  await tx
    .updateTable('upload')
    .set({ flushedBytes, bootId: bootId ?? null })
    .where('id', '=', id)
    .where('partName', '=', partName)
    .execute();
}

/** How many unfinished uploads a user has, counted up to `most`. */
export async function countUnfinishedUploads(
  db: Reader,
  userId: number,
  most: number,
): Promise<number> {
  const rows = await db
    .selectFrom('upload')
    .select('id')
    .where('userId', '=', userId)
    .where('finishedAt', 'is', null)
    .limit(most)
    .execute();
  return rows.length;
}

/** Of everybody. */
export async function countUploadsUnderWay(db: Reader): Promise<number> {
  const { count } = await db
    .selectFrom('upload')
    .select((row) => row.fn.countAll().as('count'))
    .where('finishedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function touchUpload(tx: Writer, id: number, lastByteAt: number): Promise<void> {
  await tx.updateTable('upload').set({ lastByteAt }).where('id', '=', id).execute();
}

export async function finishUpload(tx: Writer, id: number, finishedAt: number): Promise<void> {
  await tx
    .updateTable('upload')
    .set({ finishedAt, lastByteAt: finishedAt })
    .where('id', '=', id)
    .execute();
}

/** False when somebody else has removed it already: then its part is theirs to remove too. */
export async function removeUpload(tx: Writer, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('upload').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** A part of a list, in the order in which uploads began. */
export interface UploadRange {
  /** Only uploads that began after the one with this id. */
  readonly after?: number;
  readonly most?: number;
}

/** Those without all their bytes: what a start after a crash looks at. */
export async function listUnfinishedUploads(
  db: Reader,
  { after = 0, most = SLICE_ROWS }: UploadRange = {},
): Promise<StoredUpload[]> {
  const rows = await unfinished(db).where('id', '>', after).orderBy('id').limit(most).execute();
  return rows.map(uploadFromRow);
}

/** Those of one user. */
export async function listUnfinishedUploadsOf(db: Reader, userId: number): Promise<StoredUpload[]> {
  const rows = await unfinished(db).where('userId', '=', userId).execute();
  return rows.map(uploadFromRow);
}

/** Unfinished ones whose last byte came before `beforeMs`. */
export async function listForgottenUploads(
  db: Reader,
  beforeMs: number,
  { after = 0, most = SLICE_ROWS }: UploadRange = {},
): Promise<StoredUpload[]> {
  const rows = await unfinished(db)
    .where('lastByteAt', '<', beforeMs)
    .where('id', '>', after)
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map(uploadFromRow);
}

/** Forgets at most `most` uploads that ended before `beforeMs`; resolves with how many there were. Their files stay. */
export async function removeFinishedUploads(
  tx: Writer,
  beforeMs: number,
  most: number,
): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('upload')
    .where('id', 'in', (uploads) =>
      uploads
        .selectFrom('upload')
        .select('id')
        .where('finishedAt', '<', beforeMs)
        .orderBy('finishedAt')
        .limit(most),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

function unfinished(db: Reader) {
  return db.selectFrom('upload').selectAll().where('finishedAt', 'is', null);
}

function rowOf(upload: NewUpload): Insertable<UploadTable> {
  return {
    ...upload,
    override: flag(upload.override),
    lastByteAt: upload.createdAt,
    finishedAt: null,
    modifiedMs: upload.modifiedMs ?? null,
  };
}

/** The casts are safe: only a TreePath is ever stored in these two columns. */
function uploadFromRow(row: Selectable<UploadTable>): StoredUpload {
  return {
    ...row,
    path: row.path as TreePath,
    folder: row.folder as TreePath,
    override: row.override === 1,
    finishedAt: row.finishedAt ?? undefined,
    modifiedMs: row.modifiedMs ?? undefined,
    folderMark: row.folderMark ?? undefined,
    bootId: row.bootId ?? undefined,
  };
}
