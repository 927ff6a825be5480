import { runningThreads } from '../lib/running-threads.ts';
import { returnMemory } from './return-memory.ts';

/** Interval at which the load is measured, in milliseconds. */
const EVERY_MS = 1_000;
/** Number of idle intervals in a row after which no client is expected to wait for an answer. */
const IDLE_INTERVALS = 2;
/** Maximum share of one processor that an idle server uses. */
const IDLE_SHARE = 0.05;
/** Processor time after which memory is worth returning. Milliseconds. */
const WORTH_MS = 500;
/** Growth after which memory is worth returning, such as after many small requests that took little time. Bytes. */
const WORTH_BYTES = 33_554_432;

const MICROSECONDS = 1_000;

export interface IdleMemoryOptions {
  /** Gives unused memory back. */
  readonly release?: () => Promise<void>;
  /** Returns the processor time that this process has used, in milliseconds. */
  readonly usedCpuMs?: () => number;
  /** Returns the memory that this process holds, in bytes. */
  readonly heldBytes?: () => number;
}

/**
 * Returns memory to the system once after each load, and again when threads have ended since. Waits until the process has been
 * idle for two seconds, so that no request waits for it. Returns a function that stops it.
 */
export function returnMemoryWhenIdle({
  release = returnMemory,
  usedCpuMs = cpuMs,
  heldBytes = () => process.memoryUsage.rss(),
}: IdleMemoryOptions = {}): () => void {
  let usedMs = usedCpuMs();
  /** Values at the last return. */
  let returnedAtMs = 0;
  let keptBytes = heldBytes();
  let threads = 0;
  let idleIntervals = 0;
  const timer = setInterval(() => {
    const before = usedMs;
    usedMs = usedCpuMs();
    threads = Math.max(threads, runningThreads().length);
    idleIntervals = usedMs - before > EVERY_MS * IDLE_SHARE ? 0 : idleIntervals + 1;
    if (idleIntervals < IDLE_INTERVALS) return;
    const hasWorked = usedMs - returnedAtMs >= WORTH_MS;
    const hasGrown = heldBytes() - keptBytes >= WORTH_BYTES;
    if (!hasWorked && !hasGrown && runningThreads().length === threads) return;
    void release().then(() => {
      usedMs = usedCpuMs();
      returnedAtMs = usedMs;
      keptBytes = heldBytes();
      threads = runningThreads().length;
    });
  }, EVERY_MS).unref();
  return () => clearInterval(timer);
}

/** Returns the processor time that all threads of this process have used, in milliseconds. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / MICROSECONDS;
}
