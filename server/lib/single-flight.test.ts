import { expect, test } from 'vitest';
import { SingleFlight } from './single-flight.ts';

const never = new AbortController().signal;

test('does concurrent work for the same key once', async () => {
  const shared = new SingleFlight<number>();
  let done = 0;
  const work = () => Promise.resolve((done += 1));
  const all = [shared.join('a', never, work), shared.join('a', never, work)];
  expect(await Promise.all(all)).toEqual([1, 1]);
  expect(await shared.join('a', never, work)).toBe(2);
});

test('rejects a cancelled caller at once, and continues for the other', async () => {
  const shared = new SingleFlight<string>();
  let finish: (result: string) => void = () => undefined;
  let isStopped = false;
  const work = (signal: AbortSignal) => {
    signal.addEventListener('abort', () => (isStopped = true));
    return new Promise<string>((resolve) => (finish = resolve));
  };
  const leaving = new AbortController();
  const [first, second] = [shared.join('a', leaving.signal, work), shared.join('a', never, work)];
  leaving.abort(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  expect(isStopped).toBe(false);
  finish('done');
  expect(await second).toBe('done');
});

test('cancels work without callers, and starts again for the next', async () => {
  const shared = new SingleFlight<string>();
  const leaving = new AbortController();
  const stopped: boolean[] = [];
  const first = shared.join('a', leaving.signal, (signal) => {
    signal.addEventListener('abort', () => stopped.push(true));
    return new Promise<string>(() => undefined);
  });
  leaving.abort(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  expect(stopped).toEqual([true]);
  expect(await shared.join('a', never, () => Promise.resolve('fresh'))).toBe('fresh');
});

test('rejects all callers with a failure, and does not store it', async () => {
  const shared = new SingleFlight<string>();
  const fails = () => Promise.reject(new Error('broken'));
  const all = [shared.join('a', never, fails), shared.join('a', never, fails)];
  for (const each of all) await expect(each).rejects.toThrow('broken');
  expect(await shared.join('a', never, () => Promise.resolve('well'))).toBe('well');
});
