import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { TestServer } from './support/test-server.ts';
import { refusal } from './support/browser-errors.ts';
import { expect, test } from './support/journey.ts';
import { createShare } from './support/create-share.ts';
import { makeVideo, makeLargePhotograph, makePicture, makeSound } from './support/media.ts';
import { swipe } from './support/swipe.ts';
import { UGLY } from './support/ugly-names.ts';

const open = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click();
const mark = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` });
const title = (page: Page) => page.getByRole('heading', { level: 1 });
const list = (page: Page) => page.getByRole('list', { name: 'Files and folders' });

/** Returns the names in the shown order. */
const names = (page: Page) => list(page).getByRole('link').allInnerTexts();

/** Downloads and unpacks an archive. Returns the folder of its contents. */
async function unpacked(page: Page, server: TestServer, button: string): Promise<string> {
  const begun = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  const archive = join(server.scratch, `${button}.archive`);
  await (await begun).saveAs(archive);
  const folder = join(server.scratch, `${button} unpacked`);
  mkdirSync(folder);
  execFileSync('tar', ['xf', archive, '-C', folder]);
  return folder;
}

function expectSame(one: string, other: string): void {
  execFileSync('diff', ['-r', one, other]);
}

test('all files and a selection are downloaded as they are on the disk', async ({
  page,
  server,
}) => {
  server.put({
    [`shared/${UGLY.folder}/inner/a.txt`]: 'a',
    [`shared/${UGLY.moon}/b.txt`]: 'b',
    [`shared/${UGLY.marks}`]: 'marks',
    [`shared/${UGLY.lines}`]: 'lines',
    [`shared/${UGLY.longest}`]: 'long',
    [`shared/${UGLY.escape}`]: 'escape',
    'shared/empty/': '',
  });
  await page.goto(`/share/${await createShare(server, server.admin, '/shared/')}`);
  await expect(title(page)).toHaveText('shared');
  await expect(page.getByText('3 folders, 4 files')).toBeVisible();
  await page.getByLabel('Archive format').selectOption('.tar.gz');

  const all = await unpacked(page, server, 'Download all');
  // Archives exclude only control characters from these names.
  renameSync(join(all, 'two_lines.txt'), join(all, UGLY.lines));
  expectSame(all, join(server.root, 'shared'));

  await mark(page, UGLY.folder).check();
  await mark(page, UGLY.marks).check();
  await mark(page, UGLY.longest).check();
  const part = await unpacked(page, server, 'Download 3 items');
  expectSame(join(part, UGLY.folder), join(server.root, 'shared', UGLY.folder));
  expect(readFileSync(join(part, UGLY.marks), 'utf8')).toBe('marks');
  expect(execFileSync('ls', ['-A', part], { encoding: 'utf8' })).not.toContain(UGLY.escape);

  await page.keyboard.press('Escape');
  await mark(page, 'two lines.txt').check();
  const begun = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download (5 B)' }).click();
  expect(readFileSync(await (await begun).path(), 'utf8')).toBe('lines');
});

test('folders are opened by clicks, by Back, and by their own address', async ({
  page,
  server,
}) => {
  server.put({ [`shared/${UGLY.folder}/${UGLY.moon}/deep.txt`]: 'deep', 'shared/zoo/': '' });
  for (let count = 0; count < 250; count += 1) server.put({ [`shared/file ${count}`]: '' });
  const hash = await createShare(server, server.admin, '/shared/');
  await page.goto(`/share/${hash}`);
  await expect(list(page).getByRole('link')).toHaveCount(100);
  expect((await names(page)).slice(0, 3)).toEqual([UGLY.folder, 'zoo', 'file 0']);
  await page.getByRole('button', { name: /^Show 100 more/ }).click();
  await expect(list(page).getByRole('link')).toHaveCount(200);

  await open(page, UGLY.folder);
  await expect(title(page)).toHaveText(UGLY.folder);
  await expect(page).toHaveTitle(new RegExp(`^A & B`));
  await open(page, UGLY.moon);
  await expect(title(page)).toHaveText(UGLY.moon);
  await page.reload();
  await expect(title(page)).toHaveText(UGLY.moon);
  await expect(list(page).getByRole('link', { name: 'deep.txt' })).toBeVisible();
  await page.goBack();
  await expect(title(page)).toHaveText(UGLY.folder);
  await page.getByRole('navigation').getByRole('link', { name: 'Shared folder' }).click();

  await expect(title(page)).toHaveText('shared');
  await page.goForward().catch(() => null);
  await expect(title(page)).toHaveText('shared');
});

test('everything in a share with a password needs the token', async ({
  page,
  server,
  browserErrors,
}) => {
  browserErrors.expect(refusal(401));
  await makePicture(join(server.root, 'shared', 'sea.png'), { width: 900, height: 600 });
  server.put({ 'shared/sub/a.txt': 'a', 'shared/sub/b.txt': 'bb' });
  const hash = await createShare(server, server.admin, '/shared/', { password: 'to the sea +%' });
  await page.goto(`/share/${hash}`);
  await page.getByLabel('Password', { exact: true }).fill('to the sea +%');
  await page.keyboard.press('Enter');
  await expect(title(page)).toHaveText('shared');

  await mark(page, 'sea.png').check();
  await expect(page.getByRole('button', { name: 'Copy download link' })).toBeVisible();
  await page.getByRole('button', { name: 'Preview' }).click();
  const picture = page.getByRole('dialog').getByRole('img', { name: 'sea.png' });
  await expect(picture).toBeVisible();
  await page.goBack();
  await expect(picture).toBeHidden();
  await page.keyboard.press('Escape');
  await open(page, 'sub');
  await expect(title(page)).toHaveText('sub');
  await page.getByLabel('Archive format').selectOption('.tar');
  expectSame(await unpacked(page, server, 'Download all'), join(server.root, 'shared', 'sub'));
  const bare = await page.request.get(`/api/public/dl/${hash}/sub/a.txt`);
  expect(bare.status()).toBe(401);
});

test('hundreds of long names are downloaded in one archive', async ({ page, server }) => {
  const long = 'a name that takes much space in every address '.repeat(3);
  for (let count = 0; count < 120; count += 1)
    server.put({ [`shared/${long}${count}`]: `${count}` });
  server.put({ 'shared/zoo left behind': '' });
  await page.goto(`/share/${await createShare(server, server.admin, '/shared/')}`);
  await page.getByLabel('Archive format').selectOption('.tar');
  await page.getByLabel('Select all').check();
  await page.getByRole('button', { name: /^Show (?!QR)/ }).click();
  await mark(page, 'zoo left behind').uncheck();

  const folder = await unpacked(page, server, 'Download 120 items');

  rmSync(join(server.root, 'shared', 'zoo left behind'));
  expectSame(folder, join(server.root, 'shared'));
});

test('a share deleted meanwhile shows a message at the next download', async ({
  page,
  server,
  browserErrors,
}) => {
  browserErrors.expect(refusal(404));
  server.put({ 'shared/a.txt': 'a', 'shared/b.txt': 'b' });
  const hash = await createShare(server, server.admin, '/shared/');
  await page.goto(`/share/${hash}`);
  await expect(title(page)).toHaveText('shared');
  rmSync(join(server.root, 'shared', 'a.txt'));

  await page.getByRole('button', { name: 'Download a.txt' }).click();
  await expect(page.getByRole('alert')).toContainText('It no longer exists.');
  await expect(list(page).getByRole('link')).toHaveCount(1);

  const login = await page.request.post('/api/login', { data: server.admin });
  const headers = { 'X-Auth': await login.text() };
  await page.request.delete(`/api/share/${hash}`, { headers });
  await page.getByRole('button', { name: 'Download b.txt' }).click();
  await expect(title(page)).toHaveText('This link has expired or was removed');
});

test('pictures, films, sounds and texts are previewed over the list', async ({ page, server }) => {
  const shared = join(server.root, 'shared');
  await makePicture(join(shared, '1 sea.png'), { width: 900, height: 600 });
  await makeLargePhotograph(join(shared, '2 sand.jpg'), { width: 2_400, height: 1_600 });
  makeVideo(join(shared, '3 film.webm'), 2);
  makeSound(join(shared, 'tone.mp3'), 2);
  writeFileSync(join(shared, 'latin.txt'), Buffer.from('caf\u00e9', 'latin1'));
  writeFileSync(join(shared, 'wide.txt'), Buffer.from('\ufeffwide \u20ac', 'utf16le'));
  server.put({
    'shared/read me.md':
      '# Read me\n\n![sea](1%20sea.png) ![out](https://example.org/a.png) [up](../../../x)',
    'shared/program.exe': '\0\u0001',
  });
  const hash = await createShare(server, server.admin, '/shared/');
  await page.goto(`/share/${hash}`);
  const dialog = page.getByRole('dialog');

  await open(page, '1 sea.png');
  await expect(dialog.getByRole('img', { name: '1 sea.png' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(dialog).toContainText('2 of 3');
  const sand = dialog.getByRole('img', { name: '2 sand.jpg' });
  await dialog.getByRole('button', { name: 'Load full size' }).click();
  await expect(sand).toHaveJSProperty('naturalWidth', 2_400);
  await page.keyboard.press('ArrowRight');
  const film = dialog.locator('video');
  await expect(film).toHaveJSProperty('readyState', 4);
  await expect(film).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('link', { name: '1 sea.png' })).toBeFocused();

  await open(page, 'tone.mp3');
  await expect(dialog.locator('audio')).toHaveJSProperty('error', null);
  await page.keyboard.press('Escape');
  for (const [name, text] of [
    ['latin.txt', 'café'],
    ['wide.txt', 'wide €'],
    ['program.exe', 'No preview for this type of file.'],
  ] as const) {
    await open(page, name);
    await expect(dialog.getByText(text)).toBeVisible();
    await page.keyboard.press('Escape');
  }
  await open(page, 'read me.md');
  await expect(dialog.getByRole('heading', { name: 'Read me' })).toBeVisible();
  await expect(dialog.getByRole('img', { name: 'sea' })).toHaveJSProperty('naturalWidth', 900);
  await expect(dialog.getByRole('link', { name: 'up' })).toHaveAttribute(
    'href',
    `/share/${hash}/x`,
  );
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('taps select and open, and a swipe shows the next picture', async ({ page, server }) => {
    for (const [index, name] of ['1.png', '2.png'].entries()) {
      await makePicture(join(server.root, 'shared', name), {
        width: 300,
        height: 300,
        hue: 90 * index,
      });
    }
    await page.goto(`/share/${await createShare(server, server.admin, '/shared/')}`);
    await mark(page, '1.png').tap();
    await expect(page.getByText('1 selected')).toBeInViewport();
    const begun = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Download \(/ }).tap();
    expect((await begun).suggestedFilename()).toBe('1.png');
    await page.getByRole('button', { name: 'Clear selection' }).tap();

    await page.getByRole('link', { name: '1.png' }).tap();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('img', { name: '1.png' })).toBeVisible();
    await swipe(page, -200);
    await expect(dialog.getByRole('img', { name: '2.png' })).toBeVisible();
    // The phone's own Back button does the same.
    await page.goBack();
    await expect(dialog).toBeHidden();
    await expect(title(page)).toHaveText('shared');
  });
});
