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
  // `written` and `ended` report errors. Without a listener, one between them would end the process.
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

/** Resolves when a piece is compressed. Node does not call the callback of a write during which the encoder fails. */
async function written(encoder: BrotliCompress, piece: Uint8Array): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    encoder.once('error', reject);
    encoder.write(piece, (error) => {
      encoder.off('error', reject);
      if (error) reject(error);
      else resolve();
    });
  });
}

async function ended(encoder: BrotliCompress): Promise<void> {
  const end = once(encoder, 'end');
  encoder.end();
  await end;
}
