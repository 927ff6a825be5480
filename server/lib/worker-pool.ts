import type { TransferListItem } from 'node:worker_threads';
import { IdleThreads } from './idle-threads.ts';
import { type PoolJob, PoolThread } from './pool-thread.ts';
import { NO_JOB } from './heartbeat.ts';
import type { JobFailure, JobReply, Jobs, Moved } from './worker-jobs.ts';

type Input<Job> = Job extends (input: infer Given) => unknown ? Given : never;
type Result<Job> = Job extends (input: never) => infer Given ? Unmoved<Awaited<Given>> : never;
type Unmoved<Given> = Given extends Moved<infer Value> ? Value : Given;

/** What `toError` gets for a job that comes after `close`. */
export const POOL_IS_CLOSED: JobFailure = {
  code: 'pool-closed',
  message: 'the worker pool is closed',
  cause: undefined,
};

/** What `toError` gets for a job whose deadline has passed, or whose key has too many stuck threads. */
export const NOT_ANSWERING: JobFailure = {
  code: 'not-answering',
  message: 'the storage does not answer',
  cause: undefined,
};

export interface WorkerPoolOptions {
  /** The worker's file; it calls `serveJobs`. */
  readonly url: URL;
  /** Maximum number of threads that work; each starts when a job finds all others busy. */
  readonly size: number;
  /** What every worker finds in `workerData`. */
  readonly data: unknown;
  /**
   * Jobs so quick that they had better wait for each other on one thread that is awake than wake another
   * one each. They only read: one that waits behind a stuck job is run again on another thread.
   */
  readonly quick?: ReadonlySet<string>;
  /** Maximum number of stuck threads that are replaced; beyond it the pool works with fewer. */
  readonly mostStuck?: number;
  /** Maximum number of threads that jobs of one key may occupy, stuck ones included. */
  readonly mostOfOneKey?: number;
  /** Threads that have been idle for so long end, all but one. Milliseconds; 15 seconds by default. */
  readonly endsAfterMs?: number;
  /** Called when a thread has made no progress for a second. */
  readonly onStall?: () => void;
  /** Gets the results that nobody waits for any more, for instance to close a descriptor. */
  discard?(job: string, input: unknown, result: unknown): void;
  /** Makes an error of what a job has thrown in the worker, of POOL_IS_CLOSED or of NOT_ANSWERING. */
  toError(failure: JobFailure): Error;
}

export interface RunOptions {
  /** Buffers that belong to the worker afterwards and are empty here. */
  readonly moved?: readonly TransferListItem[];
  /** What the job depends on, such as a mounted file system; undefined for what is not limited. */
  readonly key?: string | undefined;
  /**
   * The job fails with NOT_ANSWERING when it waits for a thread, or its thread makes no progress, for longer than this.
   * Milliseconds.
   */
  readonly deadlineMs?: number | undefined;
  /**
   * Called once when no thread works on the job any more, before its caller is answered unless the deadline has passed. Not for
   * quick jobs.
   */
  readonly onEnded?: ((how: 'done' | 'failed' | 'not-begun') => void) | undefined;
}

/** Maximum number of quick jobs on a thread, which gets no more while its oldest one has waited so long. */
const MOST_QUICK_JOBS = 32;
const LONGEST_QUICK_MS = 3;
/** Maximum number of quick jobs that a thread takes from the queue at once. */
const QUICK_FROM_QUEUE = 8;

/** How often busy threads are looked at. */
const WATCH_EVERY_MS = 50;
/** Quick jobs behind one that has made no progress for so long move to other threads. */
const RESCUE_AFTER_MS = 150;
/** A thread without progress for so long is replaced. */
const STALLED_AFTER_MS = 1_000;
/** Modules take a while to load on a busy machine. */
const LOADING_MS = 30_000;

const MOST_STUCK = 8;
const LARGEST_ID = 0x3fff_ffff;

/**
 * A few threads that answer jobs, one message there and one back. Threads take jobs from one queue when they are free. A thread that
 * is stuck, for instance in a system call on a dead network mount, is replaced; its job fails at its deadline. `AllJobs` is the
 * type of the object that the worker hands to `serveJobs`.
 */
export class WorkerPool<AllJobs extends Jobs> {
  readonly #options: WorkerPoolOptions;
  readonly #threads = new Set<PoolThread>();
  readonly #queue = new Set<PoolJob>();
  readonly #unsettled = new Set<PoolJob>();
  #watch: NodeJS.Timeout | undefined;
  readonly #idle: IdleThreads;
  #lastId = NO_JOB;
  #closed = false;
  #onNoJob = (): void => undefined;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    this.#idle = new IdleThreads(this.#threads, options.endsAfterMs);
  }

  run<Name extends keyof AllJobs & string>(
    job: Name,
    input: Input<AllJobs[Name]>,
    { moved = [], key, deadlineMs, onEnded }: RunOptions = {},
  ): Promise<Result<AllJobs[Name]>> {
    const refusal = this.#refusalOf(key, deadlineMs);
    if (refusal !== undefined) {
      onEnded?.('not-begun');
      return Promise.reject(this.#options.toError(refusal));
    }
    this.#lastId = this.#lastId === LARGEST_ID ? 1 : this.#lastId + 1;
    const id = this.#lastId;
    const isQuick = this.#options.quick?.has(job) ?? false;
    const since = performance.now();
    return new Promise((resolve, reject) => {
      const entry: PoolJob = {
        id,
        name: job,
        input,
        moved,
        key,
        isQuick,
        since,
        deadlineMs,
        onEnded,
        isSettled: false,
        resolve,
        reject,
      };
      this.#unsettled.add(entry);
      this.#watch ??= setInterval(() => this.#look(), WATCH_EVERY_MS).unref();
      this.#place(entry, since);
    });
  }

  /** Refuses new jobs, waits for the others and ends the threads. Does not wait for threads that are stuck. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#idle.close();
    if (this.#unsettled.size > 0) {
      await new Promise<void>((done) => {
        this.#onNoJob = done;
      });
    }
    const ending = [...this.#threads].map((thread) => ({ thread, ended: thread.terminate() }));
    await Promise.all(ending.filter(({ thread }) => thread.isIdle).map(({ ended }) => ended));
  }

  #refusalOf(key: string | undefined, deadlineMs: number | undefined): JobFailure | undefined {
    if (this.#closed) return POOL_IS_CLOSED;
    return deadlineMs !== undefined && this.#isLost(key) ? NOT_ANSWERING : undefined;
  }

  #place(job: PoolJob, now: number): void {
    const thread = this.#threadFor(job, now);
    if (thread === undefined) this.#queue.add(job);
    else thread.give(job, now);
  }

  #threadFor(job: PoolJob, now: number): PoolThread | undefined {
    const mayTakeAnother = this.#mayTakeAnother(job.key);
    let idle: PoolThread | undefined;
    let working = 0;
    for (const thread of this.#threads) {
      if (!thread.isStalled) working += 1;
      const isFree = thread.isIdle ? mayTakeAnother : job.isQuick && isAwake(thread, now);
      if (!isFree || !(mayTakeAnother || hasKey(thread, job.key))) continue;
      // It waits there behind a stuck one.
      if (thread.jobs.has(job.id)) continue;
      if (!thread.isIdle) return thread;
      idle ??= thread;
    }
    if (idle !== undefined || !mayTakeAnother) return idle;
    const { size, mostStuck = MOST_STUCK } = this.#options;
    if (working >= size || this.#threads.size >= size + mostStuck) return undefined;
    return this.#start();
  }

  #mayTakeAnother(key: string | undefined): boolean {
    const { mostOfOneKey } = this.#options;
    if (key === undefined || mostOfOneKey === undefined) return true;
    let occupied = 0;
    for (const thread of this.#threads) if (thread.hasKey(key)) occupied += 1;
    return occupied < mostOfOneKey;
  }

  /** Whether all threads that may work for this key are stuck with jobs that have been given up. */
  #isLost(key: string | undefined): boolean {
    const { size, mostStuck = MOST_STUCK, mostOfOneKey } = this.#options;
    let lost = 0;
    let lostOfKey = 0;
    for (const thread of this.#threads) {
      if (!thread.isStalled || thread.isWanted) continue;
      lost += 1;
      if (key !== undefined && thread.hasKey(key)) lostOfKey += 1;
    }
    return lost >= size + mostStuck || lostOfKey >= (mostOfOneKey ?? Infinity);
  }

  #start(): PoolThread {
    const thread = new PoolThread(this.#options, {
      onReply: (from, reply) => this.#settle(from, reply),
      onExit: (ended, reason) => this.#bury(ended, reason),
    });
    this.#threads.add(thread);
    return thread;
  }

  #settle(thread: PoolThread, reply: JobReply): void {
    const now = performance.now();
    const job = thread.take(reply.id, now);
    if (job === undefined) return;
    job.onEnded?.('failure' in reply ? 'failed' : 'done');
    if (job.isSettled) {
      if ('result' in reply) this.#options.discard?.(job.name, job.input, reply.result);
    } else {
      this.#forget(job);
      if ('failure' in reply) job.reject(this.#options.toError(reply.failure));
      else job.resolve(reply.result as never);
    }
    if (!thread.isIdle) return;
    if (this.#queue.size > 0) this.#pull(now);
    if (!thread.isIdle) return;
    if (this.#threads.size > this.#options.size) void this.#end(thread);
    else this.#idle.endLater();
  }

  /** Gives threads that are free what waits in the queue, in the order in which it came. */
  #pull(now: number): void {
    let quick = 0;
    for (const job of this.#queue) {
      if (job.isQuick && quick >= QUICK_FROM_QUEUE) continue;
      const thread = this.#threadFor(job, now);
      if (thread === undefined) {
        if (this.#isFull()) return;
        continue;
      }
      this.#queue.delete(job);
      thread.give(job, now);
      if (job.isQuick) quick += 1;
    }
  }

  /** Whether no job of any key could begin. */
  #isFull(): boolean {
    const { size, mostStuck = MOST_STUCK } = this.#options;
    let working = 0;
    for (const thread of this.#threads) {
      if (thread.isIdle) return false;
      if (!thread.isStalled) working += 1;
    }
    return working >= size || this.#threads.size >= size + mostStuck;
  }

  #look(): void {
    const now = performance.now();
    for (const thread of this.#threads) if (!thread.isIdle) this.#resolveEntry(thread, now);
    for (const job of this.#queue) {
      if (job.deadlineMs !== undefined && now - job.since > job.deadlineMs) this.#giveUp(job);
    }
    if (this.#queue.size > 0) this.#pull(now);
    if (this.#unsettled.size > 0) return;
    clearInterval(this.#watch);
    this.#watch = undefined;
  }

  #resolveEntry(thread: PoolThread, now: number): void {
    const quietMs = thread.pulse.quietMs(now);
    if (!thread.pulse.isUp && quietMs < LOADING_MS) return;
    const wasStalled = thread.isStalled;
    thread.isStalled = quietMs >= STALLED_AFTER_MS;
    if (thread.isStalled && !wasStalled) this.#options.onStall?.();
    if (quietMs < RESCUE_AFTER_MS) return;
    const stuck = thread.pulse.currentJob;
    for (const job of [...thread.jobs.values()]) {
      if (job.isSettled) continue;
      if (job.isQuick && job.id !== stuck) this.#moveOn(thread, job, now);
      else if (job.deadlineMs !== undefined && quietMs > job.deadlineMs) this.#giveUp(job);
    }
    if (!thread.isWanted) thread.abandon();
  }

  /** Runs a job again that waits behind a stuck one. The first of its two answers counts. */
  #moveOn(thread: PoolThread, job: PoolJob, now: number): void {
    if (!this.#isElsewhere(thread, job)) this.#place(job, now);
  }

  #isElsewhere(thread: PoolThread, job: PoolJob): boolean {
    if (this.#queue.has(job)) return true;
    for (const other of this.#threads) if (other !== thread && other.jobs.has(job.id)) return true;
    return false;
  }

  #giveUp(job: PoolJob): void {
    if (this.#queue.has(job)) job.onEnded?.('not-begun');
    this.#forget(job);
    job.reject(this.#options.toError(NOT_ANSWERING));
  }

  #forget(job: PoolJob): void {
    job.isSettled = true;
    this.#queue.delete(job);
    this.#unsettled.delete(job);
    if (this.#unsettled.size === 0) this.#onNoJob();
  }

  async #end(thread: PoolThread): Promise<void> {
    this.#threads.delete(thread);
    await thread.terminate();
  }

  /** A dead thread fails its jobs; the next job that needs a thread starts another one. */
  #bury(thread: PoolThread, reason: unknown): void {
    this.#threads.delete(thread);
    for (const job of thread.jobs.values()) {
      job.onEnded?.('failed');
      if (job.isSettled || this.#isElsewhere(thread, job)) continue;
      this.#forget(job);
      job.reject(new Error('a worker thread ended in the middle of its work', { cause: reason }));
    }
    thread.jobs.clear();
    if (this.#queue.size > 0) this.#pull(performance.now());
  }
}

/** Whether a thread is busy with quick jobs and gets through them. */
function isAwake(thread: PoolThread, now: number): boolean {
  const { jobs, slowJobs, busySince, pulse } = thread;
  if (slowJobs > 0 || thread.isStalled || busySince === undefined) return false;
  if (!pulse.isUp) return true;
  return jobs.size < MOST_QUICK_JOBS && now - busySince < LONGEST_QUICK_MS;
}

function hasKey(thread: PoolThread, key: string | undefined): boolean {
  return key === undefined || thread.hasKey(key);
}
