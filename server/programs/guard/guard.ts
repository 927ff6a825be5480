import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { workerUrl } from '../../lib/worker-url.ts';

/** When it has ended by itself, and when there is nothing to guard for so long. Milliseconds. */
const RESTART_MS = 500;
const IDLE_MS = 60_000;

/**
 * A process that ends our programs when we cannot: it is told the first process of each group, and when its input comes to an end,
 * whatever the reason, it ends those that are left. It runs while there are programs, and a while longer.
 */
export class Guard {
  readonly #leaders = new Set<number>();
  #process: ChildProcess | undefined;
  #timer: NodeJS.Timeout | undefined;

  begins(leader: number): void {
    clearTimeout(this.#timer);
    this.#leaders.add(leader);
    if (this.#process === undefined) this.#start();
    else tell(this.#process, `begins ${leader}`);
  }

  ends(leader: number): void {
    this.#leaders.delete(leader);
    if (this.#process !== undefined) tell(this.#process, `ends ${leader}`);
    if (this.#leaders.size === 0) this.#in(IDLE_MS, () => this.close());
  }

  close(): void {
    clearTimeout(this.#timer);
    const child = this.#process;
    this.#process = undefined;
    child?.stdin?.end();
  }

  #start(): void {
    const path = fileURLToPath(workerUrl(import.meta.url, 'guard-worker'));
    // A session of its own: what ends us as a group, such as Ctrl+C, is not for it.
    const child = spawn(process.execPath, [...process.execArgv, path], {
      env: {},
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    this.#process = child;
    child.unref();
    child.on('error', () => this.#bury(child));
    child.on('exit', () => this.#bury(child));
    // A process that is gone is told by its 'exit'.
    child.stdin.on('error', () => undefined);
    for (const leader of this.#leaders) tell(child, `begins ${leader}`);
  }

  /** Somebody has ended it: there is another one while there is something to guard. */
  #bury(child: ChildProcess): void {
    if (this.#process !== child) return;
    this.#process = undefined;
    if (this.#leaders.size > 0) this.#in(RESTART_MS, () => this.#start());
  }

  #in(delayMs: number, act: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(act, delayMs).unref();
  }
}

function tell(child: ChildProcess, line: string): void {
  child.stdin?.write(`${line}\n`);
}
