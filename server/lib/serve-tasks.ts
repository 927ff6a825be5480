import { parentPort } from 'node:worker_threads';
import { type Notice, receiveBroadcast } from './broadcast.ts';
import { beat, NO_JOB, setCurrentJob, receiveHeartbeat } from './heartbeat.ts';
import { recycleBuffer } from './buffer-pool.ts';
import { CHUNKS_AHEAD, type TaskNews, type TaskOrder } from './task-messages.ts';
import { failureOf } from './worker-jobs.ts';

/** What a task writes down of how far it has come; told to the main thread now and then. */
export interface Progress {
  entries: number;
  bytes: number;
}

/**
 * A long piece of synchronous work, cut into small steps. It yields undefined to let others have their turn, or
 * bytes for whoever consumes its output, whose buffer changes hands. When it is stopped, its `finally` blocks run.
 */
export type Task<Result> = Generator<Uint8Array<ArrayBuffer> | undefined, Result, undefined>;

/** The tasks of a pool, by name. Steps should take a few milliseconds at most. */
export type Tasks = Readonly<Record<string, (input: never, progress: Progress) => Task<unknown>>>;

/** A task works so long until it is the next one's turn, and orders are looked at. Milliseconds. */
const TURN_MS = 8;
const PROGRESS_EVERY_MS = 200;

interface Running {
  readonly id: number;
  readonly task: Task<unknown>;
  readonly progress: Progress;
  /** Chunks that may still be sent. */
  credit: number;
  toldAt: number;
  hasBegun: boolean;
}

/** Runs the tasks of a pool in turns; called once in the worker's file. `translate` sees what a task has thrown. */
export function serveTasks(tasks: Tasks, translate: (error: unknown) => unknown): void {
  const port = parentPort;
  if (!port) throw new Error('serveTasks belongs into a worker thread');
  const running = new Map<number, Running>();
  let scheduled = false;

  port.on('message', (order: SharedArrayBuffer | Notice | TaskOrder) => {
    if (order instanceof SharedArrayBuffer) return receiveHeartbeat(order);
    if (receiveBroadcast(order)) return;
    if (order.order === 'begin') begin(order);
    else if (order.order === 'stop') stop(order.id);
    else if (order.order === 'refill') recycleBuffer(order.buffer);
    else addCredit(order.id, order.chunks);
    schedule();
  });

  function begin({ id, task, input }: Extract<TaskOrder, { order: 'begin' }>): void {
    const progress = { entries: 0, bytes: 0 };
    const start = tasks[task];
    if (start === undefined) throw new Error(`there is no task named ${task}`);
    // The pool's types see to it that `task` and `input` fit together.
    const generator = start(input as never, progress);
    running.set(id, {
      id,
      task: generator,
      progress,
      credit: CHUNKS_AHEAD,
      toldAt: performance.now(),
      hasBegun: false,
    });
  }

  function stop(id: number): void {
    const stopped = running.get(id);
    if (!stopped) return;
    setCurrentJob(id);
    end(id, () => {
      stopped.task.return(undefined);
      return { news: 'stopped', id };
    });
    setCurrentJob(NO_JOB);
  }

  function addCredit(id: number, chunks: number): void {
    const fed = running.get(id);
    if (fed) fed.credit += chunks;
  }

  function schedule(): void {
    if (scheduled || ![...running.values()].some(({ credit }) => credit > 0)) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      for (const each of [...running.values()]) if (each.credit > 0) acquireSlot(each);
      setCurrentJob(NO_JOB);
      schedule();
    });
  }

  function acquireSlot(each: Running): void {
    const until = performance.now() + TURN_MS;
    if (!each.hasBegun) tell({ news: 'begun', id: each.id });
    each.hasBegun = true;
    setCurrentJob(each.id);
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
    tell({ news: 'chunk', id: each.id, bytes }, [bytes.buffer]);
  }

  function reportProgress({ id, progress, toldAt }: Running): void {
    const now = performance.now();
    if (now - toldAt < PROGRESS_EVERY_MS) return;
    tell({ news: 'progress', id, progress: { ...progress } });
    const told = running.get(id);
    if (told) told.toldAt = now;
  }

  function doneWith({ id, progress }: Running, result: unknown): TaskNews {
    tell({ news: 'progress', id, progress: { ...progress } });
    return { news: 'done', id, result };
  }

  function failedWith({ id }: Running, error: unknown): TaskNews {
    return { news: 'failed', id, failure: failureOf(translate(error)) };
  }

  function end(id: number, lastNews: () => TaskNews): void {
    running.delete(id);
    try {
      tell(lastNews());
    } catch (error) {
      tell({ news: 'failed', id, failure: failureOf(translate(error)) });
    }
  }

  function tell(news: TaskNews, moved: readonly ArrayBuffer[] = []): void {
    port?.postMessage(news, moved);
  }
}
