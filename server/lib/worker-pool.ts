import { type TransferListItem, Worker } from 'node:worker_threads';
import { noteThread } from './running-threads.ts';
import type { JobFailure, JobReply, JobRequest, Jobs, Moved } from './worker-jobs.ts';

type Input<Job> = Job extends (input: infer Given) => unknown ? Given : never;
type Result<Job> = Job extends (input: never) => infer Given ? Unmoved<Awaited<Given>> : never;
type Unmoved<Given> = Given extends Moved<infer Value> ? Value : Given;

/** What `toError` is given for a job that comes after `close`. */
export const POOL_IS_CLOSED: JobFailure = {
  code: 'pool-closed',
  message: 'the worker pool is closed',
  cause: undefined,
};

export interface WorkerPoolOptions {
  /** The worker's file; it calls `serveJobs`. */
  readonly url: URL;
  /** At most so many threads; each starts when a job finds all others busy. */
  readonly size: number;
  /** What every worker finds in `workerData`. */
  readonly data: unknown;
  /**
   * Jobs so quick that they had better wait for each other on one thread that is awake than wake another
   * one each. All others get a thread of their own while there is one.
   */
  readonly quick?: ReadonlySet<string>;
  /** Makes an error of what a job has thrown in the worker, or of POOL_IS_CLOSED. */
  toError(failure: JobFailure): Error;
}

/** A thread takes so many quick jobs at once, and none while its oldest one has waited so long. */
const MOST_QUICK_JOBS = 32;
const LONGEST_QUICK_MS = 3;

interface Waiting {
  readonly isQuick: boolean;
  /** When it was given to the thread, in milliseconds of `performance.now`. */
  readonly since: number;
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  readonly waiting: Map<number, Waiting>;
  /** Has answered once. Until then it is loading its modules, and jobs wait for that, not for each other. */
  isUp: boolean;
  /** How many of them are not quick. */
  slowOnes: number;
  /** Jobs of this turn of the event loop, sent as one message at its end, and the buffers that go along. */
  outbox: JobRequest[];
  moved: TransferListItem[];
  /** Called when the last of the waiting jobs has ended. */
  onIdle: () => void;
}

/**
 * A few threads that answer jobs, one message there and one back. `AllJobs` is the type of the object
 * that the worker hands to `serveJobs`.
 */
export class WorkerPool<AllJobs extends Jobs> {
  readonly #options: WorkerPoolOptions;
  readonly #threads = new Set<Thread>();
  #nextId = 0;
  #closed = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
  }

  /** Buffers in `moved` belong to the worker afterwards and are empty here. */
  run<Name extends keyof AllJobs & string>(
    job: Name,
    input: Input<AllJobs[Name]>,
    moved: readonly TransferListItem[] = [],
  ): Promise<Result<AllJobs[Name]>> {
    if (this.#closed) return Promise.reject(this.#options.toError(POOL_IS_CLOSED));
    const isQuick = this.#options.quick?.has(job) ?? false;
    const now = performance.now();
    const thread = (isQuick ? this.#awake(now) : undefined) ?? this.#choose();
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      if (thread.waiting.size === 0) thread.worker.ref();
      if (!isQuick) thread.slowOnes += 1;
      thread.waiting.set(id, { isQuick, since: now, resolve, reject });
      if (thread.outbox.length === 0) setImmediate(send, thread);
      thread.outbox.push({ id, job, input });
      thread.moved.push(...moved);
    });
  }

  /** Refuses new jobs, waits for those under way and ends the threads. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#threads].map((thread) => untilIdle(thread)));
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()));
  }

  /** A thread that is busy with quick jobs and gets through them. */
  #awake(now: number): Thread | undefined {
    for (const thread of this.#threads) {
      const { waiting, slowOnes } = thread;
      if (slowOnes > 0 || waiting.size === 0) continue;
      if (thread.isUp && waiting.size >= MOST_QUICK_JOBS) continue;
      const [oldest] = waiting.values();
      if (!thread.isUp || (oldest !== undefined && now - oldest.since < LONGEST_QUICK_MS))
        return thread;
    }
    return undefined;
  }

  #choose(): Thread {
    let best: Thread | undefined;
    for (const thread of this.#threads) {
      if (!best || thread.waiting.size < best.waiting.size) best = thread;
    }
    const mayStart = this.#threads.size < this.#options.size;
    return best && (best.waiting.size === 0 || !mayStart) ? best : this.#start();
  }

  #start(): Thread {
    const { url, data } = this.#options;
    const thread: Thread = {
      // Descriptors belong to the whole process: a worker opens some for others, and must not close them.
      worker: new Worker(url, { workerData: data, trackUnmanagedFds: false }),
      waiting: new Map(),
      isUp: false,
      slowOnes: 0,
      outbox: [],
      moved: [],
      onIdle: () => undefined,
    };
    // Unless a job is under way, a waiting thread does not keep the process alive.
    thread.worker.unref();
    let reason: unknown;
    thread.worker.on('message', (replies: readonly JobReply[]) => {
      thread.isUp = true;
      for (const reply of replies) this.#settle(thread, reply);
    });
    thread.worker.on('error', (error) => {
      reason = error;
    });
    const forget = noteThread(url, () => thread.waiting.size);
    thread.worker.on('exit', () => {
      forget();
      this.#bury(thread, reason);
    });
    this.#threads.add(thread);
    return thread;
  }

  #settle(thread: Thread, reply: JobReply): void {
    const waiting = thread.waiting.get(reply.id);
    thread.waiting.delete(reply.id);
    if (waiting?.isQuick === false) thread.slowOnes -= 1;
    if ('failure' in reply) waiting?.reject(this.#options.toError(reply.failure));
    // The reply has the type of this job's result: the worker's file is written against it.
    else waiting?.resolve(reply.result as never);
    if (thread.waiting.size > 0) return;
    thread.worker.unref();
    thread.onIdle();
  }

  /** A dead thread fails its jobs; the next job that needs a thread starts another one. */
  #bury(thread: Thread, reason: unknown): void {
    this.#threads.delete(thread);
    for (const { reject } of thread.waiting.values()) {
      reject(new Error('a worker thread ended in the middle of its work', { cause: reason }));
    }
    thread.waiting.clear();
    thread.onIdle();
  }
}

function send(thread: Thread): void {
  const { worker, outbox, moved } = thread;
  thread.outbox = [];
  thread.moved = [];
  worker.postMessage(outbox, moved);
}

async function untilIdle(thread: Thread): Promise<void> {
  if (thread.waiting.size === 0) return;
  await new Promise<void>((done) => {
    thread.onIdle = done;
  });
}
