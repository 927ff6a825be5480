import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { NARROW } from '../../lib/breakpoints.ts';
import { startTheme } from '../../state/theme.ts';
import { loadLanguage } from '../../i18n/messages.ts';
import { aFolder, anEntry, aTokenUser, fakeServer } from '../../testing/fake-server.ts';
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

async function openAccount(user: UserEvent): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Account anna' }));
}

test('the sidebar links to the places and the settings, and shows the disk usage', async () => {
  open('/files/', '/');

  const navigation = await screen.findByRole('navigation', { name: 'Main' });
  expect(within(navigation).getByRole('link', { name: 'My files' })).toBeTruthy();
  expect(within(navigation).getByRole('link', { name: 'Shared by me' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Settings' })).toBeTruthy();
  expect(await screen.findByText(/3 GiB\W* of \W*4 GiB/)).toBeTruthy();
  expect(screen.getByRole('progressbar', { name: 'Storage' }).getAttribute('aria-valuenow')).toBe(
    '75',
  );
  expect(screen.getByText('Version 3.0.0')).toBeTruthy();
});

test('on a phone, the header of the settings is titled so', async () => {
  const matches = window.matchMedia.bind(window);
  const asked = vi
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) => matches(query === NARROW ? 'all' : query));
  onTestFinished(() => asked.mockRestore());
  open('/settings/profile', '/');

  const header = await screen.findByRole('banner');
  expect(within(header).getByText('Settings')).toBeTruthy();
  expect(within(header).queryByText('File Browser')).toBeNull();
});

test('the button “New” creates folders and files, and uploads', async () => {
  const { user } = open('/files/', '/');

  await user.click(await screen.findByRole('button', { name: 'New' }));
  const menu = await screen.findByRole('menu', { name: 'New' });
  const names = within(menu)
    .getAllByRole('menuitem')
    .map(({ textContent }) => textContent);
  // Browsers without a chooser for folders offer only files.
  expect(names).toEqual(['Upload files', 'New folder', 'New file']);

  await user.click(within(menu).getByRole('menuitem', { name: 'New folder' }));
  expect(await screen.findByRole('dialog', { name: 'New folder' })).toBeTruthy();
});

test('on pages without a folder, “New” creates in the home folder', async () => {
  const { user, address, server } = open('/shared', '/');
  server.on('GET', '/api/shares', { json: [] });

  await user.click(await screen.findByRole('button', { name: 'New' }));
  await user.click(await screen.findByRole('menuitem', { name: 'New folder' }));

  expect(await screen.findByRole('dialog', { name: 'New folder' })).toBeTruthy();
  expect(address()).toBe('/files/');
});

test('without the permission to create, there is no button for new folders', async () => {
  const reader = aTokenUser({ perm: NOTHING_ALLOWED });
  fakeServer().session(reader).folder(aFolder('/'));
  renderRoute('/files/', { user: reader });

  await screen.findByRole('navigation', { name: 'Main' });
  expect(screen.queryByRole('button', { name: 'New' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'New folder' })).toBeNull();
});

test('the operator can hide the disk usage', async () => {
  const { server } = open('/files/', '/', { DisableUsedPercentage: true });

  await screen.findByRole('navigation', { name: 'Main' });
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(server.calls.some(({ url }) => url.startsWith('/api/usage'))).toBe(false);
});

test('logging out ends the session on the server and leads to the login page', async () => {
  const { server, user, address } = open('/files/', '/');

  await openAccount(user);
  await user.click(await screen.findByRole('menuitem', { name: 'Log out' }));

  expect(await screen.findByLabelText('Username')).toBeTruthy();
  expect(address()).toBe('/login');
  expect(server.calls.some(({ url }) => url === '/api/logout')).toBe(true);
  expect(localStorage.getItem('jwt')).toBeNull();
});

test('a log-out that the server cannot be asked for is shown, and repeated once the connection is back', async () => {
  const { server, user, address } = open('/files/', '/');
  const sent = () => server.calls.filter(({ url }) => url === '/api/logout');

  await openAccount(user);
  const token = localStorage.getItem('jwt');
  const logOut = await screen.findByRole('menuitem', { name: 'Log out' });
  server.unplug();
  await user.click(logOut);

  const alert = await screen.findByText(/^You’re logged out in this browser, but the server/);
  expect(alert.getAttribute('role')).toBe('alert');
  expect(address()).toBe('/login');
  expect(localStorage.getItem('jwt')).toBeNull();

  server.plugIn();
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.headers.get('X-Auth')).toBe(token);
  expect(screen.queryByText(/^You’re logged out in this browser/)).toBeNull();

  act(() => void window.dispatchEvent(new Event('online')));
  expect(sent()).toHaveLength(1);
});

test('a log-out that the server refuses can be tried again, until a user logs in', async () => {
  const { server, user } = open('/files/', '/');
  server.on('POST', '/api/logout', { status: 503 });
  const sent = () => server.calls.filter(({ url }) => url === '/api/logout').length;

  await openAccount(user);
  await user.click(await screen.findByRole('menuitem', { name: 'Log out' }));
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(sent()).toBe(2));
  expect(await screen.findByText(/^You’re logged out in this browser/)).toBeTruthy();

  await user.type(screen.getByLabelText('Username'), 'anna');
  await user.type(screen.getByLabelText('Password'), 'secret{Enter}');
  await screen.findByRole('button', { name: 'Account anna' });
  expect(screen.queryByText(/^You’re logged out in this browser/)).toBeNull();
  act(() => void window.dispatchEvent(new Event('online')));
  expect(sent()).toBe(2);
});

test('a log-out that the server does not answer ends after a time limit', async () => {
  const limit = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  onTestFinished(() => void vi.restoreAllMocks());
  const { server, user, address } = open('/files/', '/');
  server.on('POST', '/api/logout', () => new Promise(() => {}));

  await openAccount(user);
  await user.click(await screen.findByRole('menuitem', { name: 'Log out' }));
  await waitFor(() => expect(server.calls.at(-1)?.url).toBe('/api/logout'));
  limit.abort();

  expect(await screen.findByText(/^You’re logged out in this browser/)).toBeTruthy();
  expect(address()).toBe('/login');
});

test('where a log-out leads to another site, it stays here and can be repeated if the server cannot be asked', async () => {
  const left = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  onTestFinished(() => left.mockRestore());
  const LogoutPage = 'https://proxy.example/logout';
  const { server, user, address } = open('/files/', '/', { LoginPage: false, LogoutPage });

  await openAccount(user);
  const token = localStorage.getItem('jwt');
  const logOut = await screen.findByRole('menuitem', { name: 'Log out' });
  server.unplug();
  await user.click(logOut);
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(left).not.toHaveBeenCalled();
  expect(address()).toBe('/files/');
  expect(localStorage.getItem('jwt')).toBe(token);

  server.plugIn();
  await user.click(again);
  await waitFor(() => expect(left).toHaveBeenCalledWith(LogoutPage));
  expect(server.calls.at(-1)?.url).toBe('/api/logout');
  expect(localStorage.getItem('jwt')).toBeNull();
});

test('where a log-out leads to another site, the own login page says that the server could not be asked', async () => {
  const left = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
  onTestFinished(() => left.mockRestore());
  const { server, user, address } = open('/files/', '/', { LogoutPage: 'https://site.example/' });

  await openAccount(user);
  server.on('POST', '/api/logout', { status: 503 });
  await user.click(await screen.findByRole('menuitem', { name: 'Log out' }));
  expect(await screen.findByText(/^You’re logged out in this browser/)).toBeTruthy();
  expect(address()).toBe('/login');
  expect(left).not.toHaveBeenCalled();
  expect(localStorage.getItem('jwt')).toBeNull();
});

test('a log-out of a session that has ended already says nothing', async () => {
  const { server, user } = open('/files/', '/');
  server.on('POST', '/api/logout', { status: 401 });

  await openAccount(user);
  await user.click(await screen.findByRole('menuitem', { name: 'Log out' }));

  expect(await screen.findByLabelText('Username')).toBeTruthy();
  expect(screen.queryByText(/^You’re logged out in this browser/)).toBeNull();
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

  await openAccount(user);
  await user.click(await screen.findByRole('menuitem', { name: 'Log out' }));

  await waitFor(() => expect(server.calls.some(({ url }) => url === '/api/logout')).toBe(true));
  expect(asked?.aborted).toBe(true);
});

test('breadcrumbs show the path, with collapsed folders in a menu', async () => {
  const { server, user, address } = open('/files/a/b/c/d/e/', '/a/b/c/d/e/');
  server.folder(aFolder('/a/b/'));

  const path = await screen.findByRole('navigation', { name: 'Path' });
  expect(within(path).getByRole('link', { name: 'My files' })).toBeTruthy();
  expect(within(path).getByRole('link', { name: 'e' }).getAttribute('aria-current')).toBe('page');
  expect(within(path).queryByRole('link', { name: 'b' })).toBeNull();

  await user.click(within(path).getByRole('button', { name: 'Show parent folders' }));
  await user.click(await screen.findByRole('menuitem', { name: 'b' }));
  await waitFor(() => expect(address()).toBe('/files/a/b/'));
});

test('the document title contains the folder and the product', async () => {
  const { server, go } = open('/files/', '/', { Name: 'Our files' });
  server.folder(aFolder('/100%/'));
  await screen.findByRole('navigation', { name: 'Main' });
  await waitFor(() => expect(document.title).toBe('My files – Our files'));

  await go('/files/100%25/');

  await waitFor(() => expect(document.title).toBe('100% – Our files'));
});

test.each([
  ['a proxy in front signs people in and out', { AuthMethod: 'proxy', LoginPage: false }, false],
  ['nobody signs in', { AuthMethod: 'noauth', NoAuth: true, LoginPage: false }, false],
  ['the proxy has a page for it', { LoginPage: false, LogoutPage: '/proxy/logout' }, true],
])('logging out is offered where it means something: %s', async (_, config, isOffered) => {
  const { user } = open('/files/', '/', config);

  await openAccount(user);
  const menu = await screen.findByRole('menu', { name: /^Account/ });
  expect(within(menu).queryByRole('menuitem', { name: 'Log out' }) !== null).toBe(isOffered);
});

test('F1 and the sidebar open the help, Escape closes it', async () => {
  const { user } = open('/files/', '/');
  await screen.findByRole('navigation', { name: 'Main' });

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

  await openAccount(user);
  await user.click(await screen.findByRole('menuitemradio', { name: 'Dark' }));

  expect(document.documentElement.dataset['theme']).toBe('dark');
  expect(screen.queryByRole('menu')).toBeNull();
});

test('the language is chosen in the account menu, and stored', async () => {
  onTestFinished(() => loadLanguage('en'));
  const { user, server } = open('/files/', '/');
  server.on('PUT', `/api/users/${anna.id}`, { text: '200 OK' });

  await openAccount(user);
  await user.click(await screen.findByRole('menuitem', { name: /^Language/ }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Deutsch' }));

  expect(await screen.findByRole('button', { name: 'Neu' })).toBeTruthy();
  const stored = server.calls.find(({ method }) => method === 'PUT');
  expect(JSON.parse(stored?.body ?? '{}')).toMatchObject({
    which: ['locale'],
    data: { locale: 'de' },
  });
});

test('the tree shows the folders below home, opens them, and follows the displayed folder', async () => {
  // Without layout, a virtualized list renders no rows.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(240);
  const sub = (path: string) => anEntry(path, { isDir: true });
  const { server, user, address } = open('/files/', '/');
  server.folder(aFolder('/', [sub('/docs'), sub('/music'), anEntry('/a.txt')]));
  server.folder(aFolder('/docs/', [sub('/docs/letters')]));
  server.folder(aFolder('/docs/letters/'));
  server.on('GET', '/api/resources/docs/?folders=true', {
    json: aFolder('/docs/', [sub('/docs/letters')]),
  });

  const tree = await screen.findByRole('tree', { name: 'Folders' });
  const names = () =>
    within(tree)
      .getAllByRole('treeitem')
      .map((item) => item.getAttribute('aria-label'));
  expect(names()).toEqual(['docs', 'music']);
  tree.focus();
  await user.keyboard('{ArrowDown}{ArrowRight}');
  await waitFor(() => expect(names()).toEqual(['docs', 'letters', 'music']));
  await user.keyboard('{ArrowDown}{Enter}');

  await waitFor(() => expect(address()).toBe('/files/docs/letters/'));
  await waitFor(() =>
    expect(within(tree).getByRole('treeitem', { name: 'letters', current: 'page' })).toBeTruthy(),
  );
});

test('the tree reads its shown levels again while the page is visible, and no others', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  // Without layout, a virtualized list renders no rows.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(240);
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  const sub = (path: string) => anEntry(path, { isDir: true });
  const { server } = open('/files/docs/letters/old/', '/docs/letters/old/');
  server.folder(aFolder('/', [sub('/docs'), sub('/e3')]));
  server.folder(aFolder('/docs/', [sub('/docs/letters')]));
  server.folder(aFolder('/docs/letters/', [sub('/docs/letters/old')]));

  const tree = await screen.findByRole('tree', { name: 'Folders' });
  const names = () =>
    within(tree)
      .getAllByRole('treeitem')
      .map((item) => item.getAttribute('aria-label'));
  await waitFor(() => expect(names()).toEqual(['docs', 'letters', 'old', 'e3']));
  fireEvent.click(within(tree).getByRole('button', { name: /letters/ }));
  await waitFor(() => expect(names()).toEqual(['docs', 'letters', 'e3']));

  // Another session renames a folder.
  server.folder(aFolder('/', [sub('/docs'), sub('/e4')]));
  const before = server.calls.length;
  const listed = () =>
    server.calls
      .slice(before)
      .map(({ url }) => url)
      .filter((url) => url.startsWith('/api/resources'));
  visibility.mockReturnValue('hidden');
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(listed()).toEqual([]);
  visibility.mockReturnValue('visible');
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  await waitFor(() => expect(names()).toEqual(['docs', 'letters', 'e4']));
  expect(listed()).toEqual(['/api/resources/?folders=true', '/api/resources/docs/?folders=true']);

  // Nothing below a missing folder is read either.
  server.folder(aFolder('/', [sub('/e4')]));
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  await waitFor(() => expect(names()).toEqual(['e4']));
  const then = listed().length;
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  expect(listed().slice(then)).toEqual(['/api/resources/?folders=true']);
});

test('the tree shows known folders again at once, those that were expanded included, but not to another user', async () => {
  // Without layout, a virtualized list renders no rows.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(240);
  const sub = (path: string) => anEntry(path, { isDir: true });
  const treeItems = () =>
    screen.queryAllByRole('treeitem').map((item) => item.getAttribute('aria-label'));
  const { server, user } = open('/files/docs/', '/docs/');
  server.folder(aFolder('/', [sub('/docs'), sub('/music')]));
  server.folder(aFolder('/music/', [sub('/music/live')]));
  await waitFor(() => expect(treeItems()).toEqual(['docs', 'music']));
  await user.click(screen.getByRole('button', { name: /Expand.*music/ }));
  await waitFor(() => expect(treeItems()).toEqual(['docs', 'music', 'live']));

  cleanup();
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  server.on('GET', '/api/resources/', async () => {
    await held;
    return { json: aFolder('/', [sub('/docs'), sub('/e5'), sub('/music')]) };
  });
  renderRoute('/files/docs/', { user: anna });
  await waitFor(() => expect(treeItems()).toEqual(['docs', 'music']));
  expect(screen.getByRole('treeitem', { name: 'docs', current: 'page' })).toBeTruthy();
  answer();
  await waitFor(() => expect(treeItems()).toEqual(['docs', 'e5', 'music', 'live']));

  cleanup();
  const bert = aTokenUser({ id: anna.id + 1, username: 'bert' });
  server.session(bert).on('GET', '/api/resources/', () => new Promise(() => {}));
  renderRoute('/files/docs/', { user: bert });
  // The space of the tree is reserved until its folders are known.
  expect(await screen.findByRole('heading', { name: 'Folders' })).toBeTruthy();
  await screen.findByText('It feels lonely here…');
  expect(screen.queryByRole('tree')).toBeNull();
});

test('after the log-out, nothing of the tree is left in the browser', async () => {
  const { server, user } = open('/files/docs/', '/docs/');
  server.folder(aFolder('/', [anEntry('/docs', { isDir: true })]));
  await screen.findByRole('tree', { name: 'Folders' });
  const stored = () => Object.keys(sessionStorage).map((key) => sessionStorage.getItem(key));
  await waitFor(() => expect(stored().join()).toContain('docs'));

  await openAccount(user);
  await user.click(await screen.findByRole('menuitem', { name: 'Log out' }));
  expect(await screen.findByLabelText('Username')).toBeTruthy();
  expect(stored().join()).not.toContain('docs');
});
