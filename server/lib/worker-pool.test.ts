import { afterEach, expect, test } from 'vitest';
import { workerBeside } from './worker-beside.ts';
import { WorkerPool } from './worker-pool.ts';
import type { TestJobs } from './worker-pool.test-worker.ts';

class CodedError extends Error {
  readonly code: string | undefined;

  constructor(code: string | undefined, message: string) {
    super(message);
    this.code = code;
  }
}

const open: WorkerPool<TestJobs>[] = [];

function startPool(size: number, quick: readonly string[] = []): WorkerPool<TestJobs> {
  const pool = new WorkerPool<TestJobs>({
    url: workerBeside(import.meta.url, 'worker-pool.test-worker'),
    size,
    data: undefined,
    quick: new Set(quick),
    toError: ({ code, message }) => new CodedError(code, message),
  });
  open.push(pool);
  return pool;
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((pool) => pool.close()));
});

test('a worker runs from the sources, with the contract it imports', async () => {
  expect(await startPool(1).run('clean', '//a//b/')).toBe('/a/b');
});

test('buffers change hands in both directions', async () => {
  const bytes = new Uint8Array([1, 2, 3]);
  const { received, doubled } = await startPool(1).run('double', bytes, [bytes.buffer]);
  expect(received).toBe(3);
  expect([...doubled]).toEqual([2, 4, 6]);
  expect(bytes.length).toBe(0);
});

test('what a job throws arrives with its code', async () => {
  const failure = startPool(1).run('fail', 'not-found');
  await expect(failure).rejects.toMatchObject({ code: 'not-found', message: 'no such thing' });
  await expect(failure).rejects.toBeInstanceOf(CodedError);
});

test('a second thread starts only when the first one is busy', async () => {
  const pool = startPool(2);
  const first = await pool.run('thread', undefined);
  expect(await pool.run('thread', undefined)).toBe(first);

  const busy = pool.run('sleep', 200);
  expect(await pool.run('thread', undefined)).not.toBe(first);
  await busy;
});

test('quick jobs share the thread that is awake, and never wait behind a slow one', async () => {
  const pool = startPool(3, ['thread']);
  const first = await pool.run('thread', undefined);
  const together = await Promise.all(
    Array.from({ length: 10 }, () => pool.run('thread', undefined)),
  );
  expect(new Set(together)).toEqual(new Set([first]));

  let isBusy = true;
  const busy = pool.run('sleep', 300).finally(() => {
    isBusy = false;
  });
  expect(await pool.run('thread', undefined)).not.toBe(first);
  expect(isBusy).toBe(true);
  await busy;
});

test('a thread that dies fails its job and is replaced', async () => {
  const pool = startPool(1);
  await expect(pool.run('die', undefined)).rejects.toThrow('ended in the middle');
  expect(await pool.run('clean', '/still//here')).toBe('/still/here');
});

test('closing waits for the jobs under way and refuses later ones', async () => {
  const pool = startPool(1);
  const order: string[] = [];
  const job = pool.run('sleep', 100).then(() => order.push('job'));
  await pool.close().then(() => order.push('closed'));
  await job;
  expect(order).toEqual(['job', 'closed']);
  await expect(pool.run('sleep', 1)).rejects.toMatchObject({ code: 'pool-closed' });
});
