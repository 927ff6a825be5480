import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { workerUrl } from '../../lib/worker-url.ts';

/** Delay before the process is restarted, and time without programs after which it ends, in milliseconds. */
const RESTART_MS = 500;
const IDLE_MS = 60_000;

/**
 * A process that kills programs if the server cannot. It is informed of the leader of each process group. When its
 * input ends, for whatever reason, it kills the remaining groups. It runs while there are programs, and for some time
 * after.
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
    if (this.#leaders.size === 0) this.#schedule(IDLE_MS, () => this.close());
  }

  close(): void {
    clearTimeout(this.#timer);
    const child = this.#process;
    this.#process = undefined;
    child?.stdin?.end();
  }

  #start(): void {
    const path = fileURLToPath(workerUrl(import.meta.url, 'guard-worker'));
    // Starts a session, so that signals to the server's group, such as Ctrl+C, do not reach it.
    const child = spawn(process.execPath, [...process.execArgv, path], {
      env: {},
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    this.#process = child;
    child.unref();
    child.on('error', () => this.#restartIfNeeded(child));
    child.on('exit', () => this.#restartIfNeeded(child));
    // The 'exit' event reports a process that has ended.
    child.stdin.on('error', () => undefined);
    for (const leader of this.#leaders) tell(child, `begins ${leader}`);
  }

  /** Restarts the process, which was killed, if there are still programs. */
  #restartIfNeeded(child: ChildProcess): void {
    if (this.#process !== child) return;
    this.#process = undefined;
    if (this.#leaders.size > 0) this.#schedule(RESTART_MS, () => this.#start());
  }

  #schedule(delayMs: number, task: () => void): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(task, delayMs).unref();
  }
}

function tell(child: ChildProcess, line: string): void {
  child.stdin?.write(`${line}\n`);
}
