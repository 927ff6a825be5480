import type { Readable } from 'node:stream';
import type { Actor } from '../../access/actor.ts';
import { AppError } from '../../errors.ts';
import { accountOfUser } from '../../lib/accounts.ts';
import { setUnverified, touchUpload, type StoredUpload } from '../../metadata/uploads.ts';
import type { CommandFailed } from '../../programs/events/event-hooks.ts';
import type { TemporaryFile } from '../../storage/driver.ts';
import { bodyMemory, readSmallBody } from '../../tree/body-memory.ts';
import { recordedPath } from '../../tree/resolved-path.ts';
import { writeBatches } from '../../tree/write-batches.ts';
import { ChunkChecksum, type StatedChecksum } from './chunk-checksum.ts';
import { isNameTaken, publishUpload, runHooksAfter, writeSmallUpload } from './publish-upload.ts';
import {
  authorizeUpload,
  forgetUpload,
  openPartialUpload,
  recordPartialUpload,
  requireUpload,
  reread,
  resumeAt,
  type UploadKey,
  type UploadService,
} from './uploads.ts';

export interface Chunk {
  readonly offset: number;
  readonly body: Readable;
  /** Content-Length in bytes; undefined when the client does not state it. */
  readonly announcedBytes: number | undefined;
  /** Undefined for clients that send no checksums. */
  readonly checksum: StatedChecksum | undefined;
}

/** The state of an upload after a chunk. */
export interface Appended {
  readonly offset: number;
  readonly isComplete: boolean;
  /** The command after the upload that has failed, if one has. */
  readonly failed: CommandFailed | undefined;
}

/** Maximum length of an upload that is written in one step when its first chunk holds all of it. Bytes. */
const SMALL_FILE_BYTES = 256 * 1024;

/** Minimum interval at which the arrival of bytes is stored: uploads become idle after ten seconds and expire after hours. */
const STORED_EVERY_MS = 2_000;

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
    const upload = await requireAppendable(service, actor, key, chunk);
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
    if (kind === 'outside') throw new AppError('forbidden', 'a symlink leads out of the scope');
    throw error;
  }
}

/** Returns the refusal of a chunk for a finished upload. A chunk that is stored already asks the client for the offset. */
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

async function receiveWhole(
  service: UploadService,
  upload: StoredUpload,
  { body, checksum }: Chunk,
): Promise<number> {
  const bytes = await readSmallBody(body, accountOfUser(upload.userId), upload.length);
  if (typeof bytes === 'string' || bytes.length !== upload.length) throw cutOff();
  requireChecksum(checksum, bytes);
  try {
    await writeSmallUpload(service, upload, bytes);
  } catch (error) {
    if (isNameTaken(error)) await forgetUpload(service, upload);
    throw error;
  }
  return upload.length;
}

function requireChecksum(checksum: StatedChecksum | undefined, bytes: Uint8Array): void {
  if (checksum === undefined) return;
  const sum = new ChunkChecksum(checksum);
  sum.add(bytes);
  sum.requireMatch();
}

async function appendToPart(
  service: UploadService,
  upload: StoredUpload,
  chunk: Chunk,
): Promise<number> {
  const opened = await openPartialUpload(service, upload);
  const part = opened?.part;
  const standsAt = opened?.offset ?? 0;
  const refusal = refusalOf(upload, chunk, standsAt);
  if (refusal !== undefined) {
    await part?.close();
    throw refusal;
  }
  const isVerified = chunk.checksum !== undefined;
  if (part === undefined) {
    return write(service, upload, await createTemporaryFile(service, upload, isVerified), chunk);
  }
  if (upload.isVerified && !isVerified) await markUnverified(service, upload);
  return write(service, upload, part, chunk);
}

async function markUnverified({ db }: UploadService, upload: StoredUpload): Promise<void> {
  await db.write((tx) => setUnverified(tx, upload), { isIdempotent: true, isUncached: true });
}

function refusalOf(
  { length }: StoredUpload,
  { offset, announcedBytes }: Chunk,
  standsAt: number,
): AppError | undefined {
  if (offset !== standsAt) {
    return new AppError('wrong-offset', `the upload stands at ${standsAt}, not at ${offset}`);
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
  return service.tree.driver.createTemporaryFile(recordedPath(upload.folder), partName);
}

/** Writes the chunk. Closes the temporary file, or publishes it when the last byte has arrived. */
async function write(
  service: UploadService,
  upload: StoredUpload,
  part: TemporaryFile,
  chunk: Chunk,
): Promise<number> {
  let standsAt: number;
  try {
    standsAt = await (chunk.checksum === undefined
      ? writeUnverified(service, upload, part, chunk)
      : writeVerified(service, upload, part, chunk, chunk.checksum));
  } catch (error) {
    await part.close();
    await touch(service, upload);
    throw error;
  }
  if (standsAt === upload.length) {
    await publishUpload(service, upload, part);
  } else {
    await part.close();
    await service.flushes.withinLimit(upload);
    await touch(service, upload);
  }
  return standsAt;
}

/** Keeps what has arrived, also of a chunk that is cut off. */
async function writeUnverified(
  service: UploadService,
  upload: StoredUpload,
  part: TemporaryFile,
  { offset, body }: Chunk,
): Promise<number> {
  const { bytes, outcome } = await writeBatches(body, part, {
    position: offset,
    maxBytes: upload.length - offset,
    account: accountOfUser(upload.userId),
    onWritten: (end) => service.flushes.record(upload, end),
  });
  if (outcome === 'too-long') {
    await resumeAt(service, await reread(service, upload), part, offset);
    throw tooLong();
  }
  if (outcome === 'cut') throw cutOff();
  return offset + bytes;
}

/** Keeps a whole chunk with the stated checksum, and otherwise none of its bytes. */
async function writeVerified(
  { flushes }: UploadService,
  upload: StoredUpload,
  part: TemporaryFile,
  { offset, body }: Chunk,
  checksum: StatedChecksum,
): Promise<number> {
  const sum = new ChunkChecksum(checksum);
  try {
    const { bytes, outcome } = await writeBatches(body, part, {
      position: offset,
      maxBytes: upload.length - offset,
      account: accountOfUser(upload.userId),
      onReceived: (piece) => sum.add(piece),
    });
    if (outcome === 'too-long') throw tooLong();
    if (outcome === 'cut') throw cutOff();
    sum.requireMatch();
    flushes.record(upload, offset + bytes);
    return offset + bytes;
  } catch (error) {
    // If this fails, the next request cuts the file.
    await part.truncate(offset).catch(() => undefined);
    throw error;
  }
}

function tooLong(): AppError {
  return new AppError('too-large', 'more bytes than the upload has left');
}

/**
 * Stores that bytes have arrived, so that the upload does not expire. Not for each chunk: every write of the database is flushed.
 */
async function touch({ db }: UploadService, { id, lastByteAt }: StoredUpload): Promise<void> {
  const now = Date.now();
  if (now - lastByteAt >= STORED_EVERY_MS)
    await db.write((tx) => touchUpload(tx, id, now), { isIdempotent: true, isUncached: true });
}

/** Error that a client only gets when another request for the same upload has stopped this one. */
function cutOff(): AppError {
  return new AppError('locked', 'the chunk was cut off');
}
