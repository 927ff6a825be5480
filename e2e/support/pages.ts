import { expect, type FileChooser, type Locator, type Page } from '@playwright/test';
import type { Credentials } from './test-server.ts';

export const NARROWEST_WIDE = 737;

export function isNarrow(page: Page): boolean {
  return (page.viewportSize()?.width ?? NARROWEST_WIDE) < NARROWEST_WIDE;
}

/** Fills in and submits the login page. */
export async function fillLogin(page: Page, { username, password }: Credentials): Promise<void> {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** Text before the address of a screen: empty, an origin, or the base path. */
const BEFORE_SCREEN =
  /^(.*?)\/(?:files|settings|login|users|shares|recent|starred|history|shared|trash)(?=[/?]|$)/;

/** Opens an address with a new session, without the login page. */
export async function logInAt(page: Page, address: string, who: Credentials): Promise<void> {
  const before = BEFORE_SCREEN.exec(address)?.[1];
  if (before === undefined) throw new Error(`not the address of a screen: ${address}`);
  const reply = await page.request.post(`${before}/api/login`, { data: who });
  if (!reply.ok()) throw new Error(`not logged in: ${reply.status()} ${await reply.text()}`);
  const storing = await page.addInitScript(
    (token) => localStorage.setItem('jwt', token),
    await reply.text(),
  );
  await page.goto(address);
  await storing.dispose();
  await expect(page.getByRole('main')).toBeVisible();
}

/** Returns the row or tile of an entry, which must be in view. */
export function rowOf(page: Page, name: string): Locator {
  // A line break in a name is a space in its accessible name.
  const label = name.replaceAll(/\s+/g, ' ').trim();
  const cell = page.getByRole('gridcell', { name: label, exact: true });
  const entries = page.locator('[data-index]');
  return entries.filter({ has: cell }).or(entries.and(cell));
}

/** Opens an entry with a double click, or with a tap on touch screens. */
export async function openEntry(page: Page, name: string): Promise<void> {
  if (isNarrow(page)) await rowOf(page, name).tap();
  else await rowOf(page, name).dblclick();
}

export async function expectFolder(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
}

const FIRST_NAMES = 8;

/** Returns the first eight names of the listing, because the number of rendered rows may vary. */
export async function firstNames(page: Page): Promise<string[]> {
  const names = await page
    .locator('[data-index] [role=gridcell][aria-label]')
    .evaluateAll((cells) =>
      cells
        .toSorted((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
        .map((cell) => cell.getAttribute('aria-label') ?? ''),
    );
  return names.slice(0, FIRST_NAMES);
}

/** Starts an action such as "New folder" from the menu of the button "New", or of the Add button in narrow windows. */
export async function create(page: Page, action: string): Promise<void> {
  const name = isNarrow(page) ? 'Add' : 'New';
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Opens the browser's file or folder picker. */
export async function pick(page: Page, what: 'files' | 'folder'): Promise<FileChooser> {
  const chooser = page.waitForEvent('filechooser');
  await create(page, what === 'files' ? 'Upload files' : 'Upload folder');
  return chooser;
}

export async function makeFolder(page: Page, name: string): Promise<void> {
  await create(page, 'New folder');
  const dialog = page.getByRole('dialog', { name: 'New folder' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog).toBeHidden();
}

export async function openDrawer(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expect(drawer).toBeVisible();
  return drawer;
}

/** Opens the menu of the account in the header. */
export async function openAccountMenu(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: /^Account / }).click();
  const menu = page.getByRole('menu', { name: /^Account / });
  await expect(menu).toBeVisible();
  return menu;
}

export async function logOut(page: Page): Promise<void> {
  await openAccountMenu(page);
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByLabel('Username')).toBeVisible();
}

export function uploadPanel(page: Page): Locator {
  return page.getByRole('region', { name: 'Uploads', exact: true });
}

/** Waits until the upload panel has closed after all uploads. */
export async function uploadsEnded(page: Page, timeoutMs = 60_000): Promise<void> {
  await expect(uploadPanel(page)).toBeHidden({ timeout: timeoutMs });
}

/** Expects that an element other than the page itself has the focus. */
export async function expectFocusSomewhere(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.tagName ?? 'nothing'))
    .not.toMatch(/^(BODY|HTML|nothing)$/);
}

/** Expects that the page does not scroll sideways. */
export async function expectNoSideScroll(page: Page): Promise<void> {
  const { scroll, client } = await page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    client: document.documentElement.clientWidth,
  }));
  expect(scroll).toBeLessThanOrEqual(client);
}

/** Drops files or folders of the disk onto the middle of the page. */
export async function dropPaths(page: Page, paths: readonly string[]): Promise<void> {
  await drag(page, paths, ['dragEnter', 'dragOver', 'drop']);
}

/** Drags files or folders of the disk over the middle of the page. */
export async function dragOver(page: Page, paths: readonly string[]): Promise<void> {
  // The drop zone is loaded after the first listing.
  await expect(async () => {
    await drag(page, paths, ['dragEnter', 'dragOver']);
    await expect(page.locator('[data-part="drop-zone"]')).toBeVisible({ timeout: 500 });
  }).toPass();
}

async function drag(
  page: Page,
  paths: readonly string[],
  steps: readonly ('dragEnter' | 'dragOver' | 'drop')[],
): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const data = { items: [], files: [...paths], dragOperationsMask: 1 };
  const { width, height } = page.viewportSize() ?? { width: 800, height: 600 };
  for (const type of steps) {
    await browser.send('Input.dispatchDragEvent', { type, x: width / 2, y: height / 2, data });
  }
  await browser.detach();
}
