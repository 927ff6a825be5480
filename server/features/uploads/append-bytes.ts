import type { Readable } from 'node:stream';
import { AppError } from '../../errors.ts';
import { touchUpload, type StoredUpload } from '../../metadata/uploads.ts';
import type { TemporaryFile } from '../../storage/driver.ts';
import { accountOfUser } from '../../lib/accounts.ts';
import { bodyMemory, readSmallBody } from '../../tree/body-memory.ts';
import { writeBatches } from '../../tree/write-batches.ts';
import {
  forget,
  isNameTaken,
  reread,
  markFinished,
  recordPart,
  openUploadPart,
  publishUpload,
  resumeAt,
  type UploadService,
  writeWhole,
} from './uploads.ts';

export interface Chunk {
  readonly offset: number;
  readonly body: Readable;
  /** Content-Length, where the client tells it. Bytes. */
  readonly announcedBytes: number | undefined;
}

/** A whole file of up to so many bytes needs no part: it is written in one step. */
const SMALL_FILE_BYTES = 256 * 1024;

/** To know the last byte to within so long is enough: an upload counts as idle after ten seconds, as forgotten after hours. */
const TOLD_EVERY_MS = 2_000;

/** Appends a chunk at exactly the offset at which the upload stands; resolves with where it stands now. */
export async function appendBytes(
  service: UploadService,
  upload: StoredUpload,
  chunk: Chunk,
): Promise<number> {
  const offset = await service.locks.hold(upload.id, async (stop) => {
    stop.addEventListener('abort', () => chunk.body.destroy(), { once: true });
    const latest = await reread(service, upload);
    if (latest.finishedAt !== undefined) throw repeated(latest, chunk);
    return isSmallWhole(latest, chunk)
      ? receiveWhole(service, latest, chunk)
      : appendToPart(service, latest, chunk);
  });
  if (offset === undefined) throw new AppError('locked', 'another request is writing this upload');
  return offset;
}

/** Of a finished upload, a chunk that is known to be there says: ask where it stands, and go on. */
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
  { body }: Chunk,
): Promise<number> {
  const bytes = await readSmallBody(body, accountOfUser(upload.userId), upload.length);
  if (typeof bytes === 'string' || bytes.length !== upload.length) throw cutOff();
  try {
    await writeWhole(service, upload, bytes);
  } catch (error) {
    if (isNameTaken(error)) await forget(service, upload);
    throw error;
  }
  await markFinished(service, upload);
  return upload.length;
}

async function appendToPart(
  service: UploadService,
  upload: StoredUpload,
  chunk: Chunk,
): Promise<number> {
  const opened = await openUploadPart(service, upload);
  const part = opened?.part;
  const standsAt = opened?.offset ?? 0;
  const refusal = refusalOf(upload, chunk, standsAt);
  if (refusal !== undefined) {
    await part?.close();
    throw refusal;
  }
  return write(service, upload, part ?? (await createTemporaryFile(service, upload)), chunk);
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
    return new AppError('too-large', 'more bytes than the upload has left');
  }
  return undefined;
}

async function createTemporaryFile(
  service: UploadService,
  upload: StoredUpload,
): Promise<TemporaryFile> {
  const partName = await recordPart(service, upload);
  return service.tree.driver.createTemporaryFile(upload.folder, partName);
}

/** Closes the part, or publishes it when the last byte has come. */
async function write(
  service: UploadService,
  upload: StoredUpload,
  part: TemporaryFile,
  { offset, body }: Chunk,
): Promise<number> {
  let standsAt = offset;
  try {
    const maxBytes = upload.length - offset;
    const { bytes, outcome } = await writeBatches(body, part, {
      position: offset,
      maxBytes,
      account: accountOfUser(upload.userId),
      onWritten: (end) => service.flushes.note(upload, end),
    });
    if (outcome === 'too-long') {
      await resumeAt(service, await reread(service, upload), part, offset);
      throw new AppError('too-large', 'more bytes than the upload has left');
    }
    standsAt = offset + bytes;
    if (outcome === 'cut') throw cutOff();
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

/**
 * Tells that bytes have come, so that the upload is not forgotten. Not after each chunk: every write makes all who are signed
 * in be looked up anew.
 */
async function touch({ db }: UploadService, { id, lastByteAt }: StoredUpload): Promise<void> {
  const now = Date.now();
  if (now - lastByteAt >= TOLD_EVERY_MS)
    await db.write((tx) => touchUpload(tx, id, now), { isIdempotent: true });
}

/** Nobody is left to read it, save when another request of the same upload has made this one stop. */
function cutOff(): AppError {
  return new AppError('locked', 'the chunk was cut off');
}
