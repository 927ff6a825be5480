import { createHash } from 'node:crypto';
import type { Actor } from '../../access/actor.ts';
import { AppError } from '../../errors.ts';
import { accountOfUser } from '../../lib/accounts.ts';
import { setUnverified, type StoredUpload } from '../../metadata/uploads.ts';
import type { CommandFailed } from '../../programs/events/event-hooks.ts';
import type { TemporaryFile } from '../../storage/driver.ts';
import { bodyMemory, readSmallBody } from '../../tree/body-memory.ts';
import { recordedPath } from '../../tree/resolved-path.ts';
import { ChunkChecksum, type StatedChecksum } from './chunk-checksum.ts';
import { isNameTaken, runHooksAfter, writeSmallUpload } from './publish-upload.ts';
import {
  authorizeUpload,
  forgetUpload,
  openPartialUpload,
  recordPartialUpload,
  requireUpload,
  type UploadInAction,
  type UploadKey,
  type UploadService,
} from './uploads.ts';
import { cutOff, tooLong, writeChunk, type Chunk } from './write-chunk.ts';
import { symlinkLeavesScope } from '../../tree/tree-errors.ts';

/** The state of an upload after a chunk. */
export interface Appended {
  readonly offset: number;
  readonly isComplete: boolean;
  /** The command after the upload that has failed, if one has. */
  readonly failed: CommandFailed | undefined;
}

/** Maximum length of an upload that is written in one step when its first chunk holds all of it. Bytes. */
const SMALL_FILE_BYTES = 256 * 1024;

/**
 * Appends a chunk at exactly the offset of the upload. The last chunk publishes the file and runs the commands after the upload. A chunk with a
 * checksum is received as a whole or not at all: unless all of it has arrived and has that checksum, the offset stays where it was.
 */
export async function appendBytes(
  service: UploadService,
  actor: Actor,
  key: UploadKey,
  chunk: Chunk,
): Promise<Appended> {
  const appended = await service.locks.hold(key, async (stop) => {
    const stored = await requireAppendable(service, actor, key, chunk);
    const upload = { ...stored, action: actor.action };
    stop.addEventListener('abort', () => chunk.body.destroy(), { once: true });
    if (upload.finishedAt !== undefined) throw repeated(upload, chunk);
    const offset = isSmallWhole(upload, chunk)
      ? await receiveWhole(service, upload, chunk)
      : await appendToPart(service, upload, chunk);
    return { upload, offset };
  });
  if (appended === undefined) {
    await requireAppendable(service, actor, key, chunk);
    throw new AppError('locked', 'another request is writing this upload');
  }
  const { upload, offset } = appended;
  const isComplete = offset === upload.length;
  const failed = isComplete ? await runHooksAfter(service, actor, upload) : undefined;
  return { offset, isComplete, failed };
}

async function requireAppendable(
  service: UploadService,
  actor: Actor,
  key: UploadKey,
  { offset }: Chunk,
): Promise<StoredUpload> {
  const upload = await requireUploadInScope(service, actor, key);
  authorizeUpload(actor, upload);
  if (offset <= upload.length) return upload;
  throw new AppError(
    'invalid-request',
    `upload offset ${offset} exceeds declared length ${upload.length}`,
  );
}

/** Throws `forbidden` instead of `not-found` for a path behind a symlink that leads out of the scope, where no upload can be. */
async function requireUploadInScope(
  service: UploadService,
  actor: Actor,
  key: UploadKey,
): Promise<StoredUpload> {
  try {
    return await requireUpload(service, key);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not-found') throw error;
    const { kind } = await service.tree.driver.resolve(key.path, actor.root);
    if (kind === 'outside') throw symlinkLeavesScope();
    throw error;
  }
}

/** Returns the refusal of a chunk for a finished upload. A repeated chunk gets `wrong-offset`, after which clients ask for the offset. */
function repeated(upload: StoredUpload, { offset }: Chunk): AppError {
  return offset < upload.length
    ? new AppError('wrong-offset', 'the upload is finished')
    : new AppError('not-found', 'the upload is finished');
}

function isSmallWhole(upload: StoredUpload, { offset, announcedBytes }: Chunk): boolean {
  const { length, partName } = upload;
  return (
    partName === '' &&
    offset === 0 &&
    announcedBytes === length &&
    length <= SMALL_FILE_BYTES &&
    !bodyMemory.isTight(accountOfUser(upload.userId), length)
  );
}

/** Writes and publishes a small upload that its first chunk contains as a whole. */
async function receiveWhole(
  service: UploadService,
  upload: UploadInAction,
  { body, checksum }: Chunk,
): Promise<number> {
  const bytes = await readSmallBody(body, accountOfUser(upload.userId), upload.length);
  if (typeof bytes === 'string' || bytes.length !== upload.length) throw cutOff();
  const sha256 = checksum && verified(checksum, bytes);
  try {
    await writeSmallUpload(service, upload, bytes, sha256);
  } catch (error) {
    if (isNameTaken(error)) await forgetUpload(service, upload);
    throw error;
  }
  return upload.length;
}

/** Returns the SHA-256 of bytes that have the stated checksum. Throws `checksum-mismatch` otherwise. */
function verified(checksum: StatedChecksum, bytes: Uint8Array): string {
  const sum = new ChunkChecksum(checksum);
  sum.add(bytes);
  sum.requireMatch();
  return createHash('sha256').update(bytes).digest('hex');
}

/** Appends a chunk to the temporary file of the upload, which the first chunk creates. */
async function appendToPart(
  service: UploadService,
  upload: UploadInAction,
  chunk: Chunk,
): Promise<number> {
  const opened = await openPartialUpload(service, upload);
  const temporaryFile = opened?.temporaryFile;
  const currentOffset = opened?.offset ?? 0;
  const refusal = refusalOf(upload, chunk, currentOffset);
  if (refusal !== undefined) {
    await temporaryFile?.close();
    throw refusal;
  }
  const hasChecksum = chunk.checksum !== undefined;
  if (temporaryFile === undefined) {
    const created = await createTemporaryFile(service, upload, hasChecksum);
    return writeChunk(service, { ...upload, isVerified: hasChecksum }, created, chunk);
  }
  if (upload.isVerified && !hasChecksum) await markUnverified(service, upload);
  const isVerified = upload.isVerified && hasChecksum;
  return writeChunk(service, { ...upload, isVerified }, temporaryFile, chunk);
}

async function markUnverified({ db, digests }: UploadService, upload: StoredUpload): Promise<void> {
  digests.stop(upload.id);
  await db.write((tx) => setUnverified(tx, upload), { isIdempotent: true, isUncached: true });
}

function refusalOf(
  { length }: StoredUpload,
  { offset, announcedBytes }: Chunk,
  currentOffset: number,
): AppError | undefined {
  if (offset !== currentOffset) {
    return new AppError('wrong-offset', `the upload stands at ${currentOffset}, not at ${offset}`);
  }
  if (announcedBytes !== undefined && announcedBytes > length - offset) {
    return tooLong();
  }
  return undefined;
}

async function createTemporaryFile(
  service: UploadService,
  upload: StoredUpload,
  isVerified: boolean,
): Promise<TemporaryFile> {
  const partName = await recordPartialUpload(service, upload, { isVerified });
  const { folder, length } = upload;
  return service.tree.driver.createTemporaryFile(recordedPath(folder), partName, { length });
}
