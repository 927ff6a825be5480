import type { Job } from '#contract/jobs.ts';
import { afterEach, expect, test, vi } from 'vitest';
import { countOpen, jobs, progressOfJob, removeJob, setJob, setJobs } from './jobs.ts';

function job(more: Partial<Job> = {}): Job {
  return {
    id: 1,
    key: 'key',
    kind: 'copy',
    user: 'anna',
    from: '/docs',
    options: {},
    state: 'running',
    items: 0,
    bytes: 0,
    errors: [],
    errorCount: 0,
    startedAt: '2026-01-01T00:00:00.000Z',
    ...more,
  };
}

afterEach(() => {
  vi.useRealTimers();
  setJobs([]);
});

test('jobs are kept with the latest first, and only those that have not ended are counted', () => {
  expect(setJob(job())).toBeUndefined();
  setJob(job({ id: 2 }));
  expect(setJob(job({ state: 'paused' }))).toMatchObject({ id: 1, state: 'running' });
  setJob(job({ id: 3, state: 'done' }));
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

test('progress counts bytes where the job moves any, and else items', () => {
  expect(progressOfJob(job())).toBeUndefined();
  expect(progressOfJob(job({ items: 1, totalItems: 4 }))).toEqual({ share: 0.25, left: 3 });
  const bytes = { items: 1, totalItems: 4, bytes: 30, totalBytes: 60 };
  expect(progressOfJob(job(bytes))).toEqual({ share: 0.5, left: 30 });
});

test('the speed is measured while a job runs, and not over a pause', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  setJob(job({ bytes: 1_000 }));
  vi.setSystemTime(2_000);
  setJob(job({ bytes: 5_000 }));
  const speed = () => jobs.getState().jobs[0]?.meter?.bytesPerSecond;
  expect(speed()).toBe(2_000);
  setJob(job({ bytes: 5_000, state: 'paused' }));
  expect(speed()).toBeUndefined();
  vi.setSystemTime(100_000);
  setJob(job({ bytes: 5_000 }));
  expect(speed()).toBe(0);
});
