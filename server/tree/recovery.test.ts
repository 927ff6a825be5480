import { expect, test, vi } from 'vitest';
import { DatabaseUnavailable } from '../metadata/database-unavailable.ts';
import { Recovery } from './recovery.ts';

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
    return async () => failOnce('run');
  };
  const recovery = new Recovery(prepare, LOG, AT_ONCE_MS);
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
  const recovery = new Recovery(prepare, LOG, AT_ONCE_MS);
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
