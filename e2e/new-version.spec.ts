import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { DIST } from './support/built-server.ts';
import { type BrowserErrors, NO_ANSWER, refusal } from './support/browser-errors.ts';
import { CuttableConnection } from './support/cuttable-connection.ts';
import { makeLargeFile, sha256 } from './support/disk.ts';
import { createShare } from './support/create-share.ts';
import { expect, ownServerTest as test } from './support/journey.ts';
import {
  expectFolder,
  openEntry,
  pick,
  logInAt,
  uploadPanel,
  uploadsEnded,
} from './support/pages.ts';
import { LaterBuild } from './support/later-build.ts';
import { partsLoaded } from './support/parts-loaded.ts';

const MIB = 1_048_576;

/** Expects what a browser reports of a page whose server is stopped and updated. */
function expectMissingParts(errors: BrowserErrors): void {
  errors.expect(NO_ANSWER);
  errors.expect(refusal(404));
  // A server that is stopping refuses new streams of events.
  errors.expect(refusal(503));
  errors.expect(/dynamically imported module|Refused to apply style/);
}

const offer = (page: Page) =>
  page
    .getByRole('region', { name: 'Notifications' })
    .getByRole('listitem')
    .filter({ hasText: 'A new version is available.' });

test('an update of the server during an upload is noticed, and the upload ends on the open page', async ({
  page,
  browser,
  server,
  browserErrors,
}) => {
  expectMissingParts(browserErrors);
  const file = join(server.scratch, 'film.mp4');
  makeLargeFile(file, 48 * MIB);
  server.put({ 'Videos/': '', 'Shared/Below/': '' });
  const later = new LaterBuild(DIST, `${server.port}`);
  const line = await CuttableConnection.open(server.port);
  line.hold();
  await logInAt(page, `${line.url}/files/`, server.admin);
  // The next version does not have those that would be missing.
  await partsLoaded(page, '/parts-ahead-', '/dialogs-');
  const begun = line.sentFurther(16 * MIB);
  await (await pick(page, 'files')).setFiles(file);
  await begun;
  await expect(uploadPanel(page)).toBeVisible();

  const visitor = await (await browser.newContext({ locale: 'en-GB' })).newPage();
  await visitor.goto(`${server.url}/share/${await createShare(server, server.admin, '/Shared')}`);
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Shared');

  await server.update(later.folder);
  await openEntry(page, 'Videos');
  await expectFolder(page, 'Videos');
  await expect(offer(page)).toContainText('A new version is available.');
  await offer(page).getByRole('button', { name: 'Reload' }).click();
  const question = page.getByRole('dialog', { name: 'Reload now?' });
  await expect(question).toContainText('Uploads will stop. Select the files again afterwards');
  await question.getByRole('button', { name: 'Not now' }).click();

  await visitor.getByRole('link', { name: 'Below' }).click();
  await visitor.getByRole('button', { name: 'Reload' }).click();
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Below');
  await expect(visitor.getByRole('button', { name: 'Reload' })).toHaveCount(0);
  await visitor.context().close();

  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'A new version is available.' })).toBeVisible();
  await expect(uploadPanel(page)).toBeVisible();
  line.release();
  await uploadsEnded(page);
  await expect.poll(() => server.isOnDisk('film.mp4')).toBe(true);
  expect(statSync(join(server.root, 'film.mp4')).size).toBe(48 * MIB);
  expect(await sha256(join(server.root, 'film.mp4'))).toBe(await sha256(file));

  // With no operation running, there is no question.
  await page.getByRole('main').getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(
    'A new version is available.',
  );
  await expect(page.getByRole('navigation', { name: /settings/i }).first()).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
  await line.close();
  later.remove();
});

test('without the script of the question, the browser asks before the page is reloaded', async ({
  page,
  server,
  browserErrors,
}) => {
  expectMissingParts(browserErrors);
  await page.route(/\/dialogs-[^/]*\.js/, (route) => route.abort());
  server.put({ 'note.txt': 'before' });
  await logInAt(page, `${server.url}/files/note.txt`, server.admin);
  await page.getByRole('textbox').first().fill('typed here');
  const later = new LaterBuild(DIST, `${server.port}`);
  await server.update(later.folder);
  await page.evaluate(() => window.dispatchEvent(new Event('online')));

  const asked = page.waitForEvent('dialog');
  // The click ends only after the question is answered.
  const clicked = offer(page).getByRole('button', { name: 'Reload' }).click();
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await clicked;
  await expect(page.getByRole('textbox').first()).toContainText('typed here');
  await expect(offer(page)).toContainText('A new version is available.');

  page.once('dialog', (again) => void again.accept());
  await offer(page).getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('textbox').first()).toContainText('before');
  later.remove();
});
