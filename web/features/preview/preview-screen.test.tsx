import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import {
  aFolder,
  anEntry,
  aTokenUser,
  fakeServer,
  type FakeServer,
} from '../../testing/fake-server.ts';
import { leaveFor } from '../../state/leaving.ts';
import { pendingChanges } from '../../state/pending-changes.ts';
import { renderRoute } from '../../testing/render-route.tsx';
import { stopClock, stopTimers } from '../../testing/stop-timers.ts';

beforeEach(() => {
  // Without layout, a virtualized list renders no rows.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_000);
});

const picture = (name: string, size = 1_024) =>
  anEntry(`/trip/${name}`, { type: 'image', size, modified: `2026-01-0${size % 9}T00:00:00Z` });

const sea = picture('a sea.jpg', 3);
const hill = picture('b hill.jpg', 1);
const town = picture('c town.jpg', 2);
const others = [
  anEntry('/trip/album', { isDir: true }),
  anEntry('/trip/notes.txt', { type: 'text' }),
  anEntry('/trip/gone.jpg', { type: 'invalid_link', isSymlink: true }),
];

/** Opens a folder with pictures and other files, from which entries can be deleted and renamed. */
function trip({ items = [...others, sea, hill, town], user = aTokenUser() } = {}) {
  const server = fakeServer().session(user);
  const there = new Map(items.map((item) => [item.path, item]));
  const serve = () => {
    server.folder(aFolder('/trip/', [...there.values()]));
    for (const file of there.values()) serveFile(server, file.path, file);
  };
  serve();
  for (const { path } of items) {
    const address = `/api/resources${path.split('/').map(encodeURIComponent).join('/')}`;
    server.on('DELETE', address, () => {
      there.delete(path);
      serve();
      return { status: 204 };
    });
    server.on('PATCH', address, ({ url }) => {
      const asked = new URL(url, 'http://localhost').searchParams.get('destination') ?? '';
      const to = decodeURIComponent(asked);
      const file = there.get(path);
      there.delete(path);
      there.set(to, { ...file, ...anEntry(to, { type: 'image' }) });
      serve();
      return { text: '200 OK\n', headers: { 'Content-Location': `/api/resources${asked}` } };
    });
  }
  return { server, user };
}

function serveFile(server: FakeServer, path: string, file: object) {
  const address = path.split('/').map(encodeURIComponent).join('/');
  server.on('GET', `/api/resources${address}`, { json: file });
}

async function looking(at: string, folder = trip()) {
  const page = renderRoute(`/files/trip/${encodeURIComponent(at)}`, { user: folder.user });
  await screen.findByAltText(at);
  return { ...page, server: folder.server };
}

const press = (key: string, more: object = {}) =>
  fireEvent.keyDown(document.body, { key, ...more });
const inDialog = async (name: string) =>
  within(await screen.findByRole('dialog')).getByRole('button', { name });
const shown = (name: string) => screen.findByAltText(name);

test('a picture fills the window and shows its position', async () => {
  await looking('b hill.jpg');

  expect(await screen.findByText('2 of 3')).toBeDefined();
  expect(screen.queryByRole('banner')).toBeNull();
  expect(screen.queryByRole('navigation')).toBeNull();
  const announced = await screen.findByText('b hill.jpg, 2 of 3');
  expect(announced.closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite');
  // The number of items to download is known.
  expect(screen.getByRole('button', { name: 'Download' }).textContent).toBe('');
});

test('arrows and edge buttons follow the order of the listing and skip other files', async () => {
  const { user, address } = await looking('b hill.jpg');
  await screen.findByText('2 of 3');

  press('ArrowRight');
  expect(await shown('c town.jpg')).toBeDefined();
  expect(address()).toBe('/files/trip/c%20town.jpg');
  expect(screen.queryByRole('button', { name: /^Next/ })).toBeNull();
  press('ArrowRight');
  press('ArrowLeft');
  expect(await shown('b hill.jpg')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Previous: a sea.jpg' }));
  expect(await shown('a sea.jpg')).toBeDefined();
});

test('in right-to-left text, arrows are mirrored', async () => {
  document.documentElement.dir = 'rtl';
  onTestFinished(() => document.documentElement.removeAttribute('dir'));
  await looking('b hill.jpg');
  await screen.findByText(/^.?2.? of .?3.?$/);

  press('ArrowLeft');
  expect(await shown('c town.jpg')).toBeDefined();
});

test('Escape returns to the listing and focuses the last file', async () => {
  const { user: anna } = trip();
  const { user, address } = renderRoute('/files/trip/', { user: anna });
  const sea = await screen.findByRole('gridcell', { name: 'a sea.jpg' });
  stopClock();
  await user.dblClick(sea);
  await shown('a sea.jpg');
  press('ArrowRight');
  await shown('b hill.jpg');

  press('Escape');
  await waitFor(() => expect(address()).toBe('/files/trip/'));
  await waitFor(() => expect(document.activeElement?.textContent).toContain('b hill.jpg'));
  expect(document.activeElement?.getAttribute('aria-selected')).toBe('true');
});

test('a file opened by its address returns to the listing, too', async () => {
  const { user, address } = await looking('b hill.jpg');

  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(address()).toBe('/files/trip/'));
  await waitFor(() => expect(document.activeElement?.textContent).toContain('b hill.jpg'));
});

test('deleting a file opens the next one, and after the last one the listing', async () => {
  const { user, address } = await looking('b hill.jpg');
  await screen.findByText('2 of 3');

  press('Delete');
  await user.click(await inDialog('Delete'));
  expect(await shown('c town.jpg')).toBeDefined();
  expect(await screen.findByText('2 of 2')).toBeDefined();

  press('Delete');
  await user.click(await inDialog('Delete'));
  await waitFor(() => expect(address()).toBe('/files/trip/'));
  await waitFor(() => expect(document.activeElement?.textContent).toContain('a sea.jpg'));
});

test('a renamed file stays open', async () => {
  const { user, address } = await looking('b hill.jpg');
  await screen.findByText('2 of 3');

  press('F2');
  const field = await screen.findByLabelText('Name');
  await user.clear(field);
  await user.type(field, 'z peak.jpg{Enter}');
  expect(await shown('z peak.jpg')).toBeDefined();
  expect(address()).toBe('/files/trip/z%20peak.jpg');
  expect(await screen.findByText('3 of 3')).toBeDefined();
});

test('arrows work while a file is being renamed', async () => {
  const folder = trip();
  const { user } = await looking('b hill.jpg', folder);
  await screen.findByText('2 of 3');
  let refuse = () => {};
  const refused = new Promise<void>((resolve) => (refuse = resolve));
  folder.server.on('PATCH', '/api/resources/trip/b%20hill.jpg', async () => {
    await refused;
    return { status: 403 };
  });

  press('F2');
  const field = await screen.findByLabelText('Name');
  await user.clear(field);
  await user.type(field, 'b peak.jpg{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  press('ArrowRight');
  expect(await shown('c town.jpg')).toBeDefined();
  refuse();
  await waitFor(() => expect(pendingChanges.getState().changes).toEqual([]));
});

test('a file moved by another user is replaced by the next one', async () => {
  const { server, refresh } = await looking('a sea.jpg');
  await screen.findByText('1 of 3');

  server.folder(aFolder('/trip/', [hill, town]));
  await refresh();
  expect(await shown('b hill.jpg')).toBeDefined();
});

test('a file in an unreadable folder opens without neighbours', async () => {
  const folder = trip();
  folder.server.on('GET', '/api/resources/trip/', { status: 403, text: '403 Forbidden\n' });
  await looking('b hill.jpg', folder);

  press('ArrowRight');
  expect(screen.queryByText(/ of /)).toBeNull();
  expect(screen.queryByRole('button', { name: /^Next/ })).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('without the download permission, only properties are shown', async () => {
  const { perm } = aTokenUser();
  const user = aTokenUser({ perm: { ...perm, download: false, rename: false, delete: false } });
  trip({ user });
  renderRoute('/files/trip/b%20hill.jpg', { user });

  expect(await screen.findByText('You don’t have permission to view files.')).toBeDefined();
  expect(document.querySelector('img[src*="/api/"]')).toBeNull();
  for (const name of ['Download', 'Rename', 'Move to…', 'Delete']) {
    expect(screen.queryByRole('button', { name })).toBeNull();
  }
  expect(screen.getByRole('button', { name: 'Info' })).toBeDefined();
});

test('a file of a type without a preview says so', async () => {
  const { user } = trip({ items: [anEntry('/trip/disk.iso', { type: 'blob' })] });
  renderRoute('/files/trip/disk.iso', { user });

  expect(await screen.findByText('No preview for this type of file.')).toBeDefined();
});

test('a broken picture shows an error and can be retried', async () => {
  const { user } = await looking('b hill.jpg');

  fireEvent.error(await shown('b hill.jpg'));
  expect(await screen.findByText('This image can’t be displayed.')).toBeDefined();
  expect(document.querySelector('img')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  fireEvent.error(await shown('b hill.jpg'));
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(document.activeElement).toBe(retry);
  await user.click(retry);
  expect(await shown('b hill.jpg')).toBeDefined();
});

test('a picture on a missing disk shows an error and can be retried', async () => {
  const { server, user } = await looking('b hill.jpg');
  server.on('HEAD', '/api/raw/trip/b%20hill.jpg', {
    status: 503,
    headers: { 'X-Refusal': 'disk-unavailable' },
  });

  fireEvent.error(await shown('b hill.jpg'));
  expect(await screen.findByText(/^The disk with these files isn’t available/)).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await shown('b hill.jpg')).toBeDefined();
});

test('a picture that failed offline loads when the connection returns', async () => {
  await looking('b hill.jpg');

  fireEvent.error(await shown('b hill.jpg'));
  await screen.findByRole('button', { name: 'Try again' });
  fireEvent(window, new Event('online'));
  expect(await shown('b hill.jpg')).toBeDefined();
});

test('keys for a dialog do not change the file behind it', async () => {
  await looking('b hill.jpg');
  await screen.findByText('2 of 3');

  press('F2');
  const field = await screen.findByLabelText('Name');
  fireEvent.keyDown(field, { key: 'ArrowRight' });
  expect(screen.getByAltText('b hill.jpg')).toBeDefined();
});

test('a slideshow shows each loaded picture for five seconds, then the first one, until Escape', async () => {
  const { address } = await looking('b hill.jpg');
  await screen.findByText('2 of 3');
  const pass = stopTimers();
  const button = screen.getByRole('button', { name: 'Slideshow' });
  press('s');
  expect(button.getAttribute('aria-pressed')).toBe('true');

  await pass(20_000);
  // It has not loaded, so it is not skipped.
  fireEvent.load(screen.getByAltText('b hill.jpg'));
  await pass(4_900);
  expect(address()).toBe('/files/trip/b%20hill.jpg');
  await pass(200);
  expect(address()).toBe('/files/trip/c%20town.jpg');
  await pass(100);
  fireEvent.load(screen.getByAltText('c town.jpg'));
  await pass(5_100);
  expect(address()).toBe('/files/trip/a%20sea.jpg');

  press('Escape');
  await pass(100);
  fireEvent.load(screen.getByAltText('a sea.jpg'));
  await pass(10_000);
  expect(address()).toBe('/files/trip/a%20sea.jpg');
  expect(button.getAttribute('aria-pressed')).toBe('false');
});

test('a slideshow waits while a dialog is open', async () => {
  const { address } = await looking('b hill.jpg');
  await screen.findByText('2 of 3');
  press('s');
  press('F2');
  await screen.findByRole('dialog');
  const pass = stopTimers();
  fireEvent.load(screen.getByAltText('b hill.jpg'));
  await pass(20_000);
  expect(address()).toBe('/files/trip/b%20hill.jpg');
});

test('pictures that a slideshow shows are no recent items, those that the user opens are', async () => {
  const { server, address } = await looking('b hill.jpg');
  await screen.findByText('2 of 3');
  const recorded = () =>
    server.calls.filter(({ method, url }) => method === 'POST' && url.startsWith('/api/recent'));
  const pass = stopTimers();
  press('s');
  fireEvent.load(screen.getByAltText('b hill.jpg'));
  await pass(5_100);
  expect(address()).toBe('/files/trip/c%20town.jpg');
  await pass(3_000);
  expect(recorded().filter(({ url }) => url.includes('town'))).toEqual([]);

  press('s');
  press('ArrowLeft');
  await pass(3_000);
  press('ArrowRight');
  await pass(3_000);
  expect(address()).toBe('/files/trip/c%20town.jpg');
  expect(recorded().filter(({ url }) => url.includes('town'))).toHaveLength(1);
});

test('a single picture has no slideshow', async () => {
  await looking('b hill.jpg', trip({ items: [...others, hill] }));
  press('s');
  expect(screen.queryByRole('button', { name: 'Slideshow' })).toBeNull();
});

test('a file that the user has moved does not lead to the next one while the page follows it', async () => {
  const { server, refresh } = await looking('a sea.jpg');
  await screen.findByText('1 of 3');
  void leaveFor(() => new Promise(() => undefined));

  server.folder(aFolder('/trip/', [hill, town]));
  await refresh();
  await waitFor(() => expect(screen.queryByText('1 of 3')).toBeNull());
  expect(screen.queryByText('1 of 2')).toBeNull();
  expect(await shown('a sea.jpg')).toBeDefined();
});
