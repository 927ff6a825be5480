import { expect, test, vi } from 'vitest';
import { DatabaseUnavailable } from '../metadata/database-unavailable.ts';
import { moveEntry } from './move-entry.ts';
import { Recovery } from './recovery.ts';
import { answeringLate, failure, openTestTree, transferWith } from './tree.test-tools.ts';

const LOG = { info: () => undefined, warn: () => undefined };
const AT_ONCE_MS = 0;

test('a recovery is repeated, with its paths claimed anew, while the database is unavailable', async () => {
  const steps: string[] = [];
  const failures = ['run', 'claim'];
  const failOnce = (at: string): void => {
    steps.push(at);
    if (failures.at(0) !== at) return;
    failures.shift();
    throw new DatabaseUnavailable('no answer in time');
  };
  const prepare = async () => {
    failOnce('claim');
    return async () => {
      failOnce('run');
      return 'complete' as const;
    };
  };
  const recovery = new Recovery(prepare, LOG, { repeatAfterMs: AT_ONCE_MS });
  const begin = await recovery.prepare();
  begin();
  expect(recovery.isRunning).toBe(true);
  await vi.waitUntil(() => !recovery.isRunning);
  expect(steps).toEqual(['claim', 'run', 'claim', 'claim', 'run']);
});

test('a recovery that fails for another reason is left to the next start', async () => {
  let runs = 0;
  const prepare = async () => async () => {
    runs += 1;
    throw new Error('a defect');
  };
  const recovery = new Recovery(prepare, LOG, { repeatAfterMs: AT_ONCE_MS });
  (await recovery.prepare())();
  await vi.waitUntil(() => !recovery.isRunning);
  expect(runs).toBe(1);
});

test('a server that stops does not wait for the database', async () => {
  const prepare = async () => async () => {
    throw new DatabaseUnavailable('no answer in time');
  };
  const recovery = new Recovery(prepare, LOG);
  (await recovery.prepare())();
  await recovery.stop();
  expect(recovery.isRunning).toBe(false);
});

test('a recovery is repeated while a disk is not available', async () => {
  const ends = ['kept', 'kept', 'complete'] as const;
  let runs = 0;
  const prepare = async () => async () => {
    runs += 1;
    return ends[runs - 1] ?? 'complete';
  };
  const recovery = new Recovery(prepare, LOG, { firstKeptMs: AT_ONCE_MS });
  (await recovery.prepare())();
  await vi.waitUntil(() => runs === ends.length && !recovery.isRunning);
  await recovery.stop();
  expect(runs).toBe(3);
});

test('an operation that has failed because its disk does not answer is recovered after a while', async () => {
  const opened = await openTestTree({ '/a.txt': 'a' });
  const { tree } = answeringLate(opened);
  let runs = 0;
  const prepare = async () => async () => {
    runs += 1;
    return 'complete' as const;
  };
  const recovery = new Recovery(prepare, LOG, { firstKeptMs: AT_ONCE_MS });
  tree.journal.onLeft(recovery.repeatLater);
  await expect(
    transferWith(moveEntry)({ ...opened, tree }, '/a.txt', '/b.txt'),
  ).rejects.toMatchObject(failure('not-answering'));
  await vi.waitUntil(() => runs === 1);
  await recovery.stop();
});
