import type { Page } from '@playwright/test';
import { boxOf } from './support/box-of.ts';
import { expect, test } from './support/journey.ts';
import {
  create,
  expectFolder,
  expectNoSideScroll,
  fillLogin,
  openDrawer,
  openEntry,
  rowOf,
  logInAt,
} from './support/pages.ts';
import { takePicture } from './support/pictures.ts';

const FILES = {
  'A rather long folder name that has to be cut somewhere/deeper/still deeper/at the end/x.txt':
    'x',
  [`${'unbroken'.repeat(20)}.txt`]: 'long',
  'notes.txt': 'note',
};
const DEEP =
  '/files/A%20rather%20long%20folder%20name%20that%20has%20to%20be%20cut%20somewhere/deeper/still%20deeper/at%20the%20end/';

test.describe('a window of 320 pixels', () => {
  test.use({ viewport: { width: 320, height: 568 }, hasTouch: true });

  test('shows everything without scrolling sideways', async ({ page, server }, info) => {
    server.put(FILES);
    await page.goto('/files/');
    await expectNoSideScroll(page);
    await takePicture(page, info, '320-sign-in');
    await fillLogin(page, server.admin);
    await visitEverything(page, info.title, async (name) => {
      await takePicture(page, info, `320-${name}`);
    });
  });
});

test.describe('at 200 % zoom', () => {
  // A zoom of 200 % halves the viewport and doubles every pixel.
  test.use({ viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 });

  test('shows everything without scrolling sideways', async ({ page, server }, info) => {
    server.put(FILES);
    await page.goto('/files/');
    await expectNoSideScroll(page);
    await fillLogin(page, server.admin);
    await visitEverything(page, info.title, async (name) => {
      await takePicture(page, info, `zoom-${name}`);
    });
  });
});

test.describe('a tablet in portrait orientation', () => {
  test.use({ viewport: { width: 820, height: 1_180 }, hasTouch: true, colorScheme: 'dark' });

  test('shows the selection in place of the path, and prints a dark page light', async ({
    page,
    server,
  }, info) => {
    server.put(FILES);
    await logInAt(page, '/files/', server.admin);
    await rowOf(page, 'notes.txt').click({ modifiers: ['Control'] });
    await page.keyboard.press('Control+c');
    const bar = page.getByRole('region', { name: 'Selection' });
    await expect(bar.getByText('1 selected')).toBeVisible();
    await expect(bar.getByRole('button', { name: 'Download' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Path' })).toBeHidden();
    await takePicture(page, info, 'tablet-selected');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('navigation', { name: 'Path' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Paste' })).toBeVisible();

    const ground = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    expect(await ground()).toBe('rgb(15, 17, 21)');
    await page.emulateMedia({ media: 'print' });
    expect(await ground()).toBe('rgb(255, 255, 255)');
    // A relative date says nothing on paper.
    const date = rowOf(page, 'notes.txt').locator('time');
    const printed = await date.evaluate((time) => [
      getComputedStyle(time).fontSize,
      getComputedStyle(time, '::after').content,
    ]);
    expect(printed).toEqual(['0px', expect.stringMatching(/\d{4}, \d\d:\d\d/)]);
    const sort = page.getByRole('button', { name: 'Name', exact: true });
    await expect(sort.locator('svg')).toBeHidden();
  });

  test('has room for the columns of the trash and for the bar of its selection', async ({
    page,
    server,
  }, info) => {
    server.put(FILES);
    await logInAt(page, '/files/', server.admin);
    await rowOf(page, 'notes.txt').click({ modifiers: ['Control'] });
    await page.keyboard.press('Delete');
    await expect(rowOf(page, 'notes.txt')).toHaveCount(0);
    await page.goto('/trash');
    await rowOf(page, 'notes.txt').click({ modifiers: ['Control'] });
    const hidden = await page
      .getByRole('grid')
      .evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(hidden).toBe(0);
    const bar = page.getByRole('region', { name: 'Selection' });
    await expect(bar.getByText('1 selected')).toBeVisible();
    await expect(bar.getByRole('button', { name: 'Delete permanently' })).toBeInViewport({
      ratio: 1,
    });
    await takePicture(page, info, 'tablet-trash');
  });
});

for (const width of [740, 820, 1_023, 1_024, 1_180]) {
  test.describe(`a window of ${width} pixels`, () => {
    test.use({ viewport: { width, height: 700 }, hasTouch: true });

    test('has room for the path beside the actions of the folder', async ({
      page,
      server,
    }, info) => {
      server.put(FILES);
      await server.prefer({ viewMode: 'mosaic gallery' });
      await logInAt(page, '/files/', server.admin);
      await rowOf(page, 'notes.txt').click({ modifiers: ['Control'] });
      await page.keyboard.press('Control+c');
      await openEntry(page, 'A rather long folder name that has to be cut somewhere');
      await openEntry(page, 'deeper');
      await expect(page.getByRole('button', { name: 'Paste' })).toBeVisible();
      const crumb = await boxOf(page.getByRole('navigation', { name: 'Path' }).getByText('deeper'));
      expect(crumb.width).toBeGreaterThan(24);
      const actions = page.getByRole('toolbar', { name: 'Actions for this folder' });
      expect(crumb.x + crumb.width).toBeLessThanOrEqual((await boxOf(actions)).x);
      await takePicture(page, info, `path-${width}`);
    });
  });
}

async function visitEverything(page: Page, _: string, show: (name: string) => Promise<void>) {
  await expect(rowOf(page, 'notes.txt')).toBeVisible();
  await expectNoSideScroll(page);
  // The header, the line to sort by and the heading of the group leave the room to the rows.
  expect((await boxOf(page.getByRole('row').nth(2))).y).toBeLessThanOrEqual(132);
  await show('listing');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByRole('menu')).toBeInViewport({ ratio: 1 });
  await page.getByRole('menuitem', { name: 'New folder' }).click();
  await expect(page.getByRole('dialog')).toBeInViewport({ ratio: 1 });
  await expectNoSideScroll(page);
  await show('prompt');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  const drawer = await openDrawer(page);
  await expect(drawer.getByRole('link', { name: 'My files' })).toBeInViewport({ ratio: 1 });
  await drawer.getByRole('button', { name: 'Help' }).scrollIntoViewIfNeeded();
  await expect(drawer.getByRole('button', { name: 'Help' })).toBeInViewport({ ratio: 1 });
  await show('drawer');
  await page.keyboard.press('Escape');
  await rowOf(page, 'notes.txt').click();
  await show('selected');
  await page.goto(DEEP);
  await expectFolder(page, 'at the end');
  await expectNoSideScroll(page);
  await show('deep');
  await goUp(page);
}

/** Uses the path in the header: the name has a menu of all folders above, and the arrow leads to the nearest one. */
async function goUp(page: Page) {
  const path = page.getByRole('banner').getByRole('navigation', { name: 'Path' });
  await path.getByRole('button', { name: 'at the end' }).click();
  await expect(page.getByRole('menuitem')).toHaveText([
    'My files',
    'A rather long folder name that has to be cut somewhere',
    'deeper',
    'still deeper',
  ]);
  await page.getByRole('menuitem', { name: 'still deeper' }).click();
  await expectFolder(page, 'still deeper');
  await path.getByRole('link', { name: 'deeper', exact: true }).click();
  await expectFolder(page, 'deeper');
  await path.getByRole('link').click();
  await expectFolder(page, 'A rather long folder name that has to be cut somewhere');
  await expect(path.getByRole('button')).toHaveCount(0);
  await path.getByRole('link', { name: 'My files' }).click();
  await expectFolder(page, 'My files');
  await expect(path.getByRole('link')).toHaveCount(0);
}

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('nothing moves', async ({ page, server }) => {
    server.put(FILES);
    await logInAt(page, '/files/', server.admin);
    await page.evaluate(() => {
      const reportMotion = () => {
        for (const { effect } of document.getAnimations()) {
          const { duration } = effect?.getTiming() ?? {};
          if (Number(duration) > 0) console.error(`an animation takes ${String(duration)} ms`);
        }
      };
      document.addEventListener('animationstart', reportMotion, true);
      document.addEventListener('transitionrun', reportMotion, true);
    });
    await rowOf(page, 'notes.txt').hover();
    await rowOf(page, 'notes.txt').click({ button: 'right' });
    await page.keyboard.press('Escape');
    await create(page, 'New folder');
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.goto(DEEP);
    await expectFolder(page, 'at the end');
  });
});
