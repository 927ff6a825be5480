import type { BlockFormat } from './block-formats.ts';
import { borrowCodecThreads, CODEC_THREADS } from './codec-threads.ts';
import { cutBlocks } from './cut-blocks.ts';
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
