import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import { BoltError } from './bolt-error.ts';

/** A file that is read and never written. */
export interface ByteSource {
  readonly size: number;
  /** Exactly `length` bytes from `offset`, which both lie within `size`. */
  read(offset: number, length: number): Buffer;
  /** Throws when the file is no longer the one that was opened. */
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
    // Without waiting: a pipe would keep whoever opens it until somebody writes.
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    throw new BoltError('unreadable', `${path} cannot be read (${reason})`, { cause: error });
  }
}

function sourceOf(path: string, descriptor: number): ByteSource {
  const opened = fstatSync(descriptor);
  if (!opened.isFile()) throw new BoltError('unreadable', `${path} is no file`);
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
