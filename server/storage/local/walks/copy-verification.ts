import { createHash } from 'node:crypto';
import { type BigIntStats, closeSync, constants, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { AppError } from '../../../errors.ts';
import type { Task } from '../../../lib/serve-tasks.ts';
import type { CopiedDigest } from '../../walk-outcomes.ts';
import { reopen, statOf } from '../descriptors.ts';
import { toEntryStat } from '../entry-stat.ts';
import { hasErrno } from '../node-error.ts';
import type { CopyFlush } from './copy-flush.ts';

/** Number of copies that are flushed and read back together. Each is an open file. */
const MAX_PENDING = 256;
/** Number of digests that are returned, so that the memory for them is bounded. */
const MAX_DIGESTS = 10_000;

const KIB_PER_PAGE = 64;
const PIECE_KIB = 256;

// Missing in the types of Node.
declare const WebAssembly: {
  readonly Memory: new (size: { initial: number }) => { readonly buffer: ArrayBuffer };
};

/**
 * How copies are compared. `disk`: by their SHA-256, read from the disk after the flush, because the original will be removed. `cache`: by
 * their CRC-32, read from the page cache, which takes less than half of that time (decision 39). It detects bytes that were damaged or
 * misplaced while they were copied, but not errors of the disk.
 */
export type Comparison = 'disk' | 'cache';

/** Takes the bytes of a file in order. */
export interface Digest {
  update(bytes: Uint8Array): unknown;
  digest(encoding: 'hex'): string;
}

class Crc32 implements Digest {
  #value = 0;

  update(bytes: Uint8Array): void {
    this.#value = crc32(bytes, this.#value);
  }

  digest(): string {
    return this.#value.toString(16);
  }
}

function newDigest(comparison: Comparison): Digest {
  return comparison === 'disk' ? createHash('sha256') : new Crc32();
}

/** A copy of one file whose original is being read. */
export class CopiedFile {
  /** Takes the bytes of the original. */
  readonly hash: Digest;
  /** Open for reading. */
  readonly fd: number;

  /** `target` is the empty copy, before it gets a mode that may forbid reading it. */
  constructor(target: number, comparison: Comparison) {
    this.hash = newDigest(comparison);
    this.fd = comparison === 'disk' ? reopenDirectly(target) : reopen(target, constants.O_RDONLY);
  }
}

/**
 * Reads the copies of files back, and compares them with the bytes which were read from the originals. From the disk, a copy is read after it
 * was flushed, and without the page cache where the file system supports that: the cache would return what was written, whatever is on the
 * disk.
 */
export class CopyVerification {
  readonly comparison: Comparison;
  readonly #flush: CopyFlush;
  readonly #pending: CopiedFile[] = [];
  readonly #digests: CopiedDigest[] = [];

  constructor(flush: CopyFlush, comparison: Comparison) {
    this.#flush = flush;
    this.comparison = comparison;
  }

  /** Digests of the first verified copies. */
  get digests(): readonly CopiedDigest[] {
    return this.#digests;
  }

  /** Adds a complete copy, which is compared later. Closes its descriptor then. */
  *add(copied: CopiedFile): Task<void> {
    this.#pending.push(copied);
    if (this.#pending.length >= MAX_PENDING) yield* this.compare();
  }

  /** Flushes and compares the copies that were added. Throws `storage-failed` when one differs from its original. */
  *compare(): Task<void> {
    if (this.comparison === 'disk') this.#flush.end();
    for (let copied = this.#pending.pop(); copied; copied = this.#pending.pop()) {
      const { fd, hash } = copied;
      try {
        const found = yield* this.#digestOf(fd);
        if (found !== hash.digest('hex')) {
          throw new AppError(
            'storage-failed',
            'a copy has other bytes on the disk than its original. The original was kept',
          );
        }
        if (this.comparison === 'disk') this.#remember(statOf(fd), found);
      } finally {
        closeSync(fd);
      }
    }
  }

  *#digestOf(fd: number): Task<string> {
    if (this.comparison === 'disk') return yield* digestOnDisk(fd, statOf(fd));
    const digest = newDigest(this.comparison);
    yield* digestContents(digest, fd, statOf(fd));
    return digest.digest('hex');
  }

  /** Closes the copies that were not compared. */
  close(): void {
    for (const { fd } of this.#pending.splice(0)) closeSync(fd);
  }

  #remember(stats: BigIntStats, sha256: string): void {
    if (this.#digests.length >= MAX_DIGESTS) return;
    const { fingerprint, modifiedNs, size } = toEntryStat(stats);
    this.#digests.push({ fingerprint, modifiedNs, size, sha256 });
  }
}

function* digestOnDisk(fd: number, stats: BigIntStats): Task<string> {
  try {
    return yield* digestOf(fd, stats);
  } catch (error) {
    if (!hasErrno(error, 'EINVAL')) throw error;
    // Some file systems open files without the page cache, but refuse to read them so.
    const cached = reopen(fd, constants.O_RDONLY);
    try {
      return yield* digestOf(cached, stats);
    } finally {
      closeSync(cached);
    }
  }
}

function* digestOf(fd: number, stats: BigIntStats): Task<string> {
  const hash = createHash('sha256');
  yield* digestContents(hash, fd, stats);
  return hash.digest('hex');
}

function* digestContents(hash: Digest, fd: number, { size }: BigIntStats): Task<void> {
  const target = alignedPiece();
  let position = 0;
  while (position < Number(size)) {
    const count = readSync(fd, target, 0, target.length, position);
    if (count === 0) break;
    hash.update(target.subarray(0, count));
    position += count;
    yield;
  }
}

/** Memory that begins at a multiple of the size of a disk block, as reading without the page cache requires. WebAssembly allocates such memory. */
let piece: Uint8Array<ArrayBuffer> | undefined;

function alignedPiece(): Uint8Array<ArrayBuffer> {
  piece ??= new Uint8Array(new WebAssembly.Memory({ initial: PIECE_KIB / KIB_PER_PAGE }).buffer);
  return piece;
}

/** Opens a file for reading without the page cache; with it where the file system refuses that, such as some of FUSE. */
function reopenDirectly(fd: number): number {
  try {
    return reopen(fd, constants.O_RDONLY | constants.O_DIRECT);
  } catch (error) {
    if (!hasErrno(error, 'EINVAL')) throw error;
    return reopen(fd, constants.O_RDONLY);
  }
}
