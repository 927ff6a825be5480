import { IdleThreads } from './idle-threads.ts';
import { NO_JOB } from './heartbeat.ts';
import type { Progress, Task } from './serve-tasks.ts';
import type { TaskNews, TaskOrder, TaskProgress } from './task-messages.ts';
import { type Ending, type PoolTask, TaskThread } from './task-thread.ts';
import type { JobFailure } from './worker-jobs.ts';
import { NOT_ANSWERING, POOL_IS_CLOSED } from './worker-pool.ts';

/** How often threads with tasks are looked at. */
const WATCH_EVERY_MS = 200;
const MOST_STUCK = 8;

type AnyTasks = Readonly<Record<string, (input: never, progress: Progress) => Task<unknown>>>;
type Input<Start> = Start extends (input: infer Given, progress: Progress) => unknown
  ? Given
  : never;
type Result<Start> = Start extends (input: never, progress: Progress) => Task<infer Given>
  ? Given
  : never;

export interface TaskPoolOptions {
  /** The worker's file; it calls `serveTasks`. */
  readonly url: URL;
  /** Maximum number of threads that go on; each starts when a task finds all others busy. */
  readonly size: number;
  readonly data: unknown;
  /** Maximum number of stuck threads that are replaced. */
  readonly mostStuck?: number;
  /** Threads that have been idle for so long end, all but one. Milliseconds; 15 seconds by default. */
  readonly endsAfterMs?: number;
  /** Called when a thread has been in one step for a second. */
  readonly onStall?: () => void;
  /** Makes an error of what a task has thrown in the worker, of POOL_IS_CLOSED or of NOT_ANSWERING. */
  toError(failure: JobFailure): Error;
}

export interface TaskOptions {
  /** When it aborts, the task ends, cleans up after itself, and the promise rejects with the signal's reason. */
  readonly signal: AbortSignal;
  /** Called a few times a second at most, and once at the end. */
  readonly onProgress?: (progress: TaskProgress) => void;
  /** The task fails with NOT_ANSWERING when one of its steps makes no progress for longer than this. Milliseconds. */
  readonly deadlineMs?: number | undefined;
  /** Called once when no thread works on the task any more; after its promise has settled where its deadline has passed. */
  readonly onEnded?: (() => void) | undefined;
}

type Listener = Pick<PoolTask, 'onChunk' | 'onEnd'>;

/**
 * A few threads that run long tasks in turns, so that a copy of a terabyte holds up nobody's deletion of a file. A thread that is
 * stuck in one step is replaced. `AllTasks` is the type of the object that the worker hands to `serveTasks`.
 */
export class TaskPool<AllTasks extends AnyTasks> {
  readonly #options: TaskPoolOptions;
  readonly #threads = new Set<TaskThread>();
  /** Threads whose tasks were given up. They may never end. */
  readonly #abandoned = new Set<TaskThread>();
  /** By the buffer of a chunk: who has made it. */
  readonly #makers = new WeakMap<ArrayBuffer, TaskThread>();
  #watch: NodeJS.Timeout | undefined;
  readonly #idle: IdleThreads;
  #nextId = NO_JOB + 1;
  #closed = false;
  #onIdle = (): void => undefined;

  constructor(options: TaskPoolOptions) {
    this.#options = options;
    this.#idle = new IdleThreads(this.#threads, options.endsAfterMs);
  }

  /** For a task without output. */
  async run<Name extends keyof AllTasks & string>(
    task: Name,
    input: Input<AllTasks[Name]>,
    options: TaskOptions,
  ): Promise<Result<AllTasks[Name]>> {
    const ending = await new Promise<Ending>((resolve, reject) => {
      try {
        this.#begin(task, input, options, { onChunk: () => undefined, onEnd: resolve });
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
    // The ending has the type of this task's result: the worker's file is written against it.
    return resultOf(ending, options.signal) as Result<AllTasks[Name]>;
  }

  /**
   * The output of a task, as fast as it is consumed. Throws what the task has thrown; leaving the loop early stops
   * the task.
   */
  async *stream<Name extends keyof AllTasks & string>(
    task: Name,
    input: Input<AllTasks[Name]>,
    options: TaskOptions,
  ): AsyncGenerator<Uint8Array<ArrayBuffer>, Result<AllTasks[Name]>> {
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let ending: Ending | undefined;
    let wake = (): void => undefined;
    const left = new AbortController();
    const signal = AbortSignal.any([options.signal, left.signal]);
    const running = this.#begin(
      task,
      input,
      { ...options, signal },
      {
        onChunk: (bytes) => {
          chunks.push(bytes);
          wake();
        },
        onEnd: (how) => {
          ending = how;
          wake();
        },
      },
    );
    try {
      for (;;) {
        const chunk = chunks.shift();
        if (chunk) {
          running.thread.tell({ order: 'more', id: running.id, chunks: 1 });
          yield chunk;
        } else if (ending) {
          return resultOf(ending, signal) as Result<AllTasks[Name]>;
        } else {
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      }
    } finally {
      left.abort();
    }
  }

  /** Hands a chunk of `stream` that nobody reads any more back to its thread, which fills its buffer again. */
  giveBack({ buffer }: Uint8Array): void {
    if (!(buffer instanceof ArrayBuffer)) return;
    const thread = this.#makers.get(buffer);
    if (thread === undefined || !this.#threads.has(thread)) return;
    this.#makers.delete(buffer);
    const order: TaskOrder = { order: 'refill', buffer };
    thread.tell(order, [buffer]);
  }

  /** Stops nothing: whoever began tasks stops them. Waits for their ends and ends the threads. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#idle.close();
    if (this.#hasTasks()) {
      await new Promise<void>((done) => {
        this.#onIdle = done;
      });
    }
    for (const thread of this.#abandoned) void thread.terminate();
    await Promise.all([...this.#threads].map((thread) => thread.terminate()));
  }

  #begin(
    task: string,
    input: unknown,
    { signal, onProgress, deadlineMs, onEnded }: TaskOptions,
    { onChunk, onEnd }: Listener,
  ): PoolTask {
    try {
      signal.throwIfAborted();
      if (this.#closed) throw this.#options.toError(POOL_IS_CLOSED);
    } catch (error) {
      onEnded?.();
      throw error;
    }
    const begun: PoolTask = {
      id: this.#nextId++,
      task,
      input,
      deadlineMs,
      onEnded: onEnded ?? (() => undefined),
      thread: this.#choose(),
      hasBegun: false,
      onChunk,
      onProgress: onProgress ?? (() => undefined),
      onEnd: (ending) => {
        signal.removeEventListener('abort', stop);
        onEnd(ending);
      },
    };
    const stop = (): void => begun.thread.tell({ order: 'stop', id: begun.id });
    signal.addEventListener('abort', stop, { once: true });
    this.#watch ??= setInterval(() => this.#look(), WATCH_EVERY_MS).unref();
    begun.thread.give(begun);
    return begun;
  }

  #choose(): TaskThread {
    let best: TaskThread | undefined;
    let working = 0;
    for (const thread of this.#threads) {
      if (!thread.isStalled) working += 1;
      if (best === undefined || isBetter(thread, best)) best = thread;
    }
    const { size, mostStuck = MOST_STUCK } = this.#options;
    const all = this.#threads.size + this.#abandoned.size;
    const mayStart = working < size && all < size + mostStuck;
    const isFree = best !== undefined && !best.isStalled && best.tasks.size === 0;
    return best !== undefined && (isFree || !mayStart) ? best : this.#start();
  }

  #start(): TaskThread {
    const thread = new TaskThread(this.#options, {
      onNews: (from, news) => this.#hear(from, news),
      onExit: (ended, reason) => this.#bury(ended, reason),
    });
    this.#threads.add(thread);
    return thread;
  }

  #hear(thread: TaskThread, news: TaskNews): void {
    const task = thread.tasks.get(news.id);
    if (!task) return this.#hearLate(thread, news);
    task.hasBegun = true;
    switch (news.news) {
      case 'begun':
        return undefined;
      case 'chunk':
        this.#makers.set(news.bytes.buffer, thread);
        return task.onChunk(news.bytes);
      case 'progress':
        return task.onProgress(news.progress);
      case 'done':
      case 'failed':
      case 'stopped':
        thread.drop(task.id);
        task.onEnded();
        task.onEnd(this.#endingOf(news));
        if (thread.tasks.size === 0) this.#idle.endLater();
        return this.#tellIfIdle();
    }
  }

  /** Hears of a task that was taken away. An abandoned thread that has ended them all is of no use any more. */
  #hearLate(thread: TaskThread, { news, id }: TaskNews): void {
    if (news !== 'done' && news !== 'failed' && news !== 'stopped') return;
    thread.takenAway.get(id)?.();
    thread.takenAway.delete(id);
    if (!this.#abandoned.has(thread) || thread.takenAway.size > 0) return;
    this.#abandoned.delete(thread);
    void thread.terminate();
  }

  #look(): void {
    const now = performance.now();
    for (const thread of [...this.#threads])
      if (thread.tasks.size > 0) this.#resolveEntry(thread, now);
    if (this.#hasTasks()) return;
    clearInterval(this.#watch);
    this.#watch = undefined;
  }

  #resolveEntry(thread: TaskThread, now: number): void {
    const wasStalled = thread.isStalled;
    const { current, quietMs } = thread.look(now);
    if (!thread.isStalled) return;
    if (!wasStalled) this.#options.onStall?.();
    for (const task of [...thread.tasks.values()]) if (!task.hasBegun) this.#moveOn(task);
    const deadlineMs = thread.tasks.get(current)?.deadlineMs;
    if (deadlineMs !== undefined && quietMs > deadlineMs) this.#abandon(thread);
  }

  /** Gives a task that has not begun on a stalled thread to another one, if there may be one. */
  #moveOn(task: PoolTask): void {
    const target = this.#choose();
    if (target.isStalled) return;
    task.thread.takeAway(task, () => undefined);
    target.give(task);
  }

  /** All its tasks fail: nothing can take those away from it that have begun. They are stopped, should it ever go on. */
  #abandon(thread: TaskThread): void {
    this.#threads.delete(thread);
    this.#abandoned.add(thread);
    for (const task of [...thread.tasks.values()]) {
      thread.takeAway(task, task.onEnded);
      task.onEnd({ kind: 'failed', error: this.#options.toError(NOT_ANSWERING) });
    }
    this.#tellIfIdle();
  }

  #endingOf(news: Extract<TaskNews, { news: 'done' | 'failed' | 'stopped' }>): Ending {
    if (news.news === 'done') return { kind: 'done', result: news.result };
    if (news.news === 'stopped') return { kind: 'stopped' };
    return { kind: 'failed', error: this.#options.toError(news.failure) };
  }

  /** A dead thread fails its tasks; the next task that needs a thread starts another one. */
  #bury(thread: TaskThread, reason: unknown): void {
    this.#threads.delete(thread);
    this.#abandoned.delete(thread);
    for (const onEnded of thread.takenAway.values()) onEnded();
    thread.takenAway.clear();
    const error = new Error('a worker thread ended in the middle of its work', { cause: reason });
    for (const task of [...thread.tasks.values()]) {
      thread.tasks.delete(task.id);
      task.onEnded();
      task.onEnd({ kind: 'failed', error });
    }
    this.#tellIfIdle();
  }

  #hasTasks(): boolean {
    for (const { tasks } of this.#threads) if (tasks.size > 0) return true;
    return false;
  }

  #tellIfIdle(): void {
    if (!this.#hasTasks()) this.#onIdle();
  }
}

/** Whether a thread is the better one for a task: it goes on, and has less to do. */
function isBetter(one: TaskThread, other: TaskThread): boolean {
  if (one.isStalled !== other.isStalled) return other.isStalled;
  return one.tasks.size < other.tasks.size;
}

function resultOf(ending: Ending, signal: AbortSignal): unknown {
  if (ending.kind === 'done') return ending.result;
  if (ending.kind === 'failed') throw ending.error;
  signal.throwIfAborted();
  throw new Error('a task was stopped by nobody');
}
