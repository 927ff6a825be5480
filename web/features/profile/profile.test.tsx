import type { ListedSession } from '#contract/sessions.ts';
import type { PageConfig } from '#contract/page-config.ts';
import type { TokenUser } from '#contract/session.ts';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  aFolder,
  aToken,
  aTokenUser,
  type FakeCall,
  fakeServer,
} from '../../testing/fake-server.ts';
import { dialogs } from '../../state/dialogs.ts';
import { session } from '../../state/session.ts';
import { renderRoute } from '../../testing/render-route.tsx';
import { startI18n } from '../../i18n/i18n.ts';
import en from '../../i18n/languages/en.json';
import { loadMessages } from '../../i18n/messages.ts';
import { Profile } from './profile.tsx';

const anna = aTokenUser({ id: 3, username: 'anna' });
const HERE: ListedSession = {
  id: 'here',
  device: 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0',
  address: '192.0.2.1',
  firstUsed: '2026-01-02T03:04:05Z',
  lastUsed: '2026-01-03T03:04:05Z',
  expires: '2026-02-02T03:04:05Z',
  current: true,
};
const THERE: ListedSession = {
  ...HERE,
  id: 'there',
  device: 'curl/8.5.0',
  address: '192.0.2.2',
  current: false,
};

interface Sent {
  readonly which: string[];
  readonly current_password?: string;
  readonly data: Partial<TokenUser> & { readonly password?: string };
}

/** Fake server that stores changes and includes them in the next token. */
function open({
  user = anna,
  config = {},
  sessions = [HERE, THERE],
  at = '/settings/profile',
}: {
  user?: TokenUser;
  config?: Partial<PageConfig>;
  sessions?: ListedSession[];
  at?: string;
} = {}) {
  const sent: Sent[] = [];
  let kept = user;
  const left = [...sessions];
  const server = fakeServer(config)
    .session(user)
    .folder(aFolder('/'))
    .on('GET', '/api/sessions', () => ({ json: left }))
    .on('POST', '/api/renew', () => ({ text: aToken(kept) }))
    .on('PUT', '/api/users/3', ({ body }: FakeCall) => {
      const envelope = JSON.parse(body) as Sent;
      sent.push(envelope);
      kept = { ...kept, ...envelope.data };
      return { text: '200 OK\n' };
    })
    .on('DELETE', '/api/sessions', () => {
      left.splice(1);
      return { text: '200 OK\n' };
    })
    .on('DELETE', '/api/sessions/there', () => {
      left.splice(1);
      return { text: '200 OK\n' };
    });
  return { server, sent, ...renderRoute(at, { user }) };
}

const checkbox = (name: string) => screen.findByRole<HTMLInputElement>('checkbox', { name });
const button = (name: string) => screen.getByRole('button', { name });

test('the settings start with the profile', async () => {
  const page = open({ at: '/settings' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Profile' })).toBeTruthy();
  expect(page.address()).toBe('/settings/profile');
});

test.each([
  ['who may share', {}, ['Profile', 'Shares']],
  ['who may not share', { share: false }, ['Profile']],
  [
    'an administrator',
    { admin: true },
    ['Profile', 'Shares', 'Global settings', 'Activity log', 'Users'],
  ],
])('the settings have sections for %s', async (_, perm, sections) => {
  open({ user: { ...anna, perm: { ...anna.perm, ...perm } } });
  const menu = await screen.findByRole('navigation', { name: 'Settings' });
  const links = within(menu).getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(sections);
});

test('without a user, an error is shown', async () => {
  startI18n(en);
  await loadMessages('settings');
  session.setState({ user: undefined });
  render(<Profile />);
  expect(screen.getByRole('alert').textContent).toBe('User is not set!');
});

test('only changes are saved, and they apply at once', async () => {
  const page = open();
  expect((await checkbox('Hide dotfiles')).checked).toBe(false);
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();

  await page.user.click(await checkbox('Open files and folders with a single click'));
  await page.user.selectOptions(screen.getByLabelText('Editor theme'), 'Dark');
  await page.user.click(button('Save'));

  expect(await screen.findByText('Settings updated!')).toBeTruthy();
  expect(page.sent).toMatchObject([
    { which: ['singleClick', 'aceEditorTheme'], data: { singleClick: true } },
  ]);
  expect(page.sent[0]?.data.aceEditorTheme).toBe('twilight');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Save' })).toBeNull());
  expect((await checkbox('Open files and folders with a single click')).checked).toBe(true);
});

test('discarding restores the saved values', async () => {
  const page = open();
  await page.user.click(await checkbox('Hide dotfiles'));
  await page.user.click(button('Discard'));
  expect((await checkbox('Hide dotfiles')).checked).toBe(false);
  expect(page.sent).toEqual([]);
});

test('a failed change stays and is reported', async () => {
  const page = open();
  await page.user.click(await checkbox('Hide dotfiles'));
  page.server.unplug();
  await page.user.click(button('Save'));

  expect(await screen.findByText('Can’t connect to the server.')).toBeTruthy();
  expect((await checkbox('Hide dotfiles')).checked).toBe(true);
  page.server.plugIn();
  await page.user.click(button('Save'));
  expect(await screen.findByText('Settings updated!')).toBeTruthy();
});

test('leaving with changes asks', async () => {
  const page = open();
  await page.user.click(await checkbox('Hide dotfiles'));
  await page.user.click(screen.getByRole('link', { name: 'My files' }));

  const dialog = await screen.findByRole('dialog', { name: 'Discard changes?' });
  await page.user.click(within(dialog).getByRole('button', { name: 'Keep editing' }));
  expect(page.address()).toBe('/settings/profile');
  expect((await checkbox('Hide dotfiles')).checked).toBe(true);

  await page.user.click(screen.getByRole('link', { name: 'My files' }));
  const again = await screen.findByRole('dialog', { name: 'Discard changes?' });
  await page.user.click(within(again).getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(page.address()).toBe('/files/'));
});

test('leaving asks again after the question was closed without an answer', async () => {
  const page = open();
  await page.user.click(await checkbox('Hide dotfiles'));
  await page.user.click(screen.getByRole('link', { name: 'My files' }));
  await screen.findByRole('dialog', { name: 'Discard changes?' });
  // As by Escape while the dialog loads, or if it cannot be loaded.
  act(() => dialogs.getState().closeAll());

  await page.user.click(screen.getByRole('link', { name: 'My files' }));
  const dialog = await screen.findByRole('dialog', { name: 'Discard changes?' });
  await page.user.click(within(dialog).getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(page.address()).toBe('/files/'));
});

test('unknown languages and themes stay as stored', async () => {
  open({ user: { ...anna, locale: 'da', aceEditorTheme: 'monokai' } });
  expect((await screen.findByLabelText<HTMLSelectElement>('Language')).value).toBe('da');
  expect(screen.getByRole('option', { name: 'dansk' })).toBeTruthy();
  expect(screen.getByLabelText<HTMLSelectElement>('Editor theme').value).toBe('monokai');
});

test('the theme changes at once and is stored in this browser', async () => {
  const page = open();
  const themes = await screen.findByRole('group', { name: 'Theme' });
  await page.user.click(within(themes).getByRole('radio', { name: 'Dark' }));
  expect(localStorage.getItem('theme')).toBe('dark');
  expect(page.sent).toEqual([]);
});

async function typePasswords(
  user: ReturnType<typeof open>['user'],
  { current, wanted, repeat = wanted }: { current?: string; wanted?: string; repeat?: string },
) {
  if (current) await user.type(await screen.findByLabelText('Current password'), current);
  if (wanted) await user.type(await screen.findByLabelText('New password'), wanted);
  if (repeat) await user.type(screen.getByLabelText('Confirm new password'), repeat);
  await user.click(button('Change password'));
}

test('changing the password requires the current one', async () => {
  const page = open();
  await typePasswords(page.user, { current: 'the old one', wanted: 'a much better one' });

  expect(await screen.findByText('Password updated!')).toBeTruthy();
  expect(page.sent).toMatchObject([
    {
      which: ['password'],
      current_password: 'the old one',
      data: { password: 'a much better one' },
    },
  ]);
  expect(screen.getByLabelText<HTMLInputElement>('Current password').value).toBe('');
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('');
});

test.each([
  [{ wanted: 'a much better one' }, 'Enter your current password.'],
  [{ current: 'old' }, 'Enter a password.'],
  [{ current: 'old', wanted: 'short' }, 'This password is too short. Use at least 12 characters.'],
  [{ current: 'old', wanted: 'a much better one', repeat: '' }, 'Enter the password again.'],
  [
    { current: 'old', wanted: 'a much better one', repeat: 'another one' },
    'The passwords don’t match.',
  ],
])('a password that cannot be meant is not sent: %j', async (typed, told) => {
  const page = open();
  await screen.findByLabelText('Current password');
  await typePasswords(page.user, typed);
  expect(await screen.findByText(told)).toBeTruthy();
  expect(page.sent).toEqual([]);
});

test.each([
  ['wrong-password', 'Current password', 'Wrong current password. Try again.'],
  [
    'password-too-short 20',
    'New password',
    'This password is too short. Use at least 20 characters.',
  ],
  ['password-too-easy', 'New password', 'This password is too easy to guess. Choose another one.'],
])('the refusal “%s” stands at its field', async (refusal, label, told) => {
  const page = open();
  page.server.on('PUT', '/api/users/3', {
    status: 400,
    text: '400 Bad Request (in English)\n',
    headers: { 'X-Refusal': refusal },
  });
  await typePasswords(page.user, { current: 'old', wanted: 'a much better one' });

  expect((await screen.findByText(told)).getAttribute('role')).toBe('alert');
  expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
});

test('a locked password cannot be changed', async () => {
  open({ user: { ...anna, lockPassword: true } });
  await checkbox('Hide dotfiles');
  expect(screen.queryByRole('heading', { name: 'Password' })).toBeNull();
});

test('with proxy authentication, no password can be changed', async () => {
  open({ config: { AuthMethod: 'proxy', LoginPage: false } });
  await checkbox('Hide dotfiles');
  expect(screen.queryByRole('heading', { name: 'Password' })).toBeNull();
});

const sessionRows = async () => {
  const list = await screen.findByRole('list', { name: 'Sessions' });
  return within(list).getAllByRole('listitem');
};

test('sessions are listed, the current one first and marked', async () => {
  open({ sessions: [THERE, HERE] });
  const [here, there] = await sessionRows();
  expect(here?.textContent).toContain('Firefox on LinuxCurrent session');
  expect(here?.textContent).toContain('192.0.2.1');
  expect(within(here ?? document.body).queryByRole('button')).toBeNull();
  expect(there?.textContent).toContain('curl');
});

test('the present session is active now, others when they were used within the last minute', async () => {
  const used = (secondsAgo: number) => new Date(Date.now() - secondsAgo * 1_000).toISOString();
  open({
    sessions: [
      HERE,
      { ...THERE, lastUsed: used(20) },
      { ...THERE, id: 'earlier', device: 'Wget/1.21', lastUsed: used(300) },
    ],
  });
  const rows = await sessionRows();
  expect(rows.map((row) => /active now|last used [^·l]*/.exec(row.textContent)?.[0])).toEqual([
    'active now',
    'active now',
    'last used 5 minutes ago',
  ]);
});

test('a session that could not be ended is named as what failed, with its reason', async () => {
  const page = open();
  page.server.on('DELETE', `/api/sessions/${THERE.id}`, { status: 503, text: '503\n' });
  await page.user.click(await screen.findByRole('button', { name: 'Log out curl' }));
  expect(await screen.findByText(/^Couldn’t end the session \S/)).toBeTruthy();
});

test('one session can be ended', async () => {
  const page = open();
  await page.user.click(await screen.findByRole('button', { name: 'Log out curl' }));
  expect(await screen.findByText('You aren’t logged in anywhere else.')).toBeTruthy();
  expect(await screen.findByText('Logged out.')).toBeTruthy();
});

test('all other sessions can be ended after a question', async () => {
  const page = open();
  await page.user.click(await screen.findByRole('button', { name: 'Log out everywhere else' }));
  const dialog = await screen.findByRole('dialog', { name: 'Log out everywhere else?' });
  await page.user.click(within(dialog).getByRole('button', { name: 'Log out everywhere else' }));
  expect(await screen.findByText('You aren’t logged in anywhere else.')).toBeTruthy();
});

test('sessions that fail to load can be retried', async () => {
  const page = open();
  await sessionRows();
  page.server.on('GET', '/api/sessions', { status: 500, text: '500 Internal Server Error\n' });
  await page.refresh();
  expect(await screen.findByText(/Couldn’t load your sessions/)).toBeTruthy();

  page.server.on('GET', '/api/sessions', { json: [HERE] });
  await page.user.click(button('Try again'));
  expect(await screen.findByText('You aren’t logged in anywhere else.')).toBeTruthy();
});
