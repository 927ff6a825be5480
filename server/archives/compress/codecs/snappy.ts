import { compressSync } from 'snappy';
import type { Codec } from '../codec.ts';
import { looksCompressed } from '../looks-compressed.ts';
import { crc32c } from './crc32c.ts';

const COMPRESSED = 0x00;
const STORED = 0x01;
/** Makes the library copy its output: memory of its own is freed late, which would need 100 MB more. */
const COPIED = { copyOutputData: true };
/** Maximum number of source bytes in a chunk. */
const CHUNK_BYTES = 65_536;
/** Type, length in 24 bits, checksum. */
const CHUNK_HEADER_BYTES = 8;

/** Compresses a block into several chunks of a stream. */
export function openSnappy(): Codec {
  // Reused for every block. The result is a copy of the necessary length.
  let room = new Uint8Array(0);
  return (block) => {
    const most = block.length + Math.ceil(block.length / CHUNK_BYTES) * CHUNK_HEADER_BYTES;
    if (room.length < most) room = new Uint8Array(most);
    const mayShrink = !looksCompressed(block);
    let end = 0;
    for (let start = 0; start < block.length; start += CHUNK_BYTES) {
      end += writeChunk(room.subarray(end), block.subarray(start, start + CHUNK_BYTES), mayShrink);
    }
    return room.slice(0, end);
  };
}

/** Writes a chunk at the beginning of `into`, and returns its length. */
function writeChunk(into: Uint8Array<ArrayBuffer>, bytes: Uint8Array, mayShrink: boolean): number {
  const compressed = mayShrink ? compressSync(bytes, COPIED) : bytes;
  const shrinks = compressed.length < bytes.length;
  const body = shrinks ? compressed : bytes;
  const view = new DataView(into.buffer, into.byteOffset);
  view.setUint32(0, ((4 + body.length) << 8) | (shrinks ? COMPRESSED : STORED), true);
  view.setUint32(4, masked(crc32c(bytes)), true);
  into.set(body, CHUNK_HEADER_BYTES);
  return CHUNK_HEADER_BYTES + body.length;
}

/** Masks a checksum (framing format, section 3), because the data may contain checksums itself. */
function masked(checksum: number): number {
  return (((checksum >>> 15) | (checksum << 17)) + 0xa282_ead8) >>> 0;
}
