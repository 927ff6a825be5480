import { close, fdatasync, ftruncate, writev } from 'node:fs';
import { promisify } from 'node:util';
import type { EntryStat, PartFile, PartRef, PublishOptions } from '../driver.ts';
import { fromNodeError } from './node-error.ts';

const flushDescriptor = promisify(fdatasync);
const truncateDescriptor = promisify(ftruncate);
const closeDescriptor = promisify(close);
const writeDescriptor = promisify(writev);

/** A flush of more bytes than this does not hold up a file worker: it is waited for here first. */
const LONG_FLUSH_BYTES = 1_048_576;

/** What an unfinished file asks of its driver. */
export interface PartKeeper {
  publish(ref: PartRef, fd: number, name: string, options: PublishOptions): Promise<EntryStat>;
  removePart(ref: PartRef): Promise<void>;
}

export class LocalPartFile implements PartFile {
  readonly ref: PartRef;
  readonly size: number;
  readonly #fd: number;
  readonly #keeper: PartKeeper;
  #written = 0;

  constructor(keeper: PartKeeper, ref: PartRef, { fd, size }: { fd: number; size: number }) {
    this.#keeper = keeper;
    this.ref = ref;
    this.#fd = fd;
    this.size = size;
  }

  async write(chunks: readonly Uint8Array[], position: number): Promise<void> {
    let rest = chunks.filter((chunk) => chunk.length > 0);
    let at = position;
    try {
      while (rest.length > 0) {
        const { bytesWritten } = await writeDescriptor(this.#fd, rest, at);
        at += bytesWritten;
        this.#written += bytesWritten;
        rest = remaining(rest, bytesWritten);
      }
    } catch (error) {
      throw fromNodeError(error);
    }
  }

  async truncate(size: number): Promise<void> {
    try {
      await truncateDescriptor(this.#fd, size);
    } catch (error) {
      throw fromNodeError(error);
    }
  }

  async publish(name: string, options: PublishOptions): Promise<EntryStat> {
    if (this.#written > LONG_FLUSH_BYTES) await this.#flush();
    return this.#keeper.publish(this.ref, this.#fd, name, options);
  }

  async close(): Promise<void> {
    await closeDescriptor(this.#fd);
  }

  async discard(): Promise<void> {
    await this.close();
    await this.#keeper.removePart(this.ref);
  }

  async #flush(): Promise<void> {
    try {
      await flushDescriptor(this.#fd);
    } catch (error) {
      throw fromNodeError(error);
    }
  }
}

/** What is left of `chunks` after their first `count` bytes. */
function remaining(chunks: readonly Uint8Array[], count: number): Uint8Array[] {
  const rest: Uint8Array[] = [];
  let skip = count;
  for (const chunk of chunks) {
    if (skip < chunk.length) rest.push(chunk.subarray(skip));
    skip = Math.max(0, skip - chunk.length);
  }
  return rest;
}
