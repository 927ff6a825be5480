import { runningThreads } from '../lib/running-threads.ts';
import { returnMemory } from './return-memory.ts';

/** Interval at which the load is measured, in milliseconds. */
const EVERY_MS = 5_000;
/** Maximum share of one processor that an idle server uses. */
const IDLE_SHARE = 0.05;
/** Processor time after which memory is worth returning. Milliseconds. */
const WORTH_MS = 500;

const MICROSECONDS = 1_000;

/**
 * Returns memory to the system once after each load, and again when threads have ended since. Waits until the process has been
 * idle for a few seconds, so that no request waits for it. Returns a function that stops it.
 */
export function returnMemoryWhenIdle(
  everyMs = EVERY_MS,
  release: () => Promise<void> = returnMemory,
): () => void {
  let usedMs = cpuMs();
  /** Values at the last return. */
  let returnedAtMs = 0;
  let threads = 0;
  const timer = setInterval(() => {
    const before = usedMs;
    usedMs = cpuMs();
    threads = Math.max(threads, runningThreads().length);
    if (usedMs - before > everyMs * IDLE_SHARE) return;
    if (usedMs - returnedAtMs < WORTH_MS && runningThreads().length === threads) return;
    void release().then(() => {
      usedMs = cpuMs();
      returnedAtMs = usedMs;
      threads = runningThreads().length;
    });
  }, everyMs).unref();
  return () => clearInterval(timer);
}

/** Returns the processor time that all threads of this process have used, in milliseconds. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / MICROSECONDS;
}
