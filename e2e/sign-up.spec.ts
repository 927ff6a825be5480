import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { type CaptchaHost, startCaptchaHost } from './support/captcha-host.ts';
import type { Credentials } from './support/test-server.ts';
import { refusal } from './support/browser-errors.ts';
import type { BuiltServer } from './support/built-server.ts';
import { expect, ownServerTest as test } from './support/journey.ts';
import { fillLogin, logOut, rowOf } from './support/pages.ts';

const BERTA: Credentials = { username: 'berta', password: 'nobody guesses this one' };

async function fillSignUp(page: Page, { username, password }: Credentials): Promise<void> {
  const form = page.getByRole('form', { name: 'Sign up' });
  await form.getByLabel('Username').fill(username);
  await form.getByLabel('Password', { exact: true }).fill(password);
  await form.getByLabel('Confirm password').fill(password);
  await form.getByRole('button', { name: 'Sign up' }).click();
}

test('a visitor creates an account and sees their files at once', async ({ page, server }) => {
  server.put({ 'shared/seen.txt': 'x' });
  server.run('config', 'set', '--signup', '--scope', '/shared');
  await page.goto('/files/seen.txt');
  // The previous form takes no input while the next one loads.
  await page.route('**/assets/sign-up-*.js', async (route) => {
    await sleep(500);
    await route.continue();
  });
  await page.getByRole('link', { name: 'Create an account' }).click();
  await fillSignUp(page, BERTA);
  await expect(page).toHaveURL(/\/files\/seen\.txt$/);

  await page.goto('/files/');
  await logOut(page);
  await fillLogin(page, BERTA);
  await expect(rowOf(page, 'seen.txt')).toBeVisible();
});

test('a taken name and a weak password show an error at their fields', async ({
  page,
  server,
  browserErrors,
}) => {
  browserErrors.expect(refusal(409));
  browserErrors.expect(refusal(400));
  server.run('config', 'set', '--signup');
  await page.goto('/login?sign-up');
  await fillSignUp(page, { ...BERTA, username: 'admin' });
  await expect(page.getByText(/username is taken/)).toBeVisible();
  await fillSignUp(page, { ...BERTA, password: 'passwordpassword' });
  await expect(page.getByText(/too easy to guess/)).toBeVisible();
  await fillSignUp(page, BERTA);
  await expect(page).toHaveURL(/\/files\/$/);
});

test('sign-up is refused where it is disabled', async ({ page }) => {
  await page.goto('/login?sign-up');
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  await expect(page.getByRole('link')).toHaveCount(0);
});

test.describe('with a captcha', () => {
  let host: CaptchaHost;
  test.beforeEach(async ({ server }) => {
    host = await startCaptchaHost();
    setCaptcha(server, host);
  });
  test.afterEach(() => host.close());

  const tick = (page: Page) => page.getByLabel('I am not a robot').check();

  test('each log-in needs a new captcha answer', async ({ page, server, browserErrors }) => {
    browserErrors.expect(refusal(403));
    await page.goto('/login');
    await fillLogin(page, server.admin);
    await expect(page.getByText('Wrong username or password.')).toBeVisible();

    await tick(page);
    await fillLogin(page, { ...server.admin, password: 'a wrong one' });
    await expect(page.getByText('Wrong username or password.')).toBeVisible();
    await expect(page.getByLabel('I am not a robot')).not.toBeChecked();

    await tick(page);
    await fillLogin(page, server.admin);
    await expect(page).toHaveURL(/\/files\/$/);
  });

  test('a new account needs a captcha answer', async ({ page, server }) => {
    server.run('config', 'set', '--signup');
    await page.goto('/login?sign-up');
    await fillSignUp(page, BERTA);
    await expect(page.getByText('Complete the CAPTCHA first.')).toBeVisible();
    await tick(page);
    await page.getByRole('button', { name: 'Sign up' }).click();
    await expect(page).toHaveURL(/\/files\/$/);
  });

  test('a captcha that fails to load shows an error and can be reloaded', async ({
    page,
    server,
    browserErrors,
  }) => {
    browserErrors.expect(refusal(404));
    host.breakScript(true);
    await page.goto('/login');
    await expect(page.getByText(/Couldn’t load/)).toBeVisible();
    host.breakScript(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await tick(page);
    await fillLogin(page, server.admin);
    await expect(page).toHaveURL(/\/files\/$/);
  });
});

function setCaptcha(server: BuiltServer, { url, key, secret }: CaptchaHost): void {
  const flags = { host: url, key, secret };
  const words = Object.entries(flags).flatMap(([name, value]) => [`--recaptcha.${name}`, value]);
  server.run('config', 'set', ...words);
}
