import { beat, NO_WORK, setCurrentWork } from './heartbeat.ts';
import { recycleBuffer } from './buffer-pool.ts';
import { listenToPool, serializeError, type SerializedError } from './pool-worker.ts';

/** Progress that a running task counts. The main thread gets copies of it at intervals. */
export interface Progress {
  entries: number;
  bytes: number;
  /** The item that the task works on, such as a path. */
  current?: string;
  /** Set when the caller wants no more than what is done. A task that can end with a part of its work does so. */
  isEnough?: boolean;
}

export type TaskProgress = Readonly<Progress>;

/**
 * A long piece of synchronous work in small steps. It yields undefined to let other tasks run, or bytes of output, whose buffer is
 * transferred to the consumer. Stopping a task runs its `finally` blocks.
 */
export type Task<Result> = Generator<Uint8Array<ArrayBuffer> | undefined, Result, undefined>;

/** The tasks of a pool, by name. Steps should take a few milliseconds at most. */
export type Tasks = Readonly<Record<string, (input: never, progress: Progress) => Task<unknown>>>;

/** State in which a task begins. */
export interface TaskStart {
  /** True if it is paused before its first step; see `pause`. */
  readonly isPaused: boolean;
  /** True if it ends with what its first step does; see `enough`. */
  readonly isEnough: boolean;
}

/** A message from the main thread to a worker. */
export type TaskCommand =
  | ({
      readonly command: 'begin';
      readonly id: number;
      readonly task: string;
      readonly input: unknown;
    } & TaskStart)
  /** Allows a number of further chunks, after the consumer has taken as many. */
  | { readonly command: 'more'; readonly id: number; readonly chunks: number }
  | { readonly command: 'stop'; readonly id: number }
  /** Pauses a task between two steps, or resumes it. It keeps what it has open. */
  | { readonly command: 'pause'; readonly id: number; readonly isPaused: boolean }
  /** Asks a task to end with what it has done. */
  | { readonly command: 'enough'; readonly id: number }
  /** Returns the buffer of a chunk, for `takeBuffer`. */
  | { readonly command: 'recycle'; readonly buffer: ArrayBuffer };

/** A message from a worker about a task. `done`, `failed` and `stopped` are the last of a task. */
export type TaskEvent =
  /** The first step follows. Before it, the task has no effect. */
  | { readonly event: 'begun'; readonly id: number }
  | { readonly event: 'chunk'; readonly id: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly event: 'progress'; readonly id: number; readonly progress: TaskProgress }
  | { readonly event: 'done'; readonly id: number; readonly result: unknown }
  | { readonly event: 'failed'; readonly id: number; readonly failure: SerializedError }
  | { readonly event: 'stopped'; readonly id: number };

/** Maximum number of chunks that are sent before the consumer has taken the first. */
const CHUNKS_AHEAD = 3;
/** Time that a task runs before the next one, and before commands are handled, in milliseconds. */
const TURN_MS = 8;
const PROGRESS_EVERY_MS = 200;

interface Running {
  readonly id: number;
  readonly task: Task<unknown>;
  readonly progress: Progress;
  /** Number of chunks that may be sent. */
  credit: number;
  reportedAt: number;
  hasBegun: boolean;
  isPaused: boolean;
}

function mayRun({ credit, isPaused }: Running): boolean {
  return credit > 0 && !isPaused;
}

/** Runs the tasks of a pool in turns. Called once in the worker's module. `translate` converts errors that tasks throw. */
export function serveTasks(
  tasks: Tasks,
  translate: (error: unknown) => unknown = (error) => error,
): void {
  const running = new Map<number, Running>();
  let isScheduled = false;

  const port = listenToPool<TaskCommand>((command) => {
    if (command.command === 'begin') begin(command);
    else if (command.command === 'stop') stop(command.id);
    else if (command.command === 'pause') setPaused(command.id, command.isPaused);
    else if (command.command === 'enough') endEarly(command.id);
    else if (command.command === 'recycle') recycleBuffer(command.buffer);
    else addCredit(command.id, command.chunks);
    schedule();
  });

  function begin(command: Extract<TaskCommand, { command: 'begin' }>): void {
    const { id, task, input, isPaused, isEnough } = command;
    const progress: Progress = { entries: 0, bytes: 0 };
    if (isEnough) progress.isEnough = true;
    const start = tasks[task];
    if (start === undefined) throw new Error(`unknown task "${task}"`);
    // Safe: the types of the pool match `task` and `input`.
    const generator = start(input as never, progress);
    running.set(id, {
      id,
      task: generator,
      progress,
      credit: CHUNKS_AHEAD,
      reportedAt: performance.now(),
      hasBegun: false,
      isPaused: false,
    });
    if (isPaused) setPaused(id, true);
  }

  function stop(id: number): void {
    const stopped = running.get(id);
    if (!stopped) return;
    setCurrentWork(id);
    end(id, () => {
      stopped.task.return(undefined);
      return { event: 'stopped', id };
    });
    setCurrentWork(NO_WORK);
  }

  function setPaused(id: number, isPaused: boolean): void {
    const task = running.get(id);
    if (task === undefined) return;
    task.isPaused = isPaused;
    send({ event: 'progress', id, progress: { ...task.progress } });
  }

  function endEarly(id: number): void {
    const ending = running.get(id);
    if (ending !== undefined) ending.progress.isEnough = true;
  }

  function addCredit(id: number, chunks: number): void {
    const consumed = running.get(id);
    if (consumed) consumed.credit += chunks;
  }

  function schedule(): void {
    if (isScheduled || ![...running.values()].some(mayRun)) return;
    isScheduled = true;
    setImmediate(() => {
      isScheduled = false;
      for (const each of [...running.values()]) if (mayRun(each)) runTurn(each);
      setCurrentWork(NO_WORK);
      schedule();
    });
  }

  function runTurn(each: Running): void {
    const until = performance.now() + TURN_MS;
    if (!each.hasBegun) send({ event: 'begun', id: each.id });
    each.hasBegun = true;
    setCurrentWork(each.id);
    try {
      do {
        beat();
        const step = each.task.next();
        if (step.done === true) return end(each.id, () => doneWith(each, step.value));
        if (step.value !== undefined) sendChunk(each, step.value);
      } while (each.credit > 0 && performance.now() < until);
    } catch (error) {
      return end(each.id, () => failedWith(each, error));
    }
    reportProgress(each);
  }

  function sendChunk(each: Running, bytes: Uint8Array<ArrayBuffer>): void {
    each.credit -= 1;
    send({ event: 'chunk', id: each.id, bytes }, [bytes.buffer]);
  }

  function reportProgress(each: Running): void {
    const now = performance.now();
    if (now - each.reportedAt < PROGRESS_EVERY_MS) return;
    send({ event: 'progress', id: each.id, progress: { ...each.progress } });
    each.reportedAt = now;
  }

  function doneWith({ id, progress }: Running, result: unknown): TaskEvent {
    send({ event: 'progress', id, progress: { ...progress } });
    return { event: 'done', id, result };
  }

  function failedWith({ id }: Running, error: unknown): TaskEvent {
    return { event: 'failed', id, failure: serializeError(translate(error)) };
  }

  function end(id: number, lastEvent: () => TaskEvent): void {
    running.delete(id);
    try {
      send(lastEvent());
    } catch (error) {
      send({ event: 'failed', id, failure: serializeError(translate(error)) });
    }
  }

  function send(event: TaskEvent, transferList: readonly ArrayBuffer[] = []): void {
    port.postMessage(event, transferList);
  }
}
