import { mkdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { NO_ANSWER, refusal } from './support/browser-errors.ts';
import { countDraws } from './support/count-draws.ts';
import { CuttableConnection } from './support/cuttable-connection.ts';
import { makeLargeFile, sha256 } from './support/disk.ts';
import { expect, ownServerTest, test } from './support/journey.ts';
import {
  dropPaths,
  expectFolder,
  fillLogin,
  logOut,
  pick,
  logInAt,
  uploadPanel,
  uploadsEnded,
} from './support/pages.ts';

const MIB = 1_048_576;
const LONG_AGO = new Date('2001-02-03T04:05:06Z');

/** Leaves the page during an upload and accepts the browser's question. */
async function reloadAllTheSame(page: Page): Promise<void> {
  page.once('dialog', (question) => void question.accept());
  await page.reload();
}

test('a file selected again after a reload resumes', async ({ page, server, browserErrors }) => {
  browserErrors.expect(NO_ANSWER);
  // A made-up video has no preview.
  browserErrors.expect(refusal(415));
  const file = join(server.scratch, 'film.mp4');
  makeLargeFile(file, 192 * MIB);
  utimesSync(file, LONG_AGO, LONG_AGO);
  server.put({ 'Videos/': '', 'Other/': '' });
  const line = await CuttableConnection.open(server.port);
  await logInAt(page, `${line.url}/files/Videos/`, server.admin);
  const begun = line.sentFurther(64 * MIB);
  await (await pick(page, 'files')).setFiles(file);
  await begun;

  await reloadAllTheSame(page);
  const notice = page.getByRole('region', { name: '1 upload was interrupted' });
  await expect(notice).toContainText('film.mp4');
  await page.goto(`${line.url}/files/Other/`);
  await expectFolder(page, 'Other');
  const chooser = page.waitForEvent('filechooser');
  await notice.getByRole('button', { name: 'Select file' }).click();
  await (await chooser).setFiles(file);

  await expect(uploadPanel(page)).toContainText(/Resumed at [1-9][0-9]?%/);
  await expect(notice).toBeHidden();
  await uploadsEnded(page);
  await expect.poll(() => server.pathsOnDisk()).toEqual(['Other', 'Videos', 'Videos/film.mp4']);
  const arrived = join(server.root, 'Videos', 'film.mp4');
  expect(await sha256(arrived)).toBe(await sha256(file));
  expect(statSync(arrived).mtime).toEqual(LONG_AGO);
  await page.reload();
  await expectFolder(page, 'Other');
  await expect(notice).toBeHidden();
  await line.close();
});

test('an interrupted upload can be discarded, also on the server', async ({
  page,
  server,
  browserErrors,
}) => {
  browserErrors.expect(NO_ANSWER);
  const file = join(server.scratch, 'film.mp4');
  makeLargeFile(file, 192 * MIB);
  const line = await CuttableConnection.open(server.port);
  await logInAt(page, `${line.url}/files/`, server.admin);
  const begun = line.sentFurther(32 * MIB);
  await (await pick(page, 'files')).setFiles(file);
  await begun;
  await reloadAllTheSame(page);
  await expect.poll(() => server.pathsOnDisk()).toHaveLength(1);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('region', { name: /interrupted/ })).toBeHidden();
  await expect.poll(() => server.pathsOnDisk()).toEqual([]);
  await line.close();
});

test('uploads wait for a lost connection and resume by themselves', async ({
  page,
  server,
  browserErrors,
}) => {
  browserErrors.expect(NO_ANSWER);
  // A made-up video has no preview.
  browserErrors.expect(refusal(415));
  const file = join(server.scratch, 'film.mp4');
  makeLargeFile(file, 256 * MIB);
  const line = await CuttableConnection.open(server.port);
  await logInAt(page, `${line.url}/files/`, server.admin);
  const begun = line.sentFurther(24 * MIB);
  await (await pick(page, 'files')).setFiles(file);
  await begun;

  line.cut();
  await page.context().setOffline(true);
  await expect(uploadPanel(page)).toContainText('Waiting for connection');
  line.restore();
  await page.context().setOffline(false);

  await expect.poll(() => server.isOnDisk('film.mp4'), { timeout: 30_000 }).toBe(true);
  await uploadsEnded(page);
  expect(await sha256(join(server.root, 'film.mp4'))).toBe(await sha256(file));
  await line.close();
});

test('uploads wait for a new log-in, and the message disappears when they resume', async ({
  page,
  server,
  browserErrors,
}) => {
  browserErrors.expect(refusal(401));
  // A made-up video has no preview.
  browserErrors.expect(refusal(415));
  const file = join(server.scratch, 'film.mp4');
  makeLargeFile(file, 192 * MIB);
  const line = await CuttableConnection.open(server.port);
  await logInAt(page, `${line.url}/files/`, server.admin);
  const begun = line.sentFurther(24 * MIB);
  await (await pick(page, 'files')).setFiles(file);
  await begun;
  const other = await page.context().newPage();
  await other.goto(`${line.url}/files/`);
  await logOut(other);
  await other.close();

  const message = page.getByText('You were logged out.');
  await expect(message).toBeVisible();
  await fillLogin(page, server.admin);
  await expect.poll(() => server.isOnDisk('film.mp4'), { timeout: 30_000 }).toBe(true);
  await uploadsEnded(page);
  await expect(message).toBeHidden();
  await line.close();
});

ownServerTest(
  'a server that is killed and comes back costs nothing but time',
  async ({ page, server, browserErrors }) => {
    browserErrors.expect(NO_ANSWER);
    // A made-up video has no preview.
    browserErrors.expect(refusal(415));
    const file = join(server.scratch, 'film.mp4');
    makeLargeFile(file, 256 * MIB);
    const line = await CuttableConnection.open(server.port);
    await logInAt(page, `${line.url}/files/`, server.admin);
    const begun = line.sentFurther(64 * MIB);
    await (await pick(page, 'files')).setFiles(file);
    await begun;
    await server.kill();
    await expect(uploadPanel(page)).toContainText('Retrying');
    await server.resume();

    await expect.poll(() => server.isOnDisk('film.mp4'), { timeout: 30_000 }).toBe(true);
    await uploadsEnded(page);
    expect(await sha256(join(server.root, 'film.mp4'))).toBe(await sha256(file));
    await line.close();
  },
);

test('a dropped folder is uploaded completely: empty folders, empty and hidden files, old times', async ({
  page,
  server,
}) => {
  const folder = join(server.scratch, 'box #1 100%');
  mkdirSync(join(folder, 'empty', 'emptier'), { recursive: true });
  mkdirSync(join(folder, '.hidden'));
  const files = ['empty.txt', '.hidden/Thumbs.db', '.DS_Store', `${'ü'.repeat(127)}x`, 'שלום 🌙'];
  for (const name of files) {
    writeFileSync(join(folder, name), name === 'empty.txt' ? '' : name);
    utimesSync(join(folder, name), LONG_AGO, LONG_AGO);
  }
  await logInAt(page, '/files/', server.admin);
  await expectFolder(page, 'My files');
  await dropPaths(page, [folder]);
  await expect(page.getByText('5 files uploaded')).toBeVisible();

  const expected = ['empty', 'empty/emptier', '.hidden', ...files].map(
    (name) => `box #1 100%/${name}`,
  );
  expect(server.pathsOnDisk()).toEqual(['box #1 100%', ...expected].toSorted());
  for (const name of files) {
    expect(statSync(join(server.root, 'box #1 100%', name)).mtime, name).toEqual(LONG_AGO);
  }
});

test('a drop of ten thousand files is drawn in few rows, at most once per frame, and can be cancelled', async ({
  page,
  server,
  browserErrors,
}) => {
  // An upload cancelled during its creation does not exist yet.
  browserErrors.expect(refusal(404));
  const folder = join(server.scratch, 'many');
  mkdirSync(folder);
  for (let number = 0; number < 10_000; number += 1) writeFileSync(join(folder, `${number}`), 'x');
  await logInAt(page, '/files/', server.admin);
  await expectFolder(page, 'My files');
  await dropPaths(page, [folder]);
  await expect(uploadPanel(page)).toContainText(/Uploading [1-9]\d* of/, { timeout: 60_000 });

  const stopCounting = await countDraws(uploadPanel(page));
  await sleep(4_000);
  const { draws, frames } = await stopCounting();
  const rows = await uploadPanel(page).locator('li, [role=listitem], [role=row]').count();
  expect(draws).toBeGreaterThan(0);
  expect(draws).toBeLessThanOrEqual(frames);
  expect(rows).toBeLessThan(100);

  await page.getByRole('button', { name: 'Cancel all uploads' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel all uploads?' });
  await dialog.getByRole('button', { name: 'Cancel all uploads' }).click();
  await expect(uploadPanel(page)).toBeHidden();
});
