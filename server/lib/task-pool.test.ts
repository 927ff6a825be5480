import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { runningThreads } from './running-threads.ts';
import { TaskPool } from './task-pool.ts';
import type { TestTasks } from './task-pool.test-worker.ts';
import type { ThreadPoolOptions } from './thread-pool.ts';
import { workerUrl } from './worker-url.ts';

const open: TaskPool<TestTasks>[] = [];

/** Released at the end of each test, so that no thread stays stuck. */
const hanging: Int32Array[] = [];

function aHang(): SharedArrayBuffer {
  const shared = new SharedArrayBuffer(8);
  hanging.push(new Int32Array(shared));
  return shared;
}

function releaseAll(): void {
  for (const flags of hanging.splice(0)) {
    Atomics.store(flags, 0, 1);
    Atomics.notify(flags, 0);
  }
}

function startPool(size = 1, options: Partial<ThreadPoolOptions> = {}): TaskPool<TestTasks> {
  const pool = new TaskPool<TestTasks>({
    url: workerUrl(import.meta.url, 'task-pool.test-worker'),
    size,
    ...options,
  });
  open.push(pool);
  return pool;
}

afterEach(async () => {
  releaseAll();
  await Promise.all(open.splice(0).map((pool) => pool.close()));
});

const never = new AbortController().signal;

test('returns the result of a task and reports its progress', async () => {
  const seen: number[] = [];
  const result = await startPool().run('count', 5_000, {
    signal: never,
    onProgress: ({ entries }) => seen.push(entries),
  });
  expect(result).toBe(5_000);
  expect(seen.at(-1)).toBe(5_000);
});

test('on one thread a short task does not wait for a long one, which can be stopped and cleans up', async () => {
  const pool = startPool();
  const shared = new SharedArrayBuffer(8);
  const stopper = new AbortController();
  const long = pool.run('forever', shared, { signal: stopper.signal });
  expect(await pool.run('count', 10, { signal: never })).toBe(10);

  stopper.abort(new Error('the client has left'));
  await expect(long).rejects.toThrow('the client has left');
  expect(new Int32Array(shared)[0]).toBe(1);
});

test('output comes in order, and the result with its end', async () => {
  const stream = startPool().stream('chunks', 20, { signal: never });
  const bytes: number[] = [];
  let step = await stream.next();
  for (; step.done !== true; step = await stream.next()) bytes.push(step.value[0] ?? -1);
  expect(bytes).toEqual(Array.from({ length: 20 }, (_, index) => index));
  expect(step.value).toBe('all sent');
});

test('reuses a returned chunk, which is empty for its consumer', async () => {
  const pool = startPool();
  const firstBytes: number[] = [];
  for await (const chunk of pool.stream('refilled', 30, { signal: never })) {
    firstBytes.push(chunk[0] ?? -1);
    pool.recycle(chunk);
    expect(chunk).toHaveLength(0);
    // Once more, or something that never was a chunk, does no harm.
    pool.recycle(chunk);
    pool.recycle(new Uint8Array(3));
  }
  expect(firstBytes[0]).toBe('0'.charCodeAt(0));
  expect(firstBytes.filter((byte) => byte === '1'.charCodeAt(0)).length).toBeGreaterThan(10);
});

test('pauses a task whose output is not consumed', async () => {
  const shared = new SharedArrayBuffer(4);
  const stream = startPool().stream('greedy', shared, { signal: never });
  await stream.next();
  await delay(100);
  expect(new Int32Array(shared)[0]).toBeLessThan(8);
  await stream.return(undefined);
});

test('leaving the loop stops the task', async () => {
  const pool = startPool();
  for await (const _ of pool.stream('chunks', 1_000, { signal: never })) break;
  await expect(pool.close()).resolves.toBeUndefined();
});

test('passes on errors of tasks with their code', async () => {
  const failure = startPool().run('fail', 'not-found', { signal: never });
  await expect(failure).rejects.toMatchObject({ code: 'not-found', message: 'no such thing' });
});

test('a thread that dies fails its tasks and is replaced', async () => {
  const pool = startPool();
  await expect(pool.run('die', undefined as never, { signal: never })).rejects.toThrow(
    'ended in the middle',
  );
  expect(await pool.run('count', 1, { signal: never })).toBe(1);
});

test('a closed pool refuses tasks, and one that is stopped already does not begin', async () => {
  const pool = startPool();
  await expect(
    pool.run('count', 1, { signal: AbortSignal.abort(new Error('gone')) }),
  ).rejects.toThrow('gone');
  await pool.close();
  await expect(pool.run('count', 1, { signal: never })).rejects.toMatchObject({
    code: 'shutting-down',
  });
});

test('moves tasks beside a stuck one to another thread', async () => {
  const pool = startPool(1);
  const stopper = new AbortController();
  const stuck = pool.run('hang', aHang(), { signal: stopper.signal });
  await expect
    .poll(() => pool.run('count', 1, { signal: never, deadlineMs: 100 }).catch(() => 0), {
      timeout: 10_000,
    })
    .toBe(1);
  releaseAll();
  stopper.abort(new Error('enough'));
  await expect(stuck).rejects.toThrow('enough');
});

test('fails a stuck task at its deadline, which cleans up when it continues', async () => {
  const pool = startPool(1);
  const shared = aHang();
  let isEnded = false;
  const onEnded = () => {
    isEnded = true;
  };
  const stuck = pool.run('hang', shared, { signal: never, deadlineMs: 1_200, onEnded });
  await expect(stuck).rejects.toMatchObject({ code: 'not-answering' });
  expect(isEnded).toBe(false);
  expect(await pool.run('count', 10, { signal: never })).toBe(10);

  releaseAll();
  await expect.poll(() => isEnded).toBe(true);
  expect(new Int32Array(shared)[1]).toBe(1);
});

test('does not regard a task whose output is not consumed as stuck', async () => {
  const pool = startPool(1);
  const stream = pool.stream('chunks', 20, { signal: never, deadlineMs: 100 });
  await stream.next();
  await delay(1_500);
  let chunks = 1;
  for (let step = await stream.next(); step.done !== true; step = await stream.next()) chunks += 1;
  expect(chunks).toBe(20);
});

test('ends threads that have been idle for a while, the last one later', async () => {
  const count = (): number =>
    runningThreads().filter(({ kind }) => kind === 'task-pool.test').length;
  // Stuck threads of the tests before may still be ending.
  await expect.poll(count).toBe(0);
  const pool = startPool(3, { endsAfter: { surplusMs: 50, lastMs: 1_500 } });
  const stopper = new AbortController();
  const tasks = [1, 2, 3].map(() =>
    pool.run('forever', new SharedArrayBuffer(8), { signal: stopper.signal }),
  );
  await expect.poll(count).toBe(3);
  stopper.abort();
  await Promise.allSettled(tasks);
  await expect.poll(count).toBe(1);
  expect(await pool.run('count', 10, { signal: never })).toBe(10);
  await expect.poll(count, { timeout: 5_000 }).toBe(0);
  expect(await pool.run('count', 10, { signal: never })).toBe(10);
});
