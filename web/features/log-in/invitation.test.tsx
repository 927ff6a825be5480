import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aFolder, aToken, aTokenUser, fakeServer } from '../../testing/fake-server.ts';
import { renderRoute } from '../../testing/render-route.tsx';

const GOOD = 'a rather good one';
const TOKEN = 'a-secret-token';

function open() {
  const server = fakeServer()
    .folder(aFolder('/'))
    .on('POST', '/api/invitation', { json: { username: 'berta' } })
    .on('POST', '/api/invitation/accept', { text: '200 OK\n' })
    .on('POST', '/api/login', { text: aToken(aTokenUser({ username: 'berta' })) });
  return { server, ...renderRoute(`/invitation#${TOKEN}`) };
}

async function fill(user: ReturnType<typeof open>['user'], password: string, repeat = password) {
  await screen.findByRole('form', { name: 'Choose a password' });
  await user.type(screen.getByLabelText('Password'), password);
  await user.type(screen.getByLabelText('Confirm password'), repeat);
  await user.click(screen.getByRole('button', { name: 'Save and log in' }));
}

test('an invited user chooses a password and is logged in', async () => {
  const { server, user, address } = open();
  await screen.findByRole('form', { name: 'Choose a password' });
  const name = screen.getByLabelText<HTMLInputElement>('Username');
  expect([name.value, name.readOnly, name.autocomplete]).toEqual(['berta', true, 'username']);
  await fill(user, GOOD);
  await waitFor(() => expect(address()).toBe('/files/'));
  const sent = server.calls
    .filter(({ method, url }) => method === 'POST' && url !== '/api/renew')
    .map(({ url, body }) => [url, JSON.parse(body) as unknown]);
  expect(sent).toEqual([
    ['/api/invitation', { token: TOKEN }],
    ['/api/invitation/accept', { token: TOKEN, password: GOOD }],
    ['/api/login', { username: 'berta', password: GOOD, recaptcha: '' }],
  ]);
});

const ENDED = { status: 404, text: '404 Not Found\n' };

test('an invitation that has ended says so, and leads to the login page', async () => {
  const { server, user, address } = open();
  server.on('POST', '/api/invitation', ENDED);
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'Log in' }));
  await waitFor(() => expect(address()).toBe('/login'));
});

test('an invitation that ends while the password is typed says so', async () => {
  const { server, user } = open();
  server.on('POST', '/api/invitation/accept', ENDED);
  await fill(user, GOOD);
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeTruthy();
});

test('a weak or different password is refused at its field', async () => {
  const { server, user } = open();
  await fill(user, 'short');
  expect(await screen.findByText(/This password is too short/)).toBeTruthy();
  await user.clear(screen.getByLabelText('Password'));
  await user.clear(screen.getByLabelText('Confirm password'));
  await fill(user, GOOD, 'another one');
  expect(await screen.findByText('The passwords don’t match.')).toBeTruthy();
  expect(server.calls.some(({ url }) => url.endsWith('/accept'))).toBe(false);

  server.on('POST', '/api/invitation/accept', {
    status: 400,
    text: '400 Bad Request\n',
    headers: { 'X-Refusal': 'password-too-easy' },
  });
  await user.clear(screen.getByLabelText('Confirm password'));
  await user.type(screen.getByLabelText('Confirm password'), GOOD);
  await user.click(screen.getByRole('button', { name: 'Save and log in' }));
  expect(await screen.findByText(/too easy to guess/)).toBeTruthy();
});

test('a user who cannot be logged in automatically is asked to log in', async () => {
  const { server, user, address } = open();
  server.on('POST', '/api/login', { status: 403, text: '403 Forbidden\n' });
  await fill(user, GOOD);
  await waitFor(() => expect(address()).toBe('/login'));
  expect(await screen.findByText('Password saved. Log in.')).toBeTruthy();
});

test('a lost connection can be retried', async () => {
  const { server, user } = open();
  server.on('POST', '/api/invitation', { status: 503, text: '503 Service Unavailable\n' });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  server.on('POST', '/api/invitation', { json: { username: 'berta' } });
  await user.click(retry);
  expect(await screen.findByRole('form', { name: 'Choose a password' })).toBeTruthy();
});
