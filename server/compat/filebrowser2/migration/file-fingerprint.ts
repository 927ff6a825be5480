import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { StartupError } from '../../../lib/startup-error.ts';
import type { MigrationSource } from '../../../metadata/setting-documents.ts';

/** Size, time and digest by which a file is recognized. */
export type Fingerprint = Omit<MigrationSource, 'at'>;

const CHUNK_BYTES = 1_048_576;

export function fingerprintOf(file: string): Fingerprint {
  return withDescriptor(file, (descriptor) => ({
    ...sizeAndTime(file, descriptor),
    digest: digestOf(descriptor),
  }));
}

/** Returns whether the file has the same contents as before. Does not compare its time, which users can set for their files. */
export function hasSameContents(file: string, was: Fingerprint): boolean {
  return withDescriptor(
    file,
    (descriptor) =>
      sizeAndTime(file, descriptor).size === was.size && digestOf(descriptor) === was.digest,
  );
}

export function isSameFingerprint(one: Fingerprint, other: Fingerprint): boolean {
  return one.digest === other.digest && one.modifiedMs === other.modifiedMs;
}

function sizeAndTime(file: string, descriptor: number): Omit<Fingerprint, 'digest'> {
  const { size, mtimeMs } = fstatSync(descriptor);
  return { file, size, modifiedMs: mtimeMs };
}

function digestOf(descriptor: number): string {
  const hash = createHash('sha256');
  const chunk = Buffer.alloc(CHUNK_BYTES);
  for (let at = 0; ;) {
    const count = readSync(descriptor, chunk, 0, CHUNK_BYTES, at);
    if (count === 0) return hash.digest('hex');
    hash.update(chunk.subarray(0, count));
    at += count;
  }
}

function withDescriptor<Result>(file: string, work: (descriptor: number) => Result): Result {
  const descriptor = openToRead(file);
  try {
    return work(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function openToRead(file: string): number {
  try {
    return openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown';
    throw new StartupError(`${file} cannot be read (${reason})`, { cause });
  }
}
