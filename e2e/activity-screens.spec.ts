import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspectScreen } from './support/inspect-screen.ts';
import { expect, test } from './support/journey.ts';
import { logInAt, rowOf } from './support/pages.ts';

/** Length of a sparse file, which takes no space. The test does not wait for the end of its copy. */
const ENDLESS = 2_000_000_000_000;

test('jobs are shown, paused, resumed, cancelled, run again and removed', async ({
  page,
  server,
  browserErrors,
}, info) => {
  browserErrors.expect(/400 \(Bad Request\)/);
  mkdirSync(join(server.root, 'docs'));
  writeFileSync(join(server.root, 'docs/endless.bin'), '');
  truncateSync(join(server.root, 'docs/endless.bin'), ENDLESS);
  const followed = page.waitForResponse((response) => response.url().includes('/api/events'));
  await logInAt(page, '/files/', server.admin);
  await expect(rowOf(page, 'docs')).toBeVisible();
  await followed;
  // A job that another program of the user has begun.
  const copying = page.evaluate(async () => {
    const token = localStorage.getItem('jwt') ?? '';
    const url = '/api/resources/docs?action=copy&destination=%2Fcopy&override=false&rename=false';
    const headers = { 'X-Auth': token, 'X-Operation': 'by-a-script' };
    return (await fetch(url, { method: 'PATCH', headers })).status;
  });
  await page.getByRole('button', { name: 'Activity, 1 in progress' }).click();
  const panel = page.getByRole('region', { name: 'Activity' });
  await expect(panel.getByText(/MB\/s/)).toBeVisible();
  await inspectScreen(page, info, 'activity-running');

  await panel.getByRole('button', { name: 'Pause docs' }).click();
  await expect(panel.getByText('Paused')).toBeVisible();
  await inspectScreen(page, info, 'activity-paused');
  await panel.getByRole('button', { name: 'Resume docs' }).click();
  await expect(panel.getByText(/MB\/s/)).toBeVisible();

  await panel.getByRole('button', { name: 'Cancel docs' }).click();
  await expect(panel.getByText('Cancelled')).toBeVisible();
  expect(await copying).toBe(400);
  truncateSync(join(server.root, 'docs/endless.bin'), 10);
  await panel.getByRole('button', { name: 'Retry docs' }).click();
  await expect(panel.getByText('Done')).toBeVisible();
  await expect(rowOf(page, 'copy')).toBeVisible();
  await inspectScreen(page, info, 'activity-done');
  await panel.getByRole('button', { name: 'Remove docs from the list' }).click();
  await expect(panel.getByText('No jobs')).toBeVisible();
  await inspectScreen(page, info, 'activity-none');
});
