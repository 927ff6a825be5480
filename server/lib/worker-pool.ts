import type { TransferListItem } from 'node:worker_threads';
import { NO_JOB } from './heartbeat.ts';
import { JobThread, type PoolJob } from './job-thread.ts';
import {
  restoreError,
  STALLED_AFTER_MS,
  ThreadPool,
  type ThreadPoolOptions,
} from './thread-pool.ts';
import type { JobReply, Jobs, TransferResult } from './worker-jobs.ts';
import { storageNotAnswering, serverStopping } from '../errors.ts';

type Input<Job> = Job extends (input: infer Given) => unknown ? Given : never;
type Result<Job> = Job extends (input: never) => infer Given ? Unwrapped<Awaited<Given>> : never;
type Unwrapped<Given> = Given extends TransferResult<infer Value> ? Value : Given;

export interface WorkerPoolOptions extends ThreadPoolOptions {
  /**
   * Names of jobs that are so short that queuing several on one running thread is faster than waking another. They must only read,
   * because a job that waits behind a stuck one is run again on another thread.
   */
  readonly quick?: ReadonlySet<string>;
  /** Maximum number of threads that jobs of one key may occupy, including stuck threads. */
  readonly mostOfOneKey?: number;
  /** Receives results that no caller waits for any more, for instance to close a descriptor. */
  discard?(job: string, input: unknown, result: unknown): void;
}

export interface RunOptions {
  /** Buffers that are transferred to the worker. They are empty in this thread afterwards. */
  readonly transferList?: readonly TransferListItem[];
  /** Resource that the job depends on, such as a mounted file system. Undefined is not limited. */
  readonly key?: string | undefined;
  /**
   * Maximum time that the job may wait for a thread, and that its thread may make no progress, in milliseconds. The job then fails
   * with `not-answering`.
   */
  readonly deadlineMs?: number | undefined;
  /**
   * Called once when no thread works on the job any more: before the caller gets its result, or after a deadline has passed. Not for
   * quick jobs.
   */
  readonly onEnded?: ((how: 'done' | 'failed' | 'not-begun') => void) | undefined;
}

/** Maximum number of quick jobs on a thread. */
const MAX_QUICK_JOBS = 32;
/** A thread gets no more quick jobs while its oldest one is older than this, in milliseconds. */
const MAX_QUICK_MS = 3;
/** Maximum number of quick jobs that are taken from the queue at once. */
const QUICK_FROM_QUEUE = 8;

const WATCH_EVERY_MS = 50;
/** Size of the young generation of a worker's heap, in megabytes. V8 would use 48 for a large folder, and not return it. */
const YOUNG_GENERATION_MB = 6;
/** Quick jobs behind one without progress for this long move to other threads. Milliseconds. */
const RESCUE_AFTER_MS = 150;
/** Time without progress that is allowed while a worker loads its modules, in milliseconds. */
const LOADING_MS = 30_000;

const MAX_ID = 0x3fff_ffff;

/**
 * Runs short synchronous jobs in threads, with one message for the request and one for the reply. Free threads take jobs from one
 * queue. A thread that is stuck, for instance in a system call on a dead network mount, is replaced, and its job fails at its
 * deadline. `AllJobs` is the type of the object that the worker passes to `serveJobs`.
 */
export class WorkerPool<AllJobs extends Jobs> extends ThreadPool<readonly JobReply[], JobThread> {
  readonly #options: WorkerPoolOptions;
  readonly #queue = new Set<PoolJob>();
  readonly #unsettled = new Set<PoolJob>();
  #lastId = NO_JOB;

  constructor(options: WorkerPoolOptions) {
    const limits = { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB };
    super(options, (start, events) => new JobThread(start, events, limits), WATCH_EVERY_MS);
    this.#options = options;
  }

  run<Name extends keyof AllJobs & string>(
    name: Name,
    input: Input<AllJobs[Name]>,
    { transferList = [], key, deadlineMs, onEnded }: RunOptions = {},
  ): Promise<Result<AllJobs[Name]>> {
    const refusal = this.#refusalOf(key, deadlineMs);
    if (refusal !== undefined) {
      onEnded?.('not-begun');
      return Promise.reject(refusal);
    }
    this.#lastId = this.#lastId === MAX_ID ? 1 : this.#lastId + 1;
    const id = this.#lastId;
    const isQuick = this.#options.quick?.has(name) ?? false;
    const since = performance.now();
    return new Promise((resolve, reject) => {
      const job: PoolJob = {
        id,
        name,
        input,
        transferList,
        key,
        isQuick,
        since,
        deadlineMs,
        onEnded,
        isSettled: false,
        resolve,
        reject,
      };
      this.#unsettled.add(job);
      this.startWatching();
      this.#assign(job, since);
    });
  }

  protected override get hasWork(): boolean {
    return this.#unsettled.size > 0;
  }

  protected override receive(thread: JobThread, replies: readonly JobReply[]): void {
    for (const reply of replies) this.#receiveReply(thread, reply);
  }

  #receiveReply(thread: JobThread, reply: JobReply): void {
    const now = performance.now();
    const job = thread.take(reply.id, now);
    if (job === undefined) return;
    job.onEnded?.('failure' in reply ? 'failed' : 'done');
    if (job.isSettled) {
      if ('result' in reply) this.#options.discard?.(job.name, job.input, reply.result);
    } else {
      this.#settle(job);
      if ('failure' in reply) job.reject(restoreError(reply.failure));
      else job.resolve(reply.result as never);
    }
    if (!thread.isIdle) return;
    if (this.#queue.size > 0) this.#assignQueued(now);
    if (!thread.isIdle) return;
    if (this.threads.size > this.#options.size) this.#end(thread);
    else this.endIdleThreadsLater();
  }

  protected override inspectAll(now: number): void {
    super.inspectAll(now);
    for (const job of this.#queue) {
      if (job.deadlineMs !== undefined && now - job.since > job.deadlineMs) this.#giveUp(job);
    }
    if (this.#queue.size > 0) this.#assignQueued(now);
  }

  protected override inspect(thread: JobThread, now: number): void {
    const quietMs = thread.heartbeat.quietMs(now);
    if (!thread.heartbeat.isUp && quietMs < LOADING_MS) return;
    this.setStalled(thread, quietMs >= STALLED_AFTER_MS);
    if (quietMs < RESCUE_AFTER_MS) return;
    const stuck = thread.heartbeat.currentJob;
    for (const job of [...thread.jobs.values()]) {
      if (job.isSettled) continue;
      if (job.isQuick && job.id !== stuck) this.#runElsewhere(thread, job, now);
      else if (job.deadlineMs !== undefined && quietMs > job.deadlineMs) this.#giveUp(job);
    }
    // A stuck thread whose jobs were given up does not keep the process alive.
    if (!thread.isWanted) thread.unref();
  }

  protected override fail(thread: JobThread, error: Error): void {
    for (const job of thread.jobs.values()) {
      job.onEnded?.('failed');
      if (job.isSettled || this.#isElsewhere(thread, job)) continue;
      this.#settle(job);
      job.reject(error);
    }
    thread.jobs.clear();
    if (this.#queue.size > 0) this.#assignQueued(performance.now());
  }

  #refusalOf(key: string | undefined, deadlineMs: number | undefined): Error | undefined {
    if (this.isClosed) return serverStopping();
    return deadlineMs !== undefined && this.#isLost(key) ? storageNotAnswering() : undefined;
  }

  #assign(job: PoolJob, now: number): void {
    const thread = this.#threadFor(job, now);
    if (thread === undefined) this.#queue.add(job);
    else thread.give(job, now);
  }

  #threadFor(job: PoolJob, now: number): JobThread | undefined {
    const mayTakeAnother = this.#mayTakeAnother(job.key);
    let idle: JobThread | undefined;
    for (const thread of this.threads) {
      const isFree = thread.isIdle ? mayTakeAnother : job.isQuick && acceptsQuickJob(thread, now);
      if (!isFree || !(mayTakeAnother || hasKey(thread, job.key))) continue;
      // The job already waits on this thread, behind a stuck one.
      if (thread.jobs.has(job.id)) continue;
      if (!thread.isIdle) return thread;
      idle ??= thread;
    }
    if (idle !== undefined || !mayTakeAnother) return idle;
    return this.mayStartThread ? this.startThread() : undefined;
  }

  #mayTakeAnother(key: string | undefined): boolean {
    const { mostOfOneKey } = this.#options;
    if (key === undefined || mostOfOneKey === undefined) return true;
    let occupied = 0;
    for (const thread of this.threads) if (thread.hasKey(key)) occupied += 1;
    return occupied < mostOfOneKey;
  }

  /** Returns whether all threads that may work for a key are stuck with jobs that were given up. */
  #isLost(key: string | undefined): boolean {
    let lost = 0;
    let lostOfKey = 0;
    for (const thread of this.threads) {
      if (!thread.isStalled || thread.isWanted) continue;
      lost += 1;
      if (key !== undefined && thread.hasKey(key)) lostOfKey += 1;
    }
    return lost >= this.maxThreads || lostOfKey >= (this.#options.mostOfOneKey ?? Infinity);
  }

  /** Assigns queued jobs to free threads, in the order of submission. */
  #assignQueued(now: number): void {
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

  /** Returns whether no job of any key could start. */
  #isFull(): boolean {
    for (const thread of this.threads) if (thread.isIdle) return false;
    return !this.mayStartThread;
  }

  /** Runs a job again that waits behind a stuck one. The first of its two results counts. */
  #runElsewhere(thread: JobThread, job: PoolJob, now: number): void {
    if (!this.#isElsewhere(thread, job)) this.#assign(job, now);
  }

  #isElsewhere(thread: JobThread, job: PoolJob): boolean {
    if (this.#queue.has(job)) return true;
    for (const other of this.threads) if (other !== thread && other.jobs.has(job.id)) return true;
    return false;
  }

  #giveUp(job: PoolJob): void {
    if (this.#queue.has(job)) job.onEnded?.('not-begun');
    this.#settle(job);
    job.reject(storageNotAnswering());
  }

  #settle(job: PoolJob): void {
    job.isSettled = true;
    this.#queue.delete(job);
    this.#unsettled.delete(job);
    this.workEnded();
  }

  #end(thread: JobThread): void {
    this.threads.delete(thread);
    void thread.terminate();
  }
}

/** Returns whether a thread is busy with quick jobs and completes them in time. */
function acceptsQuickJob(thread: JobThread, now: number): boolean {
  const { jobs, slowJobs, busySince, heartbeat } = thread;
  if (slowJobs > 0 || thread.isStalled || busySince === undefined) return false;
  if (!heartbeat.isUp) return true;
  return jobs.size < MAX_QUICK_JOBS && now - busySince < MAX_QUICK_MS;
}

function hasKey(thread: JobThread, key: string | undefined): boolean {
  return key === undefined || thread.hasKey(key);
}
