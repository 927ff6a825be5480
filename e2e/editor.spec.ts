import { chmodSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectAccessible } from './support/axe.ts';
import { NO_ANSWER, refusal } from './support/browser-errors.ts';
import { expectSaved, expectUnsaved, openText, textArea, typeAtStart } from './support/editor.ts';
import { expect, test } from './support/journey.ts';
import { fillLogin, openEntry, rowOf, logInAt } from './support/pages.ts';

const FILES: Readonly<Record<string, { before: Buffer; after: Buffer }>> = {
  'lf.txt': { before: Buffer.from('a\nä\n'), after: Buffer.from('Xa\nä\n') },
  'no-end.txt': { before: Buffer.from('a\nb'), after: Buffer.from('Xa\nb') },
  'crlf.txt': { before: Buffer.from('a\r\nb\r\n'), after: Buffer.from('Xa\r\nb\r\n') },
  'cr.txt': { before: Buffer.from('a\rb\r'), after: Buffer.from('Xa\rb\r') },
  'mixed.txt': {
    before: Buffer.from('a\r\nb\nc\rd\r\n'),
    after: Buffer.from('Xa\r\nb\nc\rd\r\n'),
  },
  'mark.txt': { before: Buffer.from('\ufeffä\n'), after: Buffer.from('\ufeffXä\n') },
  'utf-16le.txt': {
    before: Buffer.from('\ufeffä\r\n', 'utf16le'),
    after: Buffer.from('\ufeffXä\r\n', 'utf16le'),
  },
  'utf-16be.txt': {
    before: Buffer.from('\ufeffä\n', 'utf16le').swap16(),
    after: Buffer.from('\ufeffXä\n', 'utf16le').swap16(),
  },
  'latin-1.txt': {
    before: Buffer.from('caf\xe9\n', 'latin1'),
    after: Buffer.from('Xcaf\xe9\n', 'latin1'),
  },
  'windows.txt': {
    before: Buffer.from('\x93caf\xe9\x94\n', 'latin1'),
    after: Buffer.from('X\x93caf\xe9\x94\n', 'latin1'),
  },
};

test('edits are saved, and every other byte stays: encodings, line ends, mode', async ({
  page,
  server,
}) => {
  const fileAt = (name: string) => join(server.root, name);
  for (const [name, { before }] of Object.entries(FILES)) writeFileSync(fileAt(name), before);
  for (const name of Object.keys(FILES)) chmodSync(fileAt(name), 0o600);
  await logInAt(page, '/files/', server.admin);
  for (const [name, { after }] of Object.entries(FILES)) {
    await page.goto(`/files/${name}`);
    await expect(textArea(page, name)).toBeFocused();
    await typeAtStart(page, name, 'X');
    await expectUnsaved(page);
    await page.keyboard.press('Control+s');
    await expectSaved(page);
    expect([name, readFileSync(fileAt(name))]).toEqual([name, after]);
    expect(statSync(fileAt(name)).mode & 0o777).toBe(0o600);
  }
});

test('after editing, the file in the listing has the focus and its new size', async ({
  page,
  server,
}) => {
  server.put({ 'a.txt': 'a', 'notes.txt': 'One' });
  await logInAt(page, '/files/', server.admin);
  await openEntry(page, 'notes.txt');
  await expect(textArea(page, 'notes.txt')).toBeFocused();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' two');
  expect(await page.title()).toMatch(/^• notes\.txt/);
  await page.getByRole('button', { name: 'Save' }).click();
  await expectSaved(page);
  expect(await page.title()).toMatch(/^notes\.txt/);
  // Leaves the text and the editor by keyboard.
  await textArea(page, 'notes.txt').focus();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  await expect(textArea(page, 'notes.txt')).not.toBeFocused();
  await page.keyboard.press('Escape');
  await expect(rowOf(page, 'notes.txt')).toBeFocused();
  await expect(rowOf(page, 'notes.txt')).toContainText('7 B');
  expect(server.textOf('notes.txt')).toBe('One two');
});

test('undoing all edits leaves nothing to save or to ask about', async ({ page, server }) => {
  server.put({ 'a.txt': 'a' });
  await openText(page, 'a.txt', server.admin);
  await typeAtStart(page, 'a.txt', 'b');
  await expectUnsaved(page);
  await page.keyboard.press('Control+z');
  await expectSaved(page);
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(rowOf(page, 'a.txt')).toBeVisible();
});

test('unsaved edits are never discarded without a question', async ({ page, server }) => {
  server.put({ 'a.txt': 'a', 'b.txt': 'b' });
  await logInAt(page, '/files/', server.admin);
  const question = page.getByRole('dialog', { name: /^Save changes to/ });

  await openEntry(page, 'a.txt');
  await typeAtStart(page, 'a.txt', 'mine ');
  await page.goBack();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(textArea(page, 'a.txt')).toHaveText('mine a');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(rowOf(page, 'a.txt')).toBeVisible();
  expect(server.textOf('a.txt')).toBe('a');

  await openEntry(page, 'b.txt');
  await typeAtStart(page, 'b.txt', 'mine ');
  await page.goBack();
  await expect(question.getByRole('button', { name: 'Save' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rowOf(page, 'b.txt')).toBeVisible();
  expect(server.textOf('b.txt')).toBe('mine b');
});

test('the browser asks before a tab with unsaved edits is closed', async ({ page, server }) => {
  server.put({ 'a.txt': 'a' });
  await openText(page, 'a.txt', server.admin);
  await typeAtStart(page, 'a.txt', 'mine ');
  await expectUnsaved(page);
  const asked = page.waitForEvent('dialog');
  void page.reload().catch(() => {});
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.accept();
  // The edits are offered again.
  await expect(page.getByText('You have unsaved changes from')).toBeVisible();
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(textArea(page, 'a.txt')).toHaveText('mine a');
  await page.keyboard.press('Control+s');
  await expectSaved(page);
  expect(server.textOf('a.txt')).toBe('mine a');
  await page.reload();
  await expect(textArea(page, 'a.txt')).toHaveText('mine a');
  await expect(page.getByText('You have unsaved changes from')).toBeHidden();
});

test.describe('a text that another user has saved meanwhile', () => {
  test.beforeEach(async ({ page, server, browserErrors }) => {
    browserErrors.expect(refusal(412));
    server.put({ 'a.txt': 'one\ntwo\nthree\n' });
    await openText(page, 'a.txt', server.admin);
    await typeAtStart(page, 'a.txt', 'my ');
    writeFileSync(join(server.root, 'a.txt'), 'one\ntwo\ntheir three\n');
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('dialog', { name: /has changed/ })).toBeVisible();
    expect(server.textOf('a.txt')).toBe('one\ntwo\ntheir three\n');
  });

  test('can be overwritten', async ({ page, server }) => {
    await page.getByRole('button', { name: 'Overwrite' }).click();
    await expectSaved(page);
    expect(server.textOf('a.txt')).toBe('my one\ntwo\nthree\n');
  });

  test('can replace the own edits, and undo restores them', async ({ page }) => {
    const text = textArea(page, 'a.txt');
    await page.getByRole('dialog').getByRole('button', { name: 'Discard my changes' }).click();
    await expect(text).toContainText('their three');
    await expect(text).not.toContainText('my one');
    await expectSaved(page);
    await text.focus();
    await page.keyboard.press('Control+z');
    await expect(text).toContainText('my one');
    await expectUnsaved(page);
  });

  test('can be compared and merged', async ({ page, server }) => {
    await page.getByRole('dialog').getByRole('button', { name: 'Compare' }).click();
    await expect(page.getByRole('textbox', { name: 'Text on the server' })).toBeVisible();
    await page.getByRole('button', { name: 'Use this change from the server' }).last().click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Save this version' }).click();
    await expectSaved(page);
    expect(server.textOf('a.txt')).toBe('my one\ntwo\ntheir three\n');
    await expect(textArea(page, 'a.txt')).toContainText('their three');
  });
});

test('a newer version replaces a text without edits', async ({ page, server }) => {
  server.put({ 'a.txt': 'old' });
  await openText(page, 'a.txt', server.admin);
  writeFileSync(join(server.root, 'a.txt'), 'newer');
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(textArea(page, 'a.txt')).toHaveText('newer');
  await expectSaved(page);

  await typeAtStart(page, 'a.txt', 'my ');
  writeFileSync(join(server.root, 'a.txt'), 'newest');
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(
    page.getByText('This file was changed on the server.', { exact: true }),
  ).toBeVisible();
  await expect(textArea(page, 'a.txt')).toHaveText('my newer');
});

test('a file deleted meanwhile is created again with its text', async ({
  page,
  server,
  browserErrors,
}) => {
  browserErrors.expect(refusal(404));
  server.put({ 'a.txt': 'a' });
  await openText(page, 'a.txt', server.admin);
  await typeAtStart(page, 'a.txt', 'my ');
  rmSync(join(server.root, 'a.txt'));
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(page.getByText('was deleted, renamed or moved.')).toBeVisible();
  await expect(textArea(page, 'a.txt')).toHaveText('my a');
  await page.keyboard.press('Control+s');
  await page.getByRole('dialog').getByRole('button', { name: 'Save as new file' }).click();
  await expectSaved(page);
  expect(server.textOf('a.txt')).toBe('my a');
});

test('without a connection the edits stay, and are saved when it is back', async ({
  page,
  server,
  context,
  browserErrors,
}) => {
  browserErrors.expect(NO_ANSWER);
  server.put({ 'a.txt': 'a' });
  await openText(page, 'a.txt', server.admin);
  await typeAtStart(page, 'a.txt', 'my ');
  await context.setOffline(true);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Your changes are still here.')).toBeVisible();
  await expectUnsaved(page);
  await context.setOffline(false);
  await page.keyboard.press('Control+s');
  await expectSaved(page);
  expect(server.textOf('a.txt')).toBe('my a');
});

test('a user without permission to modify sees a read-only text', async ({ page, server }) => {
  server.put({ 'a.txt': 'a' });
  await openText(page, 'a.txt', await server.addUser('reader', ['download']));
  await expect(page.getByText('Read-only').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await textArea(page, 'a.txt').focus();
  await page.keyboard.type('x');
  await page.keyboard.press('Control+s');
  await expect(textArea(page, 'a.txt')).toHaveText('a');
});

test('a character that the encoding lacks is saved as UTF-8 after a question', async ({
  page,
  server,
}) => {
  writeFileSync(join(server.root, 'a.txt'), Buffer.from('caf\xe9', 'latin1'));
  await openText(page, 'a.txt', server.admin);
  await expect(page.getByRole('combobox', { name: 'Encoding' })).toHaveValue('latin-1');
  await typeAtStart(page, 'a.txt', '5 € ');
  await page.keyboard.press('Control+s');
  await page.getByRole('dialog').getByRole('button', { name: 'Save as UTF-8' }).click();
  await expectSaved(page);
  expect(server.textOf('a.txt')).toBe('5 € café');
});

test('line ends and encoding change only by choice, and can be undone', async ({
  page,
  server,
}) => {
  writeFileSync(join(server.root, 'a.txt'), 'a\r\nb\n');
  await openText(page, 'a.txt', server.admin);
  const ends = page.getByRole('combobox', { name: 'Line endings' });
  await expect(ends).toHaveValue('mixed');
  await ends.selectOption('LF');
  await expectUnsaved(page);
  await textArea(page, 'a.txt').focus();
  await page.keyboard.press('Control+z');
  await expectSaved(page);
  await ends.selectOption('LF');
  await page.getByRole('combobox', { name: 'Encoding' }).selectOption('UTF-16 LE');
  await page.getByRole('button', { name: 'Save' }).click();
  await expectSaved(page);
  const bytes = readFileSync(join(server.root, 'a.txt'));
  expect(bytes).toEqual(Buffer.from('\ufeffa\nb\n', 'utf16le'));
});

test('a renamed file keeps its edits, saved or not', async ({ page, server, browserErrors }) => {
  // The page may request the old name once more before it shows the new one.
  browserErrors.expect(refusal(404));
  server.put({ 'a.txt': 'a' });
  await logInAt(page, '/files/', server.admin);
  await openEntry(page, 'a.txt');
  await typeAtStart(page, 'a.txt', 'my ');
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('b.log');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/b\.log/);
  await expect(page.getByRole('textbox', { name: 'Text of' })).toHaveText('my a');
  await page.keyboard.press('Control+s');
  await expectSaved(page);
  expect(server.textOf('b.log')).toBe('my a');
});

test('texts of five megabytes and one long line can be edited; larger ones cannot', async ({
  page,
  server,
}) => {
  const large = 'a line of some length, so that there are many\n'.repeat(115_000);
  server.put({ 'large.txt': large, 'line.json': `["${'x'.repeat(5_000_000)}"]` });
  server.put({ 'too-large.txt': 'x'.repeat(10_485_761) });
  await logInAt(page, '/files/', server.admin);
  for (const name of ['large.txt', 'line.json']) {
    await page.goto(`/files/${name}`);
    await expect(textArea(page, name)).toBeVisible({ timeout: 30_000 });
    const before = readFileSync(join(server.root, name), 'utf8');
    await typeAtStart(page, name, 'X');
    await page.keyboard.press('Control+s');
    await expectSaved(page);
    expect(readFileSync(join(server.root, name), 'utf8') === `X${before}`).toBe(true);
  }
  await page.goto('/files/too-large.txt');
  await expect(page.getByRole('button', { name: 'Close', exact: true })).toBeVisible();
  await expect(textArea(page, 'too-large.txt')).toHaveCount(0);
});

test('an expired session loses no edits', async ({ page, server, browserErrors }) => {
  browserErrors.expect(refusal(401));
  server.put({ 'a.txt': 'a' });
  await openText(page, 'a.txt', server.admin);
  await typeAtStart(page, 'a.txt', 'my ');
  // Simulates a log-out in another window, which this page does not notice.
  const token = await page.evaluate(() => localStorage.getItem('jwt'));
  await page.request.post('/api/logout', { headers: { 'X-Auth': token ?? '' } });
  await page.keyboard.press('Control+s');
  await fillLogin(page, server.admin);
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(textArea(page, 'a.txt')).toHaveText('my a');
  expect(server.textOf('a.txt')).toBe('a');
  await page.keyboard.press('Control+s');
  await expectSaved(page);
  expect(server.textOf('a.txt')).toBe('my a');
});

test('a document is read, edited, and read again; Back leads to its folder', async ({
  page,
  server,
}) => {
  server.put({ 'trip.md': '# Trip' });
  await logInAt(page, '/files/', server.admin);
  await openEntry(page, 'trip.md');
  await expect(page.getByRole('heading', { name: 'Trip', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Show source' }).click();
  await expect(textArea(page, 'trip.md')).toBeFocused();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' home');
  await page.getByRole('button', { name: 'Preview', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'Trip home', exact: true })).toBeVisible();
  await page.goBack();
  await expect(rowOf(page, 'trip.md')).toBeVisible();
});
