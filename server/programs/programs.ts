import { Guard } from './guard/guard.ts';
import { ProcessCounter } from './process-counter.ts';
import type { OutputSink, ProgramEnd, ProgramStart } from './program.ts';
import { type ProgramDurations, RunningProgram } from './running-program.ts';
import { spawnProgram } from './spawn-program.ts';

/** Maximum delay of a timer in milliseconds. */
const LONGEST_MS = 2 ** 31 - 1;
/** Number of processes that a sandbox adds. */
const SANDBOX_PROCESSES = 2;

/**
 * Starts all programs of users and event hooks. Each has its own process group, which is killed when the program ends, also when
 * the server is killed.
 */
export class Programs {
  readonly #stopping = new AbortController();
  readonly #running = new Set<Promise<unknown>>();
  readonly #guard = new Guard();
  readonly #counter = new ProcessCounter();
  readonly #durations: ProgramDurations;

  constructor(durations: ProgramDurations = {}) {
    this.#durations = durations;
  }

  /**
   * Runs a program. Resolves when it has ended with all of its group. Never rejects. When `signal` aborts, sends SIGTERM, and
   * SIGKILL after a grace period.
   */
  async run(start: ProgramStart, sink: OutputSink, signal: AbortSignal): Promise<ProgramEnd> {
    const ended = this.#run(start, sink, AbortSignal.any([signal, this.#stopping.signal]));
    this.#running.add(ended);
    try {
      return await ended;
    } finally {
      this.#running.delete(ended);
    }
  }

  /** Stops all programs. */
  async close(): Promise<void> {
    this.#stopping.abort();
    await Promise.allSettled(this.#running);
    this.#guard.close();
  }

  async #run(start: ProgramStart, sink: OutputSink, signal: AbortSignal): Promise<ProgramEnd> {
    if (signal.aborted) return { kind: 'stopped' };
    const spawned = spawnProgram(start);
    if (!('pid' in spawned)) return spawned.ended;
    const { pid, ended } = spawned;
    this.#guard.begins(pid);
    // Also after the run was cancelled.
    void ended.then(() => this.#guard.ends(pid));

    const running = new RunningProgram(spawned, { start, sink, durations: this.#durations });
    const unwatch = this.#watch(running, start, signal);
    try {
      return await running.untilOver(ended);
    } finally {
      unwatch();
    }
  }

  #watch(running: RunningProgram, start: ProgramStart, signal: AbortSignal): () => void {
    const { timeLimitMs, mostProcesses } = start.limits;
    const most = mostProcesses + (start.isSandbox === true ? SANDBOX_PROCESSES : 0);
    const uncount = this.#counter.count(running.tree, most, () => {
      running.stop('too-many-processes');
    });
    const limit = Math.min(timeLimitMs, LONGEST_MS);
    const timer = setTimeout(() => running.stop('too-long'), limit);
    const onAbort = (): void => running.stop('stopped');
    signal.addEventListener('abort', onAbort, { once: true });
    return () => {
      uncount();
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    };
  }
}
