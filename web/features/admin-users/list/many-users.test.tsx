import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { aUser } from '../../../testing/a-user.ts';
import { aTokenUser, type FakeCall, fakeServer } from '../../../testing/fake-server.ts';
import { pageOf } from '../../../testing/page-of.ts';
import { renderRoute } from '../../../testing/render-route.tsx';

beforeEach(() => {
  // Without layout, a virtualized list renders no rows.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_000);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(53);
});

const anna = aTokenUser();
const admin = aTokenUser({ perm: { ...anna.perm, admin: true } });

const MANY = Array.from({ length: 10_000 }, (_, n) =>
  aUser({ id: n + 1, username: `user-${String(n).padStart(4, '0')}` }),
);

function page(call: FakeCall) {
  return pageOf(MANY, call, ({ username }, text) => username.includes(text.toLowerCase()));
}

function open() {
  const server = fakeServer().session(admin).on('GET', '/api/users', page);
  const lists = () => server.calls.filter(({ url }) => url.startsWith('/api/users?'));
  return { server, lists, ...renderRoute('/settings/users', { user: admin }) };
}

const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);
const field = () => screen.findByRole('searchbox', { name: 'Search users' });
const showMore = () => screen.getByRole('button', { name: 'Show more' });

test('only the first users are loaded, and the number of all is shown', async () => {
  const { lists } = open();
  const table = await screen.findByRole('table', { name: 'Users' });
  expect(screen.getByText('200 of 10,000 users')).toBeTruthy();
  expect(table.getAttribute('aria-rowcount')).toBe('10001');
  expect(names()[0]).toBe('user-0000You');
  expect(lists().map(({ url }) => url)).toEqual(['/api/users?limit=200&sort=name']);
});

test('more users are loaded by the button', async () => {
  const { user } = open();
  await screen.findByRole('table');
  await user.click(showMore());
  expect(await screen.findByText('400 of 10,000 users')).toBeTruthy();
});

test('more users are loaded when the last ones come into view', async () => {
  const { lists } = open();
  const table = await screen.findByRole('table');
  table.scrollTop = 190 * 53;
  fireEvent.scroll(table);
  expect(await screen.findByText('400 of 10,000 users')).toBeTruthy();
  expect(names()).toContain('user-0199');
  expect(lists()).toHaveLength(2);
});

test('a search finds users that are not loaded', async () => {
  const { user, lists } = open();
  await user.type(await field(), 'USER-8999');
  expect(await screen.findByText('1 of 10,000 users')).toBeTruthy();
  expect(names()).toEqual(['user-8999']);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  expect(lists().at(-1)?.url).toBe('/api/users?limit=200&search=USER-8999&sort=name');
  expect(lists().length).toBeLessThan(5);

  await user.type(await field(), 'x');
  expect(await screen.findByRole('heading', { name: 'No users found' })).toBeTruthy();
  const [clear] = screen.getAllByRole('button', { name: 'Clear search' });
  await user.click(clear ?? (await field()));
  expect(await screen.findByText('200 of 10,000 users')).toBeTruthy();
});

test('a search with many results loads them page by page, and does not claim to know their number', async () => {
  const { user } = open();
  await user.type(await field(), 'user-9');
  await waitFor(() => expect(names()[0]).toBe('user-9000'));
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('-1');
  await user.click(showMore());
  expect(await screen.findByText('400 of 10,000 users')).toBeTruthy();
});

test('the server sorts', async () => {
  const { server, user, lists } = open();
  await screen.findByRole('table');
  server.on('GET', '/api/users', (call) =>
    call.url.includes('sort=seen')
      ? pageOf(MANY.toReversed(), call, () => true)
      : pageOf(MANY, call, () => true),
  );
  await user.click(screen.getByRole('button', { name: 'Last seen' }));
  await waitFor(() => expect(names()[0]).toBe('user-9999'));
  expect(lists().at(-1)?.url).toBe('/api/users?limit=200&sort=seen');
  await user.click(screen.getByRole('button', { name: 'Last seen' }));
  await waitFor(() => expect(lists().at(-1)?.url).toBe('/api/users?limit=200&sort=-seen'));
});

test('a failed page keeps the others and is not requested repeatedly', async () => {
  const { server, user, lists } = open();
  await screen.findByRole('table');
  server.on('GET', '/api/users', { status: 500, text: '500 Internal Server Error\n' });
  await user.click(showMore());
  expect(await screen.findByText(/This information may be out of date/)).toBeTruthy();
  expect(screen.getByRole('table')).toBeTruthy();
  const asked = lists().length;

  server.on('GET', '/api/users', page);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText(/This information may be out of date/)).toBeNull());
  await user.click(showMore());
  expect(await screen.findByText('400 of 10,000 users')).toBeTruthy();
  expect(lists().length).toBeLessThan(asked + 5);
});

test('a search that fails says so in place of the users, and can be tried again', async () => {
  const { server, user } = open();
  await screen.findByRole('table');
  server.on('GET', '/api/users', { status: 500, text: '500 Internal Server Error\n' });
  await user.type(await field(), '8999');
  expect(await screen.findByRole('heading', { name: 'Something went wrong' })).toBeTruthy();
  expect(screen.queryByRole('table')).toBeNull();
  server.on('GET', '/api/users', page);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('table');
  expect(names()).toEqual(['user-8999']);
});
