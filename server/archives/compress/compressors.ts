import type { ArchiveFormat } from '#contract/archives.ts';
import { BZIP2, LZ4, SNAPPY, XZ, ZSTD } from './block-formats.ts';
import { brotli } from './brotli.ts';
import { compressBlocks } from './compress-blocks.ts';
import { gzip } from './gzip.ts';

export type CompressedFormat = Exclude<ArchiveFormat, 'zip' | 'tar'>;

type Compressor = (source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;

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
 * The compressed bytes of `source`, made in other threads, a few blocks ahead of whoever consumes them. Chunks of
 * `source` must stay as they are once they have been given; it is closed however this ends, and should end by itself
 * when the signal aborts. Throws what the source throws, and the signal's reason; `unsupported-type`, before the
 * first byte, when a library is not installed (that of `tarxz` is optional).
 */
export function compress(
  format: CompressedFormat,
  source: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncIterable<Uint8Array> {
  return untilAborted(COMPRESSORS[format](untilAborted(source, signal)), signal);
}

async function* untilAborted(
  chunks: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  signal.throwIfAborted();
  for await (const chunk of chunks) {
    signal.throwIfAborted();
    yield chunk;
    signal.throwIfAborted();
  }
}
