import { promisify } from 'node:util';
import { constants, deflateRaw } from 'node:zlib';
import { looksCompressed } from './looks-compressed.ts';

const LEVEL = 5;
/** How far deflate looks back. */
export const WINDOW_BYTES = 32 * 1024;
/** What a stored piece can hold: its length has 16 bits. */
const MOST_STORED = 65_535;
const STORED_HEADER_BYTES = 5;
/** As much as most blocks shrink to, so that one visit to the thread pool is enough. */
const OUTPUT_BYTES = 128 * 1024;

/** The last thing in a deflate stream: a stored piece without bytes, marked as the final one. */
export const DEFLATE_END = new Uint8Array([0x01, 0x00, 0x00, 0xff, 0xff]);

const deflated = promisify(deflateRaw);

/** A block of the source and the bytes just before it, which it may refer to. */
export interface DeflateBlock {
  readonly bytes: Uint8Array;
  readonly before: Uint8Array;
}

/**
 * A part of a deflate stream (RFC 1951) that ends at a whole byte, so that the next one can follow. It is made in
 * libuv's pool; bytes that would not shrink are stored as they are.
 */
export async function deflateBlock({ bytes, before }: DeflateBlock): Promise<Uint8Array> {
  if (looksCompressed(bytes)) return stored(bytes);
  const shrunk = await deflated(bytes, {
    level: LEVEL,
    finishFlush: constants.Z_SYNC_FLUSH,
    chunkSize: OUTPUT_BYTES,
    ...(before.length > 0 && { dictionary: before }),
  });
  return shrunk.length < bytes.length ? shrunk : stored(bytes);
}

function stored(bytes: Uint8Array): Uint8Array {
  const pieces = Math.ceil(bytes.length / MOST_STORED);
  const made = new Uint8Array(bytes.length + pieces * STORED_HEADER_BYTES);
  const view = new DataView(made.buffer);
  let at = 0;
  for (let start = 0; start < bytes.length; start += MOST_STORED) {
    const piece = bytes.subarray(start, start + MOST_STORED);
    // Byte 0 says: stored, and not the final piece. Then the length, and its complement.
    view.setUint16(at + 1, piece.length, true);
    view.setUint16(at + 3, ~piece.length, true);
    made.set(piece, at + STORED_HEADER_BYTES);
    at += STORED_HEADER_BYTES + piece.length;
  }
  return made;
}
