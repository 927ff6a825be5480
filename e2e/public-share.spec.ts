import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { NO_ANSWER, refusal } from './support/browser-errors.ts';
import { expect, ownServerTest, test } from './support/journey.ts';
import { createShare } from './support/create-share.ts';
import { makePdf } from './support/make-pdf.ts';
import { makePicture } from './support/media.ts';
import { UGLY } from './support/ugly-names.ts';

const title = (page: Page) => page.getByRole('heading', { level: 1 });
const password = (page: Page) => page.getByLabel('Password', { exact: true });

/** Opens a page in a new browser context. */
async function visitor(browser: Browser, look: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'UTC', ...look });
  return context.newPage();
}

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;
const DESK = { viewport: { width: 1440, height: 900 } } as const;

for (const [where, look] of Object.entries({ 'a telephone': PHONE, 'a desk': DESK })) {
  test(`on ${where} a visitor sees a file, and downloads it unchanged`, async ({
    browser,
    server,
  }) => {
    server.put({ 'Reports/year 100% [1].txt': 'the whole report' });
    const hash = await createShare(server, server.admin, '/Reports/year 100% [1].txt');
    const page = await visitor(browser, look);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));

    await page.goto(`${server.url}/share/${hash}`);

    await expect(title(page)).toHaveText('year 100% [1].txt');
    await expect(page).toHaveTitle('year 100% [1].txt – File Browser');
    await expect(page.getByText('16 B', { exact: true })).toBeVisible();
    await expect(page.getByText('the whole report')).toBeVisible();
    const begun = page.waitForEvent('download');
    await page.getByRole('link', { name: /^Download/ }).click();
    const download = await begun;
    expect(download.suggestedFilename()).toBe('year 100% [1].txt');
    await download.saveAs(join(server.scratch, 'had.txt'));
    const opened = page.waitForEvent('popup');
    await page.getByRole('link', { name: 'Open' }).click();
    expect(await (await opened).content()).toContain('the whole report');
    // There is no session, and the page does not request one.
    expect(asked.filter((path) => /\/api\/(?!public\/)/.test(path))).toEqual([]);
    // It requests only the typeface of the main page’s files, for the next visit.
    const ofMainPage = asked.filter(
      (path) => path.startsWith('/static/assets/') && !path.includes('/share/'),
    );
    expect(ofMainPage.filter((path) => !/\/inter-latin-wght-[^/]+\.woff2$/.test(path))).toEqual([]);
    await page.context().close();
  });

  test(`on ${where} the password opens a share, and a wrong one shows an error`, async ({
    browser,
    server,
  }) => {
    server.put({ 'secret/plan.txt': 'the plan' });
    const hash = await createShare(server, server.admin, '/secret/plan.txt', {
      password: 'pass + ü%',
    });
    const page = await visitor(browser, look);

    await page.goto(`${server.url}/share/${hash}`);
    await expect(page).toHaveTitle('File Browser');
    await expect(password(page)).toBeFocused();
    await password(page).fill('wrong');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Wrong password. Try again.')).toBeVisible();
    await expect(password(page)).toBeFocused();
    await page.keyboard.type('pass + ü%');
    await page.getByRole('button', { name: 'Continue' }).click();

    await expect(title(page)).toHaveText('plan.txt');
    await expect(page.getByText('the plan')).toBeVisible();
    const begun = page.waitForEvent('download');
    await page.getByRole('link', { name: /^Download/ }).click();
    expect((await begun).suggestedFilename()).toBe('plan.txt');
    await page.reload();
    await expect(title(page)).toHaveText('plan.txt');
    await page.context().close();
  });
}

test('a download from a share that has expired meanwhile shows an error', async ({
  page,
  server,
  browserErrors,
}) => {
  server.put({ 'a.txt': 'as it was' });
  const hash = await createShare(server, server.admin, '/a.txt');
  await page.goto(`/share/${hash}`);
  await expect(title(page)).toHaveText('a.txt');
  await expect(page.getByText('as it was')).toBeVisible();

  browserErrors.expect(refusal(404));
  rmSync(join(server.root, 'a.txt'));
  await page.getByRole('link', { name: /^Download/ }).click();

  await expect(title(page)).toHaveText('This link has expired or was removed');
  await expect(page).toHaveTitle('File Browser');
});

test('invalid shares and paths show an error', async ({ page, server, browserErrors }) => {
  browserErrors.expect(refusal(404));
  server.put({ 'album/a.txt': 'a' });
  const hash = await createShare(server, server.admin, '/album/');

  await page.goto('/share/AbCdEfGhIjKlMnOpQrStUv');
  await expect(title(page)).toHaveText('This link has expired or was removed');
  await expect(title(page)).toBeFocused();
  await expectAccessible(page);
  await page.goto('/share/');
  await expect(title(page)).toHaveText('This link has expired or was removed');

  await page.goto(`/share/${hash}/renamed%20since`);
  await expect(title(page)).toHaveText('Not found');
  await page.getByRole('button', { name: 'Back to the shared folder' }).click();
  await expect(title(page)).toHaveText('album');
  await expect(page).toHaveURL(new RegExp(`/share/${hash}$`));
});

ownServerTest(
  'while the server is away the page says so, and goes on by itself',
  async ({ page, server, browserErrors }) => {
    server.put({ 'album/sub/a.txt': 'a' });
    const hash = await createShare(server, server.admin, '/album/');
    await page.goto(`/share/${hash}`);
    await expect(title(page)).toHaveText('album');
    await expect(page.getByRole('button', { name: 'Show QR code' })).toBeVisible();

    browserErrors.expect(NO_ANSWER);
    await server.kill();
    await page.getByRole('link', { name: 'sub', exact: true }).click();
    await expect(title(page)).toHaveText('No connection');
    await server.resume();

    await expect(title(page)).toHaveText('sub', { timeout: 30_000 });
  },
);

test('old addresses into a shared folder lead to the file with any name', async ({
  page,
  server,
}) => {
  const names = [UGLY.marks, UGLY.longest, '100% #?&+.txt', '😀 שלום.txt'];
  server.put(Object.fromEntries(names.map((name) => [`album/${name}`, `in ${name.length}`])));
  const hash = await createShare(server, server.admin, '/album/');
  for (const name of names) {
    await page.goto(`/share/${hash}/${encodeURIComponent(name)}`);
    await expect(title(page)).toHaveText(name);
    await expect(page.getByText(`in ${name.length}`)).toBeVisible();
  }
  await page.getByRole('button', { name: 'Go to folder' }).click();
  await expect(title(page)).toHaveText('album');
});

test('the QR code contains the address of the page', async ({ page, server }) => {
  server.put({ 'a.txt': 'a' });
  await page.goto(`/share/${await createShare(server, server.admin, '/a.txt')}`);
  const code = page.getByRole('img', { name: 'QR code for this page' });
  await expect(code).toBeVisible();
  expect(await code.boundingBox()).toMatchObject({ width: 200, height: 200 });

  await page.setViewportSize({ width: 320, height: 640 });
  await expect(code).toBeHidden();
  await page.getByRole('button', { name: 'Show QR code' }).click();
  await expect(code).toBeVisible();
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
});

test('a shared picture is shown, and everything is reachable by keyboard', async ({
  page,
  server,
}) => {
  await makePicture(join(server.root, 'a.png'), { width: 300, height: 200 });
  await page.goto(`/share/${await createShare(server, server.admin, '/a.png')}`);
  await expect(page.getByRole('img', { name: 'a.png' })).toBeVisible();

  const reached: string[] = [];
  for (let step = 0; step < 4; step += 1) {
    await page.keyboard.press('Tab');
    reached.push(await page.evaluate(() => document.activeElement?.textContent?.trim() ?? ''));
  }
  expect(reached.slice(0, 3)).toEqual([
    expect.stringContaining('Download'),
    'Open',
    'Copy download link',
  ]);
});

test('a shared PDF is read and searched, alone and from a folder with a password', async ({
  page,
  server,
  browserErrors,
}) => {
  browserErrors.expect(refusal(401));
  server.put({ 'papers/broken.pdf': '%PDF-1.4 and nothing else' });
  writeFileSync(join(server.root, 'papers/paper.pdf'), makePdf(41));
  writeFileSync(join(server.root, 'papers/secret.pdf'), makePdf(2, 'sesame'));
  await page.goto(`/share/${await createShare(server, server.admin, '/papers/paper.pdf')}`);
  await expect(page.getByText('Page 1', { exact: true })).toBeAttached();
  await page.getByRole('textbox', { name: 'Page 1 of 41' }).fill('30');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('group', { name: 'Page 30 of 41' })).toBeInViewport();

  const hash = await createShare(server, server.admin, '/papers/', { password: 'sesame' });
  await page.goto(`/share/${hash}`);
  await page.getByLabel('Password', { exact: true }).fill('sesame');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'paper.pdf' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Page 1', { exact: true })).toBeAttached();
  await page.keyboard.press('Control+f');
  const find = dialog.getByRole('search', { name: 'Find in document' });
  await page.keyboard.type('page 40');
  await expect(find.getByRole('status')).toHaveText('1 of 1');
  await expect(dialog.getByRole('group', { name: 'Page 40 of 41' })).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(find).toBeHidden();
  await expect(dialog.getByRole('group', { name: 'Page 40 of 41' })).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page.getByRole('link', { name: 'secret.pdf' }).click();
  await dialog.getByLabel('Password', { exact: true }).fill('sesame');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Page 2', { exact: true })).toBeAttached();
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'broken.pdf' }).click();
  await expect(dialog.getByText('Your browser can’t display this file.')).toBeVisible();
});
