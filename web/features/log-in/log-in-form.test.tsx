import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aFolder, aToken, aTokenUser, fakeServer } from '../../testing/fake-server.ts';
import { renderRoute } from '../../testing/render-route.tsx';

const LOGIN = '/api/login';

async function typeCredentials(user: ReturnType<typeof renderRoute>['user']) {
  await user.type(await screen.findByLabelText('Username'), 'anna');
  await user.type(screen.getByLabelText('Password'), 'secret{Enter}');
}

test('logging in sends the credentials and leads to the files', async () => {
  const server = fakeServer()
    .folder(aFolder('/'))
    .on('POST', LOGIN, { text: aToken(aTokenUser()) });
  const page = renderRoute('/login');

  await typeCredentials(page.user);

  expect(await screen.findByRole('heading', { name: 'My files' })).toBeTruthy();
  expect(page.address()).toBe('/files/');
  const sent = server.calls.find(({ url }) => url === LOGIN)?.body ?? '';
  expect(JSON.parse(sent)).toEqual({ username: 'anna', password: 'secret', recaptcha: '' });
});

test('wrong credentials show an error and select the password', async () => {
  fakeServer().on('POST', LOGIN, { status: 403, text: '403 Forbidden\n' });
  const page = renderRoute('/login');

  await typeCredentials(page.user);

  expect(await screen.findByText('Wrong username or password.')).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toBe('Wrong username or password.');
  expect(document.activeElement).toBe(screen.getByLabelText('Password'));
  expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('anna');
});

test('too many attempts show the waiting time', async () => {
  fakeServer().on('POST', LOGIN, { status: 429, headers: { 'Retry-After': '30' } });
  const page = renderRoute('/login');

  await typeCredentials(page.user);

  expect(await screen.findByText('Too many attempts. Try again in 30 seconds.')).toBeTruthy();
});

test('a lost connection and a server error are described', async () => {
  const server = fakeServer().on('POST', LOGIN, { status: 500 });
  const page = renderRoute('/login');

  await typeCredentials(page.user);
  expect(
    await screen.findByText('The server couldn’t complete the request. Try again later.'),
  ).toBeTruthy();

  server.unplug();
  await page.user.click(screen.getByRole('button', { name: 'Log in' }));
  expect(await screen.findByText('Can’t connect to the server.')).toBeTruthy();
});

test('the password can be shown and hidden, and password managers recognize the fields', async () => {
  fakeServer();
  const page = renderRoute('/login');
  const password = await screen.findByLabelText('Password');

  expect(password.getAttribute('type')).toBe('password');
  expect(password.getAttribute('autocomplete')).toBe('current-password');
  expect(screen.getByLabelText('Username').getAttribute('autocomplete')).toBe('username');
  await page.user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(password.getAttribute('type')).toBe('text');
});
