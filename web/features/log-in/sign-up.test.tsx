import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PageConfig } from '#contract/page-config.ts';
import { aFolder, aToken, aTokenUser, fakeServer } from '../../testing/fake-server.ts';
import { renderRoute } from '../../testing/render-route.tsx';

const GOOD = 'a rather good one';

function open(config: Partial<PageConfig> = {}, at = '/login?sign-up') {
  const server = fakeServer({ Signup: true, ...config })
    .folder(aFolder('/'))
    .folder(aFolder('/docs/'))
    .on('POST', '/api/signup', { text: '200 OK\n' })
    .on('POST', '/api/login', { text: aToken(aTokenUser({ username: 'berta' })) });
  return { server, ...renderRoute(at) };
}

async function fill(
  user: ReturnType<typeof open>['user'],
  typed: { username?: string; password?: string; repeat?: string } = {},
) {
  const { username = 'berta', password = GOOD } = typed;
  const { repeat = password } = typed;
  // The log-in form has the same fields and is unmounted later.
  await screen.findByRole('form', { name: 'Sign up' });
  if (username) await user.type(screen.getByLabelText('Username'), username);
  if (password) await user.type(await screen.findByLabelText('Password'), password);
  if (repeat) await user.type(screen.getByLabelText('Confirm password'), repeat);
  await user.click(screen.getByRole('button', { name: 'Sign up' }));
}

test('a visitor creates an account, is logged in, and reaches the requested address', async () => {
  const page = open({}, '/files/docs/');
  await page.user.click(await screen.findByRole('link', { name: 'Create an account' }));
  expect(page.address()).toBe('/login?redirect=%2Ffiles%2Fdocs%2F&sign-up');
  await fill(page.user);

  await waitFor(() => expect(page.address()).toBe('/files/docs/'));
  const bodies = page.server.calls
    .filter(({ method }) => method === 'POST')
    .map(({ url, body }) => [url, JSON.parse(body) as unknown]);
  expect(bodies).toEqual([
    ['/api/signup', { username: 'berta', password: GOOD, locale: 'en' }],
    ['/api/login', { username: 'berta', password: GOOD, recaptcha: '' }],
  ]);
});

test('a link leads back to the log-in form', async () => {
  const page = open();
  await page.user.click(await screen.findByRole('link', { name: 'I already have an account' }));
  expect(await screen.findByRole('button', { name: 'Log in' })).toBeTruthy();
  expect(page.address()).toBe('/login');
});

test('sign-up is hidden where it is disabled', async () => {
  open({ Signup: false });
  expect(await screen.findByRole('button', { name: 'Log in' })).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});

test('password managers recognize the fields', async () => {
  open();
  const password = await screen.findByLabelText('Password');
  expect(password.getAttribute('autocomplete')).toBe('new-password');
  expect(screen.getByLabelText('Username').getAttribute('autocomplete')).toBe('username');
});

test.each([
  [{ username: '' }, 'Enter a username.'],
  [{ password: '', repeat: '' }, 'Enter a password.'],
  [{ password: 'short' }, 'This password is too short. Use at least 12 characters.'],
  [{ repeat: '' }, 'Enter the password again.'],
  [{ repeat: 'another one, too' }, 'The passwords don’t match.'],
])('what cannot be meant is not sent: %j', async (typed, told) => {
  const page = open();
  await screen.findByLabelText('Password');
  await fill(page.user, typed);
  expect((await screen.findAllByText(told)).length).toBeGreaterThan(0);
  expect(page.server.calls).toEqual([]);
});

test.each([
  [409, '', 'Username', 'This username is taken. Choose another one.'],
  [400, 'no-home-of-name', 'Username', 'This username isn’t allowed. Choose another one.'],
  [
    400,
    'password-too-short 20',
    'Password',
    'This password is too short. Use at least 20 characters.',
  ],
  [400, 'password-too-easy', 'Password', 'This password is too easy to guess. Choose another one.'],
])('a refusal stands at its field: %i %s', async (status, refusal, label, told) => {
  const page = open();
  page.server.on('POST', '/api/signup', {
    status,
    text: `${status} Bad Request (in English)\n`,
    headers: refusal === '' ? {} : { 'X-Refusal': refusal },
  });
  await fill(page.user);
  expect(await screen.findByText(told)).toBeTruthy();
  expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
  expect(page.address()).toBe('/login?sign-up');
});

test.each([
  [405, 'Sign-up is turned off right now.'],
  [429, 'Too many attempts. Try again later.'],
  [500, 'The server couldn’t complete the request. Try again later.'],
])('what concerns no field is told above them: %i', async (status, told) => {
  const page = open();
  page.server.on('POST', '/api/signup', { status });
  await fill(page.user);
  expect(await screen.findByText(told)).toBeTruthy();
});

test('a new user whose login fails is asked to log in', async () => {
  const page = open();
  page.server.on('POST', '/api/login', { status: 500 });
  await fill(page.user);
  expect(await screen.findByText('Account created. Log in.')).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Log in' })).toBeTruthy();
});
