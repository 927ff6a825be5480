import { join } from 'node:path';
import { writeFileSync } from 'node:fs';
import type { Locator, Page, Route, TestInfo } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { boxOf } from './support/box-of.ts';
import { expect, ownServerTest as test } from './support/journey.ts';
import { createShare } from './support/create-share.ts';
import { makePicture } from './support/media.ts';
import {
  dropPaths,
  expectNoSideScroll,
  isNarrow,
  openEntry,
  rowOf,
  logInAt,
} from './support/pages.ts';
import { takePicture } from './support/pictures.ts';
import { untilAnimationsEnd } from './support/animations.ts';
import { swipe } from './support/swipe.ts';
import { allowCommands, COMMANDS_ON } from './support/terminal.ts';
import { UGLY } from './support/ugly-names.ts';
import { showControls } from './support/picture-controls.ts';

/** Texts of the page in Arabic. */
const SAID = {
  actionsForFolder: /^إجراءات/,
  delete: /^حذف/,
  download: /تنزيل/,
  menu: 'القائمة',
  moveTo: 'نقل إلى…',
  moreFor: (name: string) => `إجراءات ${isolated(name)}`,
  next: /^التالي/,
} as const;

const HEBREW = UGLY.rightToLeft;
const ENGLISH = 'Annual report (1).pdf';

test.use({ serverFlags: COMMANDS_ON });

test('everything is mirrored in Arabic', async ({ page, server }, info) => {
  test.setTimeout(180_000);
  await server.prefer({ locale: 'ar' });
  await allowCommands(server, ['ls', 'echo']);
  server.put({
    [HEBREW]: 'שלום',
    [ENGLISH]: 'x'.repeat(5_000),
    'تقرير/2024/plan.md': '# Plan\n\nשורה ראשונה, and English.\n',
    'one/two/three/four/five/six.txt': 'x',
    'Music/': '',
  });
  for (const name of ['a.png', 'b.png', 'c.png']) {
    await makePicture(join(server.root, 'trip', name), { width: 600, height: 400, hue: 200 });
  }
  await logInAt(page, '/files/', server.admin);

  await listing(page, info);
  await views(page, info, (viewMode) => server.prefer({ viewMode }));
  await way(page, info);
  await preview(page, info);
  await editorAndSearch(page, info);
  for (const section of ['global', 'audit', 'users']) {
    await page.goto(`/settings/${section}`);
    await expect(page.locator('h1, h2').first()).toBeVisible();
    await look(page, info, `rtl-settings-${section}`);
  }
  await terminal(page, info);
  await uploads(page, info, join(server.scratch, HEBREW));
});

test('the share page is mirrored in Hebrew', async ({ browser, server }, info) => {
  server.put({ 'Photos/תמונה (1).txt': 'x', 'Photos/sub/b.txt': 'y', [ENGLISH]: 'z' });
  const { viewport, hasTouch } = info.project.use;
  const context = await browser.newContext({
    locale: 'he',
    viewport: viewport ?? null,
    hasTouch: hasTouch ?? false,
  });
  const page = await context.newPage();
  for (const path of ['/Photos/', `/${ENGLISH}`]) {
    await page.goto(`${server.url}/share/${await createShare(server, server.admin, path)}`);
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/Photos|Annual/);
    await look(page, info, path === '/Photos/' ? 'rtl-share-folder' : 'rtl-share-file');
  }
  await expect(page).toHaveTitle(`${isolated(ENGLISH)} – ${isolated('File Browser')}`);
  await page.goto(`${server.url}/login`);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.locator('input').first()).toBeVisible();
  await look(page, info, 'rtl-login');
  await context.close();
});

async function listing(page: Page, info: TestInfo) {
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(rowOf(page, HEBREW)).toBeVisible();
  const row = rowOf(page, ENGLISH);
  const name = row.locator('bdi').first();
  await expectBefore(row.locator('[data-part=hold] svg').first(), name);
  // A name keeps its own direction in any context.
  await expect(name).toHaveCSS('direction', 'ltr');
  await expect(rowOf(page, HEBREW).locator('bdi').first()).toHaveCSS('direction', 'rtl');
  if (isNarrow(page)) {
    await look(page, info, 'rtl-listing');
    await page.getByRole('button', { name: SAID.menu, exact: true }).click();
    await look(page, info, 'rtl-drawer');
    const drawer = await boxOf(page.getByRole('dialog', { name: SAID.menu }));
    expect(drawer.x + drawer.width).toBe(page.viewportSize()?.width);
    await page.keyboard.press('Escape');
    return;
  }
  const sidebar = page.getByRole('navigation').first();
  await expectBefore(sidebar, row);
  await row.click();
  await look(page, info, 'rtl-listing');
  await row.getByRole('button', { name: SAID.moreFor(ENGLISH) }).click();
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();
  await look(page, info, 'rtl-menu');
  await page.keyboard.press('Escape');
  await row.click({ button: 'right', position: { x: 600, y: 20 } });
  // The menu opens to the left of the pointer.
  const opened = await boxOf(menu);
  const from = await boxOf(row);
  expect(Math.abs(opened.x + opened.width - (from.x + 600))).toBeLessThan(3);
  await menu.getByRole('menuitem', { name: SAID.moveTo }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(isolated(ENGLISH));
  await expect(dialog.getByRole('treeitem').first()).toBeVisible();
  await look(page, info, 'rtl-move');
  await page.keyboard.press('Escape');
  await page.keyboard.press('F2');
  await expect(page.getByRole('grid').getByRole('textbox')).toHaveAttribute('dir', 'auto');
  await look(page, info, 'rtl-rename');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+Delete');
  await expect(dialog).toContainText(`«${isolated(ENGLISH)}»`);
  await look(page, info, 'rtl-delete');
  await page.keyboard.press('Escape');
  await page.keyboard.press('F1');
  await expect(dialog).toContainText('F1');
  await look(page, info, 'rtl-help');
  await page.keyboard.press('Escape');
}

async function views(page: Page, info: TestInfo, choose: (view: string) => Promise<void>) {
  for (const view of ['mosaic', 'mosaic gallery']) {
    await choose(view);
    await page.reload();
    const [first, second] = [rowOf(page, 'Music'), rowOf(page, 'one')];
    await expect(first).toBeVisible();
    await look(page, info, `rtl-${view.replace(' ', '-')}`);
    if (isNarrow(page)) continue;
    await expectBefore(first, second);
    await first.focus();
    await page.keyboard.press('ArrowLeft');
    await expect(second).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(first).toBeFocused();
  }
  await choose('list');
}

/** Checks the breadcrumbs, whose arrows point to the left. */
async function way(page: Page, info: TestInfo) {
  await page.goto('/files/one/two/three/four/five/');
  await expect(rowOf(page, 'six.txt')).toBeVisible();
  const arrows = page.locator('svg.lucide-chevron-right');
  if ((await arrows.count()) > 0) await expect(arrows.first()).toHaveCSS('scale', '-1 1');
  await look(page, info, 'rtl-way');
}

async function preview(page: Page, info: TestInfo) {
  await page.goto('/files/trip/a.png');
  await expectPicture(page, 'a.png');
  await page.keyboard.press('ArrowLeft');
  await expectPicture(page, 'b.png');
  const next = page.getByRole('button', { name: SAID.next });
  if (isNarrow(page)) {
    // The next picture lies to the left and is pulled in from there.
    await swipe(page, 200);
    await expectPicture(page, 'c.png');
    await swipe(page, -200);
    await expectPicture(page, 'b.png');
  } else {
    expect((await boxOf(next)).x).toBeLessThan(100);
    await expect(next.locator('svg')).toHaveCSS('scale', '-1 1');
  }
  await showControls(page);
  await look(page, info, 'rtl-preview');
}

async function editorAndSearch(page: Page, info: TestInfo) {
  await page.goto(`/files/${encodeURIComponent('تقرير')}/2024/plan.md?source`);
  // Code reads from left to right in every language; a line of Hebrew has its own direction.
  const lines = page.locator('.cm-line');
  for (const [line, direction] of ['ltr', 'ltr', 'rtl'].entries()) {
    await expect(lines.nth(line)).toHaveCSS('direction', direction);
  }
  await look(page, info, 'rtl-editor');
  await page.goto('/files/');
  await expect(rowOf(page, 'Music')).toBeVisible();
  await page.keyboard.press('Control+f');
  const search = page.getByRole('dialog');
  await search.getByRole('searchbox').fill('plan');
  const hit = search.getByRole('row').filter({ hasText: 'plan.md' });
  await expect(hit).toBeVisible();
  await expect(hit.locator('bdi').first()).toHaveCSS('direction', 'ltr');
  await look(page, info, 'rtl-search');
  await page.keyboard.press('Escape');
}

async function terminal(page: Page, info: TestInfo) {
  await page.goto('/files/');
  await expect(rowOf(page, 'Music')).toBeVisible();
  await page.keyboard.press('F4');
  const log = page.getByRole('log');
  const line = page.getByRole('textbox');
  await expect(line).toBeFocused();
  await expect(line).toHaveCSS('direction', 'ltr');
  await page.keyboard.type('ls');
  await page.keyboard.press('Enter');
  await expect(log).toContainText('Music');
  await expect(log).toHaveCSS('direction', 'ltr');
  await look(page, info, 'rtl-terminal');
  await page.keyboard.press('F4');
  await expect(log).toBeHidden();
}

/** Checks that progress bars fill from the right. */
async function uploads(page: Page, info: TestInfo, path: string) {
  writeFileSync(path, 'x'.repeat(1_000));
  const parts: Route[] = [];
  await page.route('**/api/tus/**', async (route) => {
    if (route.request().method() === 'PATCH') parts.push(route);
    else await route.continue();
  });
  await openEntry(page, 'Music');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Music');
  await untilAnimationsEnd(page);
  await dropPaths(page, [path]);
  const bar = page.getByRole('progressbar').last();
  // The bar at the top appears before the one of the file.
  await expect(async () => {
    const track = await boxOf(bar);
    const filled = await boxOf(bar.locator('span'));
    expect(Math.round(filled.x + filled.width)).toBe(Math.round(track.x + track.width));
  }).toPass({ timeout: 20_000 });
  // The checksum of a part is computed before it is sent.
  await expect.poll(() => parts.length).toBeGreaterThan(0);
  await look(page, info, 'rtl-upload');
  for (const part of parts) await part.continue();
  await expect(rowOf(page, HEBREW)).toBeVisible();
}

/** Checks a screen without its colours, which are tested in English. */
async function look(page: Page, info: TestInfo, name: string) {
  await expectNoSideScroll(page);
  await expectAccessible(page);
  await takePicture(page, info, name);
}

async function expectPicture(page: Page, name: string) {
  await expect(page.getByRole('img', { name })).toHaveAttribute('data-loaded');
}

/** Expects that, of two elements in a line, the first is read first. */
async function expectBefore(first: Locator, second: Locator) {
  expect((await boxOf(first)).x).toBeGreaterThan((await boxOf(second)).x);
}

/** Returns the text between the marks that isolate its direction. */
function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}
