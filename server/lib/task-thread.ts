import type { Worker } from 'node:worker_threads';
import { NO_JOB, type HeartbeatMonitor } from './heartbeat.ts';
import { startWorker } from './pulsed-worker.ts';
import type { TaskNews, TaskOrder, TaskProgress } from './task-messages.ts';

/** What a walk leaves behind dies at once: more room for it would only be memory that a thread never gives back. */
const YOUNG_MB = 6;
/** A thread that is in one step for so long counts as stalled. */
const STALLED_AFTER_MS = 1_000;

/** A task of a pool that somebody waits for. */
export interface PoolTask {
  readonly id: number;
  readonly task: string;
  readonly input: unknown;
  /** See `TaskOptions`. */
  readonly deadlineMs: number | undefined;
  /** Called once when no thread works on it any more. */
  readonly onEnded: () => void;
  /** Where it runs; it moves only before it has begun. */
  thread: TaskThread;
  hasBegun: boolean;
  onChunk(bytes: Uint8Array<ArrayBuffer>): void;
  onProgress(progress: TaskProgress): void;
  onEnd(ending: Ending): void;
}

export type Ending =
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly error: Error }
  | { readonly kind: 'stopped' };

interface ThreadEvents {
  onNews(thread: TaskThread, news: TaskNews): void;
  /** `reason` is what the thread has thrown, if anything. */
  onExit(thread: TaskThread, reason: unknown): void;
}

/** One thread of a task pool, with its tasks. */
export class TaskThread {
  readonly tasks = new Map<number, PoolTask>();
  /** Tasks that were taken away from it, by their numbers, and whom to tell when it has ended them. */
  readonly takenAway = new Map<number, () => void>();
  isStalled = false;
  /** Milliseconds of `performance.now` since when it has nothing to do. */
  idleSince = performance.now();
  readonly #worker: Worker;
  readonly #pulse: HeartbeatMonitor;

  constructor(
    { url, data }: { readonly url: URL; readonly data: unknown },
    { onNews, onExit }: ThreadEvents,
  ) {
    const { worker, pulse } = startWorker<TaskNews>(
      url,
      { workerData: data, resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } },
      {
        onMessage: (news) => onNews(this, news),
        onExit: (reason) => onExit(this, reason),
        jobs: () => this.tasks.size + this.takenAway.size,
      },
    );
    this.#worker = worker;
    this.#pulse = pulse;
  }

  /** Whether it has neither tasks nor any to clean up after. */
  get isIdle(): boolean {
    return this.tasks.size === 0 && this.takenAway.size === 0;
  }

  give(task: PoolTask): void {
    if (this.tasks.size === 0) {
      this.#worker.ref();
      this.#pulse.restart(performance.now());
    }
    task.thread = this;
    this.tasks.set(task.id, task);
    this.tell({ order: 'begin', id: task.id, task: task.task, input: task.input });
  }

  /** Takes a task off the list, because it has ended. */
  drop(id: number): void {
    this.tasks.delete(id);
    if (this.tasks.size > 0) return;
    this.idleSince = performance.now();
    this.#worker.unref();
  }

  /** Takes a task off the list that the thread has not ended; it stops the task as soon as it can. */
  takeAway(task: PoolTask, onEnded: () => void): void {
    this.drop(task.id);
    this.takenAway.set(task.id, onEnded);
    this.tell({ order: 'stop', id: task.id });
  }

  tell(order: TaskOrder, moved: readonly ArrayBuffer[] = []): void {
    this.#worker.postMessage(order, moved);
  }

  /** Looks whether it makes progress; returns the task that it is in, and for how many milliseconds without a beat. */
  look(now: number): { readonly current: number; readonly quietMs: number } {
    const quietMs = this.#pulse.quietMs(now);
    const current = this.#pulse.currentJob;
    this.isStalled = this.#pulse.isUp && current !== NO_JOB && quietMs >= STALLED_AFTER_MS;
    return { current, quietMs };
  }

  /** Ends the thread. Never resolves while it is stuck in a system call that cannot be interrupted. */
  async terminate(): Promise<void> {
    await this.#worker.terminate();
  }
}
