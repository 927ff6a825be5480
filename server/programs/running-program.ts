import { ProcessTree } from './process-tree.ts';
import { OutputPump } from './output-pump.ts';
import type { OutputSink, ProgramEnd, ProgramStart } from './program.ts';
import type { SpawnedProgram } from './spawn-program.ts';

/** Time between SIGTERM and SIGKILL in milliseconds. */
const GRACE_MS = 2_000;
/** Maximum time in milliseconds to wait for a killed process, which may never end while it waits for a broken disk. */
const KILL_WAIT_MS = 5_000;

/** Why a program is stopped. */
type StopReason = Exclude<ProgramEnd['kind'], 'exit' | 'not-started' | 'signal'>;

/** Reasons that skip SIGTERM and its grace period. */
const AT_ONCE: ReadonlySet<StopReason> = new Set(['too-much', 'too-many-processes']);

export interface ProgramDurations {
  /** Time between SIGTERM and SIGKILL in milliseconds. */
  readonly graceMs?: number;
}

interface Running {
  readonly start: ProgramStart;
  readonly sink: OutputSink;
  readonly durations: ProgramDurations;
}

/** A running program with its descendants. */
export class RunningProgram {
  readonly tree: ProcessTree;
  readonly #start: ProgramStart;
  readonly #sink: OutputSink;
  readonly #graceMs: number;
  readonly #pumps: readonly OutputPump[];
  #printedBytes = 0;
  #stopped: StopReason | undefined;
  #isKilled = false;
  #timer: NodeJS.Timeout | undefined;
  readonly #givenUp: Promise<ProgramEnd>;
  #giveUp: (end: ProgramEnd) => void = () => undefined;

  constructor({ pid, stdout, stderr }: SpawnedProgram, { start, sink, durations }: Running) {
    this.tree = new ProcessTree(pid);
    this.#start = start;
    this.#sink = sink;
    this.#graceMs = durations.graceMs ?? GRACE_MS;
    this.#givenUp = new Promise((resolve) => {
      this.#giveUp = resolve;
    });
    const onRefused = (): void => this.stop('stopped');
    this.#pumps = [
      new OutputPump(stdout, { take: (chunk) => this.#take(chunk, 'stdout'), onRefused }),
      new OutputPump(stderr, { take: (chunk) => this.#take(chunk, 'stderr'), onRefused }),
    ];
  }

  /** Stops the program with its descendants. How the program has ended is the reason of the first call. */
  stop(reason: StopReason): void {
    const isFirst = this.#stopped === undefined;
    this.#stopped ??= reason;
    if (AT_ONCE.has(reason)) this.#kill();
    if (!isFirst || this.#isKilled) return;
    this.tree.terminate({ leader: this.#start.isSandbox !== true });
    this.#timer = setTimeout(() => this.#kill(), this.#graceMs);
  }

  /**
   * Resolves with how the program ended, when no process is left and all output has been handled. `ended` is the end of the
   * program alone.
   */
  async untilOver(ended: Promise<ProgramEnd>): Promise<ProgramEnd> {
    const end = await Promise.race([ended, this.#givenUp]);
    this.tree.killRest();
    for (const pump of this.#pumps) pump.drain();
    await Promise.all(this.#pumps.map(({ done }) => done));
    clearTimeout(this.#timer);
    return this.#stopped === undefined ? end : { kind: this.#stopped };
  }

  #kill(): void {
    if (this.#isKilled) return;
    this.#isKilled = true;
    clearTimeout(this.#timer);
    this.tree.kill();
    for (const pump of this.#pumps) pump.abandon();
    this.#timer = setTimeout(() => this.#giveUp({ kind: 'stopped' }), KILL_WAIT_MS);
  }

  #take(chunk: Buffer, from: 'stdout' | 'stderr'): void | Promise<void> {
    const left = this.#start.limits.mostOutputBytes - this.#printedBytes;
    this.#printedBytes += chunk.length;
    if (chunk.length <= left) return this.#sink(chunk, from);
    const taken = left > 0 ? this.#sink(chunk.subarray(0, left), from) : undefined;
    this.stop('too-much');
    return taken;
  }
}
