import { afterEach, expect, test, vi } from 'vitest';
import { countOpen, jobs, progressOfJob, removeJob, setJob, setJobs } from './jobs.ts';
import { aJob } from '../testing/a-job.ts';

afterEach(() => {
  vi.useRealTimers();
  setJobs([]);
});

test('jobs are kept with the latest first, and only those that have not ended are counted', () => {
  expect(setJob(aJob())).toBeUndefined();
  setJob(aJob({ id: 2 }));
  expect(setJob(aJob({ state: 'paused' }))).toMatchObject({ id: 1, state: 'running' });
  setJob(aJob({ id: 3, state: 'done' }));
  const { jobs: known } = jobs.getState();
  expect(known.map(({ job: { id, state } }) => [id, state])).toEqual([
    [3, 'done'],
    [2, 'running'],
    [1, 'paused'],
  ]);
  expect(countOpen(known)).toBe(2);
  removeJob(2);
  expect(jobs.getState().jobs).toHaveLength(2);
});

test('a list of jobs does not replace what has changed since it was requested', () => {
  for (const id of [1, 2, 3]) setJob(aJob({ id }));
  const { jobs: since } = jobs.getState();
  setJob(aJob({ id: 1, state: 'done' }));
  removeJob(2);
  setJob(aJob({ id: 4 }));
  setJobs([aJob({ id: 3, items: 5 }), aJob({ id: 2 }), aJob({ id: 1 })], since);
  expect(jobs.getState().jobs.map(({ job: { id, state, items } }) => [id, state, items])).toEqual([
    [4, 'running', 0],
    [3, 'running', 5],
    [1, 'done', 0],
  ]);
});

test('a list of jobs says which have ended meanwhile', () => {
  setJob(aJob({ id: 1 }));
  setJob(aJob({ id: 2, state: 'failed' }));
  const done = aJob({ id: 1, state: 'done' });
  const ended = setJobs([aJob({ id: 3, state: 'done' }), aJob({ id: 2, state: 'failed' }), done]);
  expect(ended).toEqual([done]);
});

test('progress counts bytes where the job moves any, and else items', () => {
  expect(progressOfJob(aJob())).toBeUndefined();
  expect(progressOfJob(aJob({ items: 1, totalItems: 4 }))).toEqual({ share: 0.25, left: 3 });
  const bytes = { items: 1, totalItems: 4, bytes: 30, totalBytes: 60 };
  expect(progressOfJob(aJob(bytes))).toEqual({ share: 0.5, left: 30 });
});

test('the speed is measured while a job runs, and not over a pause', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  setJob(aJob({ bytes: 1_000 }));
  vi.setSystemTime(2_000);
  setJob(aJob({ bytes: 5_000 }));
  const speed = () => jobs.getState().jobs[0]?.meter?.bytesPerSecond;
  expect(speed()).toBe(2_000);
  setJob(aJob({ bytes: 5_000, state: 'paused' }));
  expect(speed()).toBeUndefined();
  vi.setSystemTime(100_000);
  setJob(aJob({ bytes: 5_000 }));
  expect(speed()).toBe(0);
});
