import { createHash, type Hash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { UPLOAD_CHECKSUM_ALGORITHMS, type UploadChecksumAlgorithm } from '#contract/uploads.ts';
import { AppError } from '../../errors.ts';

/** The checksum that a client states for the bytes of a chunk. */
export interface StatedChecksum {
  readonly algorithm: UploadChecksumAlgorithm;
  readonly value: Buffer;
}

/** Length of each checksum in bytes. */
const LENGTHS: Readonly<Record<UploadChecksumAlgorithm, number>> = {
  crc32: 4,
  md5: 16,
  sha1: 20,
  sha256: 32,
  sha512: 64,
};

/** Parses the header `Upload-Checksum` (tus 1.0, checksum extension). Throws `invalid-request` for an unknown algorithm and for a malformed value. */
export function parseUploadChecksum(
  header: string | readonly string[] | undefined,
): StatedChecksum | undefined {
  if (header === undefined) return undefined;
  const [, name, base64 = ''] = /^(\S+) ([A-Za-z0-9+/]+={0,2})$/.exec(String(header)) ?? [];
  if (name === undefined) throw unacceptable('the checksum is not "<algorithm> <base64>"');
  const algorithm = UPLOAD_CHECKSUM_ALGORITHMS.find((known) => known === name);
  if (algorithm === undefined) {
    throw unacceptable(
      `the checksum algorithm is unknown. Use one of: ${UPLOAD_CHECKSUM_ALGORITHMS.join(', ')}`,
    );
  }
  const value = Buffer.from(base64, 'base64');
  if (value.length === LENGTHS[algorithm]) return { algorithm, value };
  throw unacceptable(`a checksum of ${algorithm} has ${LENGTHS[algorithm]} bytes`);
}

function unacceptable(reason: string): AppError {
  return new AppError('invalid-request', reason);
}

/** Computes the checksum of a chunk while its bytes arrive, and compares it with the stated one. */
export class ChunkChecksum {
  readonly #stated: StatedChecksum;
  readonly #hash: Hash | undefined;
  #crc = 0;

  constructor(stated: StatedChecksum) {
    this.#stated = stated;
    this.#hash = stated.algorithm === 'crc32' ? undefined : createHash(stated.algorithm);
  }

  add(bytes: Uint8Array): void {
    if (this.#hash === undefined) this.#crc = crc32(bytes, this.#crc);
    else this.#hash.update(bytes);
  }

  /** Throws `checksum-mismatch` unless the added bytes have the stated checksum. Called once, after the last byte. */
  requireMatch(): void {
    if (this.#value().equals(this.#stated.value)) return;
    throw new AppError(
      'checksum-mismatch',
      'the bytes have another checksum than stated, and were discarded. Send them again',
    );
  }

  #value(): Buffer {
    if (this.#hash !== undefined) return this.#hash.digest();
    const value = Buffer.alloc(LENGTHS.crc32);
    value.writeUInt32BE(this.#crc);
    return value;
  }
}
