import type { Page } from '@playwright/test';
import { holdRequests } from './support/hold-requests.ts';
import { expect, ownServerTest as test } from './support/journey.ts';
import { createShare } from './support/create-share.ts';
import { fillLogin, logInAt, rowOf } from './support/pages.ts';
import { untilLoaded } from './support/until-loaded.ts';

const INTER = 'Inter Variable';

/** Returns the first name of the font of the page. */
function fontOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const [first = ''] = getComputedStyle(document.body).fontFamily.split(',');
    return first.replaceAll(/["']/g, '');
  });
}

/** Counts the requests for the typeface that leave the browser. */
function countFetched(page: Page): { readonly count: number } {
  const fetched = { count: 0 };
  page.on('response', (reply) => {
    const isFont = /inter-.*\.woff2$/.test(new URL(reply.url()).pathname);
    if (isFont && !reply.fromServiceWorker()) fetched.count += 1;
  });
  return fetched;
}

test('a first listing uses the font of the system, and the next visit the typeface that was fetched meanwhile', async ({
  page,
  server,
}) => {
  server.put({ 'notes.txt': 'notes' });
  const fetched = countFetched(page);
  await logInAt(page, '/files/', server.admin);
  await expect(rowOf(page, 'notes.txt')).toBeVisible();
  expect(await fontOf(page)).toBe('system-ui');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('typeface'))).not.toBeNull();
  expect(fetched.count).toBeGreaterThan(0);
  expect(await fontOf(page), 'the text of an open page does not move').toBe('system-ui');

  await page.reload();
  await expect(rowOf(page, 'notes.txt')).toBeVisible();
  expect(await fontOf(page)).toBe(INTER);
  expect(
    await page.evaluate((name) => document.fonts.check(`14px "${name}"`, 'notes'), INTER),
  ).toBe(true);
});

test('who logs in sees the first listing in the typeface', async ({ page, server }) => {
  server.put({ 'notes.txt': 'notes' });
  await page.goto('/login');
  await expect.poll(() => fontOf(page)).toBe(INTER);
  await fillLogin(page, server.admin);
  await expect(rowOf(page, 'notes.txt')).toBeVisible();
  expect(await fontOf(page)).toBe(INTER);
});

test('a page whose typeface comes late is shown without it', async ({ page, server }) => {
  server.put({ 'notes.txt': 'notes' });
  await page.addInitScript(() => localStorage.setItem('typeface', ''));
  const release = await holdRequests(page, /inter-.*\.woff2$/);
  const fetched = countFetched(page);
  await logInAt(page, '/files/', server.admin);
  await expect(rowOf(page, 'notes.txt')).toBeVisible();
  release();
  await expect.poll(() => fetched.count).toBeGreaterThan(0);
  await untilLoaded(page);
  expect(await fontOf(page), 'the text of an open page does not move').toBe('system-ui');
});

test('a share is first shown in the font of the system, and in the typeface once its content is replaced', async ({
  page,
  server,
}) => {
  server.put({ 'trip/day one/notes.txt': 'notes' });
  const hash = await createShare(server, server.admin, '/trip/');
  const fetched = countFetched(page);
  await page.goto(`/share/${hash}`);
  const folder = page.getByRole('link', { name: 'day one' });
  await expect(folder).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('typeface'))).not.toBeNull();
  expect(fetched.count).toBeGreaterThan(0);
  expect(await fontOf(page), 'the text of an open page does not move').toBe('system-ui');

  await folder.click();
  await expect(page.getByRole('link', { name: 'notes.txt' })).toBeVisible();
  expect(await fontOf(page)).toBe(INTER);
  await page.reload();
  await expect(page.getByRole('link', { name: 'notes.txt' })).toBeVisible();
  expect(await fontOf(page), 'the next visit begins with it').toBe(INTER);
});

test('a share whose typeface comes late is shown without it until its content is replaced', async ({
  page,
  server,
}) => {
  server.put({ 'trip/day one/notes.txt': 'notes' });
  const hash = await createShare(server, server.admin, '/trip/');
  await page.addInitScript(() => localStorage.setItem('typeface', ''));
  const release = await holdRequests(page, /inter-.*\.woff2$/);
  await page.goto(`/share/${hash}`);
  const folder = page.getByRole('link', { name: 'day one' });
  await expect(folder).toBeVisible();
  expect(await fontOf(page)).toBe('system-ui');
  const latin = page.waitForResponse(/inter-latin-wght-.*\.woff2$/);
  release();
  await latin;
  await untilLoaded(page);
  expect(await fontOf(page), 'the text of an open page does not move').toBe('system-ui');
});

test('a share asks for the typeface after all files of its first content', async ({
  page,
  server,
}) => {
  server.put({ 'trip/notes.txt': 'notes' });
  const hash = await createShare(server, server.admin, '/trip/');
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.goto(`/share/${hash}`);
  await expect(page.getByRole('link', { name: 'notes.txt' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('typeface'))).not.toBeNull();
  const font = requested.findIndex((path) => path.endsWith('.woff2'));
  const content = requested.findIndex((path) => path.includes('/api/public/share/'));
  expect(content).toBeGreaterThan(-1);
  expect(font).toBeGreaterThan(content);
});

test('the font of a custom.css is kept', async ({ page, server }) => {
  server.put({ 'branding/custom.css': ":root { --font: 'Georgia', serif; }" });
  server.run('config', 'set', '--branding.files', `${server.root}/branding`);
  await page.goto('/login');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('typeface'))).not.toBeNull();
  expect(await fontOf(page)).toBe('Georgia');
});
