import type { PageConfig } from '#contract/page-config.ts';
import type { ListedUser, User } from '#contract/users.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aUser } from '../../../testing/a-user.ts';
import { aToken, aTokenUser, fakeServer } from '../../../testing/fake-server.ts';
import { renderRoute } from '../../../testing/render-route.tsx';
import { someSettings } from '../../../testing/some-settings.ts';

const anna = aTokenUser();
const admin = aTokenUser({ perm: { ...anna.perm, admin: true } });
const BERT = aUser({ id: 2, username: 'bert', scope: '/users/bert' });

async function open(stored: ListedUser = BERT, config: Partial<PageConfig> = {}) {
  const kept = { user: stored };
  const address = `/api/users/${stored.id}`;
  const server = fakeServer(config)
    .session(admin)
    .on('GET', '/api/users', { json: [] })
    .on('GET', '/api/settings', { json: someSettings() })
    .on('GET', '/api/sessions', { json: [] })
    .on('GET', address, () => ({ json: kept.user }))
    .on('GET', `${address}/belongings`, { json: { sessions: 1, shares: 3, uploads: 0 } })
    .on('PUT', address, ({ body }) => {
      // Changes only the named fields, like the server.
      const { which, data } = JSON.parse(body) as { which: (keyof User)[]; data: Partial<User> };
      const named = Object.fromEntries(which.map((name) => [name, data[name]]));
      kept.user = { ...kept.user, ...named, password: '' };
      return { text: '200 OK\n' };
    });
  const page = renderRoute(`/settings/users/${stored.id}`, { user: admin });
  await screen.findByRole('heading', { level: 1, name: stored.username });
  return { server, kept, ...page };
}

const changes = (server: ReturnType<typeof fakeServer>) =>
  server.calls.filter(({ method }) => method === 'PUT').map(({ body }) => JSON.parse(body));
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const button = (name: string) => screen.getByRole('button', { name });

test('only changes are sent, and the save bar disappears', async () => {
  const { server, user } = await open();
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  await user.clear(field('Scope'));
  await user.type(field('Scope'), 'work');
  await user.click(box('Hide dotfiles'));
  await user.click(button('Save'));

  expect(await screen.findByText('User updated!')).toBeTruthy();
  expect(changes(server)).toEqual([
    {
      what: 'user',
      which: ['scope', 'hideDotfiles'],
      data: { id: 2, scope: '/work', hideDotfiles: true },
    },
  ]);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
  expect(field('Scope').value).toBe('/work');
});

test('an empty password is kept; a new one is sent once, and the field is cleared', async () => {
  const { server, user } = await open();
  await user.type(field('Password'), 'correct horse battery');
  await user.click(button('Save'));
  await screen.findByText('User updated!');
  expect(changes(server)[0].which).toEqual(['password']);
  await waitFor(() => expect(field('Password').value).toBe(''));
});

test('a new administrator gets all permissions and an unlocked password', async () => {
  const { server, user } = await open({ ...BERT, lockPassword: true });
  expect(box('Lock password').checked).toBe(true);
  await user.click(box('Administrator'));
  expect(box('Lock password').checked).toBe(false);
  expect(box('Lock password').disabled).toBe(true);
  await user.click(button('Save'));
  await screen.findByText('User updated!');
  const [{ which, data }] = changes(server);
  expect(which.toSorted()).toEqual(['lockPassword', 'perm']);
  expect(Object.values(data.perm)).toEqual(Array(8).fill(true));
});

test('changes by other administrators appear; edited fields stay, with a notice', async () => {
  const { kept, user, refresh } = await open();
  await user.clear(field('Scope'));
  await user.type(field('Scope'), '/mine');
  kept.user = { ...BERT, scope: '/theirs', hideDotfiles: true, username: 'berta' };
  await refresh();

  expect(await screen.findByRole('heading', { level: 1, name: 'berta' })).toBeTruthy();
  expect(box('Hide dotfiles').checked).toBe(true);
  expect(field('Scope').value).toBe('/mine');
  const notice = screen.getByText(
    'These fields were changed elsewhere after you opened this form:',
  ).parentElement;
  expect(notice?.textContent).toContain('Scope');
  expect(notice?.textContent).not.toContain('Hide dotfiles');
});

test('an existing name is reported at its field', async () => {
  const { server, user } = await open();
  server.on('PUT', '/api/users/2', { status: 409, text: '409 Conflict\n' });
  await user.type(field('Username'), 'x');
  await user.click(button('Save'));
  expect(await screen.findByText('A user with this name already exists.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(field('Username')));
  expect(field('Username').value).toBe('bertx');
});

test('rejected rules show the reason', async () => {
  const { server, user } = await open({
    ...BERT,
    rules: [{ regex: true, allow: false, path: '', regexp: { raw: '(' } }],
  });
  server.on('PUT', '/api/users/2', {
    status: 400,
    text: '400 Bad Request (rules.0: missing closing ))\n',
  });
  await user.click(box('Hide dotfiles'));
  await user.click(button('Save'));
  expect(await screen.findByText('missing closing )')).toBeTruthy();
  expect(screen.getByText('Fix the highlighted fields to save.')).toBeTruthy();
});

test('rules are tested together with the global rules', async () => {
  const { server, user } = await open({
    ...BERT,
    rules: [{ regex: false, allow: false, path: '/private', regexp: null }],
  });
  server.on('POST', '/api/rules/try', {
    json: { allowed: false, decidedBy: { list: 'user', index: 0, allow: false }, problems: [] },
  });
  await user.type(field('Test a path'), '/private/a');
  expect(await screen.findByText(/^Denied by rule 1/)).toBeTruthy();
  const asked = server.calls.findLast(({ url }) => url === '/api/rules/try');
  expect(JSON.parse(asked?.body ?? '')).toMatchObject({
    global: [],
    user: [{ path: '/private' }],
    path: '/private/a',
  });
});

test('removing own permissions shows a warning; the last administrator is kept', async () => {
  const { server, user } = await open(aUser({ id: 1, username: 'anna', admin: true }));
  server.on('PUT', '/api/users/1', { status: 403, text: '403 Forbidden\n' });
  await user.click(box('Administrator'));
  await user.click(box('Delete'));
  expect(screen.getByText(/You’ll no longer be an administrator/)).toBeTruthy();
  expect(screen.getByText(/You’ll lose: Delete\./)).toBeTruthy();
  await user.click(button('Save'));
  expect(await screen.findByText(/^This is the only administrator/)).toBeTruthy();
});

test('a former administrator leaves the pages of users', async () => {
  const { server, user, address } = await open(aUser({ id: 1, username: 'anna', admin: true }));
  await user.click(box('Administrator'));
  server.on('POST', '/api/renew', { text: aToken(anna) });
  await user.click(button('Save'));
  await waitFor(() => expect(address()).toBe('/settings/profile'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('sessions of a user are listed and can be ended', async () => {
  const { server, user, refresh } = await open();
  let kept = ['a', 'b'].map((id) => ({
    id,
    device: 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0',
    address: '10.0.0.7',
    firstUsed: '2026-01-02T03:04:05Z',
    lastUsed: '2026-01-02T03:04:05Z',
    expires: '2026-02-02T03:04:05Z',
    current: false,
  }));
  server
    .on('GET', '/api/sessions', () => ({ json: kept }))
    .on('DELETE', '/api/sessions/a', () => {
      kept = kept.filter(({ id }) => id !== 'a');
      return { status: 204 };
    })
    .on('DELETE', '/api/sessions', () => {
      kept = [];
      return { status: 204 };
    });
  await refresh();

  const list = await screen.findByRole('list', { name: 'Sessions' });
  expect(within(list).getAllByText('Firefox on Linux')).toHaveLength(2);
  const [first] = within(list).getAllByRole('button', { name: 'Log out Firefox on Linux' });
  await user.click(first ?? list);
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1));
  await user.click(button('Log out everywhere'));
  expect(await screen.findByText('This user isn’t logged in anywhere.')).toBeTruthy();
  const ended = server.calls.filter(({ method }) => method === 'DELETE').map(({ url }) => url);
  expect(ended).toEqual(['/api/sessions/a', '/api/sessions?user=2']);
});

test('deleting a user asks and lists what is deleted with them', async () => {
  const { server, user, address } = await open();
  server.on('DELETE', '/api/users/2', { text: '200 OK\n' });
  const deletions = () => server.calls.filter(({ method }) => method === 'DELETE');
  await user.click(box('Hide dotfiles'));
  await user.click(button('Delete user'));
  const question = await screen.findByRole('dialog', { name: /^Delete user .*bert/ });
  expect(await within(question).findByText('3 share links')).toBeTruthy();
  expect(within(question).getByText('1 session')).toBeTruthy();
  expect(within(question).queryByText(/upload/)).toBeNull();
  expect(document.activeElement).toBe(within(question).getByRole('button', { name: 'Cancel' }));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(deletions()).toHaveLength(0);

  await user.click(button('Delete user'));
  const again = await screen.findByRole('dialog');
  await user.click(within(again).getByRole('button', { name: 'Delete user' }));
  expect(await screen.findByText('User deleted!')).toBeTruthy();
  await waitFor(() => expect(address()).toBe('/settings/users'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the only administrator cannot be deleted', async () => {
  const { server, user, address } = await open(aUser({ id: 1, username: 'anna', admin: true }));
  server.on('DELETE', '/api/users/1', { status: 403, text: '403 Forbidden\n' });
  await user.click(button('Delete user'));
  const question = await screen.findByRole('dialog');
  expect(within(question).getByText(/^This is your account/)).toBeTruthy();
  await user.click(within(question).getByRole('button', { name: 'Delete user' }));
  const message = await screen.findByText(/^You don’t have permission to do this\./);
  expect(message.textContent).toContain('You can’t delete the only administrator.');
  expect(address()).toBe('/settings/users/1');
});

test('a user deleted elsewhere disappears here', async () => {
  const { server, refresh } = await open();
  server.on('GET', '/api/users/2', { status: 404, text: '404 Not Found\n' });
  await refresh();
  expect(await screen.findByRole('heading', { name: 'User not found' })).toBeTruthy();
});

test('allowed commands are shown if commands are enabled', async () => {
  const { server, user } = await open(BERT, { EnableExec: true });
  expect(field('Allowed commands').disabled).toBe(true);
  await user.click(box('Run commands'));
  await user.type(field('Allowed commands'), 'git /bin/bash');
  expect(screen.getByText('A user who can run /bin/bash can run everything.')).toBeTruthy();
  await user.click(button('Save'));
  expect(await screen.findByText('User updated!')).toBeTruthy();
  expect(changes(server)).toEqual([
    {
      what: 'user',
      which: ['perm', 'commands'],
      data: {
        id: 2,
        perm: { ...BERT.perm, execute: true },
        commands: ['git', '/bin/bash'],
      },
    },
  ]);
});

test('if commands are disabled, they are hidden and kept', async () => {
  const { server, user } = await open({
    ...BERT,
    perm: { ...BERT.perm, execute: true },
    commands: ['git'],
  });
  expect(screen.queryByText('Run commands')).toBeNull();
  expect(screen.queryByLabelText('Allowed commands')).toBeNull();
  await user.click(box('Delete'));
  await user.click(button('Save'));
  expect(await screen.findByText('User updated!')).toBeTruthy();
  expect(changes(server)).toMatchObject([
    { which: ['perm'], data: { perm: { execute: true, delete: false } } },
  ]);
});

test('an invitation is created with the own password where it is required', async () => {
  const { server, user } = await open();
  server.on('POST', '/api/users/2/invitation', ({ body }) =>
    body.includes('my own password')
      ? { status: 201, json: { token: 'secret', expires: '2026-03-08T10:00:00.000Z' } }
      : {
          status: 400,
          text: '400 Bad Request\n',
          headers: { 'X-Refusal': 'wrong-password' },
        },
  );
  await user.click(button('Create link'));
  const dialog = await screen.findByRole('dialog', { name: 'Invitation for bert' });
  await user.click(within(dialog).getByRole('button', { name: 'Create link' }));
  await user.type(await within(dialog).findByLabelText('Your password'), 'my own password{Enter}');
  expect(await screen.findByText(`${location.origin}/invitation#secret`)).toBeTruthy();
});

test('an invitation that cannot be created says why', async () => {
  const { server, user } = await open();
  server.on('POST', '/api/users/2/invitation', { status: 404, text: '404 Not Found\n' });
  await user.click(button('Create link'));
  const dialog = await screen.findByRole('dialog', { name: 'Invitation for bert' });
  await user.click(within(dialog).getByRole('button', { name: 'Create link' }));
  expect((await within(dialog).findByRole('alert')).textContent).not.toBe('');
});

test.each(['proxy', 'noauth', 'hook'] as const)(
  'users without passwords are not invited: %s',
  async (AuthMethod) => {
    await open(BERT, { AuthMethod });
    expect(screen.queryByRole('button', { name: 'Create link' })).toBeNull();
  },
);
