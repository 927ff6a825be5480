import { crc32 } from 'node:zlib';
import { DEFLATE_END, deflateBlock, type DeflateBlock, WINDOW_BYTES } from './deflate-block.ts';
import { gatherBlocks } from './gather-blocks.ts';
import { withLibuvSlot } from './libuv-slots.ts';
import { mapAhead } from './map-ahead.ts';

const BLOCK_BYTES = 256 * 1024;
const BLOCKS_AHEAD = 6;
/** RFC 1952: magic number, deflate, no flags, no time, no extra flags, unknown system. */
const HEADER = new Uint8Array([0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0, 0, 0xff]);

/** Compresses to a gzip file, whose blocks are compressed concurrently in libuv's pool. */
export async function* gzip(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const sum = { crc: 0, bytes: 0 };
  const blocks = mapAhead(
    withWindow(gatherBlocks(source, BLOCK_BYTES), sum),
    BLOCKS_AHEAD,
    (block) => withLibuvSlot(() => deflateBlock(block)),
  );
  let isFirst = true;
  for await (const block of blocks) {
    // After the first block, so that nothing is sent if the source fails at once.
    if (isFirst) yield HEADER;
    isFirst = false;
    yield block;
  }
  if (isFirst) yield HEADER;
  yield DEFLATE_END;
  yield trailer(sum);
}

async function* withWindow(
  blocks: AsyncIterable<Uint8Array>,
  sum: { crc: number; bytes: number },
): AsyncGenerator<DeflateBlock> {
  let before: Uint8Array = new Uint8Array(0);
  for await (const bytes of blocks) {
    sum.crc = crc32(bytes, sum.crc);
    sum.bytes += bytes.length;
    yield { bytes, before };
    before = bytes.subarray(-WINDOW_BYTES);
  }
}

/** Returns the trailer: the checksum, and the length modulo 2^32. */
function trailer({ crc, bytes }: { readonly crc: number; readonly bytes: number }): Uint8Array {
  const end = new DataView(new ArrayBuffer(8));
  end.setUint32(0, crc, true);
  end.setUint32(4, bytes % 2 ** 32, true);
  return new Uint8Array(end.buffer);
}
