import { compressSync } from 'lz4-napi';
import { looksCompressed } from '../looks-compressed.ts';

/** Bit 31 of a block's size: the bytes that follow are not compressed. */
const IS_STORED = 0x8000_0000;
/** The library writes how long the block was; the format has no place for it. */
const LIBRARY_PREFIX_BYTES = 4;

/** One block of a frame; of an empty one nothing, as a size of 0 is the end mark. */
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
