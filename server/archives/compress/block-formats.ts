import type { CodecName } from './codec-worker.ts';

/**
 * A compressed format that consists of independent blocks, so that several threads can compress them. A file is
 * `head`, the compressed blocks in order, and `tail`.
 */
export interface BlockFormat {
  readonly codec: CodecName;
  /** Number of source bytes in a block. Larger blocks compress better but need more memory. */
  readonly blockBytes: number;
  readonly head?: Uint8Array<ArrayBuffer>;
  readonly tail?: Uint8Array<ArrayBuffer>;
}

const MIB = 1024 * 1024;

/**
 * A sequence of streams of one block each, as pbzip2 writes them. This is the maximum length of a block at level 9;
 * one byte more would begin a second, tiny one.
 */
export const BZIP2: BlockFormat = { codec: 'bzip2', blockBytes: 899_981 };

/** Streams of one block each. Preset 1 looks back one mebibyte, so blocks of three lose little. */
export const XZ: BlockFormat = { codec: 'xz', blockBytes: 3 * MIB };

/** A frame for each block. */
export const ZSTD: BlockFormat = { codec: 'zstd', blockBytes: MIB };

/**
 * LZ4 frame format 1.6.1: magic number; version 1, blocks independent, no checksums (0x60), blocks of up to 1 MiB
 * (0x60); the second byte of the XXH32 of these two. The end mark is a block of size 0.
 */
export const LZ4: BlockFormat = {
  codec: 'lz4',
  blockBytes: MIB,
  head: new Uint8Array([0x04, 0x22, 0x4d, 0x18, 0x60, 0x60, 0x51]),
  tail: new Uint8Array(4),
};

/** Snappy framing format: the stream identifier, then chunks; there is no end mark. */
export const SNAPPY: BlockFormat = {
  codec: 'snappy',
  blockBytes: MIB,
  head: new Uint8Array([0xff, 0x06, 0x00, 0x00, 0x73, 0x4e, 0x61, 0x50, 0x70, 0x59]),
};
