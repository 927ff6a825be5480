// Preloaded into a measured server. Reports over a socket how long its event loop was blocked, and runs the periodic work of
// the server, such as its cleanup, on request.
import { openSync, readSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { isMainThread } from 'node:worker_threads';

const RESOLUTION_MS = 1;
const SETTLED_MS = 30;
/** Minimum interval of a job that counts as cleanup. Milliseconds. */
const CLEANUP_INTERVAL_MS = 10 * 60_000;
/** Maximum duration of a cleanup. Milliseconds. */
const CLEANUP_LIMIT_MS = 300_000;
/** Processor time per second above which the process counts as busy; waiting for PostgreSQL takes little. Microseconds. */
const BUSY_US = 40_000;
/** Idle time after which a cleanup counts as ended. Milliseconds. */
const QUIET_MS = 4_000;

const socket = process.env.FB_BENCH_PROBE;
if (isMainThread && socket !== undefined) {
  // Programs that the server starts are not measured.
  delete process.env.FB_BENCH_PROBE;
  probe(socket);
}

function probe(path) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const work = measureLongestTurn();
  const repeated = collectTimers();
  const commands = {
    reset: async () => {
      await pause(SETTLED_MS);
      delay.reset();
      work.reset();
    },
    held: async () => {
      // A delay is recorded when the next timer runs.
      await pause(SETTLED_MS);
      const held = Math.max(0, delay.max / 1e6 - RESOLUTION_MS);
      return JSON.stringify({ held, worked: work.longestMs() });
    },
    cleanup: async () => {
      for (const cleanUp of repeated) cleanUp();
      return quiet();
    },
  };
  rmSync(path, { force: true });
  createServer((client) => {
    client.on('data', (name) => {
      commands[name]().then(
        (answer) => client.end(String(answer ?? 'done')),
        (error) => client.destroy(error),
      );
    });
  })
    .listen(path)
    .unref();
}

/**
 * Measures the longest processor time that the main thread spends in one turn of its event loop. Other programs of the machine do not
 * add to it, as they do to a delay; waiting for the disk does not either.
 */
function measureLongestTurn() {
  const stat = openSync('/proc/self/schedstat', 'r');
  const buffer = Buffer.alloc(128);
  const nanoseconds = () => {
    const length = readSync(stat, buffer, 0, buffer.length, 0);
    return Number(buffer.toString('latin1', 0, length).split(' ')[0]);
  };
  let last = nanoseconds();
  let longest = 0;
  setInterval(() => {
    const now = nanoseconds();
    longest = Math.max(longest, now - last);
    last = now;
  }, RESOLUTION_MS).unref();
  return {
    reset: () => {
      longest = 0;
    },
    longestMs: () => longest / 1e6,
  };
}

/** Collects the functions that are called at long intervals. */
function collectTimers() {
  const repeated = [];
  const setTimer = globalThis.setInterval;
  globalThis.setInterval = (work, everyMs, ...rest) => {
    if (everyMs >= CLEANUP_INTERVAL_MS) repeated.push(work);
    return setTimer(work, everyMs, ...rest);
  };
  return repeated;
}

/** Resolves when this process has used little processor time for some seconds, with how long that took. Milliseconds. */
async function quiet() {
  const begun = performance.now();
  let last = begun;
  while (performance.now() < begun + CLEANUP_LIMIT_MS) {
    const before = process.cpuUsage();
    await pause(1_000);
    const { user, system } = process.cpuUsage(before);
    if (user + system > BUSY_US) last = performance.now();
    else if (performance.now() > last + QUIET_MS) return last - begun;
  }
  throw new Error('the cleanup does not end');
}
