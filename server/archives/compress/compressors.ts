import type { ArchiveFormat } from '#contract/archives.ts';
import { BZIP2, LZ4, SNAPPY, XZ, ZSTD } from './block-formats.ts';
import { brotli } from './brotli.ts';
import { compressBlocks } from './compress-blocks.ts';
import { gzip } from './gzip.ts';

export type CompressedFormat = Exclude<ArchiveFormat, 'zip' | 'tar'>;

type Compressor = (source: AsyncIterable<Uint8Array>) => AsyncGenerator<Uint8Array>;

const COMPRESSORS: Readonly<Record<CompressedFormat, Compressor>> = {
  targz: gzip,
  tarbr: brotli,
  tarbz2: (source) => compressBlocks(BZIP2, source),
  tarxz: (source) => compressBlocks(XZ, source),
  tarlz4: (source) => compressBlocks(LZ4, source),
  tarsz: (source) => compressBlocks(SNAPPY, source),
  tarzst: (source) => compressBlocks(ZSTD, source),
};

/**
 * Compresses `source` in other threads, a few blocks ahead of the consumer. Chunks of `source` must not be changed
 * after they have been yielded. `source` is closed in any case, and should end by itself when the signal aborts.
 * Throws errors of the source and the reason of the signal; `unsupported-type`, before the first byte, if a library
 * is not installed (that of `tarxz` is optional).
 */
export function compress(
  format: CompressedFormat,
  source: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  return untilAborted(COMPRESSORS[format](checked(source, signal)), signal);
}

/** Resolves when the first bytes are available, so that errors up to there occur before anything is sent. */
export async function beginCompressing(
  format: CompressedFormat,
  source: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> {
  const chunks = compress(format, source, signal);
  const first = await chunks.next();
  return startingWith(first, chunks);
}

async function* startingWith(
  first: IteratorResult<Uint8Array>,
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  try {
    if (first.done === true) return;
    yield first.value;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

/** Ends `chunks` when the signal aborts, even if the consumer is paused, because threads are occupied until the end. */
async function* untilAborted(
  chunks: AsyncGenerator<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const end = (): void => void chunks.return(undefined).catch(() => undefined);
  signal.throwIfAborted();
  signal.addEventListener('abort', end, { once: true });
  try {
    yield* checked(chunks, signal);
  } finally {
    signal.removeEventListener('abort', end);
  }
}

/** Throws the reason of the signal at the end, so that a cancelled source is not mistaken for a complete one. */
async function* checked(
  chunks: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    signal.throwIfAborted();
    yield chunk;
  }
  signal.throwIfAborted();
}
