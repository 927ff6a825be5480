import { fdatasync, ftruncate, open, writev } from 'node:fs';
import { promisify } from 'node:util';
import type { TreePath } from '#contract/paths.ts';
import type { GrowingDigest, TemporaryFile, TemporaryFileRef, WriteOptions } from '../driver.ts';
import { FLUSH_MS, READ_MS, WRITE_MS } from './deadlines.ts';
import { pathOfDescriptor } from './descriptors.ts';
import { deviceCalls } from './device-calls.ts';
import { deviceOf } from './entry-stat.ts';
import { HeldDescriptor, type Keep, type Release } from './held-descriptor.ts';
import { closeOnDevice } from './open-file.ts';
import type { EntryStat } from '../entry.ts';

const openAgain = promisify(open);
const flushDescriptor = promisify(fdatasync);
const truncateDescriptor = promisify(ftruncate);
const writeDescriptor = promisify(writev);

/** Number of written bytes above which they are flushed before publishing, because a long flush while publishing would block a file worker. */
const LONG_FLUSH_BYTES = 1_048_576;

/** A descriptor that a worker thread uses. `release` is called when the thread has finished, even after its deadline. */
export interface BorrowedDescriptor {
  readonly fd: number;
  readonly release: Release;
}

/** The functions of the driver that a temporary file needs. */
export interface TemporaryFileOwner {
  publish(
    ref: TemporaryFileRef,
    lent: BorrowedDescriptor,
    name: string,
    options: WriteOptions,
  ): Promise<EntryStat>;
  /** Returns false if the file still exists. */
  removeOpenTemporaryFile(ref: TemporaryFileRef, lent: BorrowedDescriptor): Promise<boolean>;
  /** Flushes the names in a folder. */
  flushFolder(folder: TreePath): Promise<void>;
  /** Begins the digest of a file. `close` is called when the descriptor is not used any more. */
  growingDigest(fd: number, close: () => void): GrowingDigest;
  /** Called once the temporary file is published, closed or discarded. */
  onClosed(temporaryFile: TemporaryFile): void;
}

/** A temporary file that is open. Bytes are written from the main thread; file workers publish and remove it. */
export class LocalTemporaryFile implements TemporaryFile {
  readonly ref: TemporaryFileRef;
  readonly size: number;
  readonly identity: string;
  readonly #held: HeldDescriptor;
  readonly #owner: TemporaryFileOwner;
  readonly #device: string;
  /** Bytes that were written since the file was opened. */
  #written = 0;

  constructor(
    owner: TemporaryFileOwner,
    ref: TemporaryFileRef,
    { fd, size, identity }: { fd: number; size: number; identity: string },
  ) {
    this.#owner = owner;
    this.ref = ref;
    this.identity = identity;
    const device = deviceOf(identity);
    this.#device = device;
    this.#held = new HeldDescriptor(fd, (open) => closeOnDevice(open, device));
    this.size = size;
  }

  write(chunks: readonly Uint8Array[], position: number): Promise<void> {
    return this.#held.use((fd, keep) => this.#writeAll({ fd, keep }, chunks, position));
  }

  truncate(size: number): Promise<void> {
    return this.#held.use((fd, keep) =>
      this.#call({ keep, deadlineMs: WRITE_MS }, () => truncateDescriptor(fd, size)),
    );
  }

  /** Opens the file once more, because publishing and closing it end its own descriptor. */
  beginDigest(): Promise<GrowingDigest> {
    return this.#held.use(async (fd, keep) => {
      const own = await this.#call({ keep, deadlineMs: READ_MS }, () =>
        openAgain(pathOfDescriptor(fd), 'r'),
      );
      const close = (): void => void closeOnDevice(own, this.#device).catch(() => undefined);
      return this.#owner.growingDigest(own, close);
    });
  }

  async flush(): Promise<void> {
    await this.#flushBytes();
    await this.#owner.flushFolder(this.ref.folder);
  }

  async publish(name: string, options: WriteOptions): Promise<EntryStat> {
    if (this.#written > LONG_FLUSH_BYTES) await this.#flushBytes();
    const stat = await this.#held.handOver((fd, keep) =>
      this.#owner.publish(this.ref, { fd, release: keep() }, name, options),
    );
    this.#owner.onClosed(this);
    return stat;
  }

  async close(): Promise<void> {
    await this.#held.close();
    this.#owner.onClosed(this);
  }

  async discard(): Promise<boolean> {
    try {
      return await this.#held.use((fd, keep) =>
        this.#owner.removeOpenTemporaryFile(this.ref, { fd, release: keep() }),
      );
    } finally {
      await this.#held.close().finally(() => this.#owner.onClosed(this));
    }
  }

  #flushBytes(): Promise<void> {
    return this.#held.use((fd, keep) =>
      this.#call({ keep, deadlineMs: FLUSH_MS }, () => flushDescriptor(fd)),
    );
  }

  /** Runs a system call in a thread when the device has a free slot. */
  #call<Result>(
    { keep, deadlineMs }: { readonly keep: Keep; readonly deadlineMs: number },
    work: () => Promise<Result>,
  ): Promise<Result> {
    return deviceCalls.run(this.#device, work, { deadlineMs, onEnded: keep() });
  }

  async #writeAll(
    { fd, keep }: { readonly fd: number; readonly keep: Keep },
    chunks: readonly Uint8Array[],
    position: number,
  ): Promise<void> {
    let rest = chunks.filter((chunk) => chunk.length > 0);
    let at = position;
    while (rest.length > 0) {
      const pieces = rest;
      const start = at;
      const { bytesWritten } = await this.#call({ keep, deadlineMs: WRITE_MS }, () =>
        writeDescriptor(fd, pieces, start),
      );
      at += bytesWritten;
      this.#written += bytesWritten;
      rest = remaining(rest, bytesWritten);
    }
  }
}

/** Returns the rest of `chunks` after their first `count` bytes. */
function remaining(chunks: readonly Uint8Array[], count: number): Uint8Array[] {
  const rest: Uint8Array[] = [];
  let skip = count;
  for (const chunk of chunks) {
    if (skip < chunk.length) rest.push(chunk.subarray(skip));
    skip = Math.max(0, skip - chunk.length);
  }
  return rest;
}
