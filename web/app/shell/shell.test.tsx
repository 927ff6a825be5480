import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { startTheme } from '../../state/theme.ts';
import { aFolder, aTokenUser, fakeServer } from '../../testing/fake-server.ts';
import { renderRoute } from '../../testing/render-route.tsx';

const anna = aTokenUser();
const NOTHING_ALLOWED = {
  admin: false,
  execute: false,
  create: false,
  rename: false,
  modify: false,
  delete: false,
  share: false,
  download: false,
};

function open(address: string, folder: string, config = {}) {
  const server = fakeServer(config)
    .session(anna)
    .folder(aFolder(folder), { used: 3 * 1_024 ** 3, total: 4 * 1_024 ** 3 });
  return { server, ...renderRoute(address, { user: anna }) };
}

test('the sidebar links to home, creates folders, logs out and shows the disk usage', async () => {
  open('/files/', '/');

  const navigation = await screen.findByRole('navigation', { name: 'Main' });
  expect(within(navigation).getByRole('link', { name: 'My files' })).toBeTruthy();
  expect(within(navigation).getByRole('button', { name: 'New folder' })).toBeTruthy();
  expect(within(navigation).getByRole('button', { name: 'New file' })).toBeTruthy();
  expect(within(navigation).getByRole('link', { name: 'Settings' })).toBeTruthy();
  expect(within(navigation).getByRole('button', { name: 'Log out' })).toBeTruthy();
  expect(await screen.findByText(/3 GiB\W* of \W*4 GiB/)).toBeTruthy();
  expect(screen.getByRole('progressbar', { name: 'Storage' }).getAttribute('aria-valuenow')).toBe(
    '75',
  );
  expect(screen.getByText('Version 3.0.0')).toBeTruthy();
});

test('without the permission to create, there is no button for new folders', async () => {
  const reader = aTokenUser({ perm: NOTHING_ALLOWED });
  fakeServer().session(reader).folder(aFolder('/'));
  renderRoute('/files/', { user: reader });

  await screen.findByRole('link', { name: 'My files' });
  expect(screen.queryByRole('button', { name: 'New folder' })).toBeNull();
});

test('the operator can hide the disk usage', async () => {
  const { server } = open('/files/', '/', { DisableUsedPercentage: true });

  await screen.findByRole('link', { name: 'My files' });
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(server.calls.some(({ url }) => url.startsWith('/api/usage'))).toBe(false);
});

test('logging out ends the session on the server and leads to the login page', async () => {
  const { server, user, place } = open('/files/', '/');

  await user.click(await screen.findByRole('button', { name: 'Log out' }));

  expect(await screen.findByLabelText('Username')).toBeTruthy();
  expect(place()).toBe('/login');
  expect(server.calls.some(({ url }) => url === '/api/logout')).toBe(true);
  expect(localStorage.getItem('jwt')).toBeNull();
});

test('logging out cancels pending requests', async () => {
  let asked: AbortSignal | null | undefined;
  const { server, user } = open('/files/', '/');
  const answered = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const url = input instanceof Request ? input.url : `${input}`;
    if (!url.includes('/api/usage')) return answered(input, init);
    asked = init?.signal;
    return new Promise(() => {});
  };

  await user.click(await screen.findByRole('button', { name: 'Log out' }));

  await waitFor(() => expect(server.calls.some(({ url }) => url === '/api/logout')).toBe(true));
  expect(asked?.aborted).toBe(true);
});

test('breadcrumbs show the path, with collapsed folders in a menu', async () => {
  const { server, user, place } = open('/files/a/b/c/d/e/', '/a/b/c/d/e/');
  server.folder(aFolder('/a/b/'));

  const path = await screen.findByRole('navigation', { name: 'Path' });
  expect(within(path).getByRole('link', { name: 'Home' })).toBeTruthy();
  expect(within(path).getByRole('link', { name: 'e' }).getAttribute('aria-current')).toBe('page');
  expect(within(path).queryByRole('link', { name: 'b' })).toBeNull();

  await user.click(within(path).getByRole('button', { name: 'Show parent folders' }));
  await user.click(await screen.findByRole('menuitem', { name: 'b' }));
  await waitFor(() => expect(place()).toBe('/files/a/b/'));
});

test('the document title contains the folder and the product', async () => {
  const { server, go } = open('/files/', '/', { Name: 'Our files' });
  server.folder(aFolder('/100%/'));
  await screen.findByRole('link', { name: 'My files' });
  await waitFor(() => expect(document.title).toBe('My files – Our files'));

  await go('/files/100%25/');

  await waitFor(() => expect(document.title).toBe('100% – Our files'));
});

test.each([
  ['a proxy in front signs people in and out', { AuthMethod: 'proxy', LoginPage: false }, false],
  ['nobody signs in', { AuthMethod: 'noauth', NoAuth: true, LoginPage: false }, false],
  ['the proxy has a page for it', { LoginPage: false, LogoutPage: '/proxy/logout' }, true],
])('logging out is offered where it means something: %s', async (_, config, isOffered) => {
  open('/files/', '/', config);

  const navigation = await screen.findByRole('navigation', { name: 'Main' });
  expect(within(navigation).queryByRole('button', { name: 'Log out' }) !== null).toBe(isOffered);
});

test('F1 and the sidebar open the help, Escape closes it', async () => {
  const { user } = open('/files/', '/');
  await screen.findByRole('link', { name: 'My files' });

  for (const ask of [
    () => user.keyboard('{F1}'),
    () => user.click(screen.getByRole('button', { name: 'Help' })),
  ]) {
    await ask();
    expect(await screen.findByRole('dialog', { name: 'Help' })).toBeTruthy();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
});

test('the theme is selected in a menu', async () => {
  startTheme('');
  const { user } = open('/files/', '/');

  await user.click(await screen.findByRole('button', { name: 'Theme' }));
  await user.click(screen.getByRole('menuitemradio', { name: 'Dark' }));

  expect(document.documentElement.dataset['theme']).toBe('dark');
  expect(screen.queryByRole('menu')).toBeNull();
});
