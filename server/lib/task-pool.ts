import { Worker } from 'node:worker_threads';
import { noteThread } from './running-threads.ts';
import type { Progress, Task } from './serve-tasks.ts';
import type { TaskNews, TaskOrder, TaskProgress } from './task-messages.ts';
import type { JobFailure } from './worker-jobs.ts';
import { POOL_IS_CLOSED } from './worker-pool.ts';

/** What a walk leaves behind dies at once: more room for it would only be memory that a thread never gives back. */
const YOUNG_MB = 6;

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
  /** At most so many threads; each starts when a task finds all others busy. */
  readonly size: number;
  readonly data: unknown;
  /** Makes an error of what a task has thrown in the worker, or of POOL_IS_CLOSED. */
  toError(failure: JobFailure): Error;
}

export interface TaskOptions {
  /** When it aborts, the task ends, cleans up after itself, and the promise rejects with the signal's reason. */
  readonly signal: AbortSignal;
  /** Called a few times a second at most, and once at the end. */
  readonly onProgress?: (progress: TaskProgress) => void;
}

interface Listener {
  onChunk(bytes: Uint8Array<ArrayBuffer>): void;
  onProgress(progress: TaskProgress): void;
  onEnd(ending: Ending): void;
}

type Ending =
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly error: Error }
  | { readonly kind: 'stopped' };

interface Thread {
  readonly worker: Worker;
  readonly listeners: Map<number, Listener>;
  onIdle: () => void;
}

/**
 * A few threads that run long tasks in turns, so that a copy of a terabyte holds up nobody's deletion of a file.
 * `AllTasks` is the type of the object that the worker hands to `serveTasks`.
 */
export class TaskPool<AllTasks extends AnyTasks> {
  readonly #options: TaskPoolOptions;
  readonly #threads = new Set<Thread>();
  /** By the buffer of a chunk: who has made it. */
  readonly #makers = new WeakMap<ArrayBuffer, Thread>();
  #nextId = 0;
  #closed = false;

  constructor(options: TaskPoolOptions) {
    this.#options = options;
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
    const controls = this.#begin(
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
          controls.more();
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
    thread.worker.postMessage(order, [buffer]);
  }

  /** Stops nothing: whoever began tasks stops them. Waits for their ends and ends the threads. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#threads].map((thread) => untilIdle(thread)));
    await Promise.all([...this.#threads].map(({ worker }) => worker.terminate()));
  }

  #begin(
    task: string,
    input: unknown,
    { signal, onProgress }: TaskOptions,
    { onChunk, onEnd }: Pick<Listener, 'onChunk' | 'onEnd'>,
  ): { more(): void } {
    signal.throwIfAborted();
    if (this.#closed) throw this.#options.toError(POOL_IS_CLOSED);
    const thread = this.#choose();
    const id = this.#nextId++;
    const tell = (order: TaskOrder): void => thread.worker.postMessage(order);
    const stop = (): void => tell({ order: 'stop', id });
    if (thread.listeners.size === 0) thread.worker.ref();
    thread.listeners.set(id, {
      onChunk,
      onProgress: onProgress ?? (() => undefined),
      onEnd: (ending) => {
        signal.removeEventListener('abort', stop);
        onEnd(ending);
      },
    });
    signal.addEventListener('abort', stop, { once: true });
    tell({ order: 'begin', id, task, input });
    return { more: () => tell({ order: 'more', id, chunks: 1 }) };
  }

  #choose(): Thread {
    let best: Thread | undefined;
    for (const thread of this.#threads) {
      if (!best || thread.listeners.size < best.listeners.size) best = thread;
    }
    const mayStart = this.#threads.size < this.#options.size;
    return best && (best.listeners.size === 0 || !mayStart) ? best : this.#start();
  }

  #start(): Thread {
    const { url, data } = this.#options;
    const thread: Thread = {
      // Descriptors belong to the whole process: a worker is lent some, and must not close them.
      worker: new Worker(url, {
        workerData: data,
        trackUnmanagedFds: false,
        resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
      }),
      listeners: new Map(),
      onIdle: () => undefined,
    };
    // Unless a task is under way, a waiting thread does not keep the process alive.
    thread.worker.unref();
    let reason: unknown;
    thread.worker.on('message', (news: TaskNews) => this.#hear(thread, news));
    thread.worker.on('error', (error) => {
      reason = error;
    });
    const forget = noteThread(url, () => thread.listeners.size);
    thread.worker.on('exit', () => {
      forget();
      this.#bury(thread, reason);
    });
    this.#threads.add(thread);
    return thread;
  }

  #hear(thread: Thread, news: TaskNews): void {
    const listener = thread.listeners.get(news.id);
    if (!listener) return;
    if (news.news === 'chunk') {
      this.#makers.set(news.bytes.buffer, thread);
      return listener.onChunk(news.bytes);
    }
    if (news.news === 'progress') return listener.onProgress(news.progress);
    thread.listeners.delete(news.id);
    listener.onEnd(this.#endingOf(news));
    if (thread.listeners.size > 0) return;
    thread.worker.unref();
    thread.onIdle();
  }

  #endingOf(news: Extract<TaskNews, { news: 'done' | 'failed' | 'stopped' }>): Ending {
    if (news.news === 'done') return { kind: 'done', result: news.result };
    if (news.news === 'stopped') return { kind: 'stopped' };
    return { kind: 'failed', error: this.#options.toError(news.failure) };
  }

  /** A dead thread fails its tasks; the next task that needs a thread starts another one. */
  #bury(thread: Thread, reason: unknown): void {
    this.#threads.delete(thread);
    const error = new Error('a worker thread ended in the middle of its work', { cause: reason });
    for (const listener of thread.listeners.values()) listener.onEnd({ kind: 'failed', error });
    thread.listeners.clear();
    thread.onIdle();
  }
}

function resultOf(ending: Ending, signal: AbortSignal): unknown {
  if (ending.kind === 'done') return ending.result;
  if (ending.kind === 'failed') throw ending.error;
  signal.throwIfAborted();
  throw new Error('a task was stopped by nobody');
}

async function untilIdle(thread: Thread): Promise<void> {
  if (thread.listeners.size === 0) return;
  await new Promise<void>((done) => {
    thread.onIdle = done;
  });
}
