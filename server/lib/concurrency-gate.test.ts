import { expect, test } from 'vitest';
import { ConcurrencyGate } from './concurrency-gate.ts';

interface Work {
  readonly run: () => Promise<string>;
  finish(): void;
}

function work(name: string, started: string[]): Work {
  let finish = () => {};
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return {
    finish: () => finish(),
    run: async () => {
      started.push(name);
      await finished;
      return name;
    },
  };
}

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test('so many run at once, the next ones wait in order, and the rest is turned away', async () => {
  const gate = new ConcurrencyGate({ atOnce: 2, waiting: 2 });
  const started: string[] = [];
  const all = ['a', 'b', 'c', 'd', 'e'].map((name) => work(name, started));
  const results = all.map(({ run }) => gate.run(run));

  expect(await results[4]).toBeUndefined();
  expect(started).toEqual(['a', 'b']);

  all[1]?.finish();
  await settled();
  expect(started).toEqual(['a', 'b', 'c']);

  for (const { finish } of all) finish();
  expect(await Promise.all(results)).toEqual(['a', 'b', 'c', 'd', undefined]);
  expect(started).toEqual(['a', 'b', 'c', 'd']);
});

test('a failure is told to whoever asked, and makes place for the next', async () => {
  const gate = new ConcurrencyGate({ atOnce: 1, waiting: 1 });
  const failing = gate.run(() => Promise.reject(new Error('no luck')));
  const next = gate.run(() => Promise.resolve('fine'));

  await expect(failing).rejects.toThrow('no luck');
  expect(await next).toBe('fine');
  expect(await gate.run(() => Promise.resolve('again'))).toBe('again');
});

test('however many come and go, never more run at once than may', async () => {
  const gate = new ConcurrencyGate({ atOnce: 3, waiting: 1_000 });
  let running = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      gate.run(async () => {
        running += 1;
        most = Math.max(most, running);
        if (index % 3 === 0) await settled();
        running -= 1;
        return index;
      }),
    ),
  );
  expect(most).toBe(3);
  expect(running).toBe(0);
});
