import { closeSync, ftruncate, openSync, unlinkSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AppError } from '../../errors.ts';
import type { OpenFile } from '../../storage/driver.ts';

const truncateDescriptor = promisify(ftruncate);

/** A file system in memory. */
const MEMORY = '/dev/shm';
/** A copy of at most that size is kept, which saves time. Bytes. */
const KEPT_BYTES = 8 * 1024 * 1024;

/**
 * Files without a name, in memory, by which a confined decoding process gets the bytes of images: it inherits their descriptors. Empty
 * where the machine has no such file system.
 */
export class PictureSlots {
  readonly descriptors: readonly number[];
  readonly #free: number[];
  #isClosed = false;

  constructor(count: number) {
    this.descriptors = openFiles(count);
    this.#free = this.descriptors.map((_fd, index) => index);
  }

  /**
   * Copies the file, and runs `work` with the index of the copy's descriptor. Resolves with undefined without a free slot, or if the
   * memory is full. Throws if the file cannot be read.
   */
  async withCopy<Result>(
    file: OpenFile,
    work: (index: number) => Promise<Result>,
  ): Promise<Result | undefined> {
    const index = this.#free.pop();
    const fd = index === undefined ? undefined : this.descriptors[index];
    if (index === undefined || fd === undefined) return undefined;
    let isSettled = true;
    try {
      if (!(await isCopied(file, fd))) return undefined;
      return await work(index);
    } catch (error) {
      isSettled = !(error instanceof AppError && error.code === 'not-answering');
      throw error;
    } finally {
      // Smaller copies are overwritten by the next one, or freed when the process is idle.
      if (file.stat.size > KEPT_BYTES) await truncateDescriptor(fd, 0);
      // Another image must not be mixed with bytes that arrive late.
      if (this.#isClosed || !isSettled) closeSync(fd);
      else this.#free.push(index);
    }
  }

  /** Closes a slot that is in use later. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const index of this.#free.splice(0)) {
      const fd = this.descriptors[index];
      if (fd !== undefined) closeSync(fd);
    }
  }
}

function openFiles(count: number): number[] {
  const descriptors: number[] = [];
  try {
    while (descriptors.length < count) {
      const path = join(MEMORY, `filebrowser-${randomUUID()}`);
      descriptors.push(openSync(path, 'wx+', 0o600));
      unlinkSync(path);
    }
  } catch {
    // The bytes are sent in messages instead, which takes longer.
  }
  return descriptors;
}

/** Resolves with false if there is no space. */
async function isCopied(file: OpenFile, descriptor: number): Promise<boolean> {
  if (file.copyTo === undefined) return false;
  try {
    await file.copyTo(descriptor);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-answering') throw error;
    return false;
  }
}
