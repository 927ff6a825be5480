import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAttemptThrottle } from '../../../access/attempt-throttle.ts';
import { AppError } from '../../../errors.ts';
import { aStoredUser } from '../../../testing/stored-records.ts';
import { countedAttempt } from './counted-attempt.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const user = { ...aStoredUser(), id: 1, createdAt: 0, updatedAt: 0, lastSeenAt: undefined };

/** Begins an attempt and returns a function that returns its outcome so far. */
function attempt(check: () => Promise<typeof user>): () => string {
  const guess = { throttle: createAttemptThrottle(), address: '192.0.2.1', username: 'anna' };
  let outcome = 'pending';
  countedAttempt(guess, check).then(
    () => (outcome = 'accepted'),
    (error: unknown) => (outcome = error instanceof AppError ? error.code : 'failed'),
  );
  return () => outcome;
}

test('a refusal comes 250 ms after the attempt, however soon it was known', async () => {
  const outcome = attempt(() => Promise.reject(new AppError('wrong-credentials', 'no')));
  await vi.advanceTimersByTimeAsync(249);
  expect(outcome()).toBe('pending');
  await vi.advanceTimersByTimeAsync(1);
  expect(outcome()).toBe('wrong-credentials');
});

test('a refusal that took longer is not delayed further', async () => {
  let refuse: (error: Error) => void = () => undefined;
  const outcome = attempt(() => new Promise((_, reject) => (refuse = reject)));
  await vi.advanceTimersByTimeAsync(300);
  refuse(new AppError('wrong-credentials', 'no'));
  await vi.advanceTimersByTimeAsync(0);
  expect(outcome()).toBe('wrong-credentials');
});

test('a success and a failure of the server are not delayed', async () => {
  const accepted = attempt(() => Promise.resolve(user));
  const failed = attempt(() => Promise.reject(new Error('a defect')));
  await vi.advanceTimersByTimeAsync(0);
  expect([accepted(), failed()]).toEqual(['accepted', 'failed']);
});

test('passwords that a busy server has not checked do not count as wrong ones', async () => {
  const guess = {
    throttle: createAttemptThrottle(() => 0),
    address: '192.0.2.1',
    username: 'anna',
  };
  const busy = () => Promise.reject(new AppError('too-many-requests', 'too many logins at once'));
  for (let call = 0; call < 30; call += 1)
    await expect(countedAttempt(guess, busy)).rejects.toThrow('at once');
  expect(await countedAttempt(guess, () => Promise.resolve(user))).toBe(user);
});

test('attempts whose password a program has got count, also where the server is too busy then', async () => {
  const throttle = createAttemptThrottle(() => 0);
  const guess = { throttle, address: '192.0.2.1', username: 'anna' };
  const busyAfterHook = () =>
    countedAttempt(guess, (spend) => {
      spend();
      return Promise.reject(new AppError('too-many-requests', 'too many logins at once'));
    });
  for (let call = 0; call < 10; call += 1) await expect(busyAfterHook()).rejects.toThrow('at once');
  await expect(
    (async () => {
      for (let call = 0; call < 20; call += 1) await busyAfterHook().catch(keepThrottled);
    })(),
  ).rejects.toThrow('too many failed attempts');
});

function keepThrottled(error: unknown): void {
  if (error instanceof Error && error.message.includes('failed attempts')) throw error;
}
