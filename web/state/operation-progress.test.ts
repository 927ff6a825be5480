import type { Operation } from '#contract/operations.ts';
import { expect, test } from 'vitest';
import { progressOf } from './operation-progress.ts';

const operation = (key: string, facts: Partial<Operation>): Operation => ({
  key,
  kind: 'copy',
  from: '/a',
  entries: 0,
  bytes: 0,
  ...facts,
});
const underWay = [{ key: 'one', name: 'a' }];

test('ended items and the server’s progress give the total', () => {
  const operations = [
    operation('one', { bytes: 50, totalBytes: 100, entries: 1, totalEntries: 4 }),
    operation('somebody else’s', { bytes: 90, totalBytes: 100 }),
  ];
  const { share, bytes, entries } = progressOf({ total: 4, ended: 1, underWay }, operations);
  expect(share).toBe(0.375);
  expect(bytes).toEqual({ done: 50, total: 100 });
  expect(entries).toEqual({ done: 1, total: 4 });
});

test('items without bytes are counted by entries', () => {
  const operations = [operation('one', { entries: 3, totalEntries: 4, totalBytes: 1_000 })];
  expect(progressOf({ total: 1, ended: 0, underWay }, operations).share).toBe(0.75);
});

test('the totals are unknown while the server counts', () => {
  const operations = [operation('one', { bytes: 500 })];
  expect(progressOf({ total: 1, ended: 0, underWay }, operations)).toEqual({
    share: 0,
    bytes: undefined,
    entries: undefined,
  });
});
