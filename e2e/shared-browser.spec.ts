import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { NO_ANSWER } from './support/browser-errors.ts';
import type { BuiltServer } from './support/built-server.ts';
import { expect, ownServerTest } from './support/journey.ts';
import { expectFolder, fillLogin, logInAt, openAccountMenu, rowOf } from './support/pages.ts';
import type { Credentials } from './support/test-server.ts';
import { changeUser } from './support/users.ts';

const NOTES = '/api/raw/notes.txt?inline=true';
const THUMBNAIL = '/api/preview/thumb/photo.png?inline=true';
/** A date long ago: without Cache-Control, browsers would reuse a response for a tenth of its age. */
const LAST_CHANGE = new Date('2020-01-01T12:00:00Z');

/** Adds two users whose files have the same names, sizes and times, in different home folders. */
async function addTwoUsers(server: BuiltServer): Promise<{ anna: Credentials; ben: Credentials }> {
  const anna = await server.addUser('anna', ['download']);
  const ben = await server.addUser('ben', ['download']);
  await changeUser(server, 2, { scope: '/anna', viewMode: 'mosaic gallery' });
  await changeUser(server, 3, { scope: '/ben', viewMode: 'mosaic gallery' });
  await fill(join(server.root, 'anna'), 'of anna', '#ff0000');
  await fill(join(server.root, 'ben'), 'for ben', '#0000ff');
  return { anna, ben };
}

async function fill(folder: string, text: string, colour: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'notes.txt'), text);
  const picture = { width: 600, height: 600, channels: 3, background: colour } as const;
  await sharp({ create: picture }).png().toFile(join(folder, 'photo.png'));
  for (const name of ['notes.txt', 'photo.png']) {
    utimesSync(join(folder, name), LAST_CHANGE, LAST_CHANGE);
  }
}

/** Returns the colour in the middle of a tile's picture: the strongest of red, green and blue. */
async function colourOfTile(page: Page): Promise<string | undefined> {
  const image = rowOf(page, 'photo.png').locator('img[data-shown]');
  await expect(image).toBeVisible();
  return image.evaluate((element) => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 1;
    const context = canvas.getContext('2d');
    // The locator matches an <img>.
    context?.drawImage(element as HTMLImageElement, 0, 0, 1, 1);
    const pixel = [...(context?.getImageData(0, 0, 1, 1).data ?? [])];
    return ['red', 'green', 'blue'].find((_, index) => (pixel[index] ?? 0) > 200);
  });
}

async function textAt(page: Page, address: string): Promise<string> {
  await page.goto(address);
  return page.locator('body').innerText();
}

ownServerTest(
  'the next user of a browser sees none of the files that it has cached of the one before',
  async ({ page, server }) => {
    const { anna, ben } = await addTwoUsers(server);
    await logInAt(page, '/files/', anna);
    expect(await colourOfTile(page)).toBe('red');
    expect(await textAt(page, NOTES)).toBe('of anna');
    expect((await page.goto(THUMBNAIL))?.ok()).toBe(true);
    // Simulates an expired session: the browser was not told to clear its cache.
    await page.context().clearCookies();

    await logInAt(page, '/files/', ben);

    expect(await colourOfTile(page)).toBe('blue');
    expect(await textAt(page, NOTES)).toBe('for ben');
  },
);

ownServerTest(
  'after a log-out the next user sees none of the pictures that the page has shown',
  async ({ page, server }) => {
    const { anna, ben } = await addTwoUsers(server);
    await page.goto('/login');
    await fillLogin(page, anna);
    expect(await colourOfTile(page)).toBe('red');
    await (await openAccountMenu(page)).getByRole('menuitem', { name: 'Log out' }).click();
    await expect(page).toHaveURL(/\/login/);

    await fillLogin(page, ben);

    await expectFolder(page, 'My files');
    expect(await colourOfTile(page)).toBe('blue');
  },
);

ownServerTest(
  'a log-out removes the cached files from the browser',
  async ({ page, server, context, browserErrors }) => {
    browserErrors.expect(/net::ERR_CACHE_MISS/);
    const { anna } = await addTwoUsers(server);
    await page.goto('/login');
    await fillLogin(page, anna);
    // A picture that is requested while the user logs out would be refused, and the browser would log it.
    expect(await colourOfTile(page)).toBe('red');
    const isCached = () =>
      page.evaluate(async (address) => {
        const answer = await fetch(address, { cache: 'only-if-cached', mode: 'same-origin' }).catch(
          () => undefined,
        );
        return answer?.ok === true;
      }, NOTES);
    await page.evaluate((address) => fetch(address).then((answer) => answer.text()), NOTES);
    expect(await isCached()).toBe(true);

    await (await openAccountMenu(page)).getByRole('menuitem', { name: 'Log out' }).click();
    await expect(page).toHaveURL(/\/login/);

    expect(await isCached()).toBe(false);
    expect(await context.cookies()).toEqual([]);
  },
);

ownServerTest(
  'a log-out without a connection says so, and ends the session once the connection is back',
  async ({ page, server, context, browserErrors }) => {
    browserErrors.expect(NO_ANSWER);
    // The login page may not have been loaded before.
    browserErrors.expect(/Failed to fetch dynamically imported module/);
    const { anna } = await addTwoUsers(server);
    await logInAt(page, '/files/', anna);
    const logOut = (await openAccountMenu(page)).getByRole('menuitem', { name: 'Log out' });
    await context.setOffline(true);
    await logOut.click();

    const message = page.getByText('You’re logged out in this browser, but the server');
    await expect(message).toBeVisible();
    await expect(page).toHaveURL(/\/login/);
    expect(await context.cookies()).toHaveLength(1);

    await context.setOffline(false);
    await expect(message).toBeHidden();
    await expect.poll(() => context.cookies()).toEqual([]);
  },
);
