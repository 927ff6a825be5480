import { setTimeout as delay } from 'node:timers/promises';
import type { TreePath } from '#contract/paths.ts';
import type { GrowingDigest, TemporaryFile, TemporaryFileRef, WriteOptions } from '../driver.ts';
import type { EntryStat } from '../entry.ts';
import { randomTemporaryName } from '../temporary-name.ts';
import type { LocalChecksums } from './checksums/local-checksums.ts';
import type { OpenedTemporaryFile } from './file-calls.ts';
import type { FileWorkers } from './file-workers.ts';
import type { FolderFlush } from './folder-flush.ts';
import {
  type BorrowedDescriptor,
  LocalTemporaryFile,
  type TemporaryFileOwner,
} from './temporary-file.ts';

interface Services {
  readonly workers: FileWorkers;
  readonly flush: FolderFlush;
  readonly checksums: LocalChecksums;
}

/** Creates, opens and removes the temporary files of a driver. Open ones call it for steps that run in file workers. */
export class LocalTemporaryFiles implements TemporaryFileOwner {
  readonly #services: Services;
  readonly #closeLimitMs: number;
  readonly #open = new Set<TemporaryFile>();
  #onNoneOpen = (): void => undefined;

  /** @param closeLimitMs Maximum time that closing waits for open files. Milliseconds. */
  constructor(services: Services, closeLimitMs: number) {
    this.#services = services;
    this.#closeLimitMs = closeLimitMs;
  }

  async create(folder: TreePath, partName = randomTemporaryName()): Promise<TemporaryFile> {
    const { workers } = this.#services;
    const created = await workers.run(folder, 'createTemporaryFile', { folder, partName });
    return this.#opened(folder, created);
  }

  async open(ref: TemporaryFileRef): Promise<TemporaryFile | undefined> {
    const opened = await this.#services.workers.run(ref.folder, 'openTemporaryFile', ref);
    return opened && this.#opened(ref.folder, opened);
  }

  async remove(ref: TemporaryFileRef): Promise<void> {
    const { workers, flush } = this.#services;
    await flush.flush(await workers.run(ref.folder, 'removeTemporaryFile', ref));
  }

  async publish(
    ref: TemporaryFileRef,
    { fd, release }: BorrowedDescriptor,
    name: string,
    options: WriteOptions,
  ): Promise<EntryStat> {
    const { workers, flush } = this.#services;
    const call = { ref, fd, name, options };
    // The worker closes it on success.
    const onEnded = (how: 'done' | 'failed' | 'not-begun') => release(how === 'done');
    return flush.flushed(await workers.run(ref.folder, 'publish', call, { onEnded }));
  }

  async removeOpenTemporaryFile(
    ref: TemporaryFileRef,
    { fd, release }: BorrowedDescriptor,
  ): Promise<boolean> {
    const { workers, flush } = this.#services;
    const call = { ref, fd };
    const options = { onEnded: () => release() };
    const removed = await workers.run(ref.folder, 'removeOpenTemporaryFile', call, options);
    await flush.flush(removed.unflushed);
    return removed.isGone;
  }

  async flushFolder(folder: TreePath): Promise<void> {
    const { workers, flush } = this.#services;
    await flush.flush(await workers.run(folder, 'openForFlush', folder));
  }

  growingDigest(fd: number, close: () => void): GrowingDigest {
    return this.#services.checksums.grow(fd, close);
  }

  onClosed(file: TemporaryFile): void {
    this.#open.delete(file);
    if (this.#open.size === 0) this.#onNoneOpen();
  }

  /** Waits for open files, because an interrupted upload still has to remove its file. */
  async close(): Promise<void> {
    if (this.#open.size === 0) return;
    const none = new Promise<void>((resolve) => {
      this.#onNoneOpen = resolve;
    });
    await Promise.race([none, delay(this.#closeLimitMs, undefined, { ref: false })]);
  }

  #opened(folder: TreePath, { partName, fd, size, identity }: OpenedTemporaryFile): TemporaryFile {
    const file = new LocalTemporaryFile(this, { folder, partName }, { fd, size, identity });
    this.#open.add(file);
    return file;
  }
}
