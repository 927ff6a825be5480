import type { TokenUser } from '#contract/session.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { aShare } from '../../testing/a-share.ts';
import { aTokenUser, type FakeCall, fakeServer } from '../../testing/fake-server.ts';
import { pageOf } from '../../testing/page-of.ts';
import { renderRoute } from '../../testing/render-route.tsx';

beforeEach(() => {
  // Without layout, a virtualized list renders no rows.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_000);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(64);
});

const anna = aTokenUser();
const admin = aTokenUser({ perm: { ...anna.perm, admin: true } });

const MANY = Array.from({ length: 3_000 }, (_, n) =>
  aShare({ hash: `h${n}`, path: `/${n}.txt`, userID: 2, username: 'bert' }),
);

function open(user: TokenUser) {
  let shares = MANY;
  const server = fakeServer()
    .session(user)
    .on('GET', '/api/shares', (call: FakeCall) =>
      pageOf(shares, call, ({ path }, text) => path.includes(text)),
    )
    .on('DELETE', '/api/share/h2', () => {
      shares = shares.filter(({ hash }) => hash !== 'h2');
      return { text: '200 OK\n' };
    });
  const lists = () => server.calls.filter(({ url }) => url.startsWith('/api/shares?'));
  return { server, lists, ...renderRoute('/settings/shares', { user }) };
}

const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);

test.each([
  ['administrators', admin],
  ['other users', anna],
])('%s get a page at a time', async (_, user) => {
  const { lists } = open(user);
  const table = await screen.findByRole('table', { name: 'Shares' });
  expect(screen.getByText('200 of 3,000 shares')).toBeTruthy();
  expect(table.getAttribute('aria-rowcount')).toBe('3001');
  expect(lists().map(({ url }) => url)).toEqual(['/api/shares?limit=200&sort=expire']);

  table.scrollTop = 190 * 64;
  fireEvent.scroll(table);
  expect(await screen.findByText('400 of 3,000 shares')).toBeTruthy();
  expect(lists()).toHaveLength(2);
});

test('the button loads more, and a search finds shares that are not loaded', async () => {
  const { user, lists } = open(admin);
  await screen.findByRole('table');
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('400 of 3,000 shares')).toBeTruthy();

  await user.type(screen.getByRole('searchbox', { name: 'Search shares' }), '2999');
  expect(await screen.findByText('1 of 3,000 shares')).toBeTruthy();
  expect(names()[0]).toContain('2999.txt');
  expect(lists().at(-1)?.url).toBe('/api/shares?limit=200&search=2999&sort=expire');
});

test('the server sorts', async () => {
  const { user, lists } = open(admin);
  await screen.findByRole('table');
  await user.click(screen.getByRole('button', { name: 'Owner' }));
  await waitFor(() => expect(lists().at(-1)?.url).toBe('/api/shares?limit=200&sort=owner'));
  await user.click(screen.getByRole('button', { name: 'Owner' }));
  await waitFor(() => expect(lists().at(-1)?.url).toBe('/api/shares?limit=200&sort=-owner'));
});

test('a deleted share disappears from a long list', async () => {
  const { user } = open(admin);
  await user.click(await screen.findByRole('button', { name: /^Delete share link to .*\b2\.txt/ }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Delete share link' }));
  expect(await screen.findByText('200 of 2,999 shares')).toBeTruthy();
  expect(names().some((name) => name?.startsWith('2.txt'))).toBe(false);
});
