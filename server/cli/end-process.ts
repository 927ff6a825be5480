import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../errors.ts';
import { runningThreads } from '../lib/running-threads.ts';
import { StartupError } from '../lib/startup-error.ts';

/** How long system calls that are under way are usually waited for. Milliseconds. */
const MOST_WAITING_MS = 1_000;
const LOOK_EVERY_MS = 20;

/**
 * Ends the process, whatever hangs. `process.exit` waits for all threads, for ever where one is in a system call on a dead mount; then
 * only SIGKILL ends the process, without an exit code. Called when nothing is left to be stored.
 */
export async function endProcess(code: number, mostWaitingMs = MOST_WAITING_MS): Promise<never> {
  const until = performance.now() + mostWaitingMs;
  while (isInSystemCall()) {
    if (performance.now() > until) process.kill(process.pid, 'SIGKILL');
    await delay(LOOK_EVERY_MS);
  }
  process.exit(code);
}

function isInSystemCall(): boolean {
  if (runningThreads().some((thread) => thread.jobs() > 0)) return true;
  // Requests that libuv's threads carry out: reads, writes and the like.
  return process.getActiveResourcesInfo().some((kind) => kind.startsWith('FSReq'));
}

/** Ends the process: one line for what an operator can mend, a stack for what is our own fault. */
export function exitWith(error: unknown): Promise<never> {
  const isMendable = error instanceof StartupError || error instanceof AppError;
  if (isMendable) process.stderr.write(`filebrowser: ${error.message}\n`);
  else console.error(error);
  return endProcess(1);
}
