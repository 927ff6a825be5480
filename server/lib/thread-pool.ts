import { type ResourceLimits, type TransferListItem, Worker } from 'node:worker_threads';
import { ERROR_CODES, type ErrorCode } from '#contract/errors.ts';
import type { Refusal } from '#contract/refusals.ts';
import { AppError } from '../errors.ts';
import { subscribeThread } from './broadcast.ts';
import { createHeartbeat, HeartbeatMonitor } from './heartbeat.ts';
import type { SerializedError } from './pool-worker.ts';
import { registerThread } from './running-threads.ts';

export interface ThreadPoolOptions {
  /** URL of the worker's module, which calls `serveCalls` or `serveTasks`. */
  readonly url: URL;
  /** Maximum number of threads that make progress. Each starts when all others are busy. */
  readonly size: number;
  /** Available to every worker as `workerData`. */
  readonly data?: unknown;
  /** Maximum number of stuck threads that are replaced. The pool continues with fewer threads beyond it. 8 by default. */
  readonly mostStuck?: number;
  /** Times after which idle threads end. 15 and 30 seconds by default. */
  readonly endsAfter?: IdleTimes;
  /** Called when a thread has made no progress for a second. */
  readonly onStall?: () => void;
}

export interface IdleTimes {
  /** For a thread while the pool has others. Milliseconds. */
  readonly surplusMs: number;
  /** For the last thread, so that a user who reads for a while does not wait for a new thread. Infinity keeps it. Milliseconds. */
  readonly lastMs: number;
}

const MAX_STUCK = 8;
/** An idle thread takes 9 MB, and a new one a few dozen milliseconds. */
const IDLE_TIMES: IdleTimes = { surplusMs: 15_000, lastMs: 30_000 };

/** Time without progress after which a thread counts as stalled, in milliseconds. */
export const STALLED_AFTER_MS = 1_000;

interface ThreadEvents<Message> {
  onMessage(message: Message): void;
  /** `reason` is the uncaught error that ended the thread, if any. */
  onExit(reason: unknown): void;
}

type ThreadStart = Pick<ThreadPoolOptions, 'url' | 'data'>;

/** A thread of a pool. It keeps the process alive only while it has work. */
export abstract class PoolThread<Message> {
  readonly heartbeat: HeartbeatMonitor;
  isStalled = false;
  /** Time at which the last work ended, in milliseconds of `performance.now`. */
  idleSince = performance.now();
  readonly #worker: Worker;

  constructor(
    { url, data }: ThreadStart,
    events: ThreadEvents<Message>,
    resourceLimits: ResourceLimits = {},
  ) {
    // File descriptors belong to the whole process: workers open some for other threads and use some that they must not close.
    this.#worker = new Worker(url, { workerData: data, resourceLimits, trackUnmanagedFds: false });
    const shared = createHeartbeat();
    this.heartbeat = new HeartbeatMonitor(shared);
    this.#worker.postMessage(shared);
    this.#worker.unref();
    const unsubscribe = subscribeThread((message) => this.#worker.postMessage(message));
    const unregister = registerThread(url, () => this.pending);
    let reason: unknown;
    this.#worker.on('message', events.onMessage);
    this.#worker.on('error', (error) => {
      reason = error;
    });
    this.#worker.on('exit', () => {
      unregister();
      unsubscribe();
      events.onExit(reason);
    });
  }

  /** Number of calls or tasks that the thread was given and has not ended. */
  abstract get pending(): number;

  get isIdle(): boolean {
    return this.pending === 0;
  }

  /** Ends the thread. Never resolves while it is stuck in a system call that cannot be interrupted. */
  async terminate(): Promise<void> {
    await this.#worker.terminate();
  }

  /** Lets the process exit although the thread has work. */
  unref(): void {
    this.#worker.unref();
  }

  protected post(message: unknown, transferList: readonly TransferListItem[] = []): void {
    this.#worker.postMessage(message, transferList);
  }

  protected startWorking(now: number): void {
    this.#worker.ref();
    this.heartbeat.restart(now);
  }

  protected stopWorking(now: number): void {
    this.idleSince = now;
    this.isStalled = false;
    this.#worker.unref();
  }
}

/** Starts, watches, replaces and ends the threads of a pool. Subclasses decide which thread gets which work. */
export abstract class ThreadPool<Message, Thread extends PoolThread<Message>> {
  protected readonly threads = new Set<Thread>();
  protected readonly maxThreads: number;
  protected isClosed = false;
  readonly #options: ThreadPoolOptions;
  readonly #createThread: (start: ThreadStart, events: ThreadEvents<Message>) => Thread;
  readonly #watchEveryMs: number;
  #watch: NodeJS.Timeout | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #onDrained = (): void => undefined;

  constructor(
    options: ThreadPoolOptions,
    createThread: (start: ThreadStart, events: ThreadEvents<Message>) => Thread,
    watchEveryMs: number,
  ) {
    this.#options = options;
    this.#createThread = createThread;
    this.#watchEveryMs = watchEveryMs;
    this.maxThreads = options.size + (options.mostStuck ?? MAX_STUCK);
  }

  /** Refuses new work, waits for work that was accepted, and ends the threads. Does not wait for stuck threads. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.#idleTimer);
    this.#idleTimer = undefined;
    if (this.hasWork) {
      await new Promise<void>((resolve) => {
        this.#onDrained = resolve;
      });
    }
    const idle = new Set([...this.threads].filter((thread) => thread.isIdle));
    const ended = [...this.threads].map((thread) => ({ thread, end: thread.terminate() }));
    await Promise.all(ended.filter(({ thread }) => idle.has(thread)).map(({ end }) => end));
  }

  /** True while callers wait for a result. */
  protected abstract get hasWork(): boolean;
  protected abstract receive(thread: Thread, message: Message): void;
  /** Detects stalled work of a busy thread. */
  protected abstract inspect(thread: Thread, now: number): void;
  /** Fails the work of a thread that has exited. */
  protected abstract fail(thread: Thread, error: Error): void;

  /** Number of threads that exist, including stuck ones. */
  protected get threadCount(): number {
    return this.threads.size;
  }

  protected get mayStartThread(): boolean {
    let working = 0;
    for (const { isStalled } of this.threads) if (!isStalled) working += 1;
    return working < this.#options.size && this.threadCount < this.maxThreads;
  }

  protected startThread(): Thread {
    const thread: Thread = this.#createThread(this.#options, {
      onMessage: (message) => this.receive(thread, message),
      onExit: (cause) => {
        this.threads.delete(thread);
        this.fail(thread, new Error('a worker thread ended in the middle of its work', { cause }));
      },
    });
    this.threads.add(thread);
    return thread;
  }

  /** Inspects busy threads at intervals until no work is left. */
  protected startWatching(): void {
    this.#watch ??= setInterval(() => {
      this.inspectAll(performance.now());
      if (this.hasWork) return;
      clearInterval(this.#watch);
      this.#watch = undefined;
    }, this.#watchEveryMs).unref();
  }

  protected inspectAll(now: number): void {
    for (const thread of [...this.threads]) if (!thread.isIdle) this.inspect(thread, now);
  }

  protected setStalled(thread: Thread, isStalled: boolean): void {
    if (isStalled && !thread.isStalled) this.#options.onStall?.();
    thread.isStalled = isStalled;
  }

  /** Called when work has ended: completes `close` after the last of it. */
  protected workEnded(): void {
    if (!this.hasWork) this.#onDrained();
  }

  /** Ends threads that have become idle, after a while. */
  protected endIdleThreadsLater(): void {
    if (this.isClosed || this.#idleTimer !== undefined) return;
    const now = performance.now();
    const restsMs = [...this.threads].map((thread) => this.#restMs(thread, now));
    const waitMs = Math.min(...restsMs);
    if (waitMs === Infinity) return;
    this.#idleTimer = setTimeout(() => this.#endIdleThreads(), Math.max(waitMs, 0)).unref();
  }

  /** Returns the time after which a thread may end, or Infinity. Milliseconds. */
  #restMs(thread: Thread, now: number): number {
    const { surplusMs, lastMs } = this.#options.endsAfter ?? IDLE_TIMES;
    const keptMs = this.threads.size > 1 ? surplusMs : lastMs;
    return thread.isIdle ? thread.idleSince + keptMs - now : Infinity;
  }

  #endIdleThreads(): void {
    this.#idleTimer = undefined;
    const now = performance.now();
    for (const thread of [...this.threads]) {
      if (this.#restMs(thread, now) > 0) continue;
      this.threads.delete(thread);
      void thread.terminate();
    }
    this.endIdleThreadsLater();
  }
}

/** Restores an error from a worker thread: an AppError where its code is one of ours, else an Error with the same code. */
export function restoreError({ code, message, cause, refusal }: SerializedError): Error {
  if (isErrorCode(code)) {
    // Safe: only an AppError has a refusal.
    return new AppError(code, message, { cause, refusal: refusal as Refusal | undefined });
  }
  const error = new Error(message, { cause });
  return code === undefined ? error : Object.assign(error, { code });
}

function isErrorCode(code: string | undefined): code is ErrorCode {
  return ERROR_CODES.some((known) => known === code);
}
