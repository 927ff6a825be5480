import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { currentToken, setToken } from '../api/session-token.ts';
import { aFolder, aToken, aTokenUser, fakeServer } from '../testing/fake-server.ts';
import { renderRoute } from '../testing/render-route.tsx';

test('a visitor is sent to the login page and returns after the login', async () => {
  fakeServer()
    .folder(aFolder('/a%2Fb/100%/'))
    .on('POST', '/api/login', { text: aToken(aTokenUser()) });
  const page = renderRoute('/files/a%252Fb/100%25/');

  await page.user.type(await screen.findByLabelText('Username'), 'anna');
  expect(page.address()).toBe('/login?redirect=%2Ffiles%2Fa%25252Fb%2F100%2525%2F');
  await page.user.type(screen.getByLabelText('Password'), 'secret{Enter}');

  await waitFor(() => expect(page.address()).toBe('/files/a%252Fb/100%25/'));
});

test('the stored session is renewed once before the first screen', async () => {
  const user = aTokenUser();
  const server = fakeServer().session(user).folder(aFolder('/')).folder(aFolder('/docs/'));
  const page = renderRoute('/files/', { user });

  await screen.findByRole('navigation', { name: 'Main' });
  await page.go('/files/docs/');

  expect(server.calls.filter(({ url }) => url === '/api/renew')).toHaveLength(1);
});

test('a stored session that has ended leads to the login page', async () => {
  fakeServer().session(undefined);
  const page = renderRoute('/files/', { user: aTokenUser() });

  expect(await screen.findByLabelText('Username')).toBeTruthy();
  expect(page.address()).toBe('/login');
  expect(localStorage.getItem('jwt')).toBeNull();
});

test('an invalid stored token is removed', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  localStorage.setItem('jwt', 'nonsense');
  fakeServer();
  renderRoute('/files/');

  expect(await screen.findByLabelText('Username')).toBeTruthy();
  expect(localStorage.getItem('jwt')).toBeNull();
  expect(warned).toHaveBeenCalledOnce();
  warned.mockRestore();
});

test('without a login, the page logs in automatically', async () => {
  const server = fakeServer({ AuthMethod: 'noauth', NoAuth: true, LoginPage: false })
    .session(aTokenUser())
    .folder(aFolder('/'));
  renderRoute('/files/');

  expect(await screen.findByRole('navigation', { name: 'Main' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Log out' })).toBeNull();
  expect(JSON.parse(server.calls[0]?.body ?? '')).toMatchObject({ username: '', password: '' });
});

test('a logged-in user is redirected from the login page', async () => {
  const user = aTokenUser();
  fakeServer().session(user).folder(aFolder('/'));
  const page = renderRoute('/login', { user });

  await waitFor(() => expect(page.address()).toBe('/files/'));
});

test('a redirect to another host leads to the home folder', async () => {
  const user = aTokenUser();
  fakeServer().session(user).folder(aFolder('/'));
  const page = renderRoute('/login?redirect=%2F%2Fevil.example', { user });

  await waitFor(() => expect(page.address()).toBe('/files/'));
});

test('an unknown address is treated as a file', async () => {
  const user = aTokenUser();
  fakeServer().session(user).folder(aFolder('/docs/50%/'));
  const page = renderRoute('/docs/50%25/', { user });

  await waitFor(() => expect(page.address()).toBe('/files/docs/50%25/'));
});

test('a session that ends leads to the login page, which returns afterwards', async () => {
  const user = aTokenUser();
  const server = fakeServer().session(user).folder(aFolder('/')).folder(aFolder('/docs/'));
  const page = renderRoute('/files/', { user });
  await screen.findByRole('navigation', { name: 'Main' });

  server.on('GET', '/api/resources/docs/', { status: 401 });
  await page.go('/files/docs/');

  expect(await screen.findByLabelText('Username')).toBeTruthy();
  expect(page.address()).toBe('/login?redirect=%2Ffiles%2Fdocs%2F');
});

test('logging out in another tab logs out here', async () => {
  const user = aTokenUser();
  fakeServer().session(user).folder(aFolder('/'));
  const page = renderRoute('/files/', { user });
  await screen.findByRole('navigation', { name: 'Main' });

  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: 'jwt', newValue: null }));

  expect(await screen.findByLabelText('Username')).toBeTruthy();
  expect(page.address()).toBe('/login');
});

test('logging in in another tab opens the page here', async () => {
  fakeServer().folder(aFolder('/'));
  renderRoute('/login');
  await screen.findByLabelText('Username');

  setToken(aToken(aTokenUser()));

  expect(await screen.findByRole('navigation', { name: 'Main' })).toBeTruthy();
});

test('without a connection, the page shows an error with a retry button', async () => {
  const user = aTokenUser();
  const server = fakeServer().session(user).folder(aFolder('/'));
  server.unplug();
  const page = renderRoute('/files/', { user });

  expect(await screen.findByRole('heading', { name: 'No connection' })).toBeTruthy();
  expect(document.querySelector('main svg')?.getAttribute('class')).toContain('cloud-off');
  expect(currentToken()).toBeDefined();
  server.plugIn();
  await page.user.click(screen.getByRole('button', { name: 'Try again' }));

  expect(await screen.findByRole('navigation', { name: 'Main' })).toBeTruthy();
});

test.each([
  ['/403', 'No access'],
  ['/404', 'Not found'],
  ['/500', 'Something went wrong'],
])('%s says what it means, and leads back to the files', async (address, title) => {
  fakeServer();
  renderRoute(address);

  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  expect(screen.getByRole('banner').textContent).toBe('File Browser');
  expect(screen.getByRole('link', { name: 'Go to My files' }).getAttribute('href')).toBe('/files/');
  await waitFor(() => expect(document.title).toBe(`${title} – File Browser`));
});

test.each([
  ['/403', 'No access'],
  ['/404', 'Not found'],
  ['/500', 'Something went wrong'],
])('%s is shown inside the frame to a logged-in user', async (address, title) => {
  const user = aTokenUser();
  fakeServer().session(user).folder(aFolder('/'));
  renderRoute(address, { user });

  expect(await screen.findByRole('heading', { name: title, level: 1 })).toBeTruthy();
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Account anna' })).toBeTruthy();
});

test('what was not found can be searched for, by logged-in users', async () => {
  const user = aTokenUser();
  fakeServer().session(user).folder(aFolder('/'));
  const page = renderRoute('/404', { user });
  const main = within(await screen.findByRole('main'));
  await page.user.click(await main.findByRole('button', { name: 'Search' }));
  expect(await screen.findByRole('dialog', { name: /Search/ })).toBeTruthy();
  cleanup();

  localStorage.clear();
  fakeServer();
  renderRoute('/404');
  await screen.findByRole('heading', { name: 'Not found' });
  expect(screen.queryByRole('button', { name: 'Search' })).toBeNull();
});

test('where access is missing, one button leads back to the page before', async () => {
  vi.spyOn(window.history, 'length', 'get').mockReturnValue(2);
  const user = aTokenUser({ perm: { ...aTokenUser().perm, admin: false } });
  fakeServer().session(user).folder(aFolder('/'));
  const page = renderRoute('/files/', { user });
  await screen.findByRole('navigation', { name: 'Main' });
  await act(() => page.go('/settings/global'));
  await waitFor(() => expect(page.address()).toBe('/403'));
  await page.user.click(await screen.findByRole('button', { name: 'Go back' }));
  await waitFor(() => expect(page.address()).toBe('/files/'));
});

test('an internal error can be tried again on the page before', async () => {
  vi.spyOn(window.history, 'length', 'get').mockReturnValue(2);
  const user = aTokenUser();
  fakeServer().session(user).folder(aFolder('/'));
  const page = renderRoute('/files/', { user });
  await screen.findByRole('navigation', { name: 'Main' });
  await act(() => page.go('/500'));
  await page.user.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(page.address()).toBe('/files/'));
});

test('only an internal error offers to report it, unless external links are hidden', async () => {
  fakeServer();
  const page = renderRoute('/500');
  const report = await screen.findByRole('link', { name: 'Report issue' });
  expect(report.getAttribute('href')).toMatch(/^https:\/\/.*\/issues\/new/);
  expect(report.getAttribute('rel')).toContain('noopener');
  expect(screen.getByText(/^The server couldn’t complete the request\./)).toBeTruthy();
  await act(() => page.go('/404'));
  await screen.findByRole('heading', { name: 'Not found' });
  expect(screen.queryByRole('link', { name: 'Report issue' })).toBeNull();
  cleanup();

  fakeServer({ DisableExternal: true });
  renderRoute('/500');
  await screen.findByRole('heading', { name: 'Something went wrong' });
  expect(screen.queryByRole('link', { name: 'Report issue' })).toBeNull();
});

test('an address with an invalid escape shows an error inside the frame', async () => {
  const reported = vi.spyOn(console, 'error').mockImplementation(() => {});
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const user = aTokenUser();
  fakeServer().session(user).folder(aFolder('/'));
  renderRoute('/files/%ff/', { user });

  expect(await screen.findByRole('heading', { name: 'Not found' })).toBeTruthy();
  expect(screen.getByRole('navigation', { name: 'Main' })).toBeTruthy();
  reported.mockRestore();
  warned.mockRestore();
});

test('a rejected automatic login is explained and can be retried', async () => {
  const server = fakeServer({ AuthMethod: 'proxy', LoginPage: false })
    .session(undefined)
    .folder(aFolder('/docs/'));
  const page = renderRoute('/files/docs/');
  expect(await screen.findByText('Couldn’t log you in')).toBeTruthy();
  expect(page.address()).toBe('/login?redirect=%2Ffiles%2Fdocs%2F');
  const tries = server.calls.length;

  server.session(aTokenUser());
  await page.user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(page.address()).toBe('/files/docs/'));
  expect(tries).toBeLessThan(3);
});
