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
  if (mounting.status !== 0) throw new Error(`mounting failed: ${String(mounting.stderr)}`);
  const server = fork(SERVER, [backing, lockError], {
    stdio: ['ignore', 'inherit', 'inherit', device, 'ipc'],
    execArgv: [],
  });
  closeSync(device);
  server.unref();
  server.channel?.unref();

  let held = 0;
  const listeners = new Set();
  server.on('message', (message) => {
    if (message.held !== undefined) held = message.held;
    for (const listener of listeners) listener(message);
  });
  const until = (isMet) =>
    new Promise((resolve) => {
      server.channel?.ref();
      const listener = (message) => {
        if (!isMet(message)) return;
        listeners.delete(listener);
        if (listeners.size === 0) server.channel?.unref();
        resolve();
      };
      listeners.add(listener);
    });
  const tell = async (order) => {
    const done = until((message) => message.done === true);
    server.send(order);
    await done;
  };
  return {
    folder,
    backing,
    /** Leaves matching requests unanswered until `release`. */
    hang: ({ operations, path = '' } = {}) => tell({ hang: { operations, path } }),
    fail: ({ operations, path = '' } = {}) => tell({ fail: { operations, path } }),
    async release() {
      held = 0;
      await tell({ release: true });
    },
    /** Resolves when at least `count` requests are unanswered. */
    held: async (count) => {
      if (held < count) await until(() => held >= count);
    },
    freeze() {
      server.kill('SIGSTOP');
      // A request that a thread has read before it stops could not be abandoned any more. No other process may be started
      // meanwhile: it would close files of the mount, and wait for an answer.
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
