import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { BoltError } from './bolt-error.ts';

/** A file that is opened read-only. */
export interface ByteSource {
  readonly size: number;
  /** Returns exactly `length` bytes from `offset` on. Both must lie within `size`. */
  read(offset: number, length: number): Buffer;
  /** Throws if the file has changed since it was opened. */
  requireUnchanged(): void;
  close(): void;
}

export function openByteSource(path: string): ByteSource {
  const descriptor = openToRead(path);
  try {
    return sourceOf(path, descriptor);
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

function openToRead(path: string): number {
  try {
    // Without blocking: opening a FIFO would wait for a writer.
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new BoltError('unreadable', `${path} cannot be read (${reason})`, { cause: error });
  }
}

function sourceOf(path: string, descriptor: number): ByteSource {
  const opened = fstatSync(descriptor);
  if (!opened.isFile()) throw new BoltError('unreadable', `${path} is not a file`);
  return {
    size: opened.size,

    read(offset, length) {
      const bytes = Buffer.alloc(length);
      for (let done = 0; done < length;) {
        const count = readSync(descriptor, bytes, done, length - done, offset + done);
        if (count === 0) throw changed(path);
        done += count;
      }
      return bytes;
    },

    requireUnchanged() {
      if (!isSame(opened, fstatSync(descriptor))) throw changed(path);
    },

    close: () => closeSync(descriptor),
  };
}

function isSame(one: Stats, other: Stats): boolean {
  return one.size === other.size && one.mtimeMs === other.mtimeMs;
}

function changed(path: string): BoltError {
  return new BoltError(
    'changed',
    `${path} was written to while it was read; stop the program that uses it first`,
  );
}
