import { childPath, type TreePath } from '#contract/paths.ts';
import { AppError } from '../../errors.ts';
import type { AuditSink } from '../../http/audit.ts';
import { bootId } from '../../lib/boot-id.ts';
import type { Database } from '../../metadata/database.ts';
import {
  findUpload,
  finishUpload,
  removeUpload,
  setUploadBoot,
  setUploadPart,
  type StoredUpload,
} from '../../metadata/uploads.ts';
import type { EntryStat, TemporaryFile, WriteOptions } from '../../storage/driver.ts';
import { folderMarkOf, NoEvidence, provesAbsence } from '../../tree/evidence.ts';
import { newPartIn } from '../../tree/hidden-part.ts';
import { PathIsLocked } from '../../tree/path-locks.ts';
import type { Tree } from '../../tree/tree.ts';
import type { UploadFlushes } from './upload-flushes.ts';
import type { UploadLocks } from './upload-locks.ts';

export interface UploadService {
  readonly tree: Tree;
  readonly db: Database;
  readonly locks: UploadLocks;
  readonly flushes: UploadFlushes;
  readonly audit: AuditSink;
  /** An unfinished upload is forgotten so long after its last byte. Milliseconds. */
  readonly expiryMs: number;
}

const NS_PER_MS = 1_000_000n;

/** A finished upload still tells where it stands for so long, for clients whose last reply was lost. */
export const REMEMBERED_MS = 60 * 60 * 1_000;

/** Whose, and to where: the address of an upload is its path, so others may have one to the same path. */
export interface UploadKey {
  readonly userId: number;
  readonly path: TreePath;
  /** What the client calls its upload; '' for clients that call it nothing. */
  readonly clientKey: string;
}

/** `not-found` for an upload that is unknown, forgotten, or another one that has taken over the path. */
export async function requireUpload(
  { db }: UploadService,
  { userId, path, clientKey }: UploadKey,
): Promise<StoredUpload> {
  const upload = await findUpload(db.read, userId, path);
  if (upload === undefined || upload.clientKey !== clientKey || isForgotten(upload)) {
    throw new AppError('not-found', 'there is no such upload');
  }
  return upload;
}

/**
 * The record as it is now, for whoever has just become the only writer: until then another one may have given
 * the upload its part, or ended it.
 */
export async function reread({ db }: UploadService, earlier: StoredUpload): Promise<StoredUpload> {
  const upload = await findUpload(db.read, earlier.userId, earlier.path);
  if (upload?.id !== earlier.id) throw new AppError('not-found', 'the upload has ended');
  return upload;
}

function isForgotten({ finishedAt }: StoredUpload): boolean {
  return finishedAt !== undefined && finishedAt < Date.now() - REMEMBERED_MS;
}

export interface OpenedUpload {
  readonly part: TemporaryFile;
  /** Where the upload is resumed. */
  readonly offset: number;
}

/**
 * Opens the bytes that have been received so far; undefined before the first one. The size of the file is where the upload stands
 * only while the kernel runs that has written it: after a power cut, the file ends with what was never written to the disk, and is
 * cut to what was flushed.
 */
export async function openUploadPart(
  service: UploadService,
  upload: StoredUpload,
): Promise<OpenedUpload | undefined> {
  const { folder, partName, flushedBytes } = upload;
  const { driver } = service.tree;
  const part = partName === '' ? undefined : await driver.openTemporaryFile({ folder, partName });
  if (part === undefined) return undefined;
  try {
    if (isWrittenByThisBoot(service, upload) || (await hasFinalName(service, upload, part))) {
      return { part, offset: part.size };
    }
    const offset = Math.min(part.size, flushedBytes);
    await resumeAt(service, upload, part, offset);
    return { part, offset };
  } catch (error) {
    await part.close();
    throw error;
  }
}

function isWrittenByThisBoot({ flushes }: UploadService, upload: StoredUpload): boolean {
  return upload.bootId !== undefined && upload.bootId === bootId() && !flushes.hasFailed(upload);
}

/** A file that has its final name, too, was flushed before it got it. */
async function hasFinalName(
  { tree }: UploadService,
  { folder, name, length }: StoredUpload,
  { size, identity }: TemporaryFile,
): Promise<boolean> {
  const place = size === length ? childPath(folder, name) : undefined;
  if (place === undefined) return false;
  const found = await tree.driver.resolve(place, place);
  return found.kind === 'found' && (found.symlink ?? found.stat).identity === identity;
}

/** Cuts a partial upload to its first bytes, which are known to be flushed. */
export async function resumeAt(
  { db, flushes }: UploadService,
  upload: StoredUpload,
  part: TemporaryFile,
  offset: number,
): Promise<void> {
  await flushes.stop(upload);
  await part.truncate(offset);
  // No byte that is written from now on may be taken for flushed before it is.
  const flushedBytes = Math.min(upload.flushedBytes, offset);
  await db.write((tx) => setUploadBoot(tx, upload, { flushedBytes, bootId: bootId() }), {
    isIdempotent: true,
  });
}

/** Throws NoEvidence unless it is certain that the upload has no bytes on a disk, also on one that is not mounted. */
export async function requireProofOfAbsence(
  { tree }: UploadService,
  { folder, partName, folderMark }: StoredUpload,
): Promise<void> {
  if (partName === '') return;
  // Its folder may be on its way somewhere else.
  if (tree.locks.isChanging(folder)) throw new PathIsLocked();
  if (!(await provesAbsence(tree.driver, folder, folderMark))) throw new NoEvidence();
}

/** Gives the whole file its name. When the name has been taken meanwhile, the upload ends with nothing. */
export async function publishUpload(
  service: UploadService,
  upload: StoredUpload,
  part: TemporaryFile,
): Promise<void> {
  try {
    await publishing(service, upload, (options) => part.publish(upload.name, options));
  } catch (error) {
    if (isNameTaken(error)) {
      await service.flushes.stop(upload);
      if (await part.discard()) await forget(service, upload);
    } else {
      await part.close();
    }
    throw error;
  }
  await service.flushes.stop(upload);
  await markFinished(service, upload);
}

/** The name under which the bytes are going to wait, known before any of them is there. */
export async function recordPart(
  { db, tree }: UploadService,
  upload: StoredUpload,
): Promise<string> {
  const { partName } = newPartIn(upload.folder);
  const folderMark = await folderMarkOf(tree.driver, upload.folder);
  const part = { partName, folderMark, bootId: bootId() };
  const isNoted = await db.write((tx) => setUploadPart(tx, upload.id, part), {
    isIdempotent: true,
  });
  if (!isNoted) throw new AppError('not-found', 'the upload has ended');
  return partName;
}

/** The whole file in one step. */
export async function writeWhole(
  service: UploadService,
  upload: StoredUpload,
  bytes: Uint8Array,
): Promise<void> {
  const { folder, name } = upload;
  const partName = await recordPart(service, upload);
  await publishing(service, upload, (options) =>
    service.tree.driver.writeFile(folder, name, bytes, { ...options, partName }),
  );
}

/** Others who write the same file, or have taken its folder away, are kept apart while it gets its name. */
function publishing(
  { tree }: UploadService,
  { path, folder, name, override, modifiedMs }: StoredUpload,
  publish: (options: WriteOptions) => Promise<EntryStat>,
): Promise<EntryStat> {
  return tree.locks.hold([childPath(folder, name) ?? path], () =>
    publish({ replace: override, modifiedMs }),
  );
}

export function isNameTaken(error: unknown): boolean {
  return error instanceof AppError && error.code === 'already-exists';
}

/** Of an upload that has no bytes on disk, nothing is left then. */
export async function forget({ db }: UploadService, { id }: StoredUpload): Promise<void> {
  await db.write((tx) => removeUpload(tx, id), { isIdempotent: true });
}

export async function markFinished({ db }: UploadService, upload: StoredUpload): Promise<void> {
  await db.write((tx) => finishUpload(tx, upload.id, Date.now()), { isIdempotent: true });
}

/** Ends an upload. Of an unfinished one, the space is given back. One that has ended already is fine. */
export async function abandonUpload(
  { tree, db, locks, flushes }: UploadService,
  { id, userId, path }: StoredUpload,
): Promise<void> {
  await locks.takeOver(id, async () => {
    // Read only now: until just before, the writer may have been giving it its part.
    const upload = await findUpload(db.read, userId, path);
    if (upload?.id !== id) return;
    const { folder, partName } = upload;
    await flushes.stop(upload);
    // The bytes first: what cannot be removed stays known, and is tried again when it is forgotten.
    if (partName !== '') await tree.driver.removeTemporaryFile({ folder, partName });
    await db.write((tx) => removeUpload(tx, id), { isIdempotent: true });
  });
}

/**
 * Whether the file under the final name is what this upload, whose part is gone, has become: a crash can
 * come after the file got its name and before the database heard of it.
 */
export async function isPublished({ tree }: UploadService, upload: StoredUpload): Promise<boolean> {
  // Before the first byte, a file of the same size is somebody else's.
  if (upload.partName === '') return false;
  const place = childPath(upload.folder, upload.name);
  if (place === undefined) return false;
  const found = await tree.driver.resolve(place, place);
  if (found.kind !== 'found' || found.stat.kind !== 'file') return false;
  if (found.stat.size !== upload.length) return false;
  const modifiedMs = Number(found.stat.modifiedNs / NS_PER_MS);
  return upload.modifiedMs === undefined
    ? modifiedMs >= upload.createdAt
    : modifiedMs === upload.modifiedMs;
}
