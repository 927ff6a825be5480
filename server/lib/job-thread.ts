import type { TransferListItem } from 'node:worker_threads';
import { PoolThread } from './thread-pool.ts';
import type { JobReply, JobRequest } from './worker-jobs.ts';

/** A job of a worker pool, from its submission until its caller has a result. */
export interface PoolJob {
  readonly id: number;
  readonly name: string;
  readonly input: unknown;
  readonly transferList: readonly TransferListItem[];
  /** Jobs of one key may occupy only some of the threads. Undefined is not limited. */
  readonly key: string | undefined;
  readonly isQuick: boolean;
  /** Time of submission, in milliseconds of `performance.now`. */
  readonly since: number;
  /** Maximum time in the queue, and again without progress on its thread, in milliseconds. Undefined is not limited. */
  readonly deadlineMs: number | undefined;
  readonly onEnded: ((how: 'done' | 'failed' | 'not-begun') => void) | undefined;
  /** True once the caller has a result or an error. A thread may still run the job. */
  isSettled: boolean;
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

/** A thread of a worker pool, with the jobs that it was given and has not answered. */
export class JobThread extends PoolThread<readonly JobReply[]> {
  readonly jobs = new Map<number, PoolJob>();
  /** Number of its jobs that are not quick. */
  slowJobs = 0;
  /** Number of its jobs by key. */
  readonly #keys = new Map<string, number>();
  /** Times at which jobs were given, by job number, in milliseconds of `performance.now`. */
  readonly #givenAt = new Map<number, number>();
  #outbox: JobRequest[] = [];
  #transferList: TransferListItem[] = [];

  override get pending(): number {
    return this.jobs.size;
  }

  hasKey(key: string): boolean {
    return this.#keys.has(key);
  }

  /** Time at which its oldest job was given, in milliseconds of `performance.now`; undefined without jobs. */
  get busySince(): number | undefined {
    const [oldest] = this.#givenAt.values();
    return oldest;
  }

  /** True while a caller waits for one of its jobs. */
  get isWanted(): boolean {
    for (const job of this.jobs.values()) if (!job.isSettled) return true;
    return false;
  }

  /** Sends a job. Jobs of one turn of the event loop are sent as one message at its end. */
  give(job: PoolJob, now: number): void {
    if (this.isIdle) this.startWorking(now);
    if (!job.isQuick) this.slowJobs += 1;
    this.jobs.set(job.id, job);
    this.#givenAt.set(job.id, now);
    if (job.key !== undefined) this.#keys.set(job.key, (this.#keys.get(job.key) ?? 0) + 1);
    if (this.#outbox.length === 0) setImmediate(() => this.#send());
    this.#outbox.push({ id: job.id, job: job.name, input: job.input });
    this.#transferList.push(...job.transferList);
  }

  /** Removes a job that was answered. */
  take(id: number, now: number): PoolJob | undefined {
    const job = this.jobs.get(id);
    if (job === undefined) return undefined;
    this.jobs.delete(id);
    this.#givenAt.delete(id);
    if (!job.isQuick) this.slowJobs -= 1;
    if (job.key !== undefined) this.#dropKey(job.key);
    if (this.isIdle) this.stopWorking(now);
    return job;
  }

  #dropKey(key: string): void {
    const left = (this.#keys.get(key) ?? 1) - 1;
    if (left === 0) this.#keys.delete(key);
    else this.#keys.set(key, left);
  }

  #send(): void {
    const outbox = this.#outbox;
    const transferList = this.#transferList;
    this.#outbox = [];
    this.#transferList = [];
    this.post(outbox, transferList);
  }
}
