import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { NO_ANSWER, refusal } from './support/browser-errors.ts';
import { inspectScreen } from './support/inspect-screen.ts';
import { expect, test } from './support/journey.ts';
import { createShare } from './support/create-share.ts';
import { makePdf } from './support/make-pdf.ts';
import { makeVideo, makePicture } from './support/media.ts';
import { isNarrow } from './support/pages.ts';
import { UGLY } from './support/ugly-names.ts';

const title = (page: Page) => page.getByRole('heading', { level: 1 });

test('a shared file in all its variants', async ({ page, server }, info) => {
  const film = join(server.root, 'film.webm');
  makeVideo(film, 1);
  await makePicture(join(server.root, 'Harbour at dusk.jpg'), { width: 1600, height: 1067 });
  writeFileSync(join(server.root, 'paper.pdf'), makePdf(12));
  server.put({
    'letter.md': '# A letter\n\nSome **words** of it.',
    [UGLY.longest]: '\0',
    [UGLY.rightToLeft]: 'שלום',
    'empty.bin': '',
  });
  const shapes = {
    picture: 'Harbour at dusk.jpg',
    film: 'film.webm',
    paper: 'paper.pdf',
    letter: 'letter.md',
    'long-name': UGLY.longest,
    'right-to-left': UGLY.rightToLeft,
    empty: 'empty.bin',
  };
  for (const [shape, name] of Object.entries(shapes)) {
    await page.goto(`/share/${await createShare(server, server.admin, `/${name}`)}`);
    await expect(title(page)).toHaveText(name);
    if (shape === 'film') await expect(page.locator('video')).toBeVisible();
    if (shape === 'paper') await expect(page.getByText('Page 1', { exact: true })).toBeAttached();
    await inspectScreen(page, info, `public-${shape}`);
  }
  if (!isNarrow(page)) return;
  await page.getByRole('button', { name: 'Show QR code' }).click();
  await inspectScreen(page, info, 'public-code');
});

test('the password dialog, and the second request for a password', async ({
  page,
  server,
  browserErrors,
}, info) => {
  browserErrors.expect(refusal(401));
  server.put({ 'album/sub/a.txt': 'a' });
  const hash = await createShare(server, server.admin, '/album/', { password: 'open sesame' });

  await page.goto(`/share/${hash}`);
  await expect(title(page)).toHaveText('Password required');
  await inspectScreen(page, info, 'public-password');
  await page.keyboard.type('wrong');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Wrong password. Try again.')).toBeVisible();
  await inspectScreen(page, info, 'public-password-wrong');
  await page.keyboard.type('open sesame');
  await page.keyboard.press('Enter');
  await expect(title(page)).toHaveText('album');

  // Simulates an expired token.
  await page.route('**/api/public/share/**', async (route) => {
    const url = new URL(route.request().url());
    url.searchParams.delete('token');
    await route.continue({ url: url.href });
  });
  await page.getByRole('link', { name: 'sub', exact: true }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await inspectScreen(page, info, 'public-password-again');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await page.getByLabel('Password', { exact: true }).fill('open sesame');
  await page.keyboard.press('Enter');
  await expect(title(page)).toHaveText('sub');
});

test('error pages of a share', async ({ page, server, browserErrors }, info) => {
  browserErrors.expect(refusal(403));
  browserErrors.expect(refusal(404));
  browserErrors.expect(refusal(429));
  browserErrors.expect(NO_ANSWER);
  server.put({ 'album/a.txt': 'a' });
  const hash = await createShare(server, server.admin, '/album/');

  await page.goto('/share/AbCdEfGhIjKlMnOpQrStUv');
  await expect(title(page)).toHaveText('This link has expired or was removed');
  await inspectScreen(page, info, 'public-gone');
  await page.goto(`/share/${hash}/sub`);
  await expect(title(page)).toHaveText('Not found');
  await inspectScreen(page, info, 'public-gone-below');

  const answers = { refused: 403, 'too-often': 429 };
  for (const [name, status] of Object.entries(answers)) {
    await page.route('**/api/public/share/**', (route) =>
      route.fulfill({ status, headers: { 'Retry-After': '20' } }),
    );
    await page.goto(`/share/${hash}`);
    await expect(title(page)).toBeFocused();
    await inspectScreen(page, info, `public-${name}`);
    await page.unrouteAll();
  }
  await page.route('**/api/public/share/**', (route) => route.abort());
  await page.goto(`/share/${hash}`);
  await expect(title(page)).toHaveText('No connection');
  await inspectScreen(page, info, 'public-away');
});
