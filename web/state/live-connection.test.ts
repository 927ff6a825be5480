import type { Job } from '#contract/jobs.ts';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { aJob } from '../testing/a-job.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { jobs, setJob, setJobs } from './jobs.ts';
import { followServer } from './live-connection.ts';

afterEach(() => void setJobs([]));

test('a job that has ended without a connection is reported with the next one', async () => {
  const done = aJob({ state: 'done' });
  const ready = new Blob(['event: ready\ndata: {"folders":[]}\n\n']).stream();
  fakeServer()
    .on('GET', '/api/events', () => ({ stream: ready }))
    .on('GET', '/api/jobs', { json: [done, aJob({ id: 2, state: 'done' })] });
  setJob(aJob());
  const ended: Job[] = [];
  const stop = followServer({
    queries: new QueryClient(),
    folder: undefined,
    onJobEnded: (job) => ended.push(job),
  });
  await vi.waitFor(() => expect(jobs.getState().jobs).toHaveLength(2), { timeout: 30_000 });
  stop();
  expect(ended).toEqual([done]);
});
