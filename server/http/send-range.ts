import type { ServerResponse } from 'node:http';
import type { ByteRange } from '../lib/byte-ranges.ts';
import type { OpenFile } from '../storage/driver.ts';
import { countReader, recycle, takeBuffer } from './buffer-pool.ts';
import type { SentCounter } from './record-sent.ts';

/** Size of the first piece, which is small so that long replies begin early. Bytes. */
const FIRST_PIECE = 256 * 1024;
const SHORT_ANSWER = 1024 * 1024;

/**
 * Sends a range of a file with two buffers: one is sent while the other is read. Resolves with false when the client
 * disconnected or the file has become shorter than announced; the connection must then be closed.
 */
export async function sendRange(
  response: ServerResponse,
  file: OpenFile,
  range: ByteRange,
  sent: SentCounter,
): Promise<boolean> {
  const done = countReader();
  try {
    return await pump(response, file, range, sent);
  } finally {
    done();
  }
}

async function pump(
  response: ServerResponse,
  file: OpenFile,
  { start, end }: ByteRange,
  sent: SentCounter,
): Promise<boolean> {
  let position = start;
  let piece = end - start < SHORT_ANSWER ? SHORT_ANSWER : FIRST_PIECE;
  let writing: Promise<boolean> = Promise.resolve(true);
  while (position <= end) {
    const buffer = takeBuffer();
    const wanted = Math.min(piece, end - position + 1, buffer.length);
    const read = await file.readInto(buffer.subarray(0, wanted), position);
    const written = await writing;
    if (read === 0 || !written) {
      recycle(buffer);
      return false;
    }
    writing = write(response, buffer, read, sent);
    position += read;
    piece = buffer.length;
  }
  return writing;
}

/** Resolves when the socket has sent the bytes; with false when it is closed. */
function write(
  response: ServerResponse,
  buffer: Buffer,
  length: number,
  sent: SentCounter,
): Promise<boolean> {
  return new Promise((resolve) => {
    if (response.destroyed) {
      resolve(false);
      return;
    }
    // A closed connection emits this in any case.
    const onClose = (): void => resolve(false);
    response.once('close', onClose);
    response.write(buffer.subarray(0, length), (error) => {
      response.off('close', onClose);
      recycle(buffer);
      const isWritten = error === undefined || error === null;
      if (isWritten) sent.bytes += length;
      resolve(isWritten);
    });
  });
}
