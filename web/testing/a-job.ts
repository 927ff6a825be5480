import type { Job } from '#contract/jobs.ts';

/** Returns a running copy of a folder, with the given differences. */
export function aJob(more: Partial<Job> = {}): Job {
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
