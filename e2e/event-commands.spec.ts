import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aScript, setUpCommands } from './support/commands.ts';
import { refusal } from './support/browser-errors.ts';
import { expectSaved, openText, typeAtStart } from './support/editor.ts';
import { expect, ownServerTest as test } from './support/journey.ts';
import { pick, rowOf, logInAt, uploadPanel } from './support/pages.ts';

test.use({ serverFlags: ['--disableExec=false'] });

const AFTERWARDS = /^Done, but a command set up by the administrator failed afterwards/;

test('a command is set up in the page, receives an awkward file name as one argument, and is listed', async ({
  page,
  server,
}) => {
  const log = join(server.scratch, 'log');
  const script = aScript(server, 'note.sh', [`printf '%s|%s|%s' "$#" "$1" "$TRIGGER" > '${log}'`]);
  await logInAt(page, '/settings/global', server.admin);
  const group = page.getByRole('region', { name: 'Commands' });
  await group.getByLabel('When').selectOption('after uploading');
  await group.getByRole('button', { name: 'Add command' }).click();
  await page.keyboard.type(`${script} $FILE`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Settings updated!')).toBeVisible();

  const name = '$(touch hacked) ; rm -rf "x" `id` 100%.txt';
  await page.goto('/files/');
  const chooser = await pick(page, 'files');
  await chooser.setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from('hello') });
  await expect(rowOf(page, name)).toBeVisible();
  await expect
    .poll(() => (existsSync(log) ? readFileSync(log, 'utf8') : ''))
    .toBe(`1|${join(server.root, name)}|after_upload`);
  expect(server.pathsOnDisk()).toEqual([name]);

  await page.goto('/settings/commands');
  const run = page.getByRole('list', { name: 'Command history' }).getByRole('listitem');
  await expect(run).toHaveCount(1);
  await expect(run).toContainText(`${script} $FILE`);
  await expect(run).toContainText('Succeeded');
  await expect(run).toContainText(name);
});

test('a command before an operation can refuse it, and nothing is changed', async ({
  page,
  server,
  browserErrors,
}) => {
  browserErrors.expect(refusal(500));
  const no = aScript(server, 'no.sh', ['echo not today', 'exit 3']);
  server.put({ 'keep.txt': 'kept', 'text.txt': 'old' });
  await setUpCommands(server, { before_delete: [no], before_save: [no], before_upload: [no] });
  const refused = /A command set up by the administrator blocked this action\./;

  await logInAt(page, '/files/', server.admin);
  await rowOf(page, 'keep.txt').click();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('dialog').getByText(refused)).toBeVisible();
  expect(server.textOf('keep.txt')).toBe('kept');
  await page.keyboard.press('Escape');
  await expect(rowOf(page, 'keep.txt')).toBeVisible();

  const chooser = await pick(page, 'files');
  await chooser.setFiles({ name: 'new.txt', mimeType: 'text/plain', buffer: Buffer.from('new') });
  await expect(uploadPanel(page).getByText(/Blocked by a command\./)).toBeVisible();
  expect(server.isOnDisk('new.txt')).toBe(false);
  expect(server.namesIn('.')).toHaveLength(2);

  await page.goto('/files/text.txt');
  await typeAtStart(page, 'text.txt', 'X');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(refused)).toBeVisible();
  await expect(page.getByRole('img', { name: 'Unsaved changes' })).toBeVisible();
  expect(server.textOf('text.txt')).toBe('old');
  await page.evaluate(() => window.localStorage.clear());
});

test('a completed operation stays when a command after it fails, and administrators see the reason', async ({
  page,
  server,
  browserErrors,
}) => {
  browserErrors.expect(refusal(500));
  const bad = aScript(server, 'bad.sh', ['echo the disk of copies is full', 'exit 4']);
  server.put({ 'text.txt': 'old' });
  await setUpCommands(server, { after_save: [bad] });

  await openText(page, 'text.txt', server.admin);
  await typeAtStart(page, 'text.txt', 'X');
  await page.keyboard.press('Control+s');
  await expectSaved(page);
  const notice = page.getByRole('region', { name: 'Notifications' }).getByRole('listitem');
  await expect(notice).toHaveText(AFTERWARDS);
  expect(server.textOf('text.txt')).toBe('Xold');

  // The version is known from the same response, so saving again overwrites no other change.
  await typeAtStart(page, 'text.txt', 'Y');
  await page.keyboard.press('Control+s');
  await expectSaved(page);
  await expect(notice).toHaveCount(1);
  expect(server.textOf('text.txt')).toBe('YXold');

  await notice.getByRole('button', { name: 'Commands' }).click();
  const runs = page.getByRole('list', { name: 'Command history' }).getByRole('listitem');
  await expect(runs).toHaveCount(2);
  await expect(runs.first()).toContainText('Failed with exit code 4');
  await runs.first().getByRole('button', { name: 'Show output' }).click();
  await expect(runs.first()).toContainText('the disk of copies is full');
});

test('a file and a folder are uploaded although a command after the upload fails', async ({
  page,
  server,
  browserErrors,
}) => {
  browserErrors.expect(refusal(500));
  const bad = aScript(server, 'bad.sh', ['exit 1']);
  await setUpCommands(server, { after_upload: [bad] });
  const folder = join(server.scratch, 'album');
  mkdirSync(folder);
  for (const name of ['a.txt', 'b.txt', 'empty.txt']) {
    writeFileSync(join(folder, name), name === 'empty.txt' ? '' : name);
  }
  await logInAt(page, '/files/', server.admin);
  const chooser = await pick(page, 'folder');
  await chooser.setFiles(folder);
  await expect(rowOf(page, 'album')).toBeVisible();
  await expect(uploadPanel(page)).toBeHidden({ timeout: 30_000 });
  await expect(page.getByText(AFTERWARDS)).toHaveCount(1);
  expect(server.namesIn('album').toSorted()).toEqual(['a.txt', 'b.txt', 'empty.txt']);
});

test('a command is tried before it is saved, with an example file that is removed afterwards', async ({
  page,
  server,
}) => {
  const log = join(server.scratch, 'log');
  const script = aScript(server, 'try.sh', [
    `printf '%s' "$1" > '${log}'`,
    'test -f "$1" && echo "there is $TRIGGER"',
    'exit 3',
  ]);
  await logInAt(page, '/settings/global', server.admin);
  const group = page.getByRole('region', { name: 'Commands' });
  await group.getByLabel('When').selectOption('before saving');
  await group.getByRole('button', { name: 'Add command' }).click();
  await page.keyboard.type(`${script} $FILE 'two words'`);
  await group.getByRole('button', { name: 'Test command 1 before saving' }).click();

  await expect(group.getByText(/^Failed with exit code 3 · /)).toBeVisible();
  await expect(group.getByText('there is before_save')).toBeVisible();
  const file = readFileSync(log, 'utf8');
  for (const word of [script, file, 'two words']) {
    await expect(group.getByRole('code').filter({ hasText: word })).toBeVisible();
  }
  expect(existsSync(file)).toBe(false);
  expect(server.pathsOnDisk()).toEqual([]);

  // The tried command is not saved yet, but its run is recorded.
  await page.goto('/settings/commands');
  const run = page.getByRole('list', { name: 'Command history' }).getByRole('listitem');
  await expect(run).toHaveCount(1);
  await expect(run).toContainText('as a test');
  await expect(run).toContainText('Failed with exit code 3');
  await page.goto('/settings/global');
  await group.getByLabel('When').selectOption('before saving');
  await expect(group.getByText('No commands yet.')).toBeVisible();
});
