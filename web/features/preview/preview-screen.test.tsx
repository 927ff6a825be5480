import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import {
  aFolder,
  anEntry,
  aTokenUser,
  fakeServer,
  type FakeServer,
} from '../../testing/fake-server.ts';
import { renderRoute } from '../../testing/render-route.tsx';
import { stopClock } from '../../testing/stop-timers.ts';

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

test('a picture has the window to itself, and one sees which of how many it is', async () => {
  await looking('b hill.jpg');

  expect(await screen.findByText('2 of 3')).toBeDefined();
  expect(screen.queryByRole('banner')).toBeNull();
  expect(screen.queryByRole('navigation')).toBeNull();
  const announced = await screen.findByText('b hill.jpg, 2 of 3');
  expect(announced.closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite');
});

test('arrows and the buttons at the edges go on in the order of the listing, past what is no picture', async () => {
  const { user, place } = await looking('b hill.jpg');
  await screen.findByText('2 of 3');

  press('ArrowRight');
  expect(await shown('c town.jpg')).toBeDefined();
  expect(place()).toBe('/files/trip/c%20town.jpg');
  expect(screen.queryByRole('button', { name: /^Next/ })).toBeNull();
  press('ArrowRight');
  press('ArrowLeft');
  expect(await shown('b hill.jpg')).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Previous: a sea.jpg' }));
  expect(await shown('a sea.jpg')).toBeDefined();
});

test('where one reads from right to left, the arrows are mirrored', async () => {
  document.documentElement.dir = 'rtl';
  onTestFinished(() => document.documentElement.removeAttribute('dir'));
  await looking('b hill.jpg');
  await screen.findByText(/^.?2.? of .?3.?$/);

  press('ArrowLeft');
  expect(await shown('c town.jpg')).toBeDefined();
});

test('Escape goes back to the listing that one came from, where the file last seen has the focus', async () => {
  const { user: anna } = trip();
  const { user, place } = renderRoute('/files/trip/', { user: anna });
  const sea = await screen.findByRole('gridcell', { name: 'a sea.jpg' });
  stopClock();
  await user.dblClick(sea);
  await shown('a sea.jpg');
  press('ArrowRight');
  await shown('b hill.jpg');

  press('Escape');
  await waitFor(() => expect(place()).toBe('/files/trip/'));
  await waitFor(() => expect(document.activeElement?.textContent).toContain('b hill.jpg'));
  expect(document.activeElement?.getAttribute('aria-selected')).toBe('true');
});

test('who came by the address alone gets to the listing as well', async () => {
  const { user, place } = await looking('b hill.jpg');

  await user.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(place()).toBe('/files/trip/'));
  await waitFor(() => expect(document.activeElement?.textContent).toContain('b hill.jpg'));
});

test('after one is deleted comes the next, and after the last the listing', async () => {
  const { user, place } = await looking('b hill.jpg');
  await screen.findByText('2 of 3');

  press('Delete');
  await user.click(await inDialog('Delete'));
  expect(await shown('c town.jpg')).toBeDefined();
  expect(await screen.findByText('2 of 2')).toBeDefined();

  press('Delete');
  await user.click(await inDialog('Delete'));
  await waitFor(() => expect(place()).toBe('/files/trip/'));
  await waitFor(() => expect(document.activeElement?.textContent).toContain('a sea.jpg'));
});

test('one that is renamed is followed to its new name', async () => {
  const { user, place } = await looking('b hill.jpg');
  await screen.findByText('2 of 3');

  press('F2');
  const field = await screen.findByLabelText('Name');
  await user.clear(field);
  await user.type(field, 'z peak.jpg{Enter}');
  expect(await shown('z peak.jpg')).toBeDefined();
  expect(place()).toBe('/files/trip/z%20peak.jpg');
  expect(await screen.findByText('3 of 3')).toBeDefined();
});

test('one that somebody else has moved away makes room for the next', async () => {
  const { server, refresh } = await looking('a sea.jpg');
  await screen.findByText('1 of 3');

  server.folder(aFolder('/trip/', [hill, town]));
  await refresh();
  expect(await shown('b hill.jpg')).toBeDefined();
});

test('a folder that may not be read has no neighbours, and the file is shown all the same', async () => {
  const folder = trip();
  folder.server.on('GET', '/api/resources/trip/', { status: 403, text: '403 Forbidden\n' });
  await looking('b hill.jpg', folder);

  press('ArrowRight');
  expect(screen.queryByText(/ of /)).toBeNull();
  expect(screen.queryByRole('button', { name: /^Next/ })).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('who may not download gets to know what a file is, but does not see it', async () => {
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

test('a picture that is broken is told in words, and can be tried again', async () => {
  const { user } = await looking('b hill.jpg');

  fireEvent.error(await shown('b hill.jpg'));
  expect(await screen.findByText('This image can’t be displayed.')).toBeDefined();
  expect(document.querySelector('img')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await shown('b hill.jpg')).toBeDefined();
});

test('a picture on a missing disk says so, and can be tried again', async () => {
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

test('what the network kept back comes by itself when there is one again', async () => {
  await looking('b hill.jpg');

  fireEvent.error(await shown('b hill.jpg'));
  await screen.findByRole('button', { name: 'Try again' });
  fireEvent(window, new Event('online'));
  expect(await shown('b hill.jpg')).toBeDefined();
});

test('keys that are meant for a dialog do not turn the page behind it', async () => {
  await looking('b hill.jpg');
  await screen.findByText('2 of 3');

  press('F2');
  const field = await screen.findByLabelText('Name');
  fireEvent.keyDown(field, { key: 'ArrowRight' });
  expect(screen.getByAltText('b hill.jpg')).toBeDefined();
});
