import type { GlobalSettings } from '#contract/settings.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aTokenUser, fakeServer } from '../../../testing/fake-server.ts';
import { renderRoute } from '../../../testing/render-route.tsx';
import { someSettings } from '../../../testing/some-settings.ts';

const anna = aTokenUser();
const admin = aTokenUser({ perm: { ...anna.perm, admin: true } });
const PASSWORD = 'correct horse battery';

async function open(settings: Partial<GlobalSettings> = {}) {
  const server = fakeServer()
    .session(admin)
    .on('GET', '/api/users', { json: [] })
    .on('GET', '/api/settings', { json: someSettings(settings) })
    .on('POST', '/api/users', {
      status: 201,
      text: '201 Created\n',
      headers: { Location: '/settings/users/7' },
    });
  const page = renderRoute('/settings/users/new', { user: admin });
  await screen.findByRole('heading', { level: 1, name: 'New user' });
  await screen.findByLabelText('Username');
  return { server, ...page };
}

const sent = (server: ReturnType<typeof fakeServer>) =>
  server.calls
    .filter(({ method, url }) => method === 'POST' && url === '/api/users')
    .map(({ body }) => JSON.parse(body));
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

test('the permission to delete names the trash', async () => {
  await open();
  const text = 'Move files and folders to the trash, or delete them for good.';
  expect(screen.getByText(text)).toBeTruthy();
});

test('a new user starts with the defaults and is sent completely', async () => {
  const { server, user, address } = await open();
  await user.type(field('Username'), 'bert');
  await user.type(field('Password'), PASSWORD);
  await user.click(box('Delete'));
  await user.click(box('Lock password'));
  await user.selectOptions(field('Language'), 'fr');
  await user.click(screen.getByRole('button', { name: 'Create user' }));

  await waitFor(() => expect(address()).toBe('/settings/users'));
  expect(await screen.findByText('User created!')).toBeTruthy();
  const [envelope] = sent(server);
  expect(envelope).toMatchObject({ what: 'user', which: [] });
  expect(envelope.data).toMatchObject({
    username: 'bert',
    password: PASSWORD,
    // The home folder is preselected.
    scope: '/users/bert',
    locale: 'fr',
    lockPassword: true,
    viewMode: 'mosaic',
    perm: { admin: false, delete: false, download: true },
    rules: [],
  });
});

test('without a name and a valid password, nothing is sent and the first invalid field is focused', async () => {
  const { server, user } = await open();
  await user.type(field('Password'), 'short');
  await user.click(screen.getByRole('button', { name: 'Create user' }));
  expect(screen.getByText('Enter a username.')).toBeTruthy();
  expect(screen.getByText('This password is too short. Use at least 12 characters.')).toBeTruthy();
  expect(screen.queryByText('At least 12 characters.')).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(field('Username')));
  expect(sent(server)).toEqual([]);
});

test('a generated password is visible, long enough and can be copied', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Generate' }));
  expect(field('Password').type).toBe('text');
  expect(field('Password').value).toMatch(/^[a-z2-9-]{19}$/);
  await user.click(screen.getByRole('button', { name: 'Copy password' }));
  expect(await navigator.clipboard.readText()).toBe(field('Password').value);
});

test('a home folder replaces the scope, and the form shows its path', async () => {
  const { server, user } = await open();
  await user.type(field('Username'), 'Bert B');
  expect(screen.getByText(/^Home folder: .*\/users\/Bert-B/)).toBeTruthy();
  expect(field('Scope').value).toBe('');
  expect(field('Scope').disabled).toBe(true);

  await user.click(box('Create a home folder'));
  expect(field('Scope').value).toBe('/');
  await user.click(box('Create a home folder'));
  await user.type(field('Password'), PASSWORD);
  await user.click(screen.getByRole('button', { name: 'Create user' }));
  await screen.findByText('User created!');
  expect(sent(server)[0].data.scope).toBe('/users/Bert-B');
});

test('with automatic home folders, the server creates it unless another scope is set', async () => {
  const { server, user } = await open({ createUserDir: true });
  expect(box('Create a home folder').checked).toBe(true);
  await user.type(field('Username'), 'bert');
  await user.type(field('Password'), PASSWORD);
  server.on('POST', '/api/users', { status: 409, text: '409 Conflict\n' });
  await user.click(screen.getByRole('button', { name: 'Create user' }));
  expect(await screen.findByText(/or home folder already exists/)).toBeTruthy();
  expect(sent(server)[0].data.scope).toBe('');

  await user.click(box('Create a home folder'));
  await user.clear(field('Scope'));
  await user.click(screen.getByRole('button', { name: 'Create user' }));
  expect(await screen.findByText('A user with this name already exists.')).toBeTruthy();
  expect(sent(server)[1].data.scope).toBe('/');
});

test('a name that cannot be a folder name does not give access to all files', async () => {
  const { server, user } = await open();
  await user.type(field('Username'), '&&');
  await user.type(field('Password'), PASSWORD);
  await user.click(screen.getByRole('button', { name: 'Create user' }));
  expect(screen.getAllByText(/^This username can’t be a folder name/)).toHaveLength(2);
  expect(sent(server)).toEqual([]);
});

test.each([
  [
    'password is too easy',
    'password-too-easy',
    'This password is too easy to guess. Choose another one.',
    'Password',
  ],
  [
    'scope: something on the way is no folder',
    'not-a-folder',
    'Part of this path isn’t a folder.',
    'Scope',
  ],
])('what the server refuses stands at its field: %s', async (reason, refusal, wanted, label) => {
  const { server, user } = await open();
  server.on('POST', '/api/users', {
    status: 400,
    text: `400 Bad Request (${reason})\n`,
    headers: { 'X-Refusal': refusal },
  });
  if (label === 'Scope') await user.click(box('Create a home folder'));
  await user.type(field('Username'), 'bert');
  await user.type(field('Password'), PASSWORD);
  await user.click(screen.getByRole('button', { name: 'Create user' }));
  expect(await screen.findByText(wanted)).toBeTruthy();
  const wrong = field(label);
  await waitFor(() => expect(document.activeElement).toBe(wrong));
  await user.type(wrong, 'x');
  expect(screen.queryByText(wanted)).toBeNull();
});

test('the own password is sent if the server requires it', async () => {
  const { server, user } = await open();
  server.on('POST', '/api/users', ({ body }) =>
    JSON.parse(body).current_password === 'mine'
      ? { status: 201, text: '201 Created\n', headers: { Location: '/settings/users/7' } }
      : {
          status: 400,
          text: '400 Bad Request (the current password is incorrect)\n',
          headers: { 'X-Refusal': 'wrong-password' },
        },
  );
  await user.type(field('Username'), 'bert');
  await user.type(field('Password'), PASSWORD);
  await user.click(screen.getByRole('button', { name: 'Create user' }));
  const own = await screen.findByLabelText('Your password');
  await waitFor(() => expect(document.activeElement).toBe(own));
  await user.type(own, 'wrong');
  await user.click(screen.getByRole('button', { name: 'Create user' }));
  expect(await screen.findByText('Wrong password. Try again.')).toBeTruthy();
  await user.clear(own);
  await user.type(own, 'mine');
  await user.click(screen.getByRole('button', { name: 'Create user' }));
  expect(await screen.findByText('User created!')).toBeTruthy();
});

test('leaving a started form asks', async () => {
  const { user, address, go } = await open();
  await user.type(field('Username'), 'bert');
  void go('/settings/users');
  const question = await screen.findByRole('dialog', { name: 'Discard changes?' });
  await user.click(within(question).getByRole('button', { name: 'Keep editing' }));
  expect(address()).toBe('/settings/users/new');
  expect(field('Username').value).toBe('bert');
});

test('a started form can be cancelled, which leads back to all users', async () => {
  const { server, user, address } = await open();
  await user.type(field('Username'), 'bert');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(address()).toBe('/settings/users'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(server.calls.some(({ method, url }) => method === 'POST' && url === '/api/users')).toBe(
    false,
  );
});

test('the empty scope shows the path of the home folder that will be created', async () => {
  const { user } = await open();
  expect(field('Scope').placeholder).toBe('/users/…');
  await user.type(field('Username'), 'bert');
  expect(field('Scope').placeholder).toBe('/users/bert');
  expect(field('Scope').value).toBe('');
  await user.click(box('Create a home folder'));
  expect(field('Scope').placeholder).toBe('');
});

test('settings that fail to load can be retried', async () => {
  const server = fakeServer().session(admin);
  server.on('GET', '/api/settings', { status: 500, text: '500 Internal Server Error\n' });
  const { user } = renderRoute('/settings/users/new', { user: admin });
  expect(await screen.findByRole('heading', { name: 'Something went wrong' })).toBeTruthy();
  server.on('GET', '/api/settings', { json: someSettings() });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('Username')).toBeTruthy();
});

const INVITATION = { token: 'secret', expires: '2026-03-08T10:00:00.000Z' };

test('an invited user gets an unknown password, and a link to pass on', async () => {
  const { server, user, address } = await open();
  server.on('POST', '/api/users/7/invitation', { status: 201, json: INVITATION });
  await user.type(field('Username'), 'bert');
  await user.click(box('Let the user choose a password'));
  expect(screen.queryByLabelText('Password')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Create user' }));

  const dialog = await screen.findByRole('dialog', { name: 'Invitation for bert' });
  await waitFor(() => expect(address()).toBe('/settings/users'));
  expect(sent(server)[0].data.password).toMatch(/^[a-z2-9-]{40,}$/);
  const link = `${location.origin}/invitation#secret`;
  expect(within(dialog).getByText(link)).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Copy invitation' }));
  expect(await navigator.clipboard.readText()).toBe(
    `File Browser: ${location.origin}/\nUsername: bert\nChoose a password: ${link}`,
  );
});

test('a user whose link cannot be created is created all the same', async () => {
  const { server, user, address } = await open();
  server.on('POST', '/api/users/7/invitation', { status: 500 });
  await user.type(field('Username'), 'bert');
  await user.click(box('Let the user choose a password'));
  await user.click(screen.getByRole('button', { name: 'Create user' }));
  await waitFor(() => expect(address()).toBe('/settings/users'));
  expect(await screen.findByText(/but without an invitation link/)).toBeTruthy();
});
