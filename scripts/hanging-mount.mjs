// Provides a file system that stops answering or fails on command, for tests and benchmarks: FUSE, served by a separate
// process.
import { fork, spawnSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SERVER = join(import.meta.dirname, 'lib', 'fuse-server.mjs');

/** Returns why the file system is not available here, or undefined if it is. */
export function whyNoHangingMount() {
  if (process.getuid?.() !== 0) return 'mounting a file system that hangs needs root';
  try {
    closeSync(openSync('/dev/fuse', 'r+'));
  } catch {
    return 'there is no /dev/fuse here';
  }
  return spawnSync('mount', ['--version']).status === 0
    ? undefined
    : 'there is no mount program here';
}

/** Returns whether all threads of the process are stopped. */
function hasStopped(pid) {
  const tasks = `/proc/${pid}/task`;
  return readdirSync(tasks).every((task) =>
    /\) T /.test(readFileSync(`${tasks}/${task}/stat`, 'latin1')),
  );
}

/**
 * Creates `folder` and mounts the file system on it. Its contents lie in the folder `backing`, which always answers.
 * `lockError` is the name of the error with which locks are refused, such as ENOLCK.
 */
export async function mountHanging(folder, { lockError = '' } = {}) {
  mkdirSync(folder, { recursive: true });
  const backing = mkdtempSync(join(tmpdir(), 'filebrowser-hanging-'));
  const device = openSync('/dev/fuse', 'r+');
  const options = 'fd=3,rootmode=40000,user_id=0,group_id=0,allow_other';
  const mounting = spawnSync('mount', ['-i', '-t', 'fuse', '-o', options, 'hanging', folder], {
    stdio: ['ignore', 'ignore', 'pipe', device],
  });
  if (mounting.status !== 0) {
    closeSync(device);
    rmSync(backing, { recursive: true, force: true });
    throw new Error(`mounting failed: ${String(mounting.stderr)}`);
  }
  const server = fork(SERVER, [backing, lockError], {
    stdio: ['ignore', 'inherit', 'inherit', device, 'ipc'],
    execArgv: [],
  });
  closeSync(device);
  server.unref();
  server.channel?.unref();

  let held = 0;
  let hasEnded = false;
  const waiting = new Set();
  server.on('message', (message) => {
    if (message.held !== undefined) held = message.held;
    for (const wait of waiting) {
      if (!wait.isMet(message)) continue;
      waiting.delete(wait);
      wait.resolve();
    }
    if (waiting.size === 0) server.channel?.unref();
  });
  const rejectAll = () => {
    hasEnded = true;
    for (const { reject } of waiting) reject(new Error('the process of the file system has ended'));
    waiting.clear();
  };
  server.on('exit', rejectAll);
  const until = (isMet) =>
    new Promise((resolve, reject) => {
      waiting.add({ isMet, resolve, reject });
      if (hasEnded) rejectAll();
      else server.channel?.ref();
    });
  const tell = async (order) => {
    const done = until((message) => message.done === true);
    // When the process has ended, its end reports the failure.
    server.send(order, () => {});
    await done;
  };
  return {
    folder,
    backing,
    /** Leaves matching requests unanswered until `release`. */
    hang: ({ operations, path = '' } = {}) => tell({ hang: { operations, path } }),
    /** Answers matching requests with EIO until `release`. */
    fail: ({ operations, path = '' } = {}) => tell({ fail: { operations, path } }),
    /** Answers the held requests, and ends `hang` and `fail`. */
    release: () => tell({ release: true }),
    /** Resolves when at least `count` requests are unanswered. */
    held: async (count) => {
      if (held < count) await until(() => held >= count);
    },
    freeze() {
      server.kill('SIGSTOP');
      // Waits until every thread has stopped: a request that a thread reads before that could no longer be abandoned by its caller.
      // Reads /proc instead of starting a program such as ps, because a new process closes inherited files of the mount and would wait
      // for an answer.
      while (!hasStopped(server.pid))
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    },
    thaw: () => server.kill('SIGCONT'),
    unmount() {
      server.kill('SIGKILL');
      spawnSync('umount', ['--lazy', folder]);
      rmSync(backing, { recursive: true, force: true });
    },
  };
}
