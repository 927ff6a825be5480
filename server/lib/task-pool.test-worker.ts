import { type Progress, serveTasks, type Task } from './serve-tasks.ts';
import { takeBuffer } from './buffer-pool.ts';

const SPARE_BYTES = 64 * 1024;

const tasks = {
  *count(to: number, progress: Progress): Task<number> {
    for (let each = 0; each < to; each += 1) {
      progress.entries += 1;
      yield;
    }
    return progress.entries;
  },
  *chunks(count: number): Task<string> {
    for (let each = 0; each < count; each += 1) yield new Uint8Array([each]);
    return 'all sent';
  },
  /** The first byte of a chunk shows whether its buffer was used before. */
  *refilled(count: number): Task<void> {
    for (let each = 0; each < count; each += 1) {
      const buffer = takeBuffer(SPARE_BYTES);
      const isRefilled = buffer.toString('latin1', 1, 7) === 'filled';
      buffer.write(isRefilled ? '1filled' : '0filled');
      yield new Uint8Array(buffer.buffer, buffer.byteOffset, SPARE_BYTES);
    }
  },
  *forever(shared: SharedArrayBuffer): Task<void> {
    const cleanedUp = new Int32Array(shared);
    try {
      for (;;) {
        Atomics.add(cleanedUp, 1, 1);
        yield;
      }
    } finally {
      Atomics.store(cleanedUp, 0, 1);
    }
  },
  *greedy(shared: SharedArrayBuffer): Task<void> {
    const sent = new Int32Array(shared);
    for (let each = 0; each < 100; each += 1) {
      yield new Uint8Array(1);
      Atomics.add(sent, 0, 1);
    }
  },
  *fail(code: string): Task<void> {
    yield;
    throw Object.assign(new Error('no such thing'), { code });
  },
  /** Hangs in its second step until its first number is no longer 0; its second number says that it has cleaned up. */
  *hang(shared: SharedArrayBuffer): Task<void> {
    const flags = new Int32Array(shared);
    try {
      yield;
      Atomics.wait(flags, 0, 0);
      for (;;) yield;
    } finally {
      Atomics.store(flags, 1, 1);
    }
  },
  *die(): Task<void> {
    yield;
    process.exit(1);
  },
};
export type TestTasks = typeof tasks;

serveTasks(tasks);
