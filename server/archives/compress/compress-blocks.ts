import type { BlockFormat } from './block-formats.ts';
import { borrowCodecThreads, CODEC_THREADS } from './codec-threads.ts';
import { mapAhead } from './map-ahead.ts';

/** Compresses a stream in blocks. Every thread has a block, and one more waits. */
export async function* compressBlocks(
  { codec, blockBytes, head, tail }: BlockFormat,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const threads = borrowCodecThreads(codec);
  const spare: ArrayBuffer[] = [];
  try {
    const blocks = mapAhead(cutBlocks(source, blockBytes, spare), CODEC_THREADS + 1, (block) =>
      threads.compress(block),
    );
    let isFirst = true;
    for await (const { made, memory } of blocks) {
      // After the first block, so that a format that cannot be written fails before the first byte.
      if (isFirst && head !== undefined) yield head;
      isFirst = false;
      spare.push(memory);
      if (made.length > 0) yield made;
    }
    if (tail !== undefined) yield tail;
  } finally {
    await threads.release();
  }
}

/**
 * Yields the bytes of `source` in blocks of `size` bytes; the last one may be shorter. Each block has its own memory, which the
 * consumer may transfer to a thread. Memory in `spare` is used first. An empty source yields one empty block.
 */
async function* cutBlocks(
  source: AsyncIterable<Uint8Array>,
  size: number,
  spare: ArrayBuffer[],
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let block = fresh(size, spare);
  let filled = 0;
  let isFirst = true;
  for await (const chunk of source) {
    for (let taken = 0; taken < chunk.length;) {
      const piece = chunk.subarray(taken, taken + size - filled);
      block.set(piece, filled);
      taken += piece.length;
      filled += piece.length;
      if (filled < size) continue;
      yield block;
      isFirst = false;
      block = fresh(size, spare);
      filled = 0;
    }
  }
  if (filled > 0 || isFirst) yield block.slice(0, filled);
}

function fresh(size: number, spare: ArrayBuffer[]): Uint8Array<ArrayBuffer> {
  const memory = spare.pop();
  return memory?.byteLength === size ? new Uint8Array(memory) : new Uint8Array(size);
}
