import type { PublicFile, PublicFolder } from '#contract/shares.ts';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serverBuild } from '../../api/server-build.ts';
import words from '../../i18n/languages/en.json?part=link';
import { startI18n } from '../../i18n/i18n.ts';
import { aFolder, anEntry, type FakeReply, fakeServer } from '../../testing/fake-server.ts';
import { PublicShare } from './public-share.tsx';

const HASH = 'AbCdEfGhIjKlMnOpQrStUv';
const ITEM = `/api/public/share/${HASH}/`;
const TOKEN = 't'.repeat(128);

beforeEach(() => startI18n(words));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  serverBuild.setState({ isOther: false });
  sessionStorage.clear();
  localStorage.clear();
});

function aSharedFile(file: Partial<PublicFile> = {}): PublicFile {
  return { ...anEntry('/film.bin', { size: 1_536 }), path: '', ...file };
}

function aSharedFolder(folder: Partial<PublicFolder> = {}): PublicFolder {
  const sub = anEntry('/Sub', { isDir: true });
  return { ...aFolder('/', [sub]), name: 'Photos', ...folder };
}

/** Opens the page at an address below the share. */
function shareSession(below = '') {
  window.history.replaceState(null, '', `${window.FileBrowser.BaseURL}/share/${HASH}${below}`);
  render(<PublicShare />);
  return userEvent.setup();
}

/** Simulates a share with the password `secret pass%`. */
function locked(open: PublicFile | PublicFolder) {
  return ({ url, headers }: { url: string; headers: Headers }): FakeReply => {
    const isRight = decodeURIComponent(headers.get('X-SHARE-PASSWORD') ?? '') === 'secret pass%';
    return isRight || url.includes(`token=${TOKEN}`)
      ? { json: { ...open, token: TOKEN } }
      : { status: 401, text: '401 Unauthorized\n' };
  };
}

test('a file shows its name, size and date, and can be downloaded and opened', async () => {
  fakeServer({ BaseURL: '/fb' }).on('GET', ITEM, { json: aSharedFile() });
  shareSession();

  expect(await screen.findByRole('heading', { level: 1, name: 'film.bin' })).toBeTruthy();
  expect(screen.getByText('1.5 KiB')).toBeTruthy();
  expect(screen.getByText(/^Modified .*Jan 2, 2026/)).toBeTruthy();
  const download = screen.getByRole('link', { name: /^Download/ });
  expect(download.getAttribute('href')).toBe(`/fb/api/public/dl/${HASH}/film.bin`);
  const open = screen.getByRole('link', { name: 'Open' });
  expect(open.getAttribute('href')).toBe(`/fb/api/public/dl/${HASH}/film.bin?inline=true`);
  expect(open.getAttribute('rel')).toContain('noopener');
  await waitFor(() => expect(document.title).toBe('film.bin – File Browser'));
});

test('the QR code contains the address of the page', async () => {
  fakeServer().on('GET', ITEM, { json: aSharedFile() });
  shareSession();
  const code = await screen.findByRole('img', { name: /QR code/ });
  expect([code.getAttribute('width'), code.getAttribute('height')]).toEqual(['200', '200']);
});

test('a refused download is explained, and the share is checked again', async () => {
  const server = fakeServer().on('GET', ITEM, { json: aSharedFile() });
  const user = shareSession();
  const download = await screen.findByRole('link', { name: /^Download/ });

  server.on('HEAD', `/api/public/dl/${HASH}/film.bin`, { status: 404 });
  server.on('GET', ITEM, { status: 404, text: '404 Not Found\n' });
  await user.click(download);

  expect(
    await screen.findByRole('heading', { name: 'This link has expired or was removed' }),
  ).toBeTruthy();
});

test('the password is asked first, sent as typed, and replaced by the token', async () => {
  const server = fakeServer().on('GET', ITEM, locked(aSharedFile()));
  const user = shareSession();

  const field = await screen.findByLabelText('Password');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(document.activeElement).toBe(field);
  await waitFor(() => expect(document.title).toBe('File Browser'));
  await user.type(field, 'secret pass%{Enter}');

  expect(await screen.findByRole('heading', { name: 'film.bin' })).toBeTruthy();
  const passwords = server.calls.map(({ headers }) => headers.get('X-SHARE-PASSWORD'));
  expect(passwords).toContain('secret%20pass%25');
  const download = screen.getByRole('link', { name: /^Download/ });
  expect(download.getAttribute('href')).toContain(`token=${TOKEN}`);
});

test('a wrong password is reported and can be corrected', async () => {
  fakeServer().on('GET', ITEM, locked(aSharedFile()));
  const user = shareSession();
  const field = await screen.findByLabelText('Password');

  await user.type(field, ' wrong {Enter}');
  expect(await screen.findByText('Wrong password. Try again.')).toBeTruthy();
  expect(document.activeElement).toBe(field);
  await user.keyboard('secret pass%{Enter}');

  expect(await screen.findByRole('heading', { name: 'film.bin' })).toBeTruthy();
});

test('too many attempts show the waiting time', async () => {
  const server = fakeServer().on('GET', ITEM, locked(aSharedFile()));
  const user = shareSession();
  const field = await screen.findByLabelText('Password');

  server.on('GET', ITEM, { status: 429, headers: { 'Retry-After': '30' } });
  await user.type(field, 'guess{Enter}');

  expect(await screen.findByText('Too many attempts. Try again in 30 seconds.')).toBeTruthy();
});

test('the password can be shown while typing', async () => {
  fakeServer().on('GET', ITEM, locked(aSharedFile()));
  const user = shareSession();
  const field = await screen.findByLabelText('Password');

  expect(field.getAttribute('type')).toBe('password');
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(field.getAttribute('type')).toBe('text');
});

test('reloading the page does not ask for the password again', async () => {
  fakeServer().on('GET', ITEM, locked(aSharedFile()));
  const user = shareSession();
  await user.type(await screen.findByLabelText('Password'), 'secret pass%{Enter}');
  await screen.findByRole('heading', { name: 'film.bin' });

  cleanup();
  shareSession();

  expect(await screen.findByRole('heading', { name: 'film.bin' })).toBeTruthy();
  expect(screen.queryByLabelText('Password')).toBeNull();
});

test('an expired token asks for the password above the page', async () => {
  const server = fakeServer().on('GET', ITEM, locked(aSharedFolder()));
  const user = shareSession();
  await user.type(await screen.findByLabelText('Password'), 'secret pass%{Enter}');
  const name = await screen.findByRole('heading', { name: 'Photos' });

  server.on('GET', `${ITEM}Sub`, { status: 401 });
  await user.click(screen.getByRole('link', { name: /Sub/ }));

  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('enter the password again');
  expect(name.isConnected).toBe(true);
});

test('what is behind the password dialog is not requested again', async () => {
  const picture = anEntry('/sea.jpg', { type: 'image' });
  const sub = anEntry('/Sub', { isDir: true });
  const server = fakeServer({ EnableThumbs: true }).on(
    'GET',
    ITEM,
    locked(aSharedFolder({ items: [picture, sub] })),
  );
  const user = shareSession();
  await user.type(await screen.findByLabelText('Password'), 'secret pass%{Enter}');
  await screen.findByRole('heading', { name: 'Photos' });
  const thumbnails = () => [...document.querySelectorAll('img')].map(({ src }) => src);
  const before = thumbnails();
  expect(before.join()).toContain(TOKEN);

  server.on('GET', `${ITEM}Sub`, { status: 401 });
  await user.click(screen.getByRole('link', { name: /Sub/ }));
  await screen.findByRole('dialog');
  expect(thumbnails()).toEqual(before);
});

test('going back does not change the reason why the password is asked again', async () => {
  const server = fakeServer().on('GET', ITEM, locked(aSharedFolder()));
  const user = shareSession();
  await user.type(await screen.findByLabelText('Password'), 'secret pass%{Enter}');
  await screen.findByRole('heading', { name: 'Photos' });
  server.on('GET', `${ITEM}Sub`, { status: 401 });
  await user.click(screen.getByRole('link', { name: /Sub/ }));
  const dialog = await screen.findByRole('dialog');

  window.history.back();
  await waitFor(() =>
    expect(server.calls.filter(({ url }) => url.startsWith(ITEM))).toHaveLength(4),
  );
  await waitFor(() => expect(dialog.textContent).toContain('enter the password again'));
});

test.each([
  [404, 'This link has expired or was removed'],
  [400, 'This link has expired or was removed'],
  [403, 'No longer shared'],
  [429, 'Please wait'],
  [500, 'Something went wrong'],
  [503, 'No connection'],
])('an answer of %d reads “%s”', async (status, title) => {
  fakeServer().on('GET', ITEM, { status });
  shareSession();
  const heading = await screen.findByRole('heading', { level: 1, name: title });
  // The focused heading is read out.
  expect(document.activeElement).toBe(heading);
  await waitFor(() => expect(document.title).toBe('File Browser'));
});

test('an address without a share shows an error without a request', async () => {
  const server = fakeServer();
  window.history.replaceState(null, '', '/share/');
  render(<PublicShare />);
  expect(
    await screen.findByRole('heading', { name: 'This link has expired or was removed' }),
  ).toBeTruthy();
  expect(server.calls).toEqual([]);
});

test('a missing location links to the shared item', async () => {
  fakeServer().on('GET', `${ITEM}gone`, { status: 404 }).on('GET', ITEM, { json: aSharedFolder() });
  const user = shareSession('/gone');

  await screen.findByRole('heading', { name: 'Not found' });
  await user.click(screen.getByRole('button', { name: 'Back to the shared folder' }));

  expect(await screen.findByRole('heading', { name: 'Photos' })).toBeTruthy();
  expect(window.location.pathname).toBe(`/share/${HASH}`);
});

test('the page recovers when the connection returns', async () => {
  const server = fakeServer().on('GET', ITEM, { json: aSharedFile() });
  server.unplug();
  shareSession();
  await screen.findByRole('heading', { name: 'No connection' });

  server.plugIn();
  window.dispatchEvent(new Event('online'));

  expect(await screen.findByRole('heading', { name: 'film.bin' })).toBeTruthy();
});

test('opening a folder changes the address, and going back returns', async () => {
  const inside = aSharedFolder({ name: 'Sub', path: '/Sub', items: [] });
  fakeServer().on('GET', ITEM, { json: aSharedFolder() }).on('GET', `${ITEM}Sub`, { json: inside });
  const user = shareSession();

  await user.click(await screen.findByRole('link', { name: /Sub/ }));
  expect(await screen.findByRole('heading', { name: 'Sub' })).toBeTruthy();
  expect(window.location.pathname).toBe(`/share/${HASH}/Sub`);
  await waitFor(() => expect(document.title).toBe('Sub – File Browser'));

  window.history.replaceState(null, '', `/share/${HASH}`);
  window.dispatchEvent(new PopStateEvent('popstate'));
  expect(await screen.findByRole('heading', { name: 'Photos' })).toBeTruthy();
});

test('a file in a shared folder links to its folder', async () => {
  const file = aSharedFile({ path: '/Sub/film.bin' });
  fakeServer()
    .on('GET', `${ITEM}Sub/film.bin`, { json: file })
    .on('GET', `${ITEM}Sub`, { json: aSharedFolder({ name: 'Sub', path: '/Sub' }) });
  const user = shareSession('/Sub/film.bin');

  await user.click(await screen.findByRole('button', { name: 'Go to folder' }));

  expect(await screen.findByRole('heading', { name: 'Sub' })).toBeTruthy();
});

test('names of any direction and length, empty and huge files are shown correctly', async () => {
  const server = fakeServer();
  for (const file of [
    aSharedFile({ name: 'שלום.txt', size: 0 }),
    aSharedFile({ name: 'n'.repeat(255), size: 4 * 1024 ** 4 }),
    aSharedFile({ name: 'two\nlines\u202e.exe' }),
  ]) {
    server.on('GET', ITEM, { json: file });
    shareSession();
    const heading = await screen.findByRole('heading', { level: 1 });
    expect(heading.querySelector('bdi')).toBeTruthy();
    expect(heading.textContent).not.toMatch(/[\n\u202e]/);
    cleanup();
  }
  expect(server.calls.length).toBeGreaterThanOrEqual(3);
});

test('the theme is chosen by a button and stored', async () => {
  fakeServer().on('GET', ITEM, { json: aSharedFile() });
  const user = shareSession();
  await user.click(await screen.findByRole('button', { name: 'Dark theme' }));
  expect(localStorage.getItem('theme')).toBe('dark');
  await waitFor(() => expect(screen.getByRole('button', { name: 'Light theme' })).toBeTruthy());
});

test('the login link is shown only if the operator enables it', async () => {
  fakeServer({ BaseURL: '/fb', HideLoginButton: false }).on('GET', ITEM, { json: aSharedFile() });
  shareSession();
  const link = await screen.findByRole('link', { name: 'Log in' });
  expect(link.getAttribute('href')).toBe('/fb/login');
  cleanup();

  fakeServer({ HideLoginButton: true }).on('GET', ITEM, { json: aSharedFile() });
  shareSession();
  await screen.findByRole('heading', { level: 1, name: 'film.bin' });
  expect(screen.queryByRole('link', { name: 'Log in' })).toBeNull();
});

test('visitors can sign up where it is allowed and the login link is shown', async () => {
  const open = async (config: { Signup: boolean; HideLoginButton: boolean }) => {
    fakeServer({ BaseURL: '/fb', ...config }).on('GET', ITEM, { json: aSharedFile() });
    shareSession();
    await screen.findByRole('heading', { level: 1, name: 'film.bin' });
    const link = screen.queryByRole('link', { name: 'Sign up' });
    cleanup();
    return link?.getAttribute('href');
  };

  expect(await open({ Signup: true, HideLoginButton: false })).toBe('/fb/login?sign-up');
  expect(await open({ Signup: false, HideLoginButton: false })).toBeUndefined();
  expect(await open({ Signup: true, HideLoginButton: true })).toBeUndefined();
});

test('an updated server is reported, and the page reloads only on request', async () => {
  const reloaded = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
  const server = fakeServer({ Build: 'first' }).on('GET', ITEM, { json: aSharedFile() });
  const user = shareSession();
  await screen.findByRole('heading', { level: 1, name: 'film.bin' });
  expect(screen.queryByRole('button', { name: 'Reload' })).toBeNull();

  server.on('GET', '/health', { text: '{"status":"OK"}', headers: { 'X-Page-Build': 'second' } });
  window.dispatchEvent(new Event('online'));
  const reload = await screen.findByRole('button', { name: 'Reload' });
  expect(screen.getAllByText('A new version is available.').length).toBeGreaterThan(0);
  expect(reloaded).not.toHaveBeenCalled();
  await user.click(reload);
  expect(reloaded).toHaveBeenCalledOnce();
});
