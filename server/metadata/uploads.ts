import type { TreePath } from '#contract/paths.ts';
import type { Insertable, Selectable } from 'kysely';
import { inSlices } from './batches.ts';
import { flag } from './codec.ts';
import type { Reader, Writer } from './database.ts';
import type { UploadTable } from './schema.ts';

/**
 * An upload that is running or ended a short time ago. A user has at most one to a path; another user may have one to
 * the same path. Times are Unix milliseconds, lengths bytes.
 */
export interface StoredUpload {
  readonly id: number;
  readonly userId: number;
  readonly path: TreePath;
  readonly length: number;
  /** Folder and name of the final file. They differ from `path` behind a symlink. */
  readonly folder: TreePath;
  readonly name: string;
  /** Name of the temporary file with the received bytes (the partial upload) in `folder`; '' before the first byte. */
  readonly partName: string;
  /** Identifier of the client for this upload, which distinguishes it from another one to the same path. */
  readonly clientKey: string;
  /** True if an existing file at `path` is going to be replaced. */
  readonly override: boolean;
  readonly createdAt: number;
  /** Time of the last bytes, accurate to two seconds, because not every write is recorded. */
  readonly lastByteAt: number;
  /** Undefined while bytes are missing. */
  readonly finishedAt: number | undefined;
  /** Modification time of the original file; undefined if the client does not send it. */
  readonly modifiedMs: number | undefined;
  /** Identifies the folder that holds the partial upload; see tree/evidence.ts. */
  readonly folderEvidence: string | undefined;
  /** Number of bytes at the beginning of the partial upload that survive a power cut. */
  readonly flushedBytes: number;
  /**
   * Boot of the machine that has written the bytes behind `flushedBytes`. After another boot these may be zeros or
   * missing. Undefined if nothing is known about them.
   */
  readonly bootId: string | undefined;
  /**
   * True if every byte so far came in a chunk whose checksum was verified. Bytes behind the last acknowledged offset
   * are then cut off, because they have not been verified.
   */
  readonly isVerified: boolean;
}

export type NewUpload = Omit<
  StoredUpload,
  'id' | 'lastByteAt' | 'finishedAt' | 'folderEvidence' | 'flushedBytes' | 'bootId' | 'isVerified'
>;

/** Stores an upload. Returns `already-pending`, and stores nothing, if this user has one to the same path. */
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

/** Returns the uploads of all users to a path, the oldest first. */
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

/** Facts about a temporary file that is about to be created for an upload. */
export interface NewPartialUpload {
  readonly partName: string;
  /** Identifies the folder that holds it; see tree/evidence.ts. */
  readonly folderEvidence: string | undefined;
  /** The running boot of the machine. */
  readonly bootId: string | undefined;
  /** True if the first chunk has a checksum. */
  readonly isVerified: boolean;
}

/**
 * Records that the first bytes are going to be written to `partName`. Returns false if the upload has just ended, for
 * instance because its user was removed.
 */
export async function setPartialUpload(
  tx: Writer,
  id: number,
  { partName, folderEvidence, bootId, isVerified }: NewPartialUpload,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('upload')
    .set({
      partName,
      folderMark: folderEvidence ?? null,
      flushedBytes: 0,
      bootId: bootId ?? null,
      verified: flag(isVerified),
    })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records that the upload is no longer verified, because a chunk without a checksum follows. */
export async function setUnverified(tx: Writer, { id }: Pick<StoredUpload, 'id'>): Promise<void> {
  await tx.updateTable('upload').set({ verified: 0 }).where('id', '=', id).execute();
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

/** Records during which boot of the machine the bytes after the flushed ones are written; undefined if that is unknown. */
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

/** Counts the unfinished uploads of a user, up to `most`. */
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

/** Counts the unfinished uploads of all users. */
export async function countAllUnfinishedUploads(db: Reader): Promise<number> {
  const { count } = await db
    .selectFrom('upload')
    .select((row) => row.fn.countAll().as('count'))
    .where('finishedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Records the time of the last bytes. */
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

/** Removes the row of an upload. Returns false if another request has removed it, which then also removes the temporary file. */
export async function removeUpload(tx: Writer, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('upload').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Removes the row of an upload unless it has received bytes since it was read. Resolves with false then, and if it is gone. */
export async function removeIdleUpload(
  tx: Writer,
  { id, lastByteAt }: Pick<StoredUpload, 'id' | 'lastByteAt'>,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('upload')
    .where('id', '=', id)
    .where('lastByteAt', '=', lastByteAt)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Reads all incomplete uploads in the order in which they began. */
export function unfinishedUploads(db: Reader): AsyncGenerator<StoredUpload[]> {
  return inOrder(unfinished(db));
}

/** Reads the incomplete uploads whose last byte arrived before `beforeMs`, in the order in which they began. */
export function forgottenUploads(db: Reader, beforeMs: number): AsyncGenerator<StoredUpload[]> {
  return inOrder(unfinished(db).where('lastByteAt', '<', beforeMs));
}

/** Lists the incomplete uploads of a user. They have at most some hundreds. */
export async function listUnfinishedUploadsOf(db: Reader, userId: number): Promise<StoredUpload[]> {
  const rows = await unfinished(db).where('userId', '=', userId).execute();
  return rows.map(uploadFromRow);
}

/** Removes at most `most` uploads that ended before `beforeMs`. Resolves with their number. Their files stay. */
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

function inOrder(uploads: ReturnType<typeof unfinished>): AsyncGenerator<StoredUpload[]> {
  return inSlices<StoredUpload>(async (last, size) => {
    const rows = await uploads
      .where('id', '>', last?.id ?? 0)
      .orderBy('id')
      .limit(size)
      .execute();
    return rows.map(uploadFromRow);
  });
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

/** Returns the upload of a row. The casts are safe, because these two columns only contain TreePaths. */
function uploadFromRow({ verified, folderMark, ...row }: Selectable<UploadTable>): StoredUpload {
  return {
    ...row,
    path: row.path as TreePath,
    folder: row.folder as TreePath,
    override: row.override === 1,
    finishedAt: row.finishedAt ?? undefined,
    modifiedMs: row.modifiedMs ?? undefined,
    folderEvidence: folderMark ?? undefined,
    bootId: row.bootId ?? undefined,
    isVerified: verified === 1,
  };
}
