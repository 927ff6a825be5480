import type { Readable } from 'node:stream';
import { AppError } from '../../errors.ts';
import { accountOfUser } from '../../lib/accounts.ts';
import { touchUpload, type StoredUpload } from '../../metadata/uploads.ts';
import type { TemporaryFile } from '../../storage/driver.ts';
import { writeBatches } from '../../tree/write-batches.ts';
import { ChunkChecksum, type StatedChecksum } from './chunk-checksum.ts';
import { publishUpload } from './publish-upload.ts';
import { reread, resumeAt, type UploadInAction, type UploadService } from './uploads.ts';

export interface Chunk {
  readonly offset: number;
  readonly body: Readable;
  /** Content-Length in bytes; undefined when the client does not state it. */
  readonly announcedBytes: number | undefined;
  /** Undefined for clients that send no checksums. */
  readonly checksum: StatedChecksum | undefined;
}

/** Minimum interval at which the arrival of bytes is stored: uploads become idle after ten seconds and expire after hours. */
const STORED_EVERY_MS = 2_000;

/** Writes the chunk. Closes the temporary file, or publishes it when the last byte has arrived. */
export async function writeChunk(
  service: UploadService,
  upload: UploadInAction,
  temporaryFile: TemporaryFile,
  chunk: Chunk,
): Promise<number> {
  let standsAt: number;
  try {
    standsAt = await (chunk.checksum === undefined
      ? writeUnverified(service, upload, temporaryFile, chunk)
      : writeVerified(service, upload, temporaryFile, chunk, chunk.checksum));
    const { offset } = chunk;
    if (upload.isVerified)
      await service.digests.extend(upload, temporaryFile, { offset, end: standsAt });
  } catch (error) {
    await temporaryFile.close();
    await touch(service, upload);
    throw error;
  }
  if (standsAt === upload.length) {
    await publishUpload(service, upload, temporaryFile);
  } else {
    await temporaryFile.close();
    await service.flushes.withinLimit(upload);
    // Bytes that were verified can be cut to their end only while the store has it.
    if (upload.isVerified && temporaryFile.isDurable === true) await service.flushes.store(upload);
    await touch(service, upload);
  }
  return standsAt;
}

/** Keeps what has arrived, also of a chunk that is cut off. */
async function writeUnverified(
  service: UploadService,
  upload: StoredUpload,
  temporaryFile: TemporaryFile,
  { offset, body }: Chunk,
): Promise<number> {
  const { bytes, outcome } = await writeBatches(body, temporaryFile, {
    position: offset,
    maxBytes: upload.length - offset,
    account: accountOfUser(upload.userId),
    onWritten: (end) => service.flushes.record(upload, end),
  });
  if (outcome === 'too-long') {
    await resumeAt(service, await reread(service, upload), temporaryFile, offset);
    throw tooLong();
  }
  if (outcome === 'cut') throw cutOff();
  return offset + bytes;
}

/** Keeps a whole chunk with the stated checksum, and otherwise none of its bytes. */
async function writeVerified(
  { flushes, digests }: UploadService,
  upload: StoredUpload,
  temporaryFile: TemporaryFile,
  { offset, body }: Chunk,
  checksum: StatedChecksum,
): Promise<number> {
  const sum = new ChunkChecksum(checksum);
  try {
    const { bytes, outcome } = await writeBatches(body, temporaryFile, {
      position: offset,
      maxBytes: upload.length - offset,
      account: accountOfUser(upload.userId),
      onReceived: (piece) => sum.add(piece),
      onWritten: () => digests.keepAlive(upload),
    });
    if (outcome === 'too-long') throw tooLong();
    if (outcome === 'cut') throw cutOff();
    sum.requireMatch();
    flushes.record(upload, offset + bytes);
    return offset + bytes;
  } catch (error) {
    // If this fails, the next request cuts the file.
    await temporaryFile.truncate(offset).catch(() => undefined);
    throw error;
  }
}

export function tooLong(): AppError {
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
export function cutOff(): AppError {
  return new AppError('locked', 'the chunk was cut off');
}
