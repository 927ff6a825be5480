import { Guard } from './guard/guard.ts';
import { ProcessCounter } from './process-counter.ts';
import type { OutputSink, ProgramEnd, ProgramStart } from './program.ts';
import { type ProgramDurations, RunningProgram } from './running-program.ts';
import { spawnProgram } from './spawn-program.ts';

/** A timer takes no more. Milliseconds. */
const LONGEST_MS = 2 ** 31 - 1;
/** Of a sandbox there are so many processes besides those that are meant. */
const SANDBOX_PROCESSES = 2;

/**
 * The programs that run for users and on events: the one place where they are started. Each has a process group of its own, and
 * whatever it has started ends with it, also when the server itself is ended without a chance to do so.
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

  /** Resolves when it has ended, with all of its group. Never rejects. When `signal` aborts, it is asked to end, then made to. */
  async run(start: ProgramStart, sink: OutputSink, signal: AbortSignal): Promise<ProgramEnd> {
    const ended = this.#run(start, sink, AbortSignal.any([signal, this.#stopping.signal]));
    this.#running.add(ended);
    try {
      return await ended;
    } finally {
      this.#running.delete(ended);
    }
  }

  /** Ends all of them. */
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
    // Also after it was given up: then this is the one who still waits for it.
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
