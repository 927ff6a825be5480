import { SharedRuns } from '../lib/shared-runs.ts';
import { workerUrl } from '../lib/worker-url.ts';
import { WorkerPool } from '../lib/worker-pool.ts';
import type { CheckpointCalls } from './checkpoint-worker.ts';
import { pathOfLog, WriteAheadLog } from './write-ahead-log.ts';

/** Commits after which a checkpoint is made. About as many fill the 1,000 pages after which SQLite makes one by default. */
const COMMITS_BEFORE_CHECKPOINT = 250;
/** Growth of the log after which a checkpoint is made, in bytes: 1,000 pages, for larger commits. */
export const GROWTH_BEFORE_CHECKPOINT = 4 * 1_024 * 1_024;
/**
 * Growth of the log, in bytes, after which commits wait for the checkpoint, because faster commits would make it grow
 * without end.
 */
const MAX_GROWTH = 16 * 1_024 * 1_024;

/**
 * Makes commits durable without blocking the main thread: a disk under load takes a fraction of a second to flush. libuv's threads
 * flush, and a thread of its own makes checkpoints. Commits that wait at the same time share one flush.
 */
export class SqliteLog {
  readonly #log: WriteAheadLog;
  readonly #thread: WorkerPool<CheckpointCalls>;
  readonly #flushes = new SharedRuns(() => this.#flush());
  readonly #checkpoints = new SharedRuns(() => this.#thread.run('checkpoint', undefined));
  #commits = 0;
  #bytes = 0;
  #bytesAtCheckpoint = 0;

  /** @param database absolute path of a database that is open, with a write-ahead log */
  constructor(database: string) {
    this.#log = new WriteAheadLog(pathOfLog(database));
    this.#thread = new WorkerPool<CheckpointCalls>({
      url: workerUrl(import.meta.url, 'checkpoint-worker'),
      size: 1,
      data: database,
    });
    // Opens the log now, so that its replacement is noticed later. The first commit reports a failure.
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
    if (growth >= MAX_GROWTH) await checkpoint;
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
    await this.#thread.close();
    this.#log.close();
  }

  async #flush(): Promise<void> {
    this.#bytes = await this.#log.flush();
    // SQLite has restarted and truncated the log.
    this.#bytesAtCheckpoint = Math.min(this.#bytesAtCheckpoint, this.#bytes);
  }
}
