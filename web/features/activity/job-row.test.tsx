import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startI18n } from '../../i18n/i18n.ts';
import en from '../../i18n/languages/en.json';
import { jobs, setJob, setJobs } from '../../state/jobs.ts';
import { toasts } from '../../state/toasts.ts';
import { aJob } from '../../testing/a-job.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { JobRow } from './job-row.tsx';

beforeEach(() => {
  startI18n(en);
  toasts.setState({ shown: [] });
});
afterEach(() => {
  cleanup();
  setJobs([]);
});

test.each([
  ['Pause docs', 'POST', '/api/jobs/1/pause', aJob()],
  ['Retry docs', 'POST', '/api/jobs/1/retry', aJob({ state: 'failed' })],
  ['Remove docs from the list', 'DELETE', '/api/jobs/1', aJob({ state: 'done' })],
])(
  'a job that was removed in another window disappears after “%s”',
  async (name, method, url, job) => {
    fakeServer().on(method, url, { status: 404 });
    setJob(job);
    render(<JobRow measured={{ job, meter: undefined }} />);
    await userEvent.setup().click(screen.getByRole('button', { name }));
    await waitFor(() => expect(jobs.getState().jobs).toEqual([]));
    expect(toasts.getState().shown).toEqual([]);
  },
);
