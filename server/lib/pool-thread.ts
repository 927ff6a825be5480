import type { TransferListItem, Worker } from 'node:worker_threads';
import type { HeartbeatMonitor } from './heartbeat.ts';
import { startWorker } from './pulsed-worker.ts';
import type { JobReply, JobRequest } from './worker-jobs.ts';

/** A job of a worker pool, from when it is handed in until its caller has an answer. */
export interface PoolJob {
  readonly id: number;
  readonly name: string;
  readonly input: unknown;
  readonly moved: readonly TransferListItem[];
  /** Jobs of one key may occupy only some of the threads; undefined is not limited. */
  readonly key: string | undefined;
  readonly isQuick: boolean;
  /** When it was handed in. Milliseconds of `performance.now`. */
  readonly since: number;
  /** Milliseconds it may wait in the queue, and again without progress on its thread; undefined for no limit. */
  readonly deadlineMs: number | undefined;
  readonly onEnded: ((how: 'done' | 'failed' | 'not-begun') => void) | undefined;
  /** The caller has been answered, or has been told that the job is given up. */
  isSettled: boolean;
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

interface ThreadEvents {
  onReply(thread: PoolThread, reply: JobReply): void;
  /** `reason` is what the thread has thrown, if anything. */
  onExit(thread: PoolThread, reason: unknown): void;
}

/** One thread of a worker pool, with the jobs that were given to it and are not answered yet. */
export class PoolThread {
  readonly jobs = new Map<number, PoolJob>();
  readonly pulse: HeartbeatMonitor;
  /** Milliseconds of `performance.now` since when it has nothing to do. */
  idleSince = performance.now();
  /** Silent for so long that the pool counts without it. */
  isStalled = false;
  /** How many of its jobs are not quick. */
  slowJobs = 0;
  readonly #worker: Worker;
  readonly #keys = new Map<string, number>();
  /** By the numbers of its jobs. */
  readonly #givenAt = new Map<number, number>();
  #outbox: JobRequest[] = [];
  #moved: TransferListItem[] = [];

  constructor(
    { url, data }: { readonly url: URL; readonly data: unknown },
    { onReply, onExit }: ThreadEvents,
  ) {
    const { worker, pulse } = startWorker<readonly JobReply[]>(
      url,
      { workerData: data },
      {
        onMessage: (replies) => {
          for (const reply of replies) onReply(this, reply);
        },
        onExit: (reason) => onExit(this, reason),
        jobs: () => this.jobs.size,
      },
    );
    this.#worker = worker;
    this.pulse = pulse;
  }

  get isIdle(): boolean {
    return this.jobs.size === 0;
  }

  /** The keys of its jobs. */
  get keys(): Iterable<string> {
    return this.#keys.keys();
  }

  hasKey(key: string): boolean {
    return this.#keys.has(key);
  }

  /** When the oldest of its jobs was given to it; undefined without any. Milliseconds of `performance.now`. */
  get busySince(): number | undefined {
    const [oldest] = this.#givenAt.values();
    return oldest;
  }

  /** Sends a job. Those of one turn of the event loop go as one message at its end. */
  give(job: PoolJob, now: number): void {
    if (this.isIdle) {
      this.#worker.ref();
      this.pulse.restart(now);
    }
    if (!job.isQuick) this.slowJobs += 1;
    this.jobs.set(job.id, job);
    this.#givenAt.set(job.id, now);
    if (job.key !== undefined) this.#keys.set(job.key, (this.#keys.get(job.key) ?? 0) + 1);
    if (this.#outbox.length === 0) setImmediate(() => this.#send());
    this.#outbox.push({ id: job.id, job: job.name, input: job.input });
    this.#moved.push(...job.moved);
  }

  /** Takes a job off the list, because it was answered. */
  take(id: number, now: number): PoolJob | undefined {
    const job = this.jobs.get(id);
    if (job === undefined) return undefined;
    this.jobs.delete(id);
    this.#givenAt.delete(id);
    if (!job.isQuick) this.slowJobs -= 1;
    if (job.key !== undefined) this.#dropKey(job.key);
    if (this.isIdle) {
      this.idleSince = now;
      this.isStalled = false;
      this.#worker.unref();
    }
    return job;
  }

  /** Whether somebody still waits for one of its jobs. */
  get isWanted(): boolean {
    for (const job of this.jobs.values()) if (!job.isSettled) return true;
    return false;
  }

  /** Called when nobody waits for its jobs any more: a stuck thread does not keep the process alive. */
  abandon(): void {
    this.#worker.unref();
  }

  /** Ends the thread. Never resolves while it is stuck in a system call that cannot be interrupted. */
  async terminate(): Promise<void> {
    await this.#worker.terminate();
  }

  #dropKey(key: string): void {
    const left = (this.#keys.get(key) ?? 1) - 1;
    if (left === 0) this.#keys.delete(key);
    else this.#keys.set(key, left);
  }

  #send(): void {
    const outbox = this.#outbox;
    const moved = this.#moved;
    this.#outbox = [];
    this.#moved = [];
    this.#worker.postMessage(outbox, moved);
  }
}
