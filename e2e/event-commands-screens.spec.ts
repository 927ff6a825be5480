import { aScript, setUpCommands } from './support/commands.ts';
import { refusal } from './support/browser-errors.ts';
import { inspectScreen } from './support/inspect-screen.ts';
import { expect, ownServerTest as test } from './support/journey.ts';
import { create, makeFolder, logInAt } from './support/pages.ts';

test.use({ serverFlags: ['--disableExec=false'] });

test('event commands are empty, filled in, and refused', async ({ page, server }, info) => {
  await logInAt(page, '/settings/global', server.admin);
  const group = page.getByRole('region', { name: 'Commands' });
  await group.getByText('No commands yet.').scrollIntoViewIfNeeded();
  await inspectScreen(page, info, 'event-commands-empty');

  const add = group.getByRole('button', { name: 'Add command' });
  await add.click();
  await page.keyboard.type(`bash -c 'echo $FILE'`);
  await add.click();
  await page.keyboard.type(`/usr/bin/mail 'anna`);
  await expect(group.getByText('A closing quote is missing.')).toBeVisible();
  await group.getByText('How to write commands').click();
  await inspectScreen(page, info, 'event-commands-lines');

  await group.getByLabel('Shell').fill('/bin/sh\n-c');
  await group.getByText(/^Not used unless/).scrollIntoViewIfNeeded();
  await inspectScreen(page, info, 'event-commands-shell');
});

test('the runs of event commands, and an empty list', async ({
  page,
  server,
  browserErrors,
}, info) => {
  browserErrors.expect(refusal(500));
  await logInAt(page, '/settings/commands', server.admin);
  await expect(page.getByRole('heading', { name: 'No commands run yet' })).toBeVisible();
  await inspectScreen(page, info, 'event-commands-no-runs');

  const well = aScript(server, 'well.sh', ['echo "scanned $FILE"']);
  const bad = aScript(server, 'bad.sh', ['echo "cannot reach the scanner" >&2', 'exit 2']);
  await setUpCommands(server, { before_upload: [`${well} $FILE`], after_upload: [bad] });
  await page.goto('/files/');
  await makeFolder(page, 'a folder');
  await expect(page.getByText(/^Done, but a command/)).toBeVisible();
  await inspectScreen(page, info, 'event-commands-failed-after');

  await page.goto('/settings/commands');
  const runs = page.getByRole('list', { name: 'Command history' }).getByRole('listitem');
  await runs.first().getByRole('button', { name: 'Show output' }).click();
  await expect(page.getByText('cannot reach the scanner')).toBeVisible();
  await inspectScreen(page, info, 'event-commands-runs');

  await setUpCommands(server, { before_upload: [bad] });
  await page.goto('/files/');
  await create(page, 'New folder');
  const dialog = page.getByRole('dialog', { name: 'New folder' });
  await dialog.getByLabel('Name').fill('another');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByText(/blocked this action/)).toBeVisible();
  await inspectScreen(page, info, 'event-commands-refused');
});

test('the commands that a user may run', async ({ page, server }, info) => {
  await logInAt(page, '/settings/profile', server.admin);
  // This form has a field for the user name, too.
  await page.goto('/settings/users/1');
  const field = page.getByLabel('Allowed commands');
  await field.fill('git /usr/bin/python3 bash');
  await page.getByText(/can run everything/).scrollIntoViewIfNeeded();
  await inspectScreen(page, info, 'event-commands-allowed');
});
