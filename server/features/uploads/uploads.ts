import { childPath, type TreePath } from '#contract/paths.ts';
import { trashFolderIn } from '#contract/temporary-names.ts';
import type { Actor, UserAction } from '../../access/actor.ts';
import type { AuditSink } from '../../http/audit.ts';
import type { Database } from '../../metadata/database.ts';
import {
  findUpload,
  removeUpload,
  setUploadBoot,
  setPartialUpload,
  type StoredUpload,
} from '../../metadata/uploads.ts';
import type { TemporaryFile } from '../../storage/driver.ts';
import { bootId } from '../../lib/boot-id.ts';
import { authorizeDestination } from '../../tree/destination.ts';
import { folderEvidenceOf, NoEvidence, provesAbsence } from '../../tree/evidence.ts';
import { newTemporaryFileIn } from '../../tree/temporary-entry.ts';
import { PathIsLocked } from '../../tree/path-locks.ts';
import type { Room } from '../../tree/free-space.ts';
import type { ResolvedPath } from '../../tree/resolved-path.ts';
import type { Tree } from '../../tree/tree.ts';
import type { UploadDigests } from './upload-digests.ts';
import type { UploadFlushes } from './upload-flushes.ts';
import type { UploadLocks, UploadPath } from './upload-locks.ts';
import { AppError } from '../../errors.ts';

export type { UploadPath } from './upload-locks.ts';

/** An upload, and the action of the user that the request which completes it belongs to. */
export interface UploadInAction extends StoredUpload {
  readonly action?: UserAction | undefined;
}

export interface UploadService {
  readonly tree: Tree;
  readonly db: Database;
  readonly locks: UploadLocks;
  readonly flushes: UploadFlushes;
  readonly digests: UploadDigests;
  readonly audit: AuditSink;
  /**
   * Takes the space for a new file from the trash of its disk, if that is full and the trash has it. Calls `confirm` before anything is
   * deleted; rejects if that throws. Other calls wait meanwhile, so `confirm` must not wait for other operations.
   */
  makeRoom(
    actor: Actor,
    folder: ResolvedPath,
    room: Room,
    confirm: () => Promise<void>,
  ): Promise<void>;
  /** Age of the last byte at which an unfinished upload is removed. Milliseconds. */
  readonly expiryMs: number;
}

const NS_PER_MS = 1_000_000n;

/** Time for which a finished upload still reports its offset, for clients whose last reply was lost. Milliseconds. */
export const REMEMBERED_MS = 60 * 60 * 1_000;

/** Identifies an upload by what a client sends with each request. */
export interface UploadKey extends UploadPath {
  /** Name that the client gives to its upload; '' for clients that give none. */
  readonly clientKey: string;
}

/** Returns the upload. Throws `not-found` for one that is unknown or forgotten, and for one that another upload to the path has replaced. */
export async function requireUpload(
  { db }: UploadService,
  { userId, path, clientKey }: UploadKey,
): Promise<StoredUpload> {
  const upload = await findUpload(db.read, userId, path);
  // An upload into a folder in the trash waits there, and may expire.
  const isInTrash = upload !== undefined && trashFolderIn(upload.folder) !== undefined;
  if (upload?.clientKey !== clientKey || isForgotten(upload) || isInTrash) {
    throw noSuchUpload();
  }
  return upload;
}

function isForgotten({ finishedAt }: StoredUpload): boolean {
  return finishedAt !== undefined && finishedAt < Date.now() - REMEMBERED_MS;
}

/** Returns the record of an upload as it is now. Throws `not-found` when the upload has ended. */
export async function reread({ db }: UploadService, earlier: StoredUpload): Promise<StoredUpload> {
  const upload = await findUpload(db.read, earlier.userId, earlier.path);
  if (upload?.id !== earlier.id) throw uploadEnded();
  return upload;
}

/** Returns the path of the file without symlinks. */
export function resolvedPathOf({ path, folder, name }: StoredUpload): TreePath {
  return childPath(folder, name) ?? path;
}

/** Refuses an upload that the actor may no longer make: their permissions and rules may have changed since it has begun. */
export function authorizeUpload(actor: Actor, upload: StoredUpload): void {
  const { path, override } = upload;
  authorizeDestination(actor, 'create', {
    path,
    resolvedPath: resolvedPathOf(upload),
    isReplaced: override,
  });
}

export interface OpenedUpload {
  readonly temporaryFile: TemporaryFile;
  /** Offset at which the upload is resumed. */
  readonly offset: number;
}

/**
 * Opens the bytes that have been received so far; returns undefined before the first one. Cuts off what may not have reached the disk before a
 * power cut, and what has not been verified of an upload with checksums.
 */
export async function openPartialUpload(
  service: UploadService,
  upload: StoredUpload,
): Promise<OpenedUpload | undefined> {
  const { folder, partName } = upload;
  const { driver } = service.tree;
  const temporaryFile =
    partName === '' ? undefined : await driver.openTemporaryFile({ folder, partName });
  if (temporaryFile === undefined) return undefined;
  try {
    // An upload is sealed or published only when its last byte was received, and verified where it has a checksum.
    if (temporaryFile.isSealed === true || (await hasFinalName(service, upload, temporaryFile)))
      return { temporaryFile, offset: temporaryFile.size };
    const offset = upload.isVerified
      ? await cutToVerified(service, upload, temporaryFile)
      : await cutToWritten(service, upload, temporaryFile);
    return { temporaryFile, offset };
  } catch (error) {
    await temporaryFile.close();
    throw error;
  }
}

/**
 * Returns the offset of an upload without checksums: the size of the temporary file while the machine has not been restarted since it was
 * written, otherwise the number of bytes that were flushed. Cuts off the rest.
 */
async function cutToWritten(
  service: UploadService,
  upload: StoredUpload,
  temporaryFile: TemporaryFile,
): Promise<number> {
  if (temporaryFile.isDurable === true || isWrittenByThisBoot(service, upload))
    return temporaryFile.size;
  const offset = Math.min(temporaryFile.size, upload.flushedBytes);
  await resumeAt(service, upload, temporaryFile, offset);
  return offset;
}

/**
 * Returns the offset of an upload with checksums: the number of verified bytes, which this process knows until they are flushed and stored. Cuts
 * off the bytes of a chunk that an earlier process was receiving.
 */
async function cutToVerified(
  service: UploadService,
  upload: StoredUpload,
  temporaryFile: TemporaryFile,
): Promise<number> {
  const known = service.flushes.writtenBytes(upload);
  // Read again, because a flush may have been stored since.
  const verified = known ?? (await reread(service, upload)).flushedBytes;
  const offset = Math.min(temporaryFile.size, verified);
  if (offset === temporaryFile.size) return offset;
  if (known === undefined) await resumeAt(service, upload, temporaryFile, offset);
  else await temporaryFile.truncate(offset);
  return offset;
}

function isWrittenByThisBoot({ flushes }: UploadService, upload: StoredUpload): boolean {
  return upload.bootId !== undefined && upload.bootId === bootId() && !flushes.hasFailed(upload);
}

/** Returns true when the temporary file is published already, which happens after its flush. */
async function hasFinalName(
  { tree }: UploadService,
  upload: StoredUpload,
  { size, identity }: TemporaryFile,
): Promise<boolean> {
  if (size !== upload.length) return false;
  const path = resolvedPathOf(upload);
  const found = await tree.driver.resolve(path, path);
  return found.kind === 'found' && (found.symlink ?? found.stat).identity === identity;
}

/** Cuts a partial upload to its first bytes, which are known to be flushed. */
export async function resumeAt(
  { db, flushes }: UploadService,
  upload: StoredUpload,
  temporaryFile: TemporaryFile,
  offset: number,
): Promise<void> {
  await flushes.stop(upload);
  await temporaryFile.truncate(offset);
  // Stored before more bytes are written, so that none of them counts as flushed too early.
  const flushedBytes = Math.min(upload.flushedBytes, offset);
  await db.write((tx) => setUploadBoot(tx, upload, { flushedBytes, bootId: bootId() }), {
    isIdempotent: true,
    isUncached: true,
  });
}

/** Throws NoEvidence unless it is certain that the upload has no bytes on a disk, also on one that is not mounted. */
export async function requireProofOfAbsence(
  { tree }: UploadService,
  { folder, partName, folderEvidence }: StoredUpload,
): Promise<void> {
  if (partName === '') return;
  if (await tree.locks.isMoving(folder)) throw new PathIsLocked();
  if (!(await provesAbsence(tree.driver, folder, folderEvidence))) throw new NoEvidence();
}

/** Records the name of the temporary file before it is created, and returns it. */
export async function recordPartialUpload(
  { db, tree }: UploadService,
  upload: StoredUpload,
  { isVerified }: Pick<StoredUpload, 'isVerified'>,
): Promise<string> {
  const { partName } = newTemporaryFileIn(upload.folder);
  const folderEvidence = await folderEvidenceOf(tree.driver, upload.folder);
  const part = { partName, folderEvidence, bootId: bootId(), isVerified };
  const isRecorded = await db.write((tx) => setPartialUpload(tx, upload.id, part), {
    isIdempotent: true,
    isUncached: true,
  });
  if (!isRecorded) throw uploadEnded();
  return partName;
}

/** Removes the record of an upload that has no bytes on disk. */
export async function forgetUpload({ db }: UploadService, { id }: StoredUpload): Promise<void> {
  await db.write((tx) => removeUpload(tx, id), { isIdempotent: true, isUncached: true });
}

/** Ends an upload and removes the bytes of an unfinished one. An upload that has ended already is not an error. */
export async function abandonUpload(service: UploadService, known: StoredUpload): Promise<void> {
  const { tree, db, locks, flushes, digests } = service;
  await locks.takeOver(known, async () => {
    // Read under the lock: until now, a writer may have been creating its temporary file.
    const upload = await findUpload(db.read, known.userId, known.path);
    if (upload?.id !== known.id) return known;
    const { folder, partName } = upload;
    await flushes.stop(upload);
    digests.stop(upload.id);
    // Removes the bytes first: if that fails, the upload stays stored, and the cleanup job tries again.
    if (partName !== '') await tree.driver.removeTemporaryFile({ folder, partName });
    await forgetUpload(service, upload);
    return upload;
  });
}

/** Ends an unfinished upload that its client cannot continue. */
export async function withdrawUpload(
  service: UploadService,
  { userId, path, clientKey }: UploadKey,
): Promise<void> {
  const upload = await findUpload(service.db.read, userId, path);
  const isTheirs = upload?.clientKey === clientKey && upload.finishedAt === undefined;
  if (isTheirs) await abandonUpload(service, upload);
}

/**
 * Returns true when the file at the path is what this upload has become. A crash may come after the file has been published and before the
 * database has recorded it.
 */
export async function isPublished({ tree }: UploadService, upload: StoredUpload): Promise<boolean> {
  // Before the first byte, a file of the same size has another origin.
  if (upload.partName === '') return false;
  const path = resolvedPathOf(upload);
  const found = await tree.driver.resolve(path, path);
  if (found.kind !== 'found' || found.stat.kind !== 'file') return false;
  if (found.stat.size !== upload.length) return false;
  const modifiedMs = Number(found.stat.modifiedNs / NS_PER_MS);
  return upload.modifiedMs === undefined
    ? modifiedMs >= upload.createdAt
    : modifiedMs === upload.modifiedMs;
}

export function noSuchUpload(): AppError {
  return new AppError('not-found', 'there is no such upload');
}

function uploadEnded(): AppError {
  return new AppError('not-found', 'the upload has ended');
}
