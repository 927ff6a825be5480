import { promisify } from 'node:util';
import { constants, deflateRaw } from 'node:zlib';
import { looksCompressed } from './looks-compressed.ts';

const LEVEL = 5;
/** Distance of the farthest reference in deflate. */
export const WINDOW_BYTES = 32 * 1024;
/** Maximum length of a stored piece, which has 16 bits. */
const MAX_STORED = 65_535;
const STORED_HEADER_BYTES = 5;
/** Enough for the output of most blocks, so that one task in the thread pool suffices. */
const OUTPUT_BYTES = 128 * 1024;

/** The end of a deflate stream: an empty stored piece, marked as the final one. */
export const DEFLATE_END = new Uint8Array([0x01, 0x00, 0x00, 0xff, 0xff]);

const deflated = promisify(deflateRaw);

/** A block of the source, and the preceding bytes, which it may refer to. */
export interface DeflateBlock {
  readonly bytes: Uint8Array;
  readonly before: Uint8Array;
}

/**
 * Returns a part of a deflate stream (RFC 1951) that ends at a byte boundary, so that the next part can follow. Runs
 * in libuv's thread pool. Incompressible bytes are stored unchanged.
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
  const pieces = Math.ceil(bytes.length / MAX_STORED);
  const made = new Uint8Array(bytes.length + pieces * STORED_HEADER_BYTES);
  const view = new DataView(made.buffer);
  let at = 0;
  for (let start = 0; start < bytes.length; start += MAX_STORED) {
    const piece = bytes.subarray(start, start + MAX_STORED);
    // The byte 0 marks a stored piece that is not the final one. The length and its complement follow.
    view.setUint16(at + 1, piece.length, true);
    view.setUint16(at + 3, ~piece.length, true);
    made.set(piece, at + STORED_HEADER_BYTES);
    at += STORED_HEADER_BYTES + piece.length;
  }
  return made;
}
