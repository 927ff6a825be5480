import { NO_ANSWER, refusal } from './support/browser-errors.ts';
import { expect, ownServerTest, test } from './support/journey.ts';
import { expectFolder, fillLogin, openEntry, rowOf, logInAt } from './support/pages.ts';
import { partsLoaded } from './support/parts-loaded.ts';

test('a user without permission to create sees nothing that creates', async ({ page, server }) => {
  const reader = await server.addUser('reader', ['download']);
  server.put({ 'empty/': '', 'note.txt': 'note' });
  await logInAt(page, '/files/', reader);

  await expect(rowOf(page, 'note.txt')).toBeVisible();
  await expect(page.getByRole('button', { name: /Upload|New|Add (?!star)/ })).toHaveCount(0);
  await rowOf(page, 'note.txt').click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: 'Download' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: /Upload|New folder/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await openEntry(page, 'empty');
  await expect(page.getByText('This folder is empty.')).toBeVisible();
  await expect(page.getByRole('button', { name: /Upload|New|Add (?!star)/ })).toHaveCount(0);
});

test('a user without permission to download sees no download', async ({ page, server }) => {
  const writer = await server.addUser('writer', ['create']);
  server.put({ 'note.txt': 'note' });
  await logInAt(page, '/files/', writer);

  await rowOf(page, 'note.txt').click();
  await expect(page.getByRole('button', { name: 'Download' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^(New|Add)$/ })).toBeVisible();
});

ownServerTest(
  'too many wrong passwords are told to wait',
  async ({ page, server, browserErrors }) => {
    browserErrors.expect(refusal(403));
    browserErrors.expect(refusal(429));
    await page.goto('/login');
    for (let attempt = 0; attempt < 10; attempt += 1) {
      const { status } = await fetch(`${server.url}/api/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ username: 'admin', password: `wrong ${attempt}` }),
      });
      expect(status).toBe(403);
    }

    await fillLogin(page, server.admin);

    await expect(page.getByRole('alert')).toHaveText(
      /Too many attempts\. Try again in \d+ seconds?\./,
    );
    await expect(page.getByLabel('Username')).toHaveValue('admin');
  },
);

test('an expired session leads to the login page and back again', async ({
  page,
  server,
  browserErrors,
}) => {
  browserErrors.expect(refusal(401));
  server.put({ 'Photos/2024/sea.txt': 'blue' });
  await logInAt(page, '/files/Photos/', server.admin);
  await expect(rowOf(page, '2024')).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem('jwt'));
  const ended = await fetch(`${server.url}/api/logout`, {
    method: 'POST',
    headers: { 'X-Auth': token ?? '' },
  });
  expect(ended.ok).toBe(true);

  await openEntry(page, '2024');

  await expect(page).toHaveURL(/\/login\?redirect=%2Ffiles%2FPhotos%2F2024%2F$/);
  await fillLogin(page, server.admin);
  await expectFolder(page, '2024');
  await expect(rowOf(page, 'sea.txt')).toBeVisible();
});

ownServerTest(
  'without a server the page says so, and recovers when it is back',
  async ({ page, server, browserErrors }) => {
    browserErrors.expect(NO_ANSWER);
    server.put({ 'Photos/sea.txt': 'blue' });
    await logInAt(page, '/files/', server.admin);
    await expect(rowOf(page, 'Photos')).toBeVisible();
    // The code that shows errors loads beside the first rows.
    await partsLoaded(page, '/beside-rows-');
    await server.kill();

    await openEntry(page, 'Photos');
    await expect(page.getByRole('heading', { name: 'No connection' })).toBeVisible();
    await server.resume();
    await page.getByRole('button', { name: 'Try again' }).click();

    await expect(rowOf(page, 'sea.txt')).toBeVisible();
  },
);

ownServerTest(
  'signing in without a server says so in the card',
  async ({ page, server, browserErrors }) => {
    browserErrors.expect(NO_ANSWER);
    await page.goto('/login');
    await expect(page.getByLabel('Username')).toBeVisible();
    const who = server.admin;
    await server.kill();
    await fillLogin(page, who);
    await expect(page.getByRole('alert')).toHaveText('Can’t connect to the server.');
    await server.resume();
    await fillLogin(page, who);
    await expectFolder(page, 'My files');
  },
);

test('addresses of other pages redirect, and error pages lead back to the files', async ({
  page,
  server,
  browserErrors,
}) => {
  browserErrors.expect(refusal(404));
  server.put({ 'Photos/sea.txt': 'blue' });
  await page.goto('/Photos/');
  await fillLogin(page, server.admin);
  await expect(page).toHaveURL(`${server.url}/files/Photos/`);
  await page.goto('/login?redirect=/files/');
  await expect(page).toHaveURL(`${server.url}/files/`);
  await page.goto('/files/nowhere/');
  await expect(page.getByRole('heading', { name: 'Not found' })).toBeVisible();
  await page.goto('/404');
  await page.getByRole('link', { name: 'Go to My files' }).click();
  await expectFolder(page, 'My files');
});
