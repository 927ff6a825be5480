import { afterEach, expect, test, vi } from 'vitest';
import {
  awaitEntries,
  awaitEntry,
  previousChildOf,
  enterFolder,
  recallPosition,
  rememberPosition,
  takeAwaitedEntries,
} from './listing-position.ts';

test('going up finds the previous folder, also from far below', () => {
  enterFolder('/photos/2026/may');
  expect(previousChildOf('/photos')).toBe('/photos/2026');
  expect(previousChildOf('/photos/2026')).toBe('/photos/2026/may');
  expect(previousChildOf('')).toBe('/photos');
  expect(previousChildOf('/photo')).toBeUndefined();
  expect(previousChildOf('/photos/2026/may')).toBeUndefined();
});

test('the positions of the last hundred visits are kept', () => {
  for (let visit = 0; visit <= 100; visit += 1) {
    const seen = { path: '/a', index: 0, below: visit };
    rememberPosition(`visit-${visit}`, { seen, active: undefined });
  }
  expect(recallPosition('visit-0')).toBeUndefined();
  expect(recallPosition('visit-100')?.seen.below).toBe(100);
});

test('an awaited entry is returned once when it exists', () => {
  awaitEntry('/new');
  expect(takeAwaitedEntries(() => false)).toEqual([]);
  expect(takeAwaitedEntries((path) => path === '/new')).toEqual(['/new']);
  expect(takeAwaitedEntries(() => true)).toEqual([]);
});

test('of several awaited entries, existing ones are returned and the others forgotten', () => {
  awaitEntries(['/a', '/b', '/hidden']);
  expect(takeAwaitedEntries((path) => path !== '/hidden')).toEqual(['/a', '/b']);
  expect(takeAwaitedEntries(() => true)).toEqual([]);
});

afterEach(() => {
  vi.useRealTimers();
});

test('an entry that does not appear in time is no longer awaited', () => {
  vi.useFakeTimers();
  awaitEntry('/late');
  vi.advanceTimersByTime(21_000);
  expect(takeAwaitedEntries(() => true)).toEqual([]);
});
