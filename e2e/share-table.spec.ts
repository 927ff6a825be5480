import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { inspectScreen } from './support/inspect-screen.ts';
import { expect, ownServerTest as test } from './support/journey.ts';
import { createShare } from './support/create-share.ts';
import { makePicture } from './support/media.ts';
import { expectFolder, isNarrow, openDrawer, logInAt } from './support/pages.ts';
import type { TestServer } from './support/test-server.ts';

/** Pages of the list. */
const SHARES = /\/api\/shares\?/;

function rowOf(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ hasText: name });
}

/** Chooses an operation of one share: a button of its row, or an entry behind the three dots of its card. */
async function act(page: Page, name: string, button: RegExp, item: string): Promise<void> {
  const row = rowOf(page, name);
  if (!isNarrow(page)) return row.getByRole('button', { name: button }).click();
  await row.getByRole('button', { name: /^Actions for/ }).click();
  return page.getByRole('menuitem', { name: item }).click();
}

async function openSettings(page: Page): Promise<void> {
  if (isNarrow(page)) await openDrawer(page);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Shares' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Shares' })).toBeAttached();
}

async function makeLinks(server: TestServer): Promise<void> {
  server.put({
    'photos/winter/': '',
    'work/report of the year, in its last version before it was sent out.pdf': 'x',
    'work/gone.txt': 'x',
    'work/replaced.txt': 'x',
    'music/song.mp3': 'x',
  });
  await makePicture(join(server.root, 'photos/summer/beach.jpg'), { width: 600, height: 400 });
  const bert = await server.addUser('bert', ['share', 'download']);
  await createShare(server, server.admin, '/photos/summer/', { password: 'secret' });
  await createShare(server, server.admin, '/photos/summer/beach.jpg', { expires: '72' });
  await createShare(
    server,
    server.admin,
    '/work/report of the year, in its last version before it was sent out.pdf',
    { expires: '2000' },
  );
  await createShare(server, server.admin, '/work/gone.txt');
  await createShare(server, server.admin, '/work/replaced.txt');
  await createShare(server, bert, '/music/song.mp3', { expires: '1' });
  await createShare(server, bert, '/');
  rmSync(join(server.root, 'work/gone.txt'));
  rmSync(join(server.root, 'work/replaced.txt'));
  server.put({ 'work/replaced.txt': 'something else' });
}

test('all shares, their states, a search, and a deletion', async ({ page, server }, info) => {
  await makeLinks(server);
  await logInAt(page, '/files/', server.admin);
  await openSettings(page);
  await expect(page).toHaveURL(/\/settings\/shares$/);
  await expect(page.getByText('7 shares')).toBeVisible();
  await expect(rowOf(page, 'song.mp3')).toContainText('bert');
  await expect(rowOf(page, 'beach.jpg')).toContainText(/in 3 days/i);
  await expect(rowOf(page, 'beach.jpg').locator('img')).toHaveJSProperty('naturalWidth', 256);
  await expect(rowOf(page, 'gone.txt')).toContainText('can’t be found right now');
  await inspectScreen(page, info, 'share-table-full');

  if (isNarrow(page)) {
    await rowOf(page, 'beach.jpg')
      .getByRole('button', { name: /^Actions for/ })
      .click();
    await expect(page.getByRole('menu')).toBeInViewport({ ratio: 1 });
    await inspectScreen(page, info, 'share-table-menu');
    await page.keyboard.press('Escape');
  }
  await rowOf(page, 'replaced.txt').getByRole('button', { name: 'Share the current file' }).click();
  await expect(page.getByText(/^The share link now opens/)).toBeVisible();
  await expect(rowOf(page, 'replaced.txt')).not.toContainText('A different item');

  const field = page.getByRole('searchbox', { name: 'Search shares' });
  await field.fill('BERT');
  await expect(page.getByText('2 of 7 shares')).toBeVisible();
  await field.fill('not here');
  await expect(page.getByRole('heading', { name: 'No shares found' })).toBeVisible();
  await inspectScreen(page, info, 'share-table-no-match');
  await field.fill('');

  await act(page, 'gone.txt', /^Delete share link/, 'Delete share link');
  const question = page.getByRole('dialog', { name: /^Delete the share link to .*gone\.txt/ });
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await inspectScreen(page, info, 'share-table-delete');
  await question.getByRole('button', { name: 'Delete share link' }).click();
  await expect(page.getByText('Share deleted!')).toBeVisible();
  await expect(page.getByText('6 shares')).toBeVisible();
  await expect(rowOf(page, 'gone.txt')).toHaveCount(0);
});

test('a share link is copied, its uses are shown, and its item is opened', async ({
  page,
  context,
  server,
}, info) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  server.put({ 'photos/summer/beach.jpg': 'x' });
  const hash = await createShare(server, server.admin, '/photos/summer/');
  await logInAt(page, '/settings/shares', server.admin);

  await act(page, 'summer', /^Copy link/, 'Copy link');
  await expect(page.getByText('Copied to clipboard.')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(`${server.url}/share/${hash}`);

  await act(page, 'summer', /^Show activity/, 'Show activity');
  await expect(page.getByRole('dialog', { name: /summer/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await inspectScreen(page, info, 'share-table-one');

  await rowOf(page, 'summer').getByRole('link').click();
  await expectFolder(page, 'summer');
  await expect(page).toHaveURL(/\/files\/photos\/summer\/$/);
});

test('the list of shares is empty, and fails to load', async ({
  page,
  server,
  browserErrors,
}, info) => {
  browserErrors.expect(/Failed to load resource/);
  await logInAt(page, '/settings/shares', server.admin);
  await expect(page.getByRole('heading', { name: 'No shares yet' })).toBeVisible();
  await inspectScreen(page, info, 'share-table-empty');

  await page.route(SHARES, (route) => route.abort());
  await page.reload();
  await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
  await inspectScreen(page, info, 'share-table-error');
  await page.unroute(SHARES);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'No shares yet' })).toBeVisible();
});

test('two thousand shares can be scrolled and searched', async ({ page, server }) => {
  test.skip(isNarrow(page), 'it looks no different elsewhere');
  server.put({ 'x.txt': 'x' });
  await logInAt(page, '/files/', server.admin);
  await page.route(SHARES, async (route) => {
    const json = Array.from({ length: 2_000 }, (_, number) => ({
      hash: `h${number}`,
      path: `/folder/file ${number}.txt`,
      userID: 1,
      username: 'admin',
      expire: 0,
      hasPassword: false,
      state: 'live',
      isDir: false,
      created: '2026-01-01T00:00:00Z',
      opened: number,
      downloaded: 0,
    }));
    await route.fulfill({ json });
  });
  await openSettings(page);
  const table = page.getByRole('table', { name: 'Shares' });
  await expect(rowOf(page, 'file 0.txt')).toBeVisible();
  await table.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await expect(rowOf(page, 'file 1999.txt')).toBeInViewport();
  expect(await page.getByRole('row').count()).toBeLessThan(60);
  await page.getByRole('searchbox', { name: 'Search shares' }).fill('le 1234');
  await expect(page.getByText('1 of 2,000 shares')).toBeVisible();
  await expect(rowOf(page, 'file 1234.txt')).toBeVisible();
});
