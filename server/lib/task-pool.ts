import { NO_WORK } from './heartbeat.ts';
import type { PauseSwitch } from './pause-switch.ts';
import type { Progress, Task, TaskEvent, TaskProgress } from './serve-tasks.ts';
import { type Ending, type PoolTask, TaskThread } from './task-thread.ts';
import {
  restoreError,
  STALLED_AFTER_MS,
  ThreadPool,
  type ThreadPoolOptions,
} from './thread-pool.ts';
import { storageNotAnswering, serverStopping } from '../errors.ts';

const WATCH_EVERY_MS = 200;
/** Size of the young generation of a worker's heap, in megabytes. Objects of a walk are short-lived, and V8 does not return a larger one. */
const YOUNG_GENERATION_MB = 6;

type AnyTasks = Readonly<Record<string, (input: never, progress: Progress) => Task<unknown>>>;
type Input<Start> = Start extends (input: infer Given, progress: Progress) => unknown
  ? Given
  : never;
type Result<Start> = Start extends (input: never, progress: Progress) => Task<infer Given>
  ? Given
  : never;

export interface TaskOptions {
  /** When it aborts, the task ends, cleans up after itself, and the promise rejects with the signal's reason. */
  readonly signal: AbortSignal;
  /** Called a few times a second at most, and once at the end. */
  readonly onProgress?: (progress: TaskProgress) => void;
  /** Pauses the task while the switch is on. */
  readonly pause?: PauseSwitch | undefined;
  /** When it aborts, a task that can end with a part of its work does so. Others are not affected. */
  readonly enough?: AbortSignal | undefined;
  /** Maximum time without progress in one step, in milliseconds. The task then fails with `not-answering`. */
  readonly deadlineMs?: number | undefined;
  /** Called once when no thread works on the task any more. After a deadline, that is later than the end of the promise. */
  readonly onEnded?: (() => void) | undefined;
}

type Listener = Pick<PoolTask, 'onChunk' | 'onEnd'>;

/**
 * Runs long tasks in threads. Tasks on one thread take turns, so that a copy of a terabyte does not delay a short deletion. A
 * thread that is stuck in one step is replaced. `AllTasks` is the type of the object that the worker passes to `serveTasks`.
 */
export class TaskPool<AllTasks extends AnyTasks> extends ThreadPool<TaskEvent, TaskThread> {
  /** Threads whose tasks were given up. They may never end. */
  readonly #abandoned = new Set<TaskThread>();
  /** Threads that made the chunks, by their buffers. */
  readonly #makers = new WeakMap<ArrayBuffer, TaskThread>();
  #nextId = NO_WORK + 1;

  constructor(options: ThreadPoolOptions) {
    super(
      options,
      (start, events) =>
        new TaskThread(start, events, { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB }),
      WATCH_EVERY_MS,
    );
  }

  /** Runs a task without output. */
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
    // Safe: the worker's module defines the type of the result.
    return resultOf(ending, options.signal) as Result<AllTasks[Name]>;
  }

  /**
   * Yields the output of a task as fast as it is consumed, and returns its result. Throws what the task throws. Leaving the loop
   * early stops the task.
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
          running.thread.send({ command: 'more', id: running.id, chunks: 1 });
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

  /** Returns the buffer of a chunk of `stream` to its thread, which fills it again. The chunk is empty afterwards. */
  recycle({ buffer }: Uint8Array): void {
    if (!(buffer instanceof ArrayBuffer)) return;
    const thread = this.#makers.get(buffer);
    if (thread === undefined || !this.threads.has(thread)) return;
    this.#makers.delete(buffer);
    thread.send({ command: 'recycle', buffer }, [buffer]);
  }

  /** Does not stop tasks: their callers do. */
  override async close(): Promise<void> {
    await super.close();
    for (const thread of this.#abandoned) void thread.terminate();
  }

  protected override get hasWork(): boolean {
    for (const { tasks } of this.threads) if (tasks.size > 0) return true;
    return false;
  }

  protected override get threadCount(): number {
    return this.threads.size + this.#abandoned.size;
  }

  protected override receive(thread: TaskThread, event: TaskEvent): void {
    const task = thread.tasks.get(event.id);
    if (!task) return this.#receiveLate(thread, event);
    task.hasBegun = true;
    switch (event.event) {
      case 'begun':
        return undefined;
      case 'chunk':
        this.#makers.set(event.bytes.buffer, thread);
        return task.onChunk(event.bytes);
      case 'progress':
        return task.onProgress(event.progress);
      case 'done':
      case 'failed':
      case 'stopped':
        thread.drop(task.id);
        task.onEnded();
        task.onEnd(endingOf(event));
        if (thread.tasks.size === 0) this.endIdleThreadsLater();
        return this.workEnded();
    }
  }

  protected override inspect(thread: TaskThread, now: number): void {
    if (thread.tasks.size === 0) return;
    const quietMs = thread.heartbeat.quietMs(now);
    const current = thread.currentTask;
    this.setStalled(thread, current !== NO_WORK && quietMs >= STALLED_AFTER_MS);
    if (!thread.isStalled) return;
    for (const task of [...thread.tasks.values()]) if (!task.hasBegun) this.#moveOn(task);
    const deadlineMs = thread.tasks.get(current)?.deadlineMs;
    if (deadlineMs !== undefined && quietMs > deadlineMs) this.#abandon(thread);
  }

  protected override fail(thread: TaskThread, error: Error): void {
    this.#abandoned.delete(thread);
    for (const onEnded of thread.takenAway.values()) onEnded();
    thread.takenAway.clear();
    for (const task of [...thread.tasks.values()]) {
      thread.tasks.delete(task.id);
      task.onEnded();
      task.onEnd({ kind: 'failed', error });
    }
    this.workEnded();
  }

  #begin(
    task: string,
    input: unknown,
    { signal, onProgress, deadlineMs, onEnded, pause, enough }: TaskOptions,
    { onChunk, onEnd }: Listener,
  ): PoolTask {
    try {
      signal.throwIfAborted();
      if (this.isClosed) throw serverStopping();
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
      startState: () => ({
        isPaused: pause?.isPaused === true,
        isEnough: enough?.aborted === true,
      }),
      onEnd: (ending) => {
        signal.removeEventListener('abort', stop);
        enough?.removeEventListener('abort', sendEnough);
        endPause?.();
        onEnd(ending);
      },
    };
    const stop = (): void => begun.thread.send({ command: 'stop', id: begun.id });
    signal.addEventListener('abort', stop, { once: true });
    const sendPaused = (): void =>
      begun.thread.send({ command: 'pause', id: begun.id, isPaused: pause?.isPaused === true });
    const endPause = pause?.subscribe(sendPaused);
    const sendEnough = (): void => begun.thread.send({ command: 'enough', id: begun.id });
    enough?.addEventListener('abort', sendEnough, { once: true });
    this.startWatching();
    begun.thread.give(begun);
    return begun;
  }

  /** Returns an idle thread, or a new one, or the thread with the fewest tasks. */
  #choose(): TaskThread {
    let best: TaskThread | undefined;
    for (const thread of this.threads) {
      if (best === undefined || isBetter(thread, best)) best = thread;
    }
    const isFree = best !== undefined && !best.isStalled && best.tasks.size === 0;
    return best !== undefined && (isFree || !this.mayStartThread) ? best : this.startThread();
  }

  /** Handles the end of a task that was taken away. An abandoned thread is terminated after the last of them. */
  #receiveLate(thread: TaskThread, { event, id }: TaskEvent): void {
    if (event !== 'done' && event !== 'failed' && event !== 'stopped') return;
    thread.takenAway.get(id)?.();
    thread.takenAway.delete(id);
    if (!this.#abandoned.has(thread) || thread.takenAway.size > 0) return;
    this.#abandoned.delete(thread);
    void thread.terminate();
  }

  /** Moves a task that has not begun from a stalled thread to another one, if possible. */
  #moveOn(task: PoolTask): void {
    const target = this.#choose();
    if (target.isStalled) return;
    task.thread.takeAway(task, () => undefined);
    target.give(task);
  }

  /** Fails all tasks of a stuck thread and asks it to stop them, in case it continues. */
  #abandon(thread: TaskThread): void {
    this.threads.delete(thread);
    this.#abandoned.add(thread);
    for (const task of [...thread.tasks.values()]) {
      thread.takeAway(task, task.onEnded);
      task.onEnd({ kind: 'failed', error: storageNotAnswering() });
    }
    this.workEnded();
  }
}

/** Returns whether a thread is a better choice for a task: it makes progress, and has fewer tasks. */
function isBetter(one: TaskThread, other: TaskThread): boolean {
  if (one.isStalled !== other.isStalled) return other.isStalled;
  return one.tasks.size < other.tasks.size;
}

function endingOf(event: Extract<TaskEvent, { event: 'done' | 'failed' | 'stopped' }>): Ending {
  if (event.event === 'done') return { kind: 'done', result: event.result };
  if (event.event === 'stopped') return { kind: 'stopped' };
  return { kind: 'failed', error: restoreError(event.failure) };
}

function resultOf(ending: Ending, signal: AbortSignal): unknown {
  if (ending.kind === 'done') return ending.result;
  if (ending.kind === 'failed') throw ending.error;
  signal.throwIfAborted();
  throw new Error('a task ended without a result or a stop request');
}
