import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { folderQuery } from '../api/files.ts';
import { aFolder, anEntry } from '../testing/fake-server.ts';
import { createQueryClient } from './query-client.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Shows a folder with so many entries. */
function show(count: number) {
  const queries = createQueryClient();
  const query = { ...folderQuery('/'), enabled: false };
  const items = Array.from({ length: count }, (_, n) => anEntry(`/${n}`));
  queries.setQueryData(query.queryKey, aFolder('/', items));
  const enter = () => new QueryObserver(queries, query).subscribe(() => {});
  return { enter, isKept: () => queries.getQueryData(query.queryKey) !== undefined };
}

test('a large folder is dropped half a minute after it was left', () => {
  const { enter, isKept } = show(10_000);
  const leave = enter();
  vi.advanceTimersByTime(60_000);
  expect(isKept()).toBe(true);
  leave();
  vi.advanceTimersByTime(29_000);
  expect(isKept()).toBe(true);
  vi.advanceTimersByTime(2_000);
  expect(isKept()).toBe(false);
});

test('a large folder to which the user returns is kept', () => {
  const { enter, isKept } = show(10_000);
  enter()();
  vi.advanceTimersByTime(10_000);
  enter();
  vi.advanceTimersByTime(60_000);
  expect(isKept()).toBe(true);
});

test('a small folder is kept', () => {
  const { enter, isKept } = show(100);
  enter()();
  vi.advanceTimersByTime(60_000);
  expect(isKept()).toBe(true);
});
