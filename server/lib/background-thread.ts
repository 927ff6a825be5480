import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** On a free core it changes nothing; beside a busy thread it leaves a quarter of the core to this one. */
const NICENESS = 5;

/**
 * Called in a worker thread whose work can wait: the system prefers other threads from then on, above all the one that
 * answers requests. Where it cannot be told so, nothing changes.
 */
export function stepBehindOthers(): void {
  try {
    // PID/task/TID: the system counts threads like processes.
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), NICENESS);
  } catch {
    // Without /proc the thread is like all others.
  }
}
