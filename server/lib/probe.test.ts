import { expect, onTestFinished, test, vi } from 'vitest';
import { Probe } from './probe.ts';

test('returns the result and its duration', async () => {
  const probe = new Probe(() => Promise.resolve('there'), 1_000);
  expect(await probe.check()).toEqual({ kind: 'seen', seen: 'there', ms: expect.any(Number) });
});

test('returns a failure, and runs again the next time', async () => {
  let looks = 0;
  const probe = new Probe(() => {
    looks += 1;
    return looks === 1 ? Promise.reject(new Error('gone')) : Promise.resolve('back');
  }, 1_000);
  expect(await probe.check()).toEqual({ kind: 'failed', error: new Error('gone') });
  expect(await probe.check()).toMatchObject({ kind: 'seen', seen: 'back' });
});

test('returns silent in time, and runs once for many callers', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  let looks = 0;
  let answer: (seen: string) => void = () => undefined;
  const probe = new Probe(() => {
    looks += 1;
    return new Promise<string>((resolve) => {
      answer = resolve;
    });
  }, 1_000);

  const kinds: string[] = [];
  const look = async (): Promise<void> => void kinds.push((await probe.check()).kind);
  void look();
  void look();
  await vi.advanceTimersByTimeAsync(999);
  expect(kinds).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(kinds).toEqual(['silent', 'silent']);
  void look();
  await vi.advanceTimersByTimeAsync(1);
  expect(kinds).toEqual(['silent', 'silent', 'silent']);
  expect(looks).toBe(1);

  answer('at last');
  await vi.advanceTimersByTimeAsync(0);
  void probe.check();
  expect(looks).toBe(2);
});

test('reuses a result for a while', async () => {
  let looks = 0;
  const probe = new Probe(() => Promise.resolve((looks += 1)), 1_000, 60_000);
  expect(await probe.check()).toMatchObject({ seen: 1 });
  expect(await probe.check()).toMatchObject({ seen: 1 });
  expect(looks).toBe(1);
});
