import {
  mkdirSync,
  opendirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { NO_ANSWER } from './support/browser-errors.ts';
import { CuttableConnection } from './support/cuttable-connection.ts';
import { makeLargeFile, sha256 } from './support/disk.ts';
import { inspectScreen } from './support/inspect-screen.ts';
import { expect, test } from './support/journey.ts';
import { expectFocusSomewhere, logInAt, pick, rowOf } from './support/pages.ts';

/** Length of a sparse file, which takes no space. The test does not wait for the end of its copy. */
const ENDLESS = 2_000_000_000_000;

/** Copies `docs` to `copy`, as another program of the user would. Resolves with the status of the reply. */
function copyDocsByScript(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const token = localStorage.getItem('jwt') ?? '';
    const url = '/api/resources/docs?action=copy&destination=%2Fcopy&override=false&rename=false';
    const headers = { 'X-Auth': token, 'X-Operation': 'by-a-script' };
    return (await fetch(url, { method: 'PATCH', headers })).status;
  });
}

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
  const copying = copyDocsByScript(page);
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

/** Creates a folder whose copy gets stuck in an endless file after others are copied. Returns the number of the others. */
function layOutStuckCopy(folder: string): number {
  mkdirSync(folder);
  const others = Array.from({ length: 60 }, (_, n) => `${n}.txt`);
  for (const name of others) writeFileSync(join(folder, name), name);
  const endless = join(folder, 'endless.bin');
  writeFileSync(endless, '');
  truncateSync(endless, ENDLESS);
  // Copies follow the order of the file system.
  const directory = opendirSync(folder);
  const first = directory.readSync()?.name;
  directory.closeSync();
  if (first === 'endless.bin') renameSync(endless, join(folder, 'endless-too.bin'));
  return others.length;
}

test('who cancels a copy decides whether what is copied stays', async ({
  page,
  server,
  browserErrors,
}, info) => {
  browserErrors.expect(/400 \(Bad Request\)/);
  const docs = join(server.root, 'docs');
  const others = layOutStuckCopy(docs);
  const followed = page.waitForResponse((response) => response.url().includes('/api/events'));
  await logInAt(page, '/files/', server.admin);
  await expect(rowOf(page, 'docs')).toBeVisible();
  await followed;
  const copying = copyDocsByScript(page);
  await page.getByRole('button', { name: 'Activity, 1 in progress' }).click();
  const panel = page.getByRole('region', { name: 'Activity' });
  await expect(panel.getByText(/endless/)).toBeVisible();

  const dialog = page.getByRole('dialog', { name: 'Stop copying?' });
  await panel.getByRole('button', { name: 'Cancel docs' }).click();
  await expect(dialog).toContainText('Copied so far:');
  await inspectScreen(page, info, 'activity-stop-copy');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(panel.getByText(/MB\/s/)).toBeVisible();

  await panel.getByRole('button', { name: 'Cancel docs' }).click();
  await dialog.getByRole('button', { name: 'Keep copies' }).click();
  await expect(panel.getByText('Cancelled')).toBeVisible();
  await expect(panel.getByText(/^Copied and kept: \d+$/)).toBeVisible();
  expect(await copying).toBe(400);
  await expect(rowOf(page, 'copy')).toBeVisible();
  await inspectScreen(page, info, 'activity-kept-copies');
  const kept = readdirSync(join(server.root, 'copy'));
  expect(kept.length).toBeGreaterThan(0);
  for (const name of kept) expect(readFileSync(join(server.root, 'copy', name), 'utf8')).toBe(name);

  for (const name of readdirSync(docs)) {
    if (name.startsWith('endless')) truncateSync(join(docs, name), 10);
  }
  await panel.getByRole('button', { name: 'Retry docs' }).click();
  await expect(panel.getByText('Done')).toBeVisible();
  expect(readdirSync(join(server.root, 'copy'))).toHaveLength(others + 1);
});

test('uploads and jobs are one list, and uploads are paused and resumed', async ({
  page,
  server,
  browserErrors,
}, info) => {
  test.setTimeout(120_000);
  browserErrors.expect(/400 \(Bad Request\)/);
  const [docs, film] = [join(server.root, 'docs'), join(server.scratch, 'film.mp4')];
  mkdirSync(docs);
  writeFileSync(join(docs, 'endless.bin'), '');
  truncateSync(join(docs, 'endless.bin'), ENDLESS);
  makeLargeFile(film, 512 * 1_048_576);
  const line = await CuttableConnection.open(server.port);
  const followed = page.waitForResponse((response) => response.url().includes('/api/events'));
  await logInAt(page, `${line.url}/files/`, server.admin);
  await expect(rowOf(page, 'docs')).toBeVisible();
  await followed;
  const begun = line.sentFurther(16 * 1_048_576);
  await (await pick(page, 'files')).setFiles([film]);
  await begun;
  // The uploads are shown by themselves, and are a part of the panel as soon as it is open.
  await page.getByRole('button', { name: 'Pause uploads' }).click();
  await page.getByRole('button', { name: 'Activity, 1 in progress' }).click();
  const panel = page.getByRole('region', { name: 'Activity' });
  const uploads = panel.getByRole('region', { name: 'Uploads' });
  await expect(page.getByRole('region', { name: 'Uploads' })).toHaveCount(1);
  await expect(uploads).toContainText('Uploads paused');
  const begin = copyDocsByScript(page);
  await expect(page.getByRole('button', { name: 'Activity, 2 in progress' })).toBeVisible();
  await expect(panel.getByText(/MB\/s/)).toBeVisible();
  await inspectScreen(page, info, 'activity-with-uploads');
  expect(() => statSync(join(server.root, 'film.mp4'))).toThrow('ENOENT');

  await uploads.getByRole('button', { name: 'Resume uploads' }).click();
  await panel.getByRole('button', { name: 'Cancel docs' }).click();
  await expect(panel.getByText('Cancelled')).toBeVisible();
  expect(await begin).toBe(400);
  await expect(uploads).toHaveCount(0, { timeout: 60_000 });
  expect(statSync(join(server.root, 'film.mp4')).size).toBe(512 * 1_048_576);
  await expect(page.getByRole('button', { name: 'Activity', exact: true })).toBeVisible();
  await line.close();
});

test('a long upload that fails is a notification while the page is hidden, and is retried in the panel', async ({
  page,
  server,
  browserErrors,
}) => {
  test.setTimeout(120_000);
  browserErrors.expect(NO_ANSWER);
  const file = join(server.scratch, 'film.bin');
  makeLargeFile(file, 128 * 1_048_576);
  const line = await CuttableConnection.open(server.port);
  const shown = await recordNotifications(page);
  await logInAt(page, `${line.url}/files/`, server.admin);
  line.hold();
  const begun = line.sentFurther(24 * 1_048_576);
  await (await pick(page, 'files')).setFiles(file);
  await begun;
  await page.getByRole('button', { name: 'Activity, 1 in progress' }).click();
  const panel = page.getByRole('region', { name: 'Activity' });
  await panel.getByRole('button', { name: 'Notify me' }).click();
  await expect(panel).toContainText('You’ll be notified when long jobs end.');
  await hidePage(page);
  line.cut();
  const uploads = panel.getByRole('region', { name: 'Uploads' });
  // The last retry that the settings allow begins after 15 seconds.
  await expect(uploads).toContainText('1 upload failed', { timeout: 60_000 });
  await expect.poll(shown).toEqual(['1 upload failed']);
  expect(server.isOnDisk('film.bin')).toBe(false);

  line.release();
  line.restore();
  await uploads.getByRole('button', { name: /^Retry .*film\.bin/ }).press('Enter');
  await expect.poll(() => server.isOnDisk('film.bin'), { timeout: 30_000 }).toBe(true);
  await expect(uploads).toHaveCount(0);
  await expectFocusSomewhere(page);
  expect(await sha256(join(server.root, 'film.bin'))).toBe(await sha256(file));
  await line.close();
});

/**
 * Gives the page notifications, which a browser without a window refuses. Returns a function that reads the texts of those that the page has
 * shown.
 */
async function recordNotifications(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const shown: string[] = [];
    class RecordedNotification extends EventTarget {
      static permission: NotificationPermission = 'default';

      static requestPermission(): Promise<NotificationPermission> {
        RecordedNotification.permission = 'granted';
        return Promise.resolve('granted');
      }

      constructor(_title: string, { body = '' }: NotificationOptions = {}) {
        super();
        shown.push(body);
      }
    }
    Object.assign(window, { shownNotifications: shown, Notification: RecordedNotification });
  });
  return () =>
    page.evaluate(() => (window as unknown as { shownNotifications: string[] }).shownNotifications);
}

/** Makes the page believe that it is hidden, because a browser without a window hides none. */
async function hidePage(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
  });
}
