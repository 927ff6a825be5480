import { NO_WORK } from './heartbeat.ts';
import type { TaskCommand, TaskEvent, TaskProgress, TaskStart } from './serve-tasks.ts';
import { PoolThread } from './thread-pool.ts';

/** A task of a pool that a caller waits for. */
export interface PoolTask {
  readonly id: number;
  readonly task: string;
  readonly input: unknown;
  /** See `TaskOptions`. */
  readonly deadlineMs: number | undefined;
  /** Called once when no thread works on the task any more. */
  readonly onEnded: () => void;
  /** Thread that runs the task. It changes only before the task has begun. */
  thread: TaskThread;
  hasBegun: boolean;
  onChunk(bytes: Uint8Array<ArrayBuffer>): void;
  onProgress(progress: TaskProgress): void;
  /** Returns the state in which a thread begins the task. */
  startState(): TaskStart;
  onEnd(ending: Ending): void;
}

export type Ending =
  | { readonly kind: 'done'; readonly result: unknown }
  | { readonly kind: 'failed'; readonly error: Error }
  | { readonly kind: 'stopped' };

/** A thread of a task pool, with its tasks. */
export class TaskThread extends PoolThread<TaskEvent> {
  readonly tasks = new Map<number, PoolTask>();
  /** Callbacks for tasks that were taken away, by task number. Each is called when the thread has ended its task. */
  readonly takenAway = new Map<number, () => void>();

  override get pending(): number {
    return this.tasks.size + this.takenAway.size;
  }

  /** Number of the task that the thread works on; NO_WORK between tasks. */
  get currentTask(): number {
    return this.heartbeat.isUp ? this.heartbeat.currentWork : NO_WORK;
  }

  give(task: PoolTask): void {
    if (this.tasks.size === 0) this.startWorking(performance.now());
    task.thread = this;
    this.tasks.set(task.id, task);
    const { id, task: name, input } = task;
    this.send({ command: 'begin', id, task: name, input, ...task.startState() });
  }

  /** Removes a task that has ended. */
  drop(id: number): void {
    this.tasks.delete(id);
    if (this.tasks.size === 0) this.stopWorking(performance.now());
  }

  /** Removes a task that the thread has not ended. The thread stops it as soon as it can. */
  takeAway(task: PoolTask, onEnded: () => void): void {
    this.drop(task.id);
    this.takenAway.set(task.id, onEnded);
    this.send({ command: 'stop', id: task.id });
  }

  send(command: TaskCommand, transferList: readonly ArrayBuffer[] = []): void {
    this.post(command, transferList);
  }
}
