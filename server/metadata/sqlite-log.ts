import { JoinedRuns } from '../lib/joined-runs.ts';
import { workerUrl } from '../lib/worker-url.ts';
import { WorkerPool, type WorkerPoolOptions } from '../lib/worker-pool.ts';
import type { CheckpointJobs } from './checkpoint-worker.ts';
import type { FlushLogJobs } from './flush-log-worker.ts';
import { pathOfLog } from './write-ahead-log.ts';

/** About as many commits fill the 1,000 pages after which SQLite itself makes a checkpoint. */
const COMMITS_BEFORE_CHECKPOINT = 250;
/** Length of 1,000 pages, by which larger commits make the log grow. Bytes. */
export const GROWTH_BEFORE_CHECKPOINT = 4 * 1_024 * 1_024;
/**
 * Growth of the log after which commits wait for the checkpoint, because faster commits would make it grow without
 * end. Bytes.
 */
const MOST_GROWTH = 16 * 1_024 * 1_024;

/**
 * Makes commits durable in threads of its own: a disk under load takes a fraction of a second to flush, during which
 * the main thread continues. Commits that wait at the same time share one flush.
 */
export class SqliteLog {
  /** Absolute path of the log. */
  readonly #path: string;
  readonly #flushing: WorkerPool<FlushLogJobs>;
  readonly #copying: WorkerPool<CheckpointJobs>;
  readonly #flushes = new JoinedRuns(() => this.#flush());
  readonly #checkpoints = new JoinedRuns(() => this.#copying.run('checkpoint', undefined));
  /** The number of the file that was flushed first. */
  #inode: bigint | undefined;
  #commits = 0;
  #bytes = 0;
  #bytesAtCheckpoint = 0;

  /** @param database absolute path of a database that is open, with a write-ahead log */
  constructor(database: string) {
    this.#path = pathOfLog(database);
    this.#flushing = new WorkerPool<FlushLogJobs>(oneThread('flush-log-worker', this.#path));
    this.#copying = new WorkerPool<CheckpointJobs>(oneThread('checkpoint-worker', database));
    // Starts the thread, and remembers which file is the log. A failure is found again by the first commit.
    void this.#flushes.join().catch(() => undefined);
  }

  /**
   * Resolves when everything that was committed before this call survives a power cut. Throws if the log is no longer
   * at its path: SQLite then writes to a file without a name.
   */
  async flush(): Promise<void> {
    await this.#flushes.join();
    this.#commits += 1;
    const growth = this.#bytes - this.#bytesAtCheckpoint;
    if (this.#commits < COMMITS_BEFORE_CHECKPOINT && growth < GROWTH_BEFORE_CHECKPOINT) return;
    this.#commits = 0;
    const checkpoint = this.#checkpoint(this.#bytes);
    if (growth >= MOST_GROWTH) await checkpoint;
  }

  /** Makes a checkpoint. After a failure the next one does the work; until then the log is longer. */
  async #checkpoint(bytes: number): Promise<void> {
    try {
      await this.#checkpoints.join();
      this.#bytesAtCheckpoint = bytes;
    } catch {
      // The file is in use, for instance.
    }
  }

  /** Must be called while the database is still open elsewhere in this process. */
  async close(): Promise<void> {
    await Promise.all([this.#flushes.idle(), this.#checkpoints.idle()]);
    await Promise.all([this.#flushing.close(), this.#copying.close()]);
  }

  async #flush(): Promise<void> {
    const flushed = await this.#flushing.run('flush', undefined).catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    this.#bytes = flushed?.bytes ?? 0;
    // SQLite has restarted and truncated the log.
    this.#bytesAtCheckpoint = Math.min(this.#bytesAtCheckpoint, this.#bytes);
    this.#inode ??= flushed?.inode;
    if (flushed !== undefined && flushed.inode === this.#inode) return;
    throw new Error(
      `${this.#path} was removed or replaced while the database was open: changes since then are lost; restart the server`,
    );
  }
}

function oneThread(worker: string, data: string): WorkerPoolOptions {
  return {
    url: workerUrl(import.meta.url, worker),
    size: 1,
    data,
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
