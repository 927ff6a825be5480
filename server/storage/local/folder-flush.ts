import { fsync } from 'node:fs';
import { promisify } from 'node:util';
import { WRITE_MS } from './deadlines.ts';
import { deviceCalls } from './device-calls.ts';
import { deviceOf } from './entry-stat.ts';
import { closeFolder, HeldDescriptor, type Keep } from './held-descriptor.ts';
import { hasErrno } from './node-error.ts';
import type { UnflushedFolder } from './unflushed.ts';
import type { Written } from './change-folder.ts';
import type { EntryStat } from '../entry.ts';

const fsyncDescriptor = promisify(fsync);

type Flush = (fd: number, identity: string, keep: Keep) => Promise<void>;

interface HeldFolder {
  readonly held: HeldDescriptor;
  readonly identity: string;
}

/**
 * Flushes folders, so that new names in them survive a power cut. Writers that wait for the same folder share one flush, which has to begin
 * after all of their names were created.
 */
export class FolderFlush {
  readonly #flushFolder: Flush;
  /** The running and the next flush of each folder, by its identity. */
  readonly #running = new Map<string, Promise<void>>();
  readonly #next = new Map<string, Promise<void>>();

  constructor(flush: Flush = flushFolder) {
    this.#flushFolder = flush;
  }

  /** Resolves when what was done in the folder before this call is on disk. Closes the descriptor. */
  async flush(folder: UnflushedFolder | undefined): Promise<void> {
    if (!folder) return;
    const held = new HeldDescriptor(folder.fd, closeFolder);
    try {
      await this.#join({ held, identity: folder.identity });
    } finally {
      await held.close().catch(() => undefined);
    }
  }

  /** Flushes the folder of an entry that was written, and resolves with the facts of the entry. */
  async flushed({ stat, unflushed }: Written): Promise<EntryStat> {
    await this.flush(unflushed);
    return stat;
  }

  /** Waits for all running flushes. */
  async idle(): Promise<void> {
    while (this.#running.size + this.#next.size > 0) {
      await Promise.allSettled([...this.#running.values(), ...this.#next.values()]);
    }
  }

  /** Waits for a flush that has not begun yet: one that is running may have begun before this caller's name was created. */
  #join(folder: HeldFolder): Promise<void> {
    const running = this.#running.get(folder.identity);
    if (!running) return this.#start(folder);
    const waiting = this.#next.get(folder.identity);
    if (waiting) return waiting;
    const next = running
      .catch(() => undefined)
      .then(() => {
        this.#next.delete(folder.identity);
        return this.#start(folder);
      });
    this.#next.set(folder.identity, next);
    return next;
  }

  #start({ held, identity }: HeldFolder): Promise<void> {
    const flush = held
      .use((fd, keep) => this.#flushFolder(fd, identity, keep))
      .finally(() => {
        if (this.#running.get(identity) === flush) this.#running.delete(identity);
      });
    this.#running.set(identity, flush);
    return flush;
  }
}

/** Flushes a folder. Ignores the errors of file systems that have nothing to flush in one. */
async function flushFolder(fd: number, identity: string, keep: Keep): Promise<void> {
  const options = { deadlineMs: WRITE_MS, onEnded: keep() };
  try {
    await deviceCalls.run(deviceOf(identity), () => fsyncDescriptor(fd), options);
  } catch (error) {
    if (!hasErrno(error, 'EINVAL', 'ENOTSUP', 'ENOSYS')) throw error;
  }
}
