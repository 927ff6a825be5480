import { ROOT } from '#contract/paths.ts';
import { expect, test } from 'vitest';
import type { Actor } from '../../access/actor.ts';
import { AppError } from '../../errors.ts';
import type { StoredTrash } from '../../metadata/trash.ts';
import { RunningOperation } from '../../operations/running-operation.ts';
import type { JournalRecord } from '../../tree/journal-record.ts';
import { treePath } from '../../testing/stored-records.ts';
import { TrashItemLoop, type TrashItemLoopOptions } from './trash-item-loop.ts';

const NEVER = new AbortController().signal;
const CANCELLED = new Error('cancelled');

type Work = Parameters<TrashItemLoop['process']>[2];

function aJob(options: Partial<TrashItemLoopOptions> = {}) {
  const { kind = 'purge' } = options;
  // Nothing here asks for the actor.
  const actor = {} as Actor;
  const begun = { actor, kind, from: ROOT, to: undefined, options: {}, key: undefined };
  const running = new RunningOperation(begun, 'key');
  const items = new TrashItemLoop(running.control(NEVER), { done: 0, ...options, kind });
  let id = 0;
  return {
    running,
    items,
    process(work: Work, entries = 1): Promise<void> {
      id += 1;
      // Only these columns matter here.
      const trash = { id, source: treePath(`/${id}`), entries } as StoredTrash;
      return items.process(id, () => Promise.resolve(trash), work);
    },
    cancel: () => running.cancel(CANCELLED, { midway: true }),
  };
}

const done: Work = () => Promise.resolve({ status: 200 });
const failing: Work = () => Promise.reject(new AppError('forbidden', 'it cannot be deleted'));

test('a cancelled job has kept the items that are done, without those that have failed', async () => {
  const { running, process, cancel } = aJob();
  await process(done, 10);
  await process(failing, 100);
  await process(done, 1);
  cancel();
  await expect(process(done)).rejects.toBe(CANCELLED);
  expect(running.progress.entries).toBe(111);
  expect(running.kept).toBe(11);
});

test.each([
  ['purge', undefined, 12],
  // A move to another device discards what it has copied.
  ['restore', 'copying', 2],
  ['restore', 'merging', 12],
] as const)(
  'a %s that is cancelled within an item (%s) has kept %s entries',
  async (kind, state, kept) => {
    const { running, process, cancel } = aJob({ kind });
    await process(done, 2);
    const midway: Work = (_trash, control) => {
      // Only the state matters here.
      if (state !== undefined) control.onRecord?.({ operation: { state } } as JournalRecord);
      control.reportProgress({ entries: 10, bytes: 0 });
      cancel();
      return Promise.reject(CANCELLED);
    };
    await expect(process(midway, 50)).rejects.toBe(CANCELLED);
    expect(running.progress.entries).toBe(12);
    expect(running.kept).toBe(kept);
  },
);

test('the outcome of an emptying has a bounded number of failures, and their count', async () => {
  const { items, process } = aJob({ onlyFailures: true });
  for (let count = 0; count < 500; count += 1) await process(done);
  for (let count = 0; count < 1_200; count += 1) await process(failing);
  const { results, more } = items.outcome;
  expect(results).toHaveLength(1_000);
  expect(results[0]).toEqual({ id: 501, status: 403, message: expect.any(String) });
  expect(more).toBe(200);
  expect(items.failures.count).toBe(1_200);
});

test('the outcome of several items has one result for each of them', async () => {
  const { items, process } = aJob();
  await process(done);
  await process(failing);
  expect(items.outcome).toEqual({
    results: [
      { id: 1, status: 200 },
      { id: 2, status: 403, message: expect.any(String) },
    ],
  });
});
