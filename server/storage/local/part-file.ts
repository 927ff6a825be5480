import { fdatasync, ftruncate, writev } from 'node:fs';
import { promisify } from 'node:util';
import type { EntryStat, PartFile, PartRef, WriteOptions } from '../driver.ts';
import { HeldDescriptor } from './held-descriptor.ts';

const flushDescriptor = promisify(fdatasync);
const truncateDescriptor = promisify(ftruncate);
const writeDescriptor = promisify(writev);

/** A flush of more bytes than this does not hold up a file worker: it is waited for here first. */
const LONG_FLUSH_BYTES = 1_048_576;

/** What an unfinished file asks of its driver. */
export interface PartKeeper {
  publish(ref: PartRef, fd: number, name: string, options: WriteOptions): Promise<EntryStat>;
  /** False when it is still there. */
  removeOpenPart(ref: PartRef, fd: number): Promise<boolean>;
  /** Called once the part is published, closed or discarded. */
  letGo(part: PartFile): void;
}

export class LocalPartFile implements PartFile {
  readonly ref: PartRef;
  readonly size: number;
  readonly #held: HeldDescriptor;
  readonly #keeper: PartKeeper;
  #written = 0;

  constructor(keeper: PartKeeper, ref: PartRef, { fd, size }: { fd: number; size: number }) {
    this.#keeper = keeper;
    this.ref = ref;
    this.#held = new HeldDescriptor(fd);
    this.size = size;
  }

  write(chunks: readonly Uint8Array[], position: number): Promise<void> {
    return this.#held.use((fd) => this.#writeAll(fd, chunks, position));
  }

  truncate(size: number): Promise<void> {
    return this.#held.use((fd) => truncateDescriptor(fd, size));
  }

  async publish(name: string, options: WriteOptions): Promise<EntryStat> {
    if (this.#written > LONG_FLUSH_BYTES) await this.#held.use(flushDescriptor);
    const stat = await this.#held.handOver((fd) =>
      this.#keeper.publish(this.ref, fd, name, options),
    );
    this.#keeper.letGo(this);
    return stat;
  }

  async close(): Promise<void> {
    await this.#held.close();
    this.#keeper.letGo(this);
  }

  async discard(): Promise<boolean> {
    try {
      return await this.#held.use((fd) => this.#keeper.removeOpenPart(this.ref, fd));
    } finally {
      await this.#held.close().finally(() => this.#keeper.letGo(this));
    }
  }

  async #writeAll(fd: number, chunks: readonly Uint8Array[], position: number): Promise<void> {
    let rest = chunks.filter((chunk) => chunk.length > 0);
    let at = position;
    while (rest.length > 0) {
      const { bytesWritten } = await writeDescriptor(fd, rest, at);
      at += bytesWritten;
      this.#written += bytesWritten;
      rest = remaining(rest, bytesWritten);
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
