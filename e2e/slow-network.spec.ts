import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CDPSession, Page } from '@playwright/test';
import { NO_ANSWER } from './support/browser-errors.ts';
import { CuttableConnection } from './support/cuttable-connection.ts';
import { expectSaved, expectUnsaved, textArea, typeAtStart } from './support/editor.ts';
import { expect, test } from './support/journey.ts';
import { makePicture } from './support/media.ts';
import { expectFolder, openEntry, pick, rowOf, logInAt, uploadPanel } from './support/pages.ts';
import { openSearch, result, searchDialog, searchField } from './support/search.ts';

/** The "3G" profile of browsers' developer tools. */
const SLOW = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };
const GONE = { ...SLOW, offline: true };
/** Some seconds of upload with that profile. */
const UPLOADED_BYTES = 400_000;

test('on a slow and unreliable network nothing is lost, and the page shows the state', async ({
  page,
  server,
  browserErrors,
}) => {
  test.setTimeout(240_000);
  browserErrors.expect(NO_ANSWER);
  server.put({ 'docs/plan.txt': 'plan', 'trip/': '', 'far/away.txt': 'x' });
  await makePicture(join(server.root, 'trip', 'sea.png'), { width: 900, height: 700, hue: 200 });
  const line = await CuttableConnection.open(server.port);
  const browser = await page.context().newCDPSession(page);
  await logInAt(page, `${line.url}/files/`, server.admin);
  await expect(rowOf(page, 'docs')).toBeVisible();
  await browser.send('Network.enable');
  await browser.send('Network.emulateNetworkConditions', SLOW);

  await listing(page, line, browser);
  await search(page, line);
  await preview(page, line);
  await editor(page, line);
  await upload(page, line, join(server.scratch, 'film.bin'));
  expect(server.textOf('docs/plan.txt')).toBe('my plan');
  expect(
    readFileSync(join(server.root, 'film.bin')).equals(
      readFileSync(join(server.scratch, 'film.bin')),
    ),
  ).toBe(true);
  expect(server.pathsOnDisk().filter((path) => path.endsWith('.part'))).toEqual([]);
  await line.close();
});

/** Expects placeholders for a slow folder, an error for a failed one, and its contents when the network is back. */
async function listing(page: Page, line: CuttableConnection, browser: CDPSession) {
  const loading = page.getByRole('main').getByRole('status', { name: 'Loading' });
  await openEntry(page, 'docs');
  await expect(loading).toBeVisible();
  await expect(rowOf(page, 'plan.txt')).toBeVisible();
  await expect(loading).toBeHidden();

  await page.goBack();
  await expect(rowOf(page, 'far')).toBeVisible();
  line.cut();
  await openEntry(page, 'far');
  const trouble = page.getByRole('main').getByRole('alert');
  await expect(trouble).toContainText('No connection');
  await expect(trouble).toContainText('Check your network and try again.');
  line.restore();
  await trouble.getByRole('button', { name: 'Try again' }).click();
  await expect(rowOf(page, 'away.txt')).toBeVisible();

  await page.goBack();
  await expect(rowOf(page, 'trip')).toBeVisible();
  await browser.send('Network.emulateNetworkConditions', GONE);
  await openEntry(page, 'trip');
  await expect(trouble).toContainText('No connection');
  // The page reloads by itself when the browser is online again.
  await browser.send('Network.emulateNetworkConditions', SLOW);
  await expect(rowOf(page, 'sea.png')).toBeVisible();
}

async function search(page: Page, line: CuttableConnection) {
  await page.goBack();
  await expect(rowOf(page, 'far')).toBeVisible();
  await openSearch(page);
  line.cut();
  await searchField(page).fill('plan');
  await page.keyboard.press('Enter');
  await expect(searchDialog(page)).toContainText('Can’t connect to the server.');
  line.restore();
  await searchDialog(page).getByRole('button', { name: 'Try again' }).click();
  await expect(result(page, 'plan.txt')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(searchDialog(page)).toBeHidden();
}

/** Expects a loading state for a slow picture. */
async function preview(page: Page, line: CuttableConnection) {
  await page.goto(`${line.url}/files/trip/sea.png`);
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  // The page and its parts arrive at 50 kB/s, each after 400 ms.
  await expect(page.getByRole('img', { name: 'sea.png' })).toHaveAttribute('data-loaded', /.*/, {
    timeout: 60_000,
  });
}

async function editor(page: Page, line: CuttableConnection) {
  await page.goto(`${line.url}/files/docs/plan.txt`);
  await expect(textArea(page, 'plan.txt')).toBeVisible();
  await typeAtStart(page, 'plan.txt', 'my ');
  line.cut();
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Your changes are still here.')).toBeVisible();
  await expect(textArea(page, 'plan.txt')).toHaveText('my plan');
  await expectUnsaved(page);
  line.restore();
  await page.keyboard.press('Control+s');
  await expectSaved(page);
}

/** Breaks the connection three times during an upload, and expects it to resume each time. */
async function upload(page: Page, line: CuttableConnection, path: string) {
  writeFileSync(path, randomBytes(UPLOADED_BYTES));
  await page.goto(`${line.url}/files/`);
  await expectFolder(page, 'My files');
  await expect(rowOf(page, 'docs')).toBeVisible();
  let further = line.sentFurther(UPLOADED_BYTES / 4);
  await (await pick(page, 'files')).setFiles(path);
  const bar = uploadPanel(page).getByRole('progressbar', { name: 'Progress of film.bin' });
  await expect(bar).toBeVisible();
  const shown = await watchProgress(page);
  for (let drop = 1; drop <= 3; drop += 1) {
    await further;
    line.cut();
    await expect(uploadPanel(page)).toContainText('Retrying');
    further = line.sentFurther(UPLOADED_BYTES / 5);
    line.restore();
  }
  await further;
  await expect(uploadPanel(page)).toBeHidden({ timeout: 60_000 });
  await expect(page.getByText('1 file uploaded')).toBeVisible();
  await expect(rowOf(page, 'film.bin')).toBeVisible();
  // Only the chunk that was broken off is sent once more, and no longer counted.
  const percents = await shown();
  const falls = percents.flatMap((percent, index) => {
    const before = percents[index - 1] ?? 0;
    return percent < before ? [before - percent] : [];
  });
  expect(falls.length, percents.join(', ')).toBeLessThanOrEqual(3);
  expect(Math.max(0, ...falls), percents.join(', ')).toBeLessThan(25);
}

/** Records every shown value of the file's progress. */
async function watchProgress(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { seenProgress: seen });
    const note = () => {
      const bar = document.querySelector('[role=progressbar][aria-label*="film.bin"]');
      const percent = bar?.getAttribute('aria-valuenow');
      if (percent !== null && percent !== undefined && seen.at(-1) !== Number(percent))
        seen.push(Number(percent));
    };
    new MutationObserver(note).observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['aria-valuenow'],
    });
    note();
  });
  return () => page.evaluate(() => (window as unknown as { seenProgress: number[] }).seenProgress);
}
