import type { Page } from '@playwright/test';
import { refusal } from './support/browser-errors.ts';
import { expect, ownServerTest as test } from './support/journey.ts';
import { tabToControl } from './support/keys.ts';
import { logOut, rowOf, logInAt } from './support/pages.ts';
import { callAs, tokenOf } from './support/users.ts';

const save = (page: Page) => page.getByRole('button', { name: 'Save' }).click();
const expectShown = (page: Page, text: string) =>
  expect(page.getByText(text).first()).toBeVisible();
const stored = (page: Page) => expectShown(page, 'Settings updated!');
const PATH = '/settings/global';

test('name, colour, theme and logo change at once for all users', async ({
  page,
  browser,
  server,
}) => {
  server.put({ 'branding/img/logo.svg': LOGO });
  await logInAt(page, PATH, server.admin);
  await page.getByLabel('Name', { exact: true }).fill('Anna’s files');
  await page.getByLabel('Accent colour').fill('#e91e63');
  const themes = page.getByRole('group', { name: 'Theme', exact: true });
  await themes.getByRole('radio', { name: 'Dark' }).check();
  await page.getByLabel('Branding folder').fill(`${server.root}/branding`);
  await save(page);
  await stored(page);

  await expect(page).toHaveTitle('Global settings – Anna’s files');
  await expect(page.locator('[data-part="brand"]')).toHaveText('Anna’s files');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  const logo = page.locator('[data-part="brand"] img');
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(77);

  const visitor = await browser.newPage({ baseURL: server.url });
  await visitor.goto('/login');
  await expect(visitor).toHaveTitle('Log in – Anna’s files');
  await expect(visitor.locator('html')).toHaveAttribute('data-theme', 'dark');
  const brand = () =>
    visitor.evaluate(() =>
      document.documentElement.style.getPropertyValue('--brand-shape-on-light'),
    );
  expect(await brand()).toBe('rgb(233 30 99)');
  await visitor.close();
});

test('Ctrl+S saves from a field, and the bar covers no field that has the focus', async ({
  page,
  server,
}) => {
  await logInAt(page, PATH, server.admin);
  const size = page.getByLabel('Chunk size');
  await size.fill('7M');
  await page.keyboard.press('Control+s');
  await stored(page);
  await expect(page.getByRole('button', { name: 'Discard' })).toBeHidden();
  await page.reload();
  await expect(size).toHaveValue(/^7\s?M/);

  await page.getByLabel('Allow sign-up').check();
  const bar = page.locator('[data-part="save-bar"]');
  await expect(bar.getByText('You have unsaved changes.')).toBeVisible();
  const covered: string[] = [];
  for (let step = 0; step < 100; step += 1) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    if (await bar.locator(':focus').count()) break;
    const [field, cover] = [await focused.boundingBox(), await bar.boundingBox()];
    if (field && cover && field.y + field.height > cover.y) covered.push(await focused.innerHTML());
  }
  expect(covered).toEqual([]);
  await expect(bar.getByRole('button', { name: 'Discard' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Allow sign-up')).not.toBeChecked();
});

test('a global rule hides a folder of a logged-in user from the next request on', async ({
  page,
  browser,
  server,
}) => {
  server.put({ 'open/a.txt': 'x', 'closed/b.txt': 'x' });
  const bert = await server.addUser('bert', ['download']);
  const theirs = await browser.newPage({ baseURL: server.url });
  await logInAt(theirs, '/files/', bert);
  await expect(rowOf(theirs, 'closed')).toBeVisible();

  await logInAt(page, PATH, server.admin);
  await page.getByRole('button', { name: 'Add rule' }).click();
  await page.getByLabel('Rule 1: path', { exact: true }).fill('/closed');
  await page.getByLabel('Test a path').fill('/closed/b.txt');
  await expectShown(page, 'Denied by rule 1.');
  await expect(rowOf(theirs, 'closed')).toBeVisible();
  await save(page);
  await stored(page);

  await theirs.reload();
  await expect(rowOf(theirs, 'open')).toBeVisible();
  await expect(rowOf(theirs, 'closed')).toBeHidden();
  const token = await tokenOf(server, bert);
  expect((await callAs(server, token, 'GET', '/api/raw/closed/b.txt')).status).toBe(403);

  await page.getByRole('button', { name: 'Remove rule 1' }).click();
  await save(page);
  // The button "Save" has another name while it saves; "Discard" disappears when the server has answered.
  await expect(page.getByRole('button', { name: 'Discard' })).toBeHidden();
  await theirs.reload();
  await expect(rowOf(theirs, 'closed')).toBeVisible();
  await theirs.close();
});

test('a new account gets the defaults of new users and a home folder', async ({
  page,
  browser,
  server,
}) => {
  await logInAt(page, PATH, server.admin);
  await page.getByLabel('Allow sign-up').check();
  await page.getByLabel('Create a home folder for each new user').check();
  await page.getByLabel('Location of home folders').fill('/people');
  await expectShown(page, '/people/anna');
  await page.getByLabel('Delete', { exact: true }).uncheck();
  await page.getByLabel('View', { exact: true }).selectOption('Gallery');
  await page.getByLabel('Minimum password length').fill('14');
  await save(page);
  await stored(page);

  const visitor = await browser.newPage({ baseURL: server.url });
  const signUp = (password: string) =>
    visitor.request.post('/api/signup', { data: { username: 'carla', password } });
  expect((await signUp('thirteen char')).status()).toBe(400);
  expect((await signUp('correct horse battery')).status()).toBe(200);
  expect(server.isOnDisk('people/carla')).toBe(true);
  await visitor.close();

  const token = await tokenOf(server, { username: 'carla', password: 'correct horse battery' });
  const user: unknown = await (await callAs(server, token, 'GET', '/api/users/2')).json();
  expect(user).toMatchObject({
    viewMode: 'mosaic gallery',
    perm: { admin: false, delete: false, create: true },
  });
});

test('a missing folder is refused at its field, and the changes stay in the form', async ({
  page,
  server,
  browserErrors,
}) => {
  browserErrors.expect(refusal(400));
  await logInAt(page, PATH, server.admin);
  await page.getByLabel('Name', { exact: true }).fill('Shop');
  await page.getByLabel('Branding folder').fill('/no/such/folder');
  await save(page);
  await expectShown(page, 'doesn’t exist on the server');
  await expect(page.getByLabel('Branding folder')).toBeFocused();
  await expect(page).toHaveTitle('Global settings – File Browser');

  await page.getByLabel('Branding folder').fill('');
  await save(page);
  await stored(page);
  await expect(page).toHaveTitle('Global settings – Shop');
});

test('rules are sorted and the chunk size is set by keyboard', async ({ page, server }) => {
  await logInAt(page, PATH, server.admin);
  await tabToControl(page, page.getByRole('button', { name: 'Add rule' }));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Rule 1: path', { exact: true })).toBeFocused();
  await page.keyboard.type('/a');
  await tabToControl(page, page.getByRole('button', { name: 'Add rule' }));
  await page.keyboard.press('Enter');
  await page.keyboard.type('/b');
  await tabToControl(page, page.getByRole('button', { name: 'Move rule 2 up' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Move rule 1 down' })).toBeFocused();
  await tabToControl(page, page.getByLabel('Chunk size'));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('512k');
  await page.keyboard.press('Enter');
  await stored(page);
  await expect(page.getByLabel('Chunk size')).toHaveValue('512KB');

  const token = await tokenOf(server, server.admin);
  const settings: unknown = await (await callAs(server, token, 'GET', '/api/settings')).json();
  expect(settings).toMatchObject({
    tus: { chunkSize: 524_288, retryCount: 5 },
    rules: [{ path: '/b' }, { path: '/a' }],
  });
});

test('leaving with changes asks first; other users cannot open the page', async ({
  page,
  server,
  browserErrors,
}) => {
  // The folder tree loads after the page, and may ask for its folders just after the log-out.
  browserErrors.expect(refusal(401));
  const bert = await server.addUser('bert', ['download']);
  await logInAt(page, PATH, server.admin);
  await page.getByLabel('Name', { exact: true }).fill('Shop');
  await page.getByRole('link', { name: 'My files' }).click();
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Shop');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('');

  await logOut(page);
  await logInAt(page, '/settings', bert);
  await expect(page.getByRole('link', { name: 'Profile' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Global settings' })).toBeHidden();
  await page.goto(PATH);
  await expect(page.getByRole('heading', { name: 'No access' })).toBeVisible();
});

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="77" height="77"><rect width="77" height="77"/></svg>';
