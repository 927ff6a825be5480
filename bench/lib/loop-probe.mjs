// Preloaded into a server that is measured: reports over a socket for how long its event loop was held, and runs the work that
// the server repeats, such as its cleanup, on request.
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { isMainThread } from 'node:worker_threads';

const RESOLUTION_MS = 1;
const SETTLED_MS = 30;
/** Shortest interval of a cleanup. Milliseconds. */
const RARELY_MS = 10 * 60_000;
/** Maximum duration of a cleanup. Milliseconds. */
const WORK_MS = 300_000;

const socket = process.env.FB_BENCH_PROBE;
if (isMainThread && socket !== undefined) {
  // Programs that the server starts are not measured.
  delete process.env.FB_BENCH_PROBE;
  probe(socket);
}

function probe(path) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  const repeated = rememberTimers();
  const commands = {
    reset: async () => {
      await pause(SETTLED_MS);
      delay.reset();
    },
    held: async () => {
      // A delay is noted when it is over and the next timer comes.
      await pause(SETTLED_MS);
      return Math.max(0, delay.max / 1e6 - RESOLUTION_MS);
    },
    cleanup: async () => {
      for (const work of repeated) work();
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

/** Collects the functions that are called at long intervals. */
function rememberTimers() {
  const repeated = [];
  const setTimer = globalThis.setInterval;
  globalThis.setInterval = (work, everyMs, ...rest) => {
    if (everyMs >= RARELY_MS) repeated.push(work);
    return setTimer(work, everyMs, ...rest);
  };
  return repeated;
}

/** Resolves when this process has used little processor time for a second, with how long that took. Milliseconds. */
async function quiet() {
  const begun = performance.now();
  while (performance.now() < begun + WORK_MS) {
    const before = process.cpuUsage();
    await pause(1_000);
    const { user, system } = process.cpuUsage(before);
    if (user + system < 100_000) return performance.now() - begun;
  }
  throw new Error('the cleanup does not end');
}
