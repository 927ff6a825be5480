import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { boxOf } from './support/box-of.ts';
import { inspectScreen } from './support/inspect-screen.ts';
import { expect, test } from './support/journey.ts';
import { createShare } from './support/create-share.ts';
import { makeVideo, makePicture, makeSound } from './support/media.ts';
import { UGLY } from './support/ugly-names.ts';

const MIN_TARGET = 44;

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const mark = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` });

/** Expects targets large enough for a finger; the drawing may be smaller. */
async function expectRoomForFingers(targets: Locator): Promise<void> {
  for (const target of await targets.all()) {
    const { width, height } = await boxOf(target);
    expect(width).toBeGreaterThanOrEqual(MIN_TARGET);
    expect(height).toBeGreaterThanOrEqual(MIN_TARGET);
  }
}

test('a shared folder', async ({ page, server, hasTouch }, info) => {
  await makePicture(join(server.root, 'Trip', 'Photos', 'deep', 'a.png'), {
    width: 90,
    height: 60,
  });
  await makePicture(join(server.root, 'Trip', 'sea.png'), { width: 900, height: 600 });
  await makePicture(join(server.root, 'Trip', 'tower.png'), { width: 300, height: 900, hue: 20 });
  makeVideo(join(server.root, 'Trip', 'film.webm'), 1);
  server.put({
    'Trip/Documents/a.txt': 'a',
    [`Trip/${UGLY.longest}`]: '',
    [`Trip/${UGLY.rightToLeft}`]: 'שלום',
    [`Trip/${UGLY.lines}`]: 'lines',
  });
  symlinkSync('/nowhere', join(server.root, 'Trip', 'broken'));
  await page.goto(`/share/${await createShare(server, server.admin, '/Trip/')}`);
  await expect(page.getByText('Broken symlink')).toBeVisible();
  await inspectScreen(page, info, 'public-folder-folder');
  if (hasTouch) {
    await expectRoomForFingers(page.getByRole('main').getByRole('button'));
    await expectRoomForFingers(page.locator('label:has(input)'));
  }

  await mark(page, 'Documents').check();
  await mark(page, 'sea.png').check();
  await inspectScreen(page, info, 'public-folder-selected');
  await mark(page, 'Documents').uncheck();
  await inspectScreen(page, info, 'public-folder-one-selected');
  await link(page, 'Photos').click();
  await link(page, 'deep').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('deep');
  await inspectScreen(page, info, 'public-folder-deep');
});

test('dialogs and menus over a shared folder', async ({ page, server }, info) => {
  await makePicture(join(server.root, 'Trip', '1 sea.png'), { width: 900, height: 600 });
  await makePicture(join(server.root, 'Trip', '2 tower.png'), { width: 300, height: 900, hue: 20 });
  makeSound(join(server.root, 'Trip', 'tone.mp3'), 1);
  server.put({
    'Trip/log.txt': 'a line of the log\n'.repeat(20_000),
    'Trip/program.exe': '\0',
    'Trip/read me.md':
      '# Read me\n\nAll about the trip.\n\n| what | when |\n|---|---|\n| sea | May |\n',
  });
  await page.goto(`/share/${await createShare(server, server.admin, '/Trip/')}`);
  const dialog = page.getByRole('dialog');
  const looks: [string, string, Locator][] = [
    ['1 sea.png', 'picture', dialog.getByRole('img', { name: '1 sea.png' })],
    ['tone.mp3', 'sound', dialog.getByRole('button', { name: 'Play', exact: true })],
    ['log.txt', 'text', dialog.getByRole('note')],
    ['read me.md', 'document', dialog.getByRole('heading', { name: 'Read me' })],
    ['program.exe', 'no-preview', dialog.getByText('No preview')],
  ];
  for (const [name, picture, sign] of looks) {
    await link(page, name).click();
    await expect(sign).toBeVisible();
    await inspectScreen(page, info, `public-folder-${picture}`);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
});

test('an empty shared folder, and a very large one', async ({ page, server }, info) => {
  server.put({ 'empty/': '', 'much/': '' });
  for (let count = 0; count < 320; count += 1) server.put({ [`much/file ${count}`]: '' });
  await page.goto(`/share/${await createShare(server, server.admin, '/empty/')}`);
  await expect(page.getByText('This folder is empty.')).toBeVisible();
  await inspectScreen(page, info, 'public-folder-empty');

  await page.goto(`/share/${await createShare(server, server.admin, '/much/')}`);
  await page.getByText('+220').scrollIntoViewIfNeeded();
  await inspectScreen(page, info, 'public-folder-much');
});
