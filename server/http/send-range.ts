import type { ServerResponse } from 'node:http';
import type { ByteRange } from '../lib/byte-ranges.ts';
import type { OpenFile } from '../storage/driver.ts';
import { countReader, recycle, takeBuffer } from './buffer-pool.ts';
import type { SentCounter } from './record-sent.ts';

/** The first piece of a long answer is small, so that it begins soon; a short one goes in one piece. Bytes. */
const FIRST_PIECE = 256 * 1024;
const SHORT_ANSWER = 1024 * 1024;

/**
 * Writes a part of a file with two buffers in turn: while the socket takes one, the disk fills the other.
 * Resolves with false when the client left or the file has become shorter than was promised; the connection
 * is then of no use any more.
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

/** Resolves once the socket has let go of the bytes; false when it is gone. */
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
    // Whatever becomes of the write, a connection that is cut tells this.
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
