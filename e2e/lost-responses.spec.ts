import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { NO_ANSWER, refusal } from './support/browser-errors.ts';
import type { BuiltServer } from './support/built-server.ts';
import { CuttableConnection } from './support/cuttable-connection.ts';
import { startTimeoutProxy } from './support/timeout-proxy.ts';
import { expect, ownServerTest as test } from './support/journey.ts';
import { expectFolder, rowOf, logInAt } from './support/pages.ts';

/** Number of files whose copy takes a noticeable time. */
const MANY = 8_000;
const LONG_MS = 60_000;

test.beforeEach(({ server }) => {
  server.put({ 'target/': '' });
});

function putMany(server: BuiltServer): void {
  const names = Array.from(
    { length: MANY },
    (_, number) => `many/${number % 20}/file ${number}.txt`,
  );
  server.put(Object.fromEntries(names.map((name) => [name, name])));
}

/**
 * Copies a folder into the empty one, and waits for the card of a long operation. The server is suspended after the first bytes
 * until then, so that the copy is slow on any machine.
 */
async function beginCopy(page: Page, server: BuiltServer, name = 'many'): Promise<void> {
  await rowOf(page, name).click();
  await page.keyboard.press('Control+c');
  await rowOf(page, 'target').dblclick();
  await expectFolder(page, 'target');
  await expect(page.getByRole('button', { name: 'Paste' }).first()).toBeVisible();
  await expect(page.getByText('It feels lonely here…')).toBeVisible();
  await untilCardIsLoaded(page);
  await page.keyboard.press('Control+v');
  const hasBegun = () => server.namesIn('target').length > 0;
  await expect.poll(hasBegun, { intervals: [5], timeout: LONG_MS }).toBe(true);
  server.pause();
  await expect(page.getByRole('region', { name: 'Copying' })).toBeVisible({ timeout: LONG_MS });
  server.continue();
}

/** Waits until the card of a long operation is loaded, because a suspended server cannot send it. */
async function untilCardIsLoaded(page: Page): Promise<void> {
  const script = await page.waitForFunction(() => {
    const loaded = performance.getEntriesByType('resource').map(({ name }) => name);
    const partsOfCard = loaded.filter((address) => address.includes('/parts-ahead-'));
    const isStyled = partsOfCard.some((address) => address.endsWith('.css'));
    return isStyled ? partsOfCard.find((address) => address.endsWith('.js')) : undefined;
  });
  // Imports the chunk with its own imports.
  await page.evaluate((address) => import(address ?? ''), await script.jsonValue());
}

const news = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const waiting = (page: Page) => page.getByRole('region', { name: 'Waiting for connection…' });

function copiesOnDisk(server: BuiltServer): number {
  const copies = server.pathsOnDisk().filter((path) => path.startsWith('target/'));
  return copies.filter((path) => path.endsWith('.txt')).length;
}

test('a copy continues without a connection, and its end is shown when it is back', async ({
  page,
  context,
  server,
  browserErrors,
}) => {
  browserErrors.expect(NO_ANSWER);
  putMany(server);
  const line = await CuttableConnection.open(server.port);
  await logInAt(page, `${line.url}/files/`, server.admin);
  await beginCopy(page, server);
  // The browser's offline mode does not end running requests.
  line.cut();
  await context.setOffline(true);
  await expect(waiting(page)).toBeVisible({ timeout: LONG_MS });
  await expect.poll(() => server.isOnDisk('target/many'), { timeout: LONG_MS }).toBe(true);
  await expect(news(page)).not.toContainText('Copied');

  line.restore();
  await context.setOffline(false);
  await expect(news(page)).toContainText(/Copied .*many.* to .*target/, { timeout: LONG_MS });
  await expect(rowOf(page, 'many')).toBeVisible();
  expect(copiesOnDisk(server)).toBe(MANY);
  await line.close();
});

test('an operation can be cancelled without a connection, and the server learns it when it is back', async ({
  page,
  context,
  server,
  browserErrors,
}) => {
  browserErrors.expect(NO_ANSWER);
  // A sparse file of this size takes no space, and its copy does not end by itself.
  server.put({ 'endless/hole': '' });
  truncateSync(join(server.root, 'endless/hole'), 2_000_000_000_000);
  const line = await CuttableConnection.open(server.port);
  await logInAt(page, `${line.url}/files/`, server.admin);
  await beginCopy(page, server, 'endless');
  line.cut();
  await context.setOffline(true);
  await waiting(page).getByRole('button', { name: 'Cancel' }).click({ timeout: LONG_MS });
  await expect(news(page)).toContainText('Cancelled');
  await expect(waiting(page)).toBeHidden();

  line.restore();
  await context.setOffline(false);
  await expect
    .poll(() => server.pathsOnDisk().filter((path) => path.startsWith('target/')), {
      timeout: LONG_MS,
    })
    .toEqual([]);
  await line.close();
});

test('a proxy timeout of one second makes no copy or deletion fail', async ({
  page,
  server,
  browserErrors,
}) => {
  browserErrors.expect(refusal(504));
  putMany(server);
  const proxy = await startTimeoutProxy(server.port, 1_000);
  await logInAt(page, `${proxy.url}/files/`, server.admin);
  await beginCopy(page, server);
  await expect(news(page)).toContainText(/Copied .*many.* to .*target/, { timeout: LONG_MS });
  expect(copiesOnDisk(server)).toBe(MANY);

  await rowOf(page, 'many').click();
  await page.keyboard.press('Shift+Delete');
  await page.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(news(page)).toContainText(/many.* deleted/, { timeout: LONG_MS });
  expect(server.pathsOnDisk().filter((path) => path.startsWith('target/'))).toEqual([]);
  await proxy.close();
});

test('a copy is requested once more from a server that restarts during it', async ({
  page,
  server,
  browserErrors,
}) => {
  browserErrors.expect(NO_ANSWER);
  browserErrors.expect(refusal(404));
  putMany(server);
  await logInAt(page, '/files/', server.admin);
  await beginCopy(page, server);
  await server.kill();
  await expect(waiting(page)).toBeVisible({ timeout: LONG_MS });
  await server.resume();
  await expect(news(page)).toContainText(/Copied .*many.* to .*target/, { timeout: LONG_MS });
  expect(copiesOnDisk(server)).toBe(MANY);
});
