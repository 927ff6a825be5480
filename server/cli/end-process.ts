import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../errors.ts';
import { runningThreads } from '../lib/running-threads.ts';
import { StartupError } from '../lib/startup-error.ts';

/** Maximum time to wait for running system calls. Milliseconds. */
const MAX_WAITING_MS = 1_000;
const POLL_EVERY_MS = 20;

/**
 * Ends the process even if a system call hangs. `process.exit` waits for all threads, without end if one is in a
 * system call on a dead mount; then only SIGKILL ends the process, without an exit code. Called when nothing is left
 * to store.
 */
export async function endProcess(code: number, mostWaitingMs = MAX_WAITING_MS): Promise<never> {
  const until = performance.now() + mostWaitingMs;
  while (isInSystemCall()) {
    if (performance.now() > until) process.kill(process.pid, 'SIGKILL');
    await delay(POLL_EVERY_MS);
  }
  process.exit(code);
}

function isInSystemCall(): boolean {
  if (runningThreads().some((thread) => thread.jobs() > 0)) return true;
  // Requests in libuv's thread pool, such as reads and writes.
  return process.getActiveResourcesInfo().some((kind) => kind.startsWith('FSReq'));
}

/** Ends the process with a one-line message for an error that the operator can solve, and a stack trace for a bug. */
export function exitWith(error: unknown): Promise<never> {
  const isForOperator = error instanceof StartupError || error instanceof AppError;
  if (isForOperator) process.stderr.write(`filebrowser: ${error.message}\n`);
  else console.error(error);
  return endProcess(1);
}
