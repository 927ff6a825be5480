import type { ListedUser } from '#contract/users.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { aUser } from '../../../testing/a-user.ts';
import { aTokenUser, fakeServer } from '../../../testing/fake-server.ts';
import { renderRoute } from '../../../testing/render-route.tsx';

beforeEach(() => {
  // Without layout, a virtualized list renders no rows.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_000);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(53);
});

const anna = aTokenUser();
const admin = aTokenUser({ perm: { ...anna.perm, admin: true } });

const USERS = [
  aUser({ id: 1, username: 'anna', scope: '.', admin: true, lastSeen: new Date().toISOString() }),
  aUser({ id: 2, username: 'bert', scope: '/users/bert' }),
  aUser({ id: 3, username: 'Zoë', scope: '/users/zoe', lastSeen: '2026-01-02T03:04:05Z' }),
];

function open(users: readonly ListedUser[] = USERS, at = '/settings/users') {
  const server = fakeServer().session(admin).on('GET', '/api/users', { json: users });
  return { server, ...renderRoute(at, { user: admin }) };
}

const rows = () => screen.getAllByRole('row').slice(1);
const names = () => rows().map((row) => within(row).getAllByRole('cell')[0]?.textContent);

test('users have their role, scope and last visit; the current user is marked', async () => {
  open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Users' })).toBeTruthy();
  await screen.findByRole('table', { name: 'Users' });
  expect(names()).toEqual(['annaYou', 'bert', 'Zoë']);
  const [anna, bert] = rows();
  expect(anna?.textContent).toContain('Administrator');
  expect(anna?.textContent).toContain('/Now');
  expect(bert?.textContent).not.toContain('Administrator');
  expect(bert?.textContent).toContain('bertUser/users/bertNever');
  expect(screen.getByText('3 users')).toBeTruthy();
  await waitFor(() => expect(document.title).toBe('Users – File Browser'));
});

test('the first letter of a name keeps its accent, as in the account button', async () => {
  open([aUser({ id: 1, username: 'e\u0301va', admin: true })]);
  const [row] = await screen.findAllByRole('row', { name: /va/ });
  expect(row?.querySelector('[data-initial]')?.getAttribute('data-initial')).toBe('E\u0301');
});

test('a search filters the list and can be cleared', async () => {
  const { user } = open();
  const field = await screen.findByRole('searchbox', { name: 'Search users' });
  await user.type(field, 'ZOE');
  expect(names()).toEqual(['Zoë']);
  expect(screen.getByText('1 of 3 users')).toBeTruthy();
  await user.type(field, ' nobody');
  expect(screen.getByRole('heading', { name: 'No users found' })).toBeTruthy();
  const [clear] = screen.getAllByRole('button', { name: 'Clear search' });
  await user.click(clear ?? field);
  expect(rows()).toHaveLength(3);
});

test('columns sort and state their order', async () => {
  const { user } = open();
  await screen.findByRole('table');
  await user.click(screen.getByRole('button', { name: 'Username' }));
  expect(names()).toEqual(['Zoë', 'bert', 'annaYou']);
  const column = screen.getByRole('columnheader', { name: 'Username' });
  expect(column.getAttribute('aria-sort')).toBe('descending');
});

test('only visible users are rendered', async () => {
  open(Array.from({ length: 5_000 }, (_, n) => aUser({ id: n + 1, username: `user${n}` })));
  const table = await screen.findByRole('table');
  expect(table.getAttribute('aria-rowcount')).toBe('5001');
  expect(rows().length).toBeLessThan(100);
});

test('a failure is reported and can be retried', async () => {
  const { server, user } = open();
  server.on('GET', '/api/users', { status: 500, text: '500 Internal Server Error\n' });
  expect(await screen.findByRole('heading', { name: 'Something went wrong' })).toBeTruthy();
  server.on('GET', '/api/users', { json: USERS });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('table')).toBeTruthy();
});

test('users that cannot be refreshed stay, with a warning', async () => {
  const { server, refresh } = open();
  await screen.findByRole('table');
  server.unplug();
  await refresh();
  expect(await screen.findByText(/This information may be out of date/)).toBeTruthy();
  expect(screen.getByRole('table')).toBeTruthy();
});

test('a single user sees that no other users exist', async () => {
  open(USERS.slice(0, 1));
  expect(await screen.findByText('You’re the only user so far.')).toBeTruthy();
});

test('a name links to the user, and a button to a new user', async () => {
  const { server, user, address } = open();
  server.on('GET', '/api/users/2', { json: USERS[1] });
  await user.click(await screen.findByRole('link', { name: 'bert' }));
  await waitFor(() => expect(address()).toBe('/settings/users/2'));
  await user.click(await screen.findByRole('link', { name: 'All users' }));
  await user.click(await screen.findByRole('link', { name: 'New user' }));
  await waitFor(() => expect(address()).toBe('/settings/users/new'));
});

test.each([
  '/settings/users',
  '/settings/users/new',
  '/settings/users/2',
  '/settings/users/2/explain',
])('%s is refused to those who are no administrators', async (asked) => {
  fakeServer().session(anna);
  const { address } = renderRoute(asked, { user: anna });
  expect(await screen.findByRole('heading', { name: 'No access' })).toBeTruthy();
  expect(address()).toBe('/403');
});

test.each([
  '/settings/users/0',
  '/settings/users/bert',
  '/settings/users/2/links',
  '/settings/users/7',
])('there is nobody at %s', async (address) => {
  open(USERS, address);
  expect(await screen.findByRole('heading', { name: 'User not found' })).toBeTruthy();
});
