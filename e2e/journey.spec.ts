import { join } from 'node:path';
import type { Page } from '@playwright/test';
import type { TestServer } from './support/test-server.ts';
import { NO_ANSWER, refusal } from './support/browser-errors.ts';
import { CuttableConnection } from './support/cuttable-connection.ts';
import { hashesBelow, makeAwkwardFiles, makeLargeFile, sha256 } from './support/disk.ts';
import { textArea } from './support/editor.ts';
import { expect, ownServerTest as test } from './support/journey.ts';
import {
  create,
  dropPaths,
  expectFolder,
  fillLogin,
  isNarrow,
  logOut,
  makeFolder,
  firstNames,
  openEntry,
  pick,
  rowOf,
  uploadPanel,
  uploadsEnded,
} from './support/pages.ts';
import { takePicture } from './support/pictures.ts';

const MIB = 1_048_576;
/** The long form of the test, in `npm run test:soak`, uploads more. */
const IS_SOAK = process.env['FB_TEST_SOAK'] !== undefined;
const FILE_COUNT = IS_SOAK ? 200 : 60;
const LARGE_BYTES = (IS_SOAK ? 1_024 : 128) * MIB;

test('files are uploaded and deleted despite a broken connection and a killed server', async ({
  page,
  server,
  browserErrors,
}, info) => {
  test.setTimeout(240_000);
  for (const expected of [refusal(403), refusal(401), NO_ANSWER]) browserErrors.expect(expected);
  server.put({ 'Documents/2024/taxes/letter.txt': 'hello', 'notes.txt': 'note' });
  const line = await CuttableConnection.open(server.port);

  await logInWithRedirect(page, line.url, server);
  await walk(page);
  await makeFolder(page, 'Taken in');
  await openEntry(page, 'Taken in');
  await expectFolder(page, 'Taken in');

  const source = join(server.scratch, 'many files');
  const large = join(server.scratch, 'large.bin');
  makeAwkwardFiles(source, FILE_COUNT);
  makeLargeFile(large, LARGE_BYTES);
  line.hold();
  await (await pick(page, 'files')).setFiles(large);
  await expect(uploadPanel(page)).toBeVisible();
  // In a narrow window, the open panel covers the button.
  if (isNarrow(page)) await page.getByRole('button', { name: 'Collapse uploads' }).click();
  await (await pick(page, 'folder')).setFiles(source);

  await line.sentFurther(LARGE_BYTES / 4);
  await takePicture(page, info, 'journey-uploading');
  line.cut();
  await page.waitForTimeout(1_500);
  line.restore();
  await line.sentFurther(LARGE_BYTES / 4);
  await server.kill();
  line.release();
  await page.waitForTimeout(500);
  await server.resume();
  await uploadsEnded(page, 120_000);

  const arrived = join(server.root, 'Documents', 'Taken in');
  expect(await hashesBelow(join(arrived, 'many files'))).toEqual(await hashesBelow(source));
  expect(await sha256(join(arrived, 'large.bin'))).toBe(await sha256(large));
  expect(server.pathsOnDisk().filter((path) => path.endsWith('.part'))).toEqual([]);
  await expect(rowOf(page, 'large.bin')).toBeVisible();
  await expect(rowOf(page, 'many files')).toBeVisible();
  await takePicture(page, info, 'journey-arrived');

  await dropSome(page, server);
  await download(page, server);
  await sortAndReload(page);
  await endTheSession(page, line.url);
  await line.close();
});

async function logInWithRedirect(page: Page, url: string, server: TestServer) {
  await page.goto(`${url}/files/Documents/`);
  await expect(page).toHaveURL(`${url}/login?redirect=%2Ffiles%2FDocuments%2F`);
  await fillLogin(page, { username: 'admin', password: 'surely not this' });
  await expect(page.getByRole('alert')).toHaveText('Wrong username or password.');
  await fillLogin(page, server.admin);
  await expect(page).toHaveURL(`${url}/files/Documents/`);
  await expectFolder(page, 'Documents');
}

/** Goes down into the folders and back in every possible way; ends in the first folder. */
async function walk(page: Page) {
  await openEntry(page, '2024');
  await expectFolder(page, '2024');
  await openEntry(page, 'taxes');
  await expectFolder(page, 'taxes');
  await expect(rowOf(page, 'letter.txt')).toBeVisible();
  await page.goBack();
  await expectFolder(page, '2024');
  await expect(rowOf(page, 'taxes')).toBeFocused();
  await page.goForward();
  await expectFolder(page, 'taxes');
  await goUpTo(page, 'Documents');
  await expectFolder(page, 'Documents');
}

/** Uses the breadcrumbs, whose first ones are in a menu in a narrow window. */
async function goUpTo(page: Page, folder: string) {
  const path = page.getByRole('navigation', { name: 'Path' });
  const step = path.getByRole('link', { name: folder });
  if (await step.isVisible()) return step.click();
  await path.getByRole('button').click();
  await page.getByRole('menuitem', { name: folder }).click();
}

async function dropSome(page: Page, server: TestServer) {
  const source = join(server.scratch, 'dropped # 1');
  makeAwkwardFiles(source, 30);
  await dropPaths(page, [source]);
  await expect(rowOf(page, 'dropped # 1')).toBeVisible();
  await uploadsEnded(page);
  const arrived = join(server.root, 'Documents', 'Taken in', 'dropped # 1');
  expect(await hashesBelow(arrived)).toEqual(await hashesBelow(source));
}

async function download(page: Page, server: TestServer) {
  await openEntry(page, 'dropped # 1');
  await expectFolder(page, 'dropped # 1');
  await openEntry(page, 'sub folder');
  await expectFolder(page, 'sub folder');
  await page.goBack();
  const name = `it's "quoted".txt`;
  await openEntry(page, name);
  await expect(textArea(page, name)).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  const begun = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download' }).click();
  const file = await begun;
  expect(await sha256(await file.path())).toBe(
    await sha256(join(server.root, 'Documents', 'Taken in', 'dropped # 1', name)),
  );
  await page.goBack();
  await expectFolder(page, 'dropped # 1');
  await expect(rowOf(page, name)).toBeVisible();
}

async function sortAndReload(page: Page) {
  const header = (name: string) => page.getByRole('columnheader', { name });
  await header('Size').getByRole('button').click();
  await expect(header('Size')).toHaveAttribute('aria-sort', /ascending|descending/);
  if (!isNarrow(page)) {
    await header('Modified').getByRole('button').click();
    await expect(header('Modified')).toHaveAttribute('aria-sort', /ascending|descending/);
    await header('Size').getByRole('button').click();
  }
  await expect(header('Size')).toHaveAttribute('aria-sort', /ascending|descending/);
  const chosen = await header('Size').getAttribute('aria-sort');
  const order = await firstNames(page);
  await page.reload();
  await expect(header('Size')).toHaveAttribute('aria-sort', chosen ?? '');
  await expect.poll(() => firstNames(page)).toEqual(order);
}

async function endTheSession(page: Page, url: string) {
  const token = await page.evaluate(() => localStorage.getItem('jwt'));
  const list = () =>
    page.request.get(`${url}/api/resources/`, { headers: { 'X-Auth': token ?? '', Cookie: '' } });
  expect((await list()).status()).toBe(200);
  const other = await page.context().newPage();
  await other.goto(`${url}/files/`);
  await expectFolder(other, 'My files');

  await logOut(page);

  expect((await list()).status()).toBe(401);
  await expect(other.getByLabel('Username')).toBeVisible();
  await other.goto(`${url}/files/Documents/`);
  await expect(other.getByLabel('Username')).toBeVisible();
}

test('an empty folder offers to create and upload', async ({ page, server }, info) => {
  await page.goto('/files/');
  await fillLogin(page, server.admin);
  await expect(page.getByText('It feels lonely here…')).toBeVisible();
  await takePicture(page, info, 'journey-empty');
  await create(page, 'New folder');
  const dialog = page.getByRole('dialog', { name: 'New folder' });
  await dialog.getByLabel('Name').fill('  trimmed  ');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'trimmed')).toBeFocused();
  expect(server.pathsOnDisk()).toEqual(['trimmed']);
});
