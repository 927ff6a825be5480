import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { holdRequests } from './support/hold-requests.ts';
import { boxOf } from './support/box-of.ts';
import type { TestServer } from './support/test-server.ts';
import { inspectScreen } from './support/inspect-screen.ts';
import { expect, test } from './support/journey.ts';
import { hills, makePicture } from './support/media.ts';
import { expectFolder, isNarrow, openEntry, rowOf, logInAt } from './support/pages.ts';
import { takePicture } from './support/pictures.ts';

const VIEWS = ['list', 'mosaic', 'gallery'] as const;

/** Switches to the next view: by its button, or behind the dots beside the path in narrow windows. */
async function switchTo(page: Page, view: string) {
  const name = `Show as ${view}`;
  if (isNarrow(page)) {
    await page.getByRole('button', { name: 'Actions for this folder' }).click();
    await page.getByRole('menuitem', { name }).click();
  } else {
    await page.getByRole('button', { name }).click();
  }
  const shown = view === 'list' ? 'list' : 'tiles';
  await expect(page.locator(`[role="grid"][data-view="${shown}"]`)).toBeVisible();
}

async function selectMultiple(page: Page) {
  if (!isNarrow(page)) return page.getByRole('button', { name: 'Select multiple' }).click();
  await page.getByRole('button', { name: 'Actions for this folder' }).click();
  return page.getByRole('menuitem', { name: 'Select multiple' }).click();
}

function fill(server: TestServer) {
  const numbers = Array.from({ length: 300 }, (_, n) => String(n).padStart(3, '0'));
  server.put({
    'Photos/sea.svg': hills(400, 300, 200),
    'Music/': '',
    'table.xlsx': 'x',
    'שלום עולם (1).txt': 'x',
    [`${'a very long name '.repeat(14)}.txt`]: 'x',
    ...Object.fromEntries(numbers.map((number) => [`Many/${number}.txt`, 'x'])),
    ...Object.fromEntries(numbers.slice(0, 10).map((number) => [`Many/below ${number}/`, ''])),
  });
}

const kept = (page: Page, view: string) =>
  page.waitForResponse(
    (reply) =>
      reply.request().method() === 'PUT' &&
      (reply.request().postData() ?? '').includes(`"viewMode":"${view}"`),
  );

test('each view shows everything, is accessible, and stays after a reload', async ({
  page,
  server,
}, info) => {
  fill(server);
  await logInAt(page, '/files/', server.admin);
  for (const view of [...VIEWS.slice(1), 'list']) {
    const saved = kept(page, view === 'gallery' ? 'mosaic gallery' : view);
    await switchTo(page, view);
    await saved;
    await expect(rowOf(page, 'Music')).toBeVisible();
    await expect(rowOf(page, 'שלום עולם (1).txt')).toBeVisible();
    await inspectScreen(page, info, `view-${view}`);
    await page.reload();
    await expect(rowOf(page, 'Music')).toBeVisible();
    const size = page.getByRole('columnheader', { name: 'Size' });
    await expect(size).toHaveCount(view === 'list' ? 1 : 0);
  }
});

test('a slider makes tiles smaller and larger, and the choice stays', async ({
  page,
  server,
}, info) => {
  fill(server);
  await server.prefer({ viewMode: 'mosaic gallery' });
  await logInAt(page, '/files/', server.admin);
  const slider = page.getByRole('slider', { name: 'Tile size' });
  const width = async () => (await boxOf(rowOf(page, 'Many'))).width;
  const usual = await width();
  await slider.press('Home');
  await expect.poll(width).toBeLessThan(0.7 * usual);
  await takePicture(page, info, 'tiles-small');
  await slider.press('End');
  await expect.poll(width).toBeGreaterThan(1.5 * usual);
  await takePicture(page, info, 'tiles-large');
  await page.reload();
  await expect(rowOf(page, 'Many')).toBeVisible();
  expect(await width()).toBeGreaterThan(1.5 * usual);
  // A finger has no double click.
  if (isNarrow(page)) return;
  await slider.dblclick();
  await expect.poll(width).toBe(usual);
});

test('on phones, tiles stand in two columns, and the button for new entries covers none at the end', async ({
  page,
  server,
}) => {
  test.skip(!isNarrow(page), 'a wide window has the button in its sidebar');
  fill(server);
  for (const viewMode of ['list', 'mosaic', 'mosaic gallery']) {
    await server.prefer({ viewMode });
    if (viewMode === 'list') await logInAt(page, '/files/Many/', server.admin);
    else await page.reload();
    const first = await boxOf(rowOf(page, 'below 000'));
    const second = await boxOf(rowOf(page, 'below 001'));
    expect(second.y === first.y).toBe(viewMode !== 'list');
    const grid = page.getByRole('grid');
    await expect(async () => {
      await grid.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      const last = await boxOf(grid.getByRole('button', { name: /^Actions for/ }).last());
      const add = await boxOf(page.getByRole('button', { name: 'Add', exact: true }));
      expect(last.y + last.height).toBeLessThan(add.y);
    }).toPass();
  }
});

test('tiles that load late leave the focus where the user has put it', async ({ page, server }) => {
  fill(server);
  await server.prefer({ viewMode: 'mosaic gallery' });
  const release = await holdRequests(page, /\/tile-row-[^/]*\.js/);
  await logInAt(page, '/files/', server.admin);
  const slider = page.getByRole('slider', { name: 'Tile size' });
  await slider.focus();
  release();
  await expect(rowOf(page, 'Many')).toBeVisible();
  await page.keyboard.press('End');
  await expect(slider).toBeFocused();
  await expect(slider).toHaveValue('2');
});

test('items are selected one after the other in every view, by click or by tap', async ({
  page,
  server,
}, info) => {
  fill(server);
  await logInAt(page, '/files/', server.admin);
  for (const view of VIEWS) {
    if (view !== 'list') await switchTo(page, view);
    await selectMultiple(page);
    for (const name of ['Music', 'table.xlsx', 'Photos']) await rowOf(page, name).click();
    await rowOf(page, 'Photos').click();
    const selected = page.locator('[aria-selected="true"]');
    await expect(selected).toHaveCount(2);
    await inspectScreen(page, info, `selecting-${view}`);
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await expect(selected).toHaveCount(0);
    await page.getByRole('button', { name: 'Done' }).click();
    await openEntry(page, 'Photos');
    await expectFolder(page, 'Photos');
    await page.goBack();
    await expect(rowOf(page, 'Music')).toBeVisible();
  }
});

test('another view, another width and Back keep the position', async ({ page, server }) => {
  fill(server);
  await logInAt(page, '/files/Many/', server.admin);
  await rowOf(page, '000.txt').click();
  await page.keyboard.type('150');
  const here = page.locator('[data-index][tabindex="0"]');
  for (const view of ['mosaic', 'gallery', 'list']) {
    await switchTo(page, view);
    await expect(here).toBeInViewport({ ratio: 1 });
    await expect(here).toContainText('150.txt');
  }
  await switchTo(page, 'mosaic');
  for (const width of [1_000, 800, 1_440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(here).toBeInViewport({ ratio: 1 });
  }
  const grid = page.getByRole('grid');
  const top = await grid.evaluate((element) => element.scrollTop);
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'My files' })
    .click();
  await expect(rowOf(page, 'Music')).toBeVisible();
  await page.goBack();
  await expect(here).toContainText('150.txt');
  expect(await grid.evaluate((element) => element.scrollTop)).toBe(top);
});

test('tiles are reached by keyboard, and Backspace goes up', async ({ page, server }) => {
  test.skip(isNarrow(page), 'phones have no keyboard');
  fill(server);
  await logInAt(page, '/files/', server.admin);
  await switchTo(page, 'mosaic');
  await rowOf(page, 'Many').click();
  await page.keyboard.press('ArrowRight');
  await expect(rowOf(page, 'Music')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expectFolder(page, 'Many');
  await expect(rowOf(page, 'below 000')).toBeFocused();
  await page.keyboard.press('Control+a');
  await expect(page.getByText('310 selected').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Backspace');
  await expectFolder(page, 'My files');
  await expect(rowOf(page, 'Many')).toBeFocused();
});

test('a selection rectangle selects, scrolls the folder, and is cancelled by Escape', async ({
  page,
  server,
}, info) => {
  test.skip(isNarrow(page), 'a finger draws no band');
  fill(server);
  await logInAt(page, '/files/Many/', server.admin);
  await switchTo(page, 'mosaic');
  const tile = await boxOf(rowOf(page, 'below 000'));
  const count = page.getByRole('toolbar', { name: 'Actions', exact: true }).getByText(/selected$/);

  await page.mouse.move(tile.x + tile.width + 6, tile.y + 10);
  await page.mouse.down();
  await page.mouse.move(tile.x + 2.5 * tile.width, tile.y + 1.5 * tile.height, { steps: 5 });
  await expect(count).toHaveText('4 selected');
  await takePicture(page, info, 'band');
  await page.mouse.move(tile.x + 2.5 * tile.width, 895, { steps: 5 });
  const scrolled = () => page.getByRole('grid').evaluate((grid) => grid.scrollTop);
  await expect.poll(scrolled, { timeout: 30_000 }).toBeGreaterThan(400);
  const many = async () => Number.parseInt((await count.textContent()) ?? '', 10);
  await expect.poll(many).toBeGreaterThan(18);
  await page.keyboard.press('Escape');
  await expect(count).toBeHidden();
  await page.mouse.up();
  await expect(page.locator('[aria-selected="true"]')).toHaveCount(0);
});

test('a selection rectangle drawn before its code is loaded selects what it covers', async ({
  page,
  server,
}) => {
  test.skip(isNarrow(page), 'a finger draws no band');
  fill(server);
  const release = await holdRequests(page, /\/parts-ahead-[^/]*\.js/);
  await logInAt(page, '/files/Many/', server.admin);
  const row = await boxOf(rowOf(page, 'below 001'));
  const ground = { x: row.x + row.width - 300, y: row.y + 10 };
  const count = page.getByRole('toolbar', { name: 'Actions', exact: true }).getByText(/selected$/);

  await page.mouse.move(ground.x, ground.y);
  await page.mouse.down();
  await page.mouse.move(ground.x + 20, ground.y + 2 * row.height, { steps: 5 });
  release();
  await expect(count).toHaveText('3 selected');
  await page.mouse.up();
  await expect(count).toHaveText('3 selected');
});

test('a long press on a tile selects it, and taps continue', async ({ page, server }) => {
  test.skip(!isNarrow(page), 'for fingers');
  fill(server);
  await logInAt(page, '/files/', server.admin);
  await switchTo(page, 'mosaic');
  await switchTo(page, 'gallery');
  const box = await boxOf(rowOf(page, 'Music'));
  const touch = await page.context().newCDPSession(page);
  const point = { x: box.x + 30, y: box.y + 30 };
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
  await page.waitForTimeout(700);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(page.locator('[aria-selected="true"]')).toHaveCount(1);
  await rowOf(page, 'Photos').tap();
  await expect(page.locator('[aria-selected="true"]')).toHaveCount(2);
});

test('a gallery sorted by date has a heading for each day or month, and is walked by keyboard', async ({
  page,
  server,
}, info) => {
  const files = [
    ['new.svg', Date.now()],
    ['b.svg', Date.UTC(2025, 2, 12, 12)],
    ['c.svg', Date.UTC(2025, 2, 12, 11)],
    ['old.svg', Date.UTC(2024, 0, 5, 12)],
  ] as const;
  server.put({ 'Trip/day/': '' });
  for (const [name, time] of files) {
    server.put({ [`Trip/${name}`]: hills(400, 300, 200) });
    utimesSync(join(server.root, 'Trip', name), time / 1_000, time / 1_000);
  }
  await server.prefer({ viewMode: 'mosaic gallery', sorting: { by: 'modified', asc: false } });
  await logInAt(page, '/files/Trip/', server.admin);
  const headings = page.getByRole('grid').getByRole('heading');
  await expect(headings).toHaveText(['Folders 1', 'Today 1', '12 Mar 2025 2', '5 Jan 2024 1']);
  await inspectScreen(page, info, 'views-dates');
  await rowOf(page, 'day').focus();
  for (const name of ['new.svg', 'b.svg', 'old.svg']) {
    await page.keyboard.press('ArrowDown');
    await expect(rowOf(page, name)).toBeFocused();
  }
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Escape');

  for (let day = 1; day <= 32; day += 1) {
    const name = `day ${day}.svg`;
    const time = Date.UTC(2024, 5, day, 12) / 1_000;
    server.put({ [`Trip/${name}`]: hills(40, 30, 200) });
    utimesSync(join(server.root, 'Trip', name), time, time);
  }
  await page.reload();
  await expect(headings.nth(1)).toHaveText(/^[A-Z][a-z]+ 20\d\d 1$/);
  await expect(headings.nth(2)).toHaveText('March 2025 2');
});

test('pictures of a gallery keep their aspect ratio, side by side in full rows', async ({
  page,
  server,
}, info) => {
  const sizes = [
    [1_600, 900],
    [600, 900],
    [900, 900],
    [1_200, 800],
    [2_400, 500],
    [800, 600],
    [640, 960],
  ] as const;
  for (let n = 0; n < 40; n += 1) {
    const [width, height] = sizes[n % sizes.length] ?? [1, 1];
    const name = `${String(n).padStart(2, '0')} ${width}×${height}.jpg`;
    const file = join(server.root, 'Trip', name);
    await makePicture(file, { width, height, hue: 30 + 8 * n });
  }
  await makePicture(join(server.root, 'Trip/90% #1 ?.jpg'), { width: 900, height: 300 });
  server.put({ 'Trip/day/': '', 'Trip/z.txt': 'text' });
  await server.prefer({ viewMode: 'mosaic gallery', sorting: { by: 'name', asc: false } });
  await logInAt(page, '/files/Trip/', server.admin);
  const ratioOf = async (name: string) => {
    const { width, height } = await boxOf(rowOf(page, name).locator('img'));
    return width / height;
  };
  if (isNarrow(page)) {
    await expect.poll(() => ratioOf('01 600×900.jpg')).toBeCloseTo(4 / 3, 1);
    return;
  }
  // A picture becomes at most a quarter wider or narrower.
  const isAbout = (wanted: number) => async (name: string) => {
    await expect
      .poll(async () => Math.abs(Math.log((await ratioOf(name)) / wanted)))
      .toBeLessThan(0.25);
  };
  await isAbout(16 / 9)('00 1600×900.jpg');
  await isAbout(2 / 3)('01 600×900.jpg');
  await isAbout(1)('02 900×900.jpg');
  await expect(rowOf(page, '01 600×900.jpg').locator('img')).toHaveAttribute(
    'src',
    /preview\/tile/,
  );
  await inspectScreen(page, info, 'views-justified');

  const grid = await boxOf(page.getByRole('grid'));
  const rows = page
    .getByRole('grid')
    .getByRole('row')
    .filter({ has: page.locator('img') });
  const row = await boxOf(rows.nth(1).getByRole('gridcell').last());
  expect(grid.x + grid.width - (row.x + row.width)).toBeLessThan(48);

  // Up and down go to the nearest picture, and come back.
  await rowOf(page, '00 1600×900.jpg').focus();
  await page.keyboard.press('ArrowDown');
  const below = page.locator('[data-index]:focus');
  expect((await boxOf(below)).x).toBeLessThan(grid.x + 200);
  await page.keyboard.press('ArrowUp');
  await expect(rowOf(page, '00 1600×900.jpg')).toBeFocused();
  await page.keyboard.press('End');
  await expect(rowOf(page, 'z.txt')).toBeFocused();
  await page.keyboard.press('Home');
  await expect(rowOf(page, 'day')).toBeFocused();
  await expect(rowOf(page, '01 600×900.jpg')).toBeInViewport();

  // A rectangle selects what it touches.
  const [first, second] = [
    await boxOf(rowOf(page, '00 1600×900.jpg')),
    await boxOf(rowOf(page, '01 600×900.jpg')),
  ];
  await page.mouse.move(first.x - 12, first.y - 4);
  await page.mouse.down();
  await page.mouse.move(second.x + 20, second.y + 60, { steps: 6 });
  await page.mouse.up();
  await expect(page.locator('[aria-selected="true"]')).toHaveCount(2);
});
