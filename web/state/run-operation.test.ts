import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../api/http.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { runningOperations } from './running-operations.ts';
import { type OperationItem, LONG_AFTER_MS, runOperation } from './run-operation.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Items that the test ends. */
function slowItems(...names: string[]) {
  const started: string[] = [];
  const ends = new Map<string, { resolve(): void; reject(failure: Error): void }>();
  const items = names.map((name): OperationItem => ({
    name,
    run: ({ signal }) => {
      started.push(name);
      return new Promise<void>((resolve, reject) => {
        ends.set(name, { resolve, reject });
        signal.addEventListener('abort', () => reject(new Error('aborted')));
      });
    },
  }));
  return { items, started, end: (name: string) => ends.get(name) };
}

const shown = () => runningOperations.getState().running[0];

test('four items run at once, in order', async () => {
  const { items, started, end } = slowItems('a', 'b', 'c', 'd', 'e', 'f');
  const result = runOperation({ kind: 'copy', items });
  expect(started).toEqual(['a', 'b', 'c', 'd']);

  end('c')?.resolve();
  await vi.advanceTimersByTimeAsync(100);
  expect(started).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(shown()).toMatchObject({ kind: 'copy', total: 6, ended: 1, isLong: false });
  expect(shown()?.underWay.map(({ name }) => name)).toEqual(['a', 'b', 'd', 'e']);

  for (const name of ['b', 'a', 'd', 'e']) end(name)?.resolve();
  await vi.advanceTimersByTimeAsync(0);
  end('f')?.resolve();
  expect((await result).done).toEqual(items);
  expect(runningOperations.getState().running).toEqual([]);
});

test('failures have their reason, and the other items are done', async () => {
  const failure = new ApiError(403, '403 Forbidden');
  const items: OperationItem[] = [
    { name: 'a', run: async () => {} },
    { name: 'b', run: () => Promise.reject(failure) },
    { name: 'c', run: async () => {} },
  ];
  const { done, failed, cancelled } = await runOperation({ kind: 'delete', items });
  expect(done.map(({ name }) => name)).toEqual(['a', 'c']);
  expect(failed).toEqual([{ item: items[1], failure }]);
  expect(cancelled).toBe(false);
});

test('an operation counts as long after a second', async () => {
  const { items, end } = slowItems('a');
  const result = runOperation({ kind: 'move', items });
  expect(shown()?.isLong).toBe(false);
  await vi.advanceTimersByTimeAsync(LONG_AFTER_MS);
  expect(shown()?.isLong).toBe(true);
  end('a')?.resolve();
  await result;
});

test('cancelling cancels running items on the server and starts no more', async () => {
  const { items, started, end } = slowItems('a', 'b', 'c', 'd', 'e');
  const server = fakeServer();
  const result = runOperation({ kind: 'copy', items });
  const keys = shown()?.underWay.map(({ key }) => key) ?? [];
  for (const key of keys) server.on('DELETE', `/api/operations/${key}`, { status: 204 });

  end('a')?.resolve();
  shown()?.cancel();
  for (const name of ['b', 'c', 'd']) end(name)?.reject(new ApiError(500, 'cancelled'));
  const { done, failed, cancelled } = await result;

  expect(server.calls.map(({ method }) => method)).toEqual(keys.map(() => 'DELETE'));
  expect(started).not.toContain('e');
  expect(done.map(({ name }) => name)).toEqual(['a']);
  expect(failed).toEqual([]);
  expect(cancelled).toBe(true);
});

test('a server that does not cancel is waited for only a few seconds', async () => {
  const { items } = slowItems('a');
  fakeServer();
  const result = runOperation({ kind: 'move', items });
  shown()?.cancel();
  await vi.advanceTimersByTimeAsync(6_000);
  expect(await result).toMatchObject({ done: [], failed: [], cancelled: true });
});

test('a busy server is asked again', async () => {
  let tries = 0;
  const run = async () => {
    tries += 1;
    if (tries === 1) throw new ApiError(429, '429 Too Many Requests', { retryAfterSeconds: 2 });
  };
  const result = runOperation({ kind: 'copy', items: [{ name: 'a', run }] });
  await vi.advanceTimersByTimeAsync(1_900);
  expect(tries).toBe(1);
  await vi.advanceTimersByTimeAsync(200);
  expect((await result).done).toHaveLength(1);
});

test('the end of the session ends the operation', async () => {
  fakeServer();
  const run = vi.fn<() => Promise<void>>(() => Promise.reject(new ApiError(401, '401')));
  const items = Array.from({ length: 20 }, (_, index) => ({ name: `${index}`, run }));
  const { cancelled } = await runOperation({ kind: 'delete', items });
  expect(cancelled).toBe(true);
  expect(run.mock.calls.length).toBeLessThanOrEqual(4);
});

test('fifty thousand items publish at most ten times a second', async () => {
  let calls = 0;
  const unsubscribe = runningOperations.subscribe(() => {
    calls += 1;
  });
  const items = Array.from({ length: 50_000 }, (_, index) => ({
    name: `${index}`,
    run: async () => {},
  }));
  const { done } = await runOperation({ kind: 'delete', items });
  unsubscribe();
  expect(done).toHaveLength(50_000);
  expect(calls).toBeLessThan(20);
});

test('waiting for the connection is reported, and the operation continues', async () => {
  const waits: ((isWaiting: boolean) => void)[] = [];
  const { items, end } = slowItems('a', 'b');
  const telling = items.map((item): OperationItem => ({
    ...item,
    run: (named) => {
      waits.push(named.reportWaiting);
      return item.run(named);
    },
  }));
  const result = runOperation({ kind: 'move', items: telling });
  waits[1]?.(true);
  await vi.advanceTimersByTimeAsync(100);
  expect(shown()?.isWaiting).toBe(true);
  waits[1]?.(false);
  await vi.advanceTimersByTimeAsync(100);
  expect(shown()?.isWaiting).toBe(false);
  end('a')?.resolve();
  end('b')?.resolve();
  await result;
});

test('an operation cancelled offline ends at once, and is cancelled on the server later', async () => {
  const server = fakeServer();
  server.unplug();
  const run: OperationItem['run'] = ({ cancelled }) =>
    new Promise((_, reject) =>
      cancelled.addEventListener('abort', () => reject(new Error('cancelled'))),
    );
  const result = runOperation({ kind: 'copy', items: [{ name: 'a', run }] });
  const [key] = shown()?.underWay.map((item) => item.key) ?? [];
  shown()?.cancel();
  expect(await result).toMatchObject({ done: [], failed: [], cancelled: true });

  await vi.advanceTimersByTimeAsync(30_000);
  server.plugIn();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(server.calls.map(({ method, url }) => `${method} ${url}`)).toEqual([
    `DELETE /api/operations/${key}`,
  ]);
});
