import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';

/** Nice value: on a free core it has no effect; beside a busy thread it leaves a quarter of the core to this one. */
const NICENESS = 5;

/**
 * Lowers the priority of a worker thread whose work can wait, so that the system prefers other threads, above all the
 * one that answers requests. Does nothing if the system does not support it.
 */
export function lowerThreadPriority(): void {
  try {
    // PID/task/TID: the system counts threads like processes.
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), NICENESS);
  } catch {
    // Without /proc the thread keeps its priority.
  }
}
