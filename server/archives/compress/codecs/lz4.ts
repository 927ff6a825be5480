import { compressSync } from 'lz4-napi';
import { looksCompressed } from '../looks-compressed.ts';

/** Bit 31 of the size of a block: the following bytes are not compressed. */
const IS_STORED = 0x8000_0000;
/** Number of bytes of the length that the library writes before a block. The frame format does not contain it. */
const LIBRARY_PREFIX_BYTES = 4;

/** Returns one block of a frame; nothing for an empty one, because a size of 0 is the end mark. */
export function compressLz4(block: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  if (block.length === 0) return new Uint8Array(0);
  if (looksCompressed(block)) return framed(block, block.length | IS_STORED);
  const compressed = compressSync(Buffer.from(block.buffer)).subarray(LIBRARY_PREFIX_BYTES);
  return compressed.length < block.length
    ? framed(compressed, compressed.length)
    : framed(block, block.length | IS_STORED);
}

function framed(bytes: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const frame = new Uint8Array(4 + bytes.length);
  new DataView(frame.buffer).setInt32(0, size, true);
  frame.set(bytes, 4);
  return frame;
}
