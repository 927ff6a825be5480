import type { Share } from '#contract/shares.ts';
import type { TokenUser } from '#contract/session.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CARDS } from '../../lib/breakpoints.ts';
import { aShare } from '../../testing/a-share.ts';
import { aFolder, aPageConfig, aTokenUser, fakeServer } from '../../testing/fake-server.ts';
import { renderRoute } from '../../testing/render-route.tsx';

beforeEach(() => {
  // Without layout, a virtualized list renders no rows.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_000);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(64);
});
afterEach(() => vi.restoreAllMocks());

const anna = aTokenUser();
const admin = aTokenUser({ perm: { ...anna.perm, admin: true } });

function open(shares: readonly Share[], { user = anna, at = '/settings/shares' } = {}) {
  const kept = [...shares];
  const server = fakeServer()
    .session(user)
    .on('GET', '/api/shares', () => ({ json: kept }));
  for (const { hash } of shares) {
    server.on('DELETE', `/api/share/${hash}`, () => {
      kept.splice(
        kept.findIndex((share) => share.hash === hash),
        1,
      );
      return { text: '200 OK\n' };
    });
  }
  return { server, kept, ...renderRoute(at, { user }) };
}

const rows = () => screen.getAllByRole('row').slice(1);
const names = () => rows().map((row) => within(row).getAllByRole('cell')[0]?.textContent);
const inDays = (days: number) => Math.floor(Date.now() / 1_000) + days * 86_400;

test('shares have their item, expiry and uses; permanent ones come last', async () => {
  open([
    aShare({ hash: 'b', path: '/work/late.txt', expire: inDays(60) }),
    aShare({
      hash: 'a',
      path: '/docs/',
      expire: inDays(3),
      opened: 12,
      downloaded: 3,
      lastUsed: new Date(Date.now() - 7_200_000).toISOString(),
    }),
    aShare({ hash: 'c', path: '/report.pdf', hasPassword: true }),
  ]);

  expect(await screen.findByRole('heading', { level: 1, name: 'Shares' })).toBeTruthy();
  await screen.findByRole('table', { name: 'Shares' });
  expect(names()).toEqual(['docsMy files', 'late.txtwork', 'report.pdfPassword-protectedMy files']);
  const [soon, late, permanent] = rows();
  const cells = (row: HTMLElement | undefined) =>
    row &&
    within(row)
      .getAllByRole('cell')
      .slice(1, -1)
      .map(({ textContent }) => textContent);
  expect(cells(permanent)).toEqual(['Permanent', 'Not used yet', '–Not used yet']);
  expect(cells(soon)).toEqual(['In 3 days', 'Opened 12 timesDownloaded 3 times', '2 hours ago']);
  // Later than in a week: its day.
  expect(cells(late)?.[0]).toMatch(/^(?:\d+ [A-Z]\w+|[A-Z]\w+ \d+,) \d{4}$/);
  expect(screen.getByText('3 shares')).toBeTruthy();
  await waitFor(() => expect(document.title).toBe('Shares – File Browser'));
});

test('on narrow screens, the expiry is a sentence', async () => {
  const matches = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    matches(query === CARDS ? 'all' : query),
  );
  open([
    aShare({ hash: 'a', path: '/a.txt' }),
    aShare({
      hash: 'b',
      path: '/b.txt',
      expire: inDays(3),
      opened: 1,
      downloaded: 3,
      lastUsed: new Date().toISOString(),
    }),
    aShare({ hash: 'c', path: '/c.txt', expire: inDays(60) }),
  ]);
  await screen.findByRole('table', { name: 'Shares' });
  expect(rows().map((row) => row.querySelector('p')?.textContent)).toEqual([
    'Expires in 3 days · Opened once · Downloaded 3 times',
    'Expires in 2 months · Not used yet',
    'Permanent · Not used yet',
  ]);
});

test('a blocked share says that its owner can no longer share the item, for whatever reason', async () => {
  open([aShare({ hash: 'a', path: '/plan.txt', state: 'refused' })]);
  const text = 'This share link is blocked because its owner can no longer share this item.';
  expect(await screen.findByText(text)).toBeTruthy();
});

test('a share links to its item in files, and a missing item is text', async () => {
  const { server, user, address } = open([
    aShare({ hash: 'a', path: '/docs/' }),
    aShare({ hash: 'b', path: '/gone.txt', state: 'gone' }),
  ]);
  server.folder(aFolder('/docs/'));
  const table = await screen.findByRole('table');

  expect(within(table).queryByRole('link', { name: /gone/ })).toBeNull();
  expect(within(table).getByText('The shared item can’t be found right now.')).toBeTruthy();
  await user.click(within(table).getByRole('link', { name: /docs/ }));
  await waitFor(() => expect(address()).toBe('/files/docs/'));
});

test('administrators see owners, and items of other users have no link', async () => {
  open(
    [
      aShare({ hash: 'a', path: '/mine.txt', username: 'anna' }),
      aShare({ hash: 'b', path: '/theirs.txt', userID: 2, username: 'bert' }),
    ],
    { user: admin },
  );
  const table = await screen.findByRole('table');

  expect(within(table).getByRole('columnheader', { name: 'Owner' })).toBeTruthy();
  expect(within(table).getByText('bert')).toBeTruthy();
  expect(within(table).getByRole('link', { name: /mine/ })).toBeTruthy();
  expect(within(table).queryByRole('link', { name: /theirs/ })).toBeNull();
});

test('other users see no owners', async () => {
  open([aShare()]);
  const table = await screen.findByRole('table');
  expect(within(table).queryByRole('columnheader', { name: 'Owner' })).toBeNull();
});

test('the absolute address of a share is copied', async () => {
  const { user } = open([aShare({ hash: 'abc' })]);
  await user.click(await screen.findByRole('button', { name: /^Copy link/ }));

  expect(await screen.findByText('Copied to clipboard.')).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/share/abc`);
});

test('a browser that cannot copy is reported', async () => {
  const { user } = open([aShare()]);
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('no'));
  await user.click(await screen.findByRole('button', { name: /^Copy link/ }));
  expect(await screen.findByText('Permission denied!')).toBeTruthy();
});

test('deleting a share asks, and Enter does not confirm', async () => {
  const { server, user } = open([
    aShare({ hash: 'a', path: '/a.txt' }),
    aShare({ hash: 'b', path: '/b.txt' }),
  ]);
  const deletions = () => server.calls.filter(({ method }) => method === 'DELETE');

  await user.click(await screen.findByRole('button', { name: /^Delete share link to .*a\.txt/ }));
  await screen.findByRole('dialog', { name: /^Delete the share link to .*a\.txt/ });
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(deletions()).toHaveLength(0);

  await user.click(screen.getByRole('button', { name: /^Delete share link to .*a\.txt/ }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Delete share link' }));
  expect(await screen.findByText('Share deleted!')).toBeTruthy();
  await waitFor(() => expect(rows()).toHaveLength(1));
  expect(deletions().map(({ url }) => url)).toEqual(['/api/share/a']);
});

test('deleting a share moves the focus to the next one', async () => {
  const { user } = open(['a', 'b', 'c'].map((hash) => aShare({ hash, path: `/${hash}.txt` })));
  await user.click(await screen.findByRole('button', { name: /^Delete share link to .*b\.txt/ }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Delete share link' }));

  await waitFor(() => expect(rows()).toHaveLength(2));
  const next = screen.getByRole('button', { name: /^Delete share link to .*c\.txt/ });
  await waitFor(() => expect(document.activeElement).toBe(next));
});

test('an ended share counts as deleted; another failure is reported', async () => {
  const { server, user, kept } = open([aShare({ hash: 'a' })]);
  server.on('DELETE', '/api/share/a', { status: 403, text: '403 Forbidden\n' });
  const remove = async () => {
    await user.click(await screen.findByRole('button', { name: /^Delete share link to/ }));
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByRole('button', { name: 'Delete share link' }));
  };

  await remove();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toMatch(
    /^Couldn’t delete the share link to “.*”\nYou don’t have permission to do this\.$/,
  );

  kept.length = 0;
  server.on('DELETE', '/api/share/a', { status: 404, text: '404 Not Found\n' });
  await remove();
  expect(await screen.findByText('Share deleted!')).toBeTruthy();
  expect(await screen.findByRole('heading', { name: 'No shares yet' })).toBeTruthy();
});

test('a share can adopt the item that replaced its own', async () => {
  const replaced = aShare({ hash: 'a', path: '/a.txt', state: 'replaced' });
  const { server, user, kept } = open([replaced]);
  server.on('POST', '/api/links/a/adopt', () => {
    kept[0] = { ...replaced, state: 'live' };
    return { json: kept[0] };
  });

  await user.click(await screen.findByRole('button', { name: 'Share the current file' }));
  expect(await screen.findByText(/^The share link now opens the current .*a\.txt/)).toBeTruthy();
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Share the current file' })).toBeNull(),
  );
  // The pressed button is gone.
  expect(document.activeElement).toBe(
    screen.getByRole('button', { name: /^Copy link to .*a\.txt/ }),
  );
});

test('a search filters by path and owner and can be cleared', async () => {
  const { user } = open(
    [
      aShare({ hash: 'a', path: '/Fotos/été.jpg', username: 'anna' }),
      aShare({ hash: 'b', path: '/b.txt', userID: 2, username: 'bert' }),
    ],
    { user: admin },
  );
  const field = await screen.findByRole('searchbox', { name: 'Search shares' });

  await user.type(field, 'ETE');
  expect(names()).toEqual(['été.jpgFotos']);
  expect(screen.getByText('1 of 2 shares')).toBeTruthy();
  await user.clear(field);
  await user.type(field, 'bert');
  // The home folder of another user.
  expect(names()).toEqual(['b.txtHome']);
  await user.type(field, 'x');
  expect(screen.getByRole('heading', { name: 'No shares found' })).toBeTruthy();
  const [clear] = screen.getAllByRole('button', { name: 'Clear search' });
  await user.click(clear ?? field);
  expect(rows()).toHaveLength(2);
});

test('columns sort and state their order', async () => {
  const { user } = open([
    aShare({ hash: 'a', path: '/a.txt' }),
    aShare({ hash: 'b', path: '/b.txt', expire: inDays(9) }),
  ]);
  await screen.findByRole('table');
  expect(names()).toEqual(['b.txtMy files', 'a.txtMy files']);

  await user.click(screen.getByRole('button', { name: 'Shared item' }));
  expect(names()).toEqual(['a.txtMy files', 'b.txtMy files']);
  const column = screen.getByRole('columnheader', { name: 'Shared item' });
  expect(column.getAttribute('aria-sort')).toBe('ascending');
  await user.click(screen.getByRole('button', { name: 'Shared item' }));
  expect(names()).toEqual(['b.txtMy files', 'a.txtMy files']);
});

test('without shares, a link leads to the files', async () => {
  const { server, user, address } = open([]);
  server.folder(aFolder('/'));
  expect(await screen.findByRole('heading', { name: 'No shares yet' })).toBeTruthy();
  await user.click(screen.getByRole('link', { name: 'Go to My files' }));
  await waitFor(() => expect(address()).toBe('/files/'));
});

test('a failure is reported and can be retried', async () => {
  const { server, user } = open([]);
  server.on('GET', '/api/shares', { status: 500, text: '500 Internal Server Error\n' });
  expect(await screen.findByRole('heading', { name: 'Something went wrong' })).toBeTruthy();

  server.on('GET', '/api/shares', { json: [aShare()] });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('table')).toBeTruthy();
});

test('shares that cannot be refreshed stay, with a warning', async () => {
  const { server, refresh } = open([aShare()]);
  await screen.findByRole('table');
  server.unplug();
  await refresh();
  expect(await screen.findByText(/This information may be out of date/)).toBeTruthy();
  expect(screen.getByRole('table')).toBeTruthy();
});

test('only visible shares are rendered', async () => {
  open(Array.from({ length: 2_000 }, (_, n) => aShare({ hash: `h${n}`, path: `/${n}.txt` })));
  const table = await screen.findByRole('table');
  expect(table.getAttribute('aria-rowcount')).toBe('2001');
  expect(rows().length).toBeLessThan(100);
  expect(screen.getByText('2,000 shares')).toBeTruthy();
});

test('the settings link to the shares and offer no actions of a folder', async () => {
  const { server, address, user } = open([aShare()], { at: '/settings' });
  await user.click(await screen.findByRole('link', { name: 'Shares' }));
  await screen.findByRole('table');
  expect(address()).toBe('/settings/shares');
  const menu = screen.getByRole('navigation', { name: 'Settings' });
  const entry = within(menu).getByRole('link', { name: 'Shares' });
  expect(entry.getAttribute('aria-current')).toBe('page');
  const main = screen.getByRole('navigation', { name: 'Main' });
  expect(screen.getByRole('link', { name: 'Settings' }).getAttribute('aria-current')).toBe('page');
  expect(within(main).queryByRole('button', { name: 'New folder' })).toBeNull();
  expect(screen.queryByRole('navigation', { name: 'Path' })).toBeNull();
  expect(server.calls.some(({ url }) => url.startsWith('/api/usage'))).toBe(false);

  server.folder(aFolder('/'));
  await user.click(within(main).getByRole('link', { name: 'My files' }));
  await waitFor(() => expect(address()).toBe('/files/'));
  await user.click(await screen.findByRole('link', { name: 'Settings' }));
  await waitFor(() => expect(address()).toBe('/settings/profile'));
});

test.each<[string, Partial<TokenUser['perm']>]>([
  ['share', { share: false }],
  ['download', { download: false }],
])('who may not %s finds no links in the settings', async (_, without) => {
  const user = aTokenUser({ perm: { ...anna.perm, ...without } });
  open([], { user, at: '/settings' });
  const menu = await screen.findByRole('navigation', { name: 'Settings' });
  expect(within(menu).getByRole('link', { name: 'Profile' })).toBeTruthy();
  expect(within(menu).queryByRole('link', { name: 'Shares' })).toBeNull();
});

test('visitors are sent to the login page and return', async () => {
  fakeServer();
  const { address } = renderRoute('/settings');
  await screen.findByLabelText('Username');
  expect(address()).toBe('/login?redirect=%2Fsettings');
});

test('pictures among the own items have thumbnails while their shares open them', async () => {
  const of = (hash: string, share: Partial<Share>) => aShare({ hash, path: '/a.jpg', ...share });
  open([
    of('a', {}),
    of('b', { path: '/b.txt' }),
    of('c', { path: '/c.jpg', isDir: true }),
    of('d', { path: '/d.jpg', state: 'replaced' }),
    of('e', { path: '/e.jpg', userID: 99 }),
  ]);
  window.FileBrowser = aPageConfig({ EnableThumbs: true });
  await screen.findByRole('table');
  const pictures = rows().flatMap((row) => [...row.querySelectorAll('img')]);
  expect(pictures.map((picture) => picture.getAttribute('src')?.split('?')[0])).toEqual([
    '/api/preview/thumb/a.jpg',
  ]);
});
