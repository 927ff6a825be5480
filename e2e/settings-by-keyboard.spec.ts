import { expect, ownServerTest as test } from './support/journey.ts';
import { tabToControl } from './support/keys.ts';
import { expectFocusSomewhere, expectFolder, rowOf, logInAt } from './support/pages.ts';
import { textArea } from './support/editor.ts';

test('users, rules and preferences are changed by keyboard, then a text is edited and an existing name uploaded', async ({
  page,
  server,
}) => {
  test.setTimeout(180_000);
  server.put({ 'docs/': '', 'plan.txt': 'tea and tea' });
  const main = page.getByRole('main');
  const press = (keys: string) => page.keyboard.press(keys);

  await logInAt(page, '/settings/users', server.admin);
  await tabToControl(page, main.getByRole('link', { name: 'New user' }));
  await press('Enter');
  await expect(page.getByLabel('Username')).toBeFocused();
  await page.keyboard.type('bert');
  await tabToControl(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type('correct horse battery');
  await press('Enter');
  await expect(page.getByText('User created!')).toBeVisible();
  await expectFocusSomewhere(page);

  await tabToControl(page, main.getByRole('link', { name: 'bert', exact: true }));
  await press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'bert' })).toBeVisible();
  for (const path of ['/secret', '/docs']) {
    await tabToControl(page, page.getByRole('button', { name: 'Add rule' }));
    await press('Enter');
    await page.keyboard.type(path);
  }
  await expect(page.getByLabel('Rule 2: path', { exact: true })).toHaveValue('/docs');
  await tabToControl(page, page.getByRole('button', { name: 'Move rule 2 up' }));
  await press('Enter');
  await expect(page.getByLabel('Rule 1: path', { exact: true })).toHaveValue('/docs');
  await expectFocusSomewhere(page);
  await tabToControl(page, page.getByRole('button', { name: 'Save' }));
  await press('Enter');
  await expect(page.getByText('User updated!')).toBeVisible();
  await expectFocusSomewhere(page);

  await tabToControl(page, page.getByRole('link', { name: 'Profile' }));
  await press('Enter');
  const dotfiles = page.getByLabel('Hide dotfiles', { exact: true });
  await tabToControl(page, dotfiles);
  await press('Space');
  await expect(dotfiles).toBeChecked();
  await tabToControl(page, page.getByRole('button', { name: 'Save' }));
  await press('Enter');
  // The button "Save" has another name while it saves; "Discard" disappears when the server has answered.
  await expect(page.getByRole('button', { name: 'Discard' })).toBeHidden();
  await expectFocusSomewhere(page);

  await tabToControl(page, page.getByRole('link', { name: 'My files' }));
  await press('Enter');
  await expectFolder(page, 'My files');
  await tabToControl(page, rowOf(page, 'docs'));
  await press('End');
  await expect(rowOf(page, 'plan.txt')).toBeFocused();
  await press('Enter');
  await expect(textArea(page, 'plan.txt')).toBeFocused();
  await press('Control+f');
  await expect(page.getByRole('textbox', { name: 'Find' })).toBeFocused();
  await page.keyboard.type('tea');
  await tabToControl(page, page.getByRole('textbox', { name: 'Replace' }));
  await page.keyboard.type('coffee');
  await tabToControl(page, page.getByRole('button', { name: 'replace all' }));
  await press('Enter');
  await press('Escape');
  await expect(textArea(page, 'plan.txt')).toBeFocused();
  await press('Control+s');
  await expect.poll(() => server.textOf('plan.txt')).toBe('coffee and coffee');
  await press('Escape');
  await press('Shift+Tab');
  await expect(textArea(page, 'plan.txt')).not.toBeFocused();
  await tabToControl(page, page.getByRole('button', { name: 'Close', exact: true }));
  await press('Enter');
  await expect(rowOf(page, 'plan.txt')).toBeFocused();

  const chooser = page.waitForEvent('filechooser');
  await press('Control+Home');
  await tabToControl(page, page.getByRole('button', { name: 'New', exact: true }));
  await press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Upload files' })).toBeFocused();
  await press('Enter');
  const buffer = Buffer.from('cocoa');
  await (await chooser).setFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer });
  const question = page.getByRole('dialog');
  await expect(question).toContainText('plan.txt');
  await expect(question.getByRole('combobox')).toHaveValue(/./);
  await tabToControl(page, question.getByRole('button', { name: 'Upload', exact: true }));
  await press('Enter');
  await expect(question).toBeHidden();
  await expect.poll(() => server.textOf('plan(1).txt')).toBe('cocoa');
  await expectFocusSomewhere(page);
});
