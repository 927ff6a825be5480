import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EndedOperations } from './ended-operations.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function remembered(ended: EndedOperations<string>, userId: number, keys: readonly string[]) {
  return keys.filter((key) => ended.find(userId, key) !== undefined);
}

test('remembers the result of an operation for ten minutes, for its user', () => {
  const ended = new EndedOperations<string>();
  ended.remember(1, 'a', 'good');
  vi.advanceTimersByTime(300_000);
  ended.remember(1, 'b', 'bad');
  expect(ended.find(1, 'a')).toBe('good');
  expect(ended.find(2, 'a')).toBeUndefined();

  vi.advanceTimersByTime(300_000);
  expect(remembered(ended, 1, ['a', 'b'])).toEqual(['b']);
});

test('forgets the oldest results of a user with very many, and none of others', () => {
  const ended = new EndedOperations<string>();
  ended.remember(2, 'a', 'good');
  const keys = Array.from({ length: 1_500 }, (_, number) => `${number}`);
  for (const key of keys) ended.remember(1, key, 'good');
  expect(remembered(ended, 1, keys)).toEqual(keys.slice(500));
  expect(ended.find(2, 'a')).toBe('good');
});

test('forgets the oldest results when many users have many', () => {
  const ended = new EndedOperations<string>();
  const users = Array.from({ length: 11 }, (_, number) => number);
  const keys = Array.from({ length: 1_000 }, (_, number) => `${number}`);
  for (const user of users) for (const key of keys) ended.remember(user, key, 'good');
  expect(users.map((user) => remembered(ended, user, keys).length)).toEqual([
    0,
    ...users.slice(1).map(() => 1_000),
  ]);
});
