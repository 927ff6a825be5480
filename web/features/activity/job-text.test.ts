import { beforeEach, expect, test } from 'vitest';
import { i18n, startI18n } from '../../i18n/i18n.ts';
import en from '../../i18n/languages/en.json';
import { aJob } from '../../testing/a-job.ts';
import { stateOfJob } from './job-text.ts';

beforeEach(() => startI18n(en));

test.each([
  [{ status: 507, text: '507 Insufficient Storage' }, 'Failed: The disk is full.'],
  [
    { status: 500, text: 'interrupted' },
    'Failed: The server couldn’t complete the request. Try again later.',
  ],
  [
    { status: 503, text: '503 Service Unavailable', refusal: 'disk-unavailable' },
    'Failed: The disk with these files isn’t available right now. If this continues, contact your administrator.',
  ],
])('a failed job says why in the language of the user: %j', (failure, text) => {
  expect(stateOfJob(i18n.t, aJob({ state: 'failed', failure }))).toBe(text);
});

test('a copy without some items refers to their names below it', () => {
  const job = aJob({
    state: 'failed',
    failure: { status: 403, text: '1 items could not be read' },
    errors: [{ item: 'secret.txt', reason: 'unreadable' }],
    errorCount: 1,
  });
  expect(stateOfJob(i18n.t, job)).toBe('Failed');
});
