import { startCaptchaHost } from './support/captcha-host.ts';
import { refusal } from './support/browser-errors.ts';
import { inspectScreen } from './support/inspect-screen.ts';
import { expect, ownServerTest as test } from './support/journey.ts';

test('the login and sign-up forms, and their errors', async ({
  page,
  server,
  browserErrors,
}, info) => {
  browserErrors.expect(refusal(409));
  server.run('config', 'set', '--signup');
  await page.goto('/login');
  await inspectScreen(page, info, 'sign-up-sign-in');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByLabel('Username')).toBeFocused();
  await inspectScreen(page, info, 'sign-up-plain');

  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByText('Enter a username.')).toBeVisible();
  await page.getByLabel('Username').fill('admin');
  await page.getByLabel('Password', { exact: true }).fill('nobody guesses this');
  await page.getByLabel('Confirm password').fill('nobody guesses that');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await inspectScreen(page, info, 'sign-up-different');

  await page.getByLabel('Confirm password').fill('nobody guesses this');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByText(/username is taken/)).toBeVisible();
  await inspectScreen(page, info, 'sign-up-taken');
});

test('a captcha, and one that fails to load', async ({ page, server, browserErrors }, info) => {
  browserErrors.expect(refusal(404));
  const host = await startCaptchaHost();
  server.run(
    ...['config', 'set', '--recaptcha.host', host.url],
    ...['--recaptcha.key', host.key, '--recaptcha.secret', host.secret],
  );
  await page.goto('/login');
  await expect(page.getByLabel('I am not a robot')).toBeVisible();
  await inspectScreen(page, info, 'sign-up-captcha');
  host.breakScript(true);
  await page.reload();
  await expect(page.getByText(/Couldn’t load/)).toBeVisible();
  await inspectScreen(page, info, 'sign-up-captcha-failed');
  await host.close();
});

test('a refused browser', async ({ page, server, browserErrors }, info) => {
  browserErrors.expect(refusal(403));
  server.run('config', 'set', '--auth.method', 'proxy', '--auth.header', 'X-User');
  await page.goto('/files/');
  await expect(page.getByText('Couldn’t log you in')).toBeVisible();
  await inspectScreen(page, info, 'sign-up-not-let-in');
});
