import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { AppError } from '../errors.ts';
import { runningThreads } from './running-threads.ts';
import { workerUrl } from './worker-url.ts';
import { WorkerPool, type WorkerPoolOptions } from './worker-pool.ts';
import type { TestCalls } from './worker-pool.test-worker.ts';

const open: WorkerPool<TestCalls>[] = [];

/** Released at the end of each test, so that no thread stays stuck. */
const hanging: SharedArrayBuffer[] = [];

function aHang(): SharedArrayBuffer {
  const shared = new SharedArrayBuffer(4);
  hanging.push(shared);
  return shared;
}

function release(shared: SharedArrayBuffer): void {
  const flag = new Int32Array(shared);
  Atomics.store(flag, 0, 1);
  Atomics.notify(flag, 0);
}

function startPool(
  size: number,
  quick: readonly string[] = [],
  options: Partial<WorkerPoolOptions> = {},
): WorkerPool<TestCalls> {
  const pool = new WorkerPool<TestCalls>({
    url: workerUrl(import.meta.url, 'worker-pool.test-worker'),
    size,
    quick: new Set(quick),
    ...options,
  });
  open.push(pool);
  return pool;
}

afterEach(async () => {
  for (const shared of hanging.splice(0)) release(shared);
  await Promise.all(open.splice(0).map((pool) => pool.close()));
});

test('a worker runs from the sources, with the contract it imports', async () => {
  expect(await startPool(1).run('clean', '//a//b/')).toBe('/a/b');
});

test('buffers change hands in both directions', async () => {
  const bytes = new Uint8Array([1, 2, 3]);
  const { received, doubled } = await startPool(1).run('double', bytes, {
    transferList: [bytes.buffer],
  });
  expect(received).toBe(3);
  expect([...doubled]).toEqual([2, 4, 6]);
  expect(bytes.length).toBe(0);
});

test('passes on errors of calls with their code', async () => {
  const failure = startPool(1).run('fail', 'not-found');
  await expect(failure).rejects.toMatchObject({ code: 'not-found', message: 'no such thing' });
  await expect(failure).rejects.toBeInstanceOf(AppError);
});

test('a second thread starts only when the first one is busy', async () => {
  const pool = startPool(2);
  const first = await pool.run('thread', undefined);
  expect(await pool.run('thread', undefined)).toBe(first);

  const busy = pool.run('sleep', 200);
  expect(await pool.run('thread', undefined)).not.toBe(first);
  await busy;
});

test('quick calls share the thread that is awake, and never wait behind a slow one', async () => {
  const pool = startPool(3, ['thread']);
  const first = await pool.run('thread', undefined);
  const together = await Promise.all(
    Array.from({ length: 10 }, () => pool.run('thread', undefined)),
  );
  expect(new Set(together)).toEqual(new Set([first]));

  const hang = aHang();
  const slow = pool.run('hang', hang);
  expect(await pool.run('thread', undefined)).not.toBe(first);
  release(hang);
  expect(await slow).toBe('released');
});

test('a thread that dies fails its call and is replaced', async () => {
  const pool = startPool(1);
  await expect(pool.run('die', undefined)).rejects.toThrow('ended in the middle');
  expect(await pool.run('clean', '/still//here')).toBe('/still/here');
});

test('waits for running calls when it closes, and refuses later ones', async () => {
  const pool = startPool(1);
  const order: string[] = [];
  const call = pool.run('sleep', 100).then(() => order.push('call'));
  await pool.close().then(() => order.push('closed'));
  await call;
  expect(order).toEqual(['call', 'closed']);
  await expect(pool.run('sleep', 1)).rejects.toMatchObject({ code: 'shutting-down' });
});

test('calls that come while one hangs go to threads that are free, and wait for none', async () => {
  const pool = startPool(2);
  const hang = aHang();
  const stuck = pool.run('hang', hang);
  const others = await Promise.all(Array.from({ length: 20 }, () => pool.run('sleep', 1)));
  expect(others).toHaveLength(20);
  release(hang);
  expect(await stuck).toBe('released');
});

test('quick calls that were handed in together with one that hangs do not wait for it', async () => {
  const pool = startPool(2, ['hang', 'thread']);
  await pool.run('thread', undefined);
  const hang = aHang();
  const before = pool.run('thread', undefined);
  const stuck = pool.run('hang', hang);
  const behind = Array.from({ length: 20 }, () => pool.run('thread', undefined));
  await Promise.all([before, ...behind]);
  release(hang);
  expect(await stuck).toBe('released');
});

test('passes the second result of a repeated call to the cleanup', async () => {
  const discarded: unknown[] = [];
  const pool = startPool(2, ['hang', 'clean'], {
    discard: (call, _input, result) => discarded.push(call, result),
  });
  await pool.run('clean', '/');
  const hang = aHang();
  const stuck = pool.run('hang', hang);
  expect(await pool.run('clean', '/a//b')).toBe('/a/b');
  release(hang);
  await stuck;
  await pool.run('sleep', 1);
  await expect.poll(() => discarded).toEqual(['clean', '/a/b']);
});

test('passes each second result of many repeated quick calls to the cleanup', async () => {
  let discarded = 0;
  const pool = startPool(2, ['hang', 'clean'], { discard: () => (discarded += 1) });
  await pool.run('clean', '/');
  const hang = aHang();
  const stuck = pool.run('hang', hang);
  await Promise.all(Array.from({ length: 20 }, () => pool.run('clean', '/a//b')));
  release(hang);
  await stuck;
  await expect.poll(() => discarded).toBe(20);
});

test('stuck threads are replaced, so that as many work as before', async () => {
  const pool = startPool(1, [], { mostStuck: 2 });
  const hangs = [aHang(), aHang()];
  const stuck = hangs.map((hang) => pool.run('hang', hang));
  expect(await pool.run('sleep', 1)).toBe('timed-out');
  for (const hang of hangs) release(hang);
  expect(await Promise.all(stuck)).toEqual(['released', 'released']);
});

test('a call that hangs fails at its deadline, and its result is cleaned up when it comes after all', async () => {
  const discarded: unknown[] = [];
  const pool = startPool(1, [], {
    discard: (call, _input, result) => discarded.push(call, result),
  });
  const hang = aHang();
  await expect(pool.run('hang', hang, { deadlineMs: 200 })).rejects.toMatchObject({
    code: 'not-answering',
  });
  expect(discarded).toEqual([]);
  release(hang);
  await expect.poll(() => discarded).toEqual(['hang', 'released']);
});

test('the deadline does not count while a call makes progress', async () => {
  expect(await startPool(1).run('beat', 50, { deadlineMs: 800 })).toBe(50);
});

test('calls of one key occupy some of the threads only, and those of others go on beside them', async () => {
  const pool = startPool(3, ['thread'], { mostOfOneKey: 2 });
  const hangs = [aHang(), aHang(), aHang()];
  const ended: string[] = [];
  const stuck = hangs.map((hang) =>
    pool.run('hang', hang, { key: 'dead' }).then(() => ended.push('stuck')),
  );
  const behind = pool.run('thread', undefined, { key: 'dead' }).then(() => ended.push('behind'));
  await pool.run('sleep', 1, { key: 'well' });
  await pool.run('thread', undefined);
  expect(ended).toEqual([]);
  for (const hang of hangs) release(hang);
  await Promise.all([...stuck, behind]);
});

test('when all threads of a key are lost, its calls are refused at once until one comes back', async () => {
  const pool = startPool(2, [], { mostOfOneKey: 1 });
  const hang = aHang();
  const options = { key: 'dead', deadlineMs: 1_500 };
  await expect(pool.run('hang', hang, options)).rejects.toMatchObject({ code: 'not-answering' });
  const order: string[] = [];
  const refused = pool.run('sleep', 1, options).catch(() => order.push('refused'));
  await Promise.all([refused, pool.run('sleep', 50).then(() => order.push('other'))]);
  expect(order).toEqual(['refused', 'other']);
  release(hang);
  await expect.poll(() => pool.run('sleep', 1, options).catch(() => 'refused')).toBe('timed-out');
});

test('closing does not wait for a thread that is stuck with a call that was given up', async () => {
  const pool = startPool(2);
  const hang = aHang();
  await expect(pool.run('hang', hang, { deadlineMs: 100 })).rejects.toMatchObject({
    code: 'not-answering',
  });
  await expect(pool.close()).resolves.toBeUndefined();
});

test('ends threads that have been idle for a while, the last one later', async () => {
  const count = (): number =>
    runningThreads().filter(({ kind }) => kind === 'worker-pool.test').length;
  // Stuck threads of the tests before may still be ending.
  await expect.poll(count).toBe(0);
  const pool = startPool(3, [], { endsAfter: { surplusMs: 50, lastMs: 1_500 } });
  await Promise.all([200, 200, 200].map((milliseconds) => pool.run('sleep', milliseconds)));
  await expect.poll(count).toBe(1);
  expect(await pool.run('clean', '/')).toBe('/');
  await expect.poll(count, { timeout: 5_000 }).toBe(0);
  expect(await pool.run('clean', '/')).toBe('/');
});

test('a prepared thread takes the first call, and ends when there is none', async () => {
  const count = (): number =>
    runningThreads().filter(({ kind }) => kind === 'worker-pool.test').length;
  await expect.poll(count, { timeout: 5_000 }).toBe(0);
  const pool = startPool(3, [], { endsAfter: { surplusMs: 50, lastMs: 1_500 } });
  pool.prepare();
  pool.prepare();
  expect(count()).toBe(1);
  expect(await pool.run('clean', '/')).toBe('/');
  expect(count()).toBe(1);
  await expect.poll(count, { timeout: 5_000 }).toBe(0);
});

test('keeps a last thread that holds data', async () => {
  const count = (): number =>
    runningThreads().filter(({ kind }) => kind === 'worker-pool.test').length;
  await expect.poll(count, { timeout: 5_000 }).toBe(0);
  const pool = startPool(2, [], { endsAfter: { surplusMs: 50, lastMs: Infinity } });
  await Promise.all([200, 200].map((milliseconds) => pool.run('sleep', milliseconds)));
  await expect.poll(count).toBe(1);
  await delay(300);
  expect(count()).toBe(1);
});
