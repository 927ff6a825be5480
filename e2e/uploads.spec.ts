import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { NO_ANSWER } from './support/browser-errors.ts';
import { CuttableConnection } from './support/cuttable-connection.ts';
import { makeLargeFile } from './support/disk.ts';
import { expect, test } from './support/journey.ts';
import {
  dropPaths,
  expectFocusSomewhere,
  pick,
  rowOf,
  logInAt,
  uploadPanel,
  uploadsEnded,
} from './support/pages.ts';

const MIB = 1_048_576;

test.describe('an existing name', () => {
  const CHOICES = [
    { choice: 'Keep both', expected: { 'plan.txt': 'old', 'plan(1).txt': 'new' } },
    { choice: 'Replace', expected: { 'plan.txt': 'new' } },
    { choice: 'Skip', expected: { 'plan.txt': 'old' } },
  ];

  for (const { choice, expected } of CHOICES) {
    test(`asks before anything is sent: ${choice}`, async ({ page, server }) => {
      server.put({ 'plan.txt': 'old' });
      const file = join(server.scratch, 'plan.txt');
      writeFileSync(file, 'new');
      await logInAt(page, '/files/', server.admin);
      const sent = watchUploads(page);

      await (await pick(page, 'files')).setFiles(file);
      const dialog = page.getByRole('dialog');
      await expect(dialog).toContainText('already exists');
      expect(sent).toEqual([]);
      await dialog.getByRole('combobox').selectOption(choice);
      await dialog.getByRole('button', { name: 'Upload' }).click();
      await expect(dialog).toBeHidden();
      await expect.poll(() => server.pathsOnDisk()).toEqual(Object.keys(expected).toSorted());
      await uploadsEnded(page);

      for (const [name, text] of Object.entries(expected)) {
        await expect
          .poll(() => readFileSync(join(server.root, name), 'utf8'), { message: name })
          .toBe(text);
      }
    });
  }

  test('is kept when the question is closed', async ({ page, server }) => {
    server.put({ 'plan.txt': 'old' });
    const file = join(server.scratch, 'plan.txt');
    writeFileSync(file, 'new');
    await logInAt(page, '/files/', server.admin);
    const sent = watchUploads(page);

    await (await pick(page, 'files')).setFiles(file);
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.keyboard.press('Escape');

    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(uploadPanel(page)).toBeHidden();
    expect(sent).toEqual([]);
    expect(readFileSync(join(server.root, 'plan.txt'), 'utf8')).toBe('old');
  });
});

test('what has arrived is highlighted for a moment', async ({ page, server }) => {
  server.put({ 'before.txt': 'before' });
  const file = join(server.scratch, 'after.txt');
  writeFileSync(file, 'after');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await logInAt(page, '/files/', server.admin);
  await expect(rowOf(page, 'before.txt')).toBeVisible();
  await (await pick(page, 'files')).setFiles(file);
  const animationsOf = (name: string) =>
    rowOf(page, name).evaluate((row) => getComputedStyle(row).animationName);
  await expect.poll(() => animationsOf('after.txt')).toMatch(/arrived/);
  expect(await animationsOf('before.txt')).toBe('none');
});

test('cancelling all uploads asks first, and leaves no files behind', async ({ page, server }) => {
  const files = ['one.bin', 'two.bin', 'three.bin'].map((name) => join(server.scratch, name));
  for (const file of files) makeLargeFile(file, 256 * MIB);
  const line = await CuttableConnection.open(server.port);
  await logInAt(page, `${line.url}/files/`, server.admin);

  const begun = line.sentFurther(24 * MIB);
  await (await pick(page, 'files')).setFiles(files);
  await begun;
  // By keyboard; the focus moves on when an entry disappears.
  const cancel = (name: string | RegExp) => uploadPanel(page).getByRole('button', { name });
  await cancel(/^Cancel .*two\.bin/).press('Enter');
  await expect(cancel(/^Cancel .*two\.bin/)).toBeHidden();
  await expect(cancel(/^Cancel .*three\.bin/)).toBeFocused();
  await cancel('Cancel all uploads').press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Cancel all uploads?' });
  await dialog.getByRole('button', { name: 'Continue uploading' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(cancel('Cancel all uploads')).toBeFocused();

  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Cancel all uploads' }).press('Enter');
  await uploadsEnded(page);
  await expectFocusSomewhere(page);

  await expect.poll(() => server.pathsOnDisk()).toEqual([]);
  await expect(page.getByText('It feels lonely here…')).toBeVisible();
  await line.close();
});

test('a failed upload can be retried', async ({ page, server, browserErrors }) => {
  test.setTimeout(120_000);
  browserErrors.expect(NO_ANSWER);
  const file = join(server.scratch, 'film.bin');
  makeLargeFile(file, 128 * MIB);
  const line = await CuttableConnection.open(server.port);
  await logInAt(page, `${line.url}/files/`, server.admin);

  const begun = line.sentFurther(24 * MIB);
  await (await pick(page, 'files')).setFiles(file);
  await begun;
  line.cut();
  // The last retry that the settings allow begins after 15 seconds.
  await expect(uploadPanel(page)).toContainText('1 upload failed', { timeout: 60_000 });
  await expect(uploadPanel(page)).toContainText('Can’t connect to the server.');
  line.restore();
  await page.getByRole('button', { name: /^Retry .*film\.bin/ }).press('Enter');
  await expectFocusSomewhere(page);

  await expect.poll(() => server.isOnDisk('film.bin'), { timeout: 30_000 }).toBe(true);
  await uploadsEnded(page);
  await expectFocusSomewhere(page);
  expect(server.pathsOnDisk()).toEqual(['film.bin']);
  await line.close();
});

test('leaving the page during an upload asks first', async ({ page, server }) => {
  const file = join(server.scratch, 'film.bin');
  makeLargeFile(file, 512 * MIB);
  await logInAt(page, '/files/', server.admin);
  await (await pick(page, 'files')).setFiles(file);
  await expect(uploadPanel(page)).toBeVisible();

  const asked = page.waitForEvent('dialog');
  await page.evaluate(() => setTimeout(() => window.location.reload()));
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await expect(uploadPanel(page)).toBeVisible();
});

test('dropping files without permission to create does nothing', async ({ page, server }) => {
  const reader = await server.addUser('reader', ['download']);
  const file = join(server.scratch, 'note.txt');
  writeFileSync(file, 'note');
  server.put({ 'there.txt': 'x' });
  await logInAt(page, '/files/', reader);
  const sent = watchUploads(page);

  await dropPaths(page, [file]);

  await expect(uploadPanel(page)).toBeHidden();
  expect(page.url()).toBe(`${server.url}/files/`);
  expect(sent).toEqual([]);
  expect(server.pathsOnDisk()).toEqual(['there.txt']);
});

/** Records the requests that upload something. */
function watchUploads(page: Page): string[] {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/(tus|resources)/.test(request.url()) && /POST|PATCH|PUT/.test(request.method())) {
      sent.push(`${request.method()} ${request.url()}`);
    }
  });
  return sent;
}
