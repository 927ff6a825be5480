import { once } from 'node:events';
import { type BrotliCompress, constants, createBrotliCompress } from 'node:zlib';
import { withLibuvSlot } from './libuv-slots.ts';

const QUALITY = 4;
/** A few milliseconds of work in libuv's thread pool. */
const PIECE_BYTES = 128 * 1024;

/** Compresses with Brotli. One stream cannot be divided, so this uses one core. */
export async function* brotli(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const encoder = createBrotliCompress({
    params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY },
    chunkSize: PIECE_BYTES,
  });
  const made: Uint8Array[] = [];
  // The listener keeps the stream flowing: a piece is done when all its output has been collected.
  encoder.on('data', (bytes: Uint8Array) => made.push(bytes));
  // The callback of each write receives the error too.
  encoder.on('error', () => undefined);
  try {
    for await (const chunk of source) {
      for (let taken = 0; taken < chunk.length; taken += PIECE_BYTES) {
        const piece = chunk.subarray(taken, taken + PIECE_BYTES);
        await withLibuvSlot(() => written(encoder, piece));
        yield* made.splice(0);
      }
    }
    await withLibuvSlot(() => ended(encoder));
    yield* made.splice(0);
  } finally {
    encoder.destroy();
  }
}

async function written(encoder: BrotliCompress, piece: Uint8Array): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    encoder.write(piece, (error) => (error ? reject(error) : resolve()));
  });
}

async function ended(encoder: BrotliCompress): Promise<void> {
  const end = once(encoder, 'end');
  encoder.end();
  await end;
}
