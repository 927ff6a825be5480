import type { AuditEntry, AuditPage } from '#contract/audit.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { NARROW } from '../../lib/breakpoints.ts';
import { aUser } from '../../testing/a-user.ts';
import { aTokenUser, fakeServer } from '../../testing/fake-server.ts';
import { renderRoute } from '../../testing/render-route.tsx';

afterEach(() => vi.restoreAllMocks());

const anna = aTokenUser();
const admin = aTokenUser({ perm: { ...anna.perm, admin: true } });

function anEntry(entry: Partial<AuditEntry> = {}): AuditEntry {
  return {
    id: 1,
    at: Date.now() - 300_000,
    act: 'delete',
    username: 'bert',
    address: '192.0.2.7',
    about: '/home/bert/a.txt',
    status: 204,
    ...entry,
  };
}

function aPage(entries: readonly AuditEntry[], page: Partial<AuditPage> = {}): AuditPage {
  const kept = { keptMs: 90 * 86_400_000, keepsDownloads: false };
  return { entries: [...entries], hasMore: false, ...kept, ...page };
}

/** Answers each page by its query; other queries find nothing. */
function open(pages: Readonly<Record<string, AuditPage>>) {
  const server = fakeServer()
    .session(admin)
    .on('GET', '/api/users', { json: [aUser({ id: 1, username: 'bert' })] })
    .on('GET', '/api/audit', ({ url }) => ({ json: pages[url.split('?')[1] ?? ''] ?? aPage([]) }));
  return { server, ...renderRoute('/settings/audit', { user: admin }) };
}

const texts = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    );

test('each entry shows a sentence, outcome, subject, user, address and time', async () => {
  const at = Date.UTC(2026, 0, 2, 3, 4, 5);
  open({
    '': aPage([
      anEntry({ id: 7, at, act: 'move', destination: '/b.txt', status: 200 }),
      anEntry({ id: 6, act: 'sign-in', about: '', username: 'mallory', status: 403, more: 40 }),
      anEntry({ id: 5, act: 'copy', status: 200, failedCommand: 'after_copy' }),
      anEntry({ id: 4, status: 500, failedCommand: 'before_delete' }),
      anEntry({ id: 3, act: 'upload', about: '/', status: 507, username: '' }),
      anEntry({
        id: 2,
        act: 'user-change',
        about: 'carla',
        fields: ['scope', 'perm.share', 'x.y'],
      }),
      anEntry({
        id: 1,
        act: 'settings-change',
        about: '',
        fields: ['signup', 'branding.name', 'defaults.locale', 'commands'],
      }),
    ]),
  });
  await screen.findByRole('table', { name: 'Activity log' });
  expect(texts().map(([what, about, who]) => [what, about, who])).toEqual([
    ['bert moved a.txt to /b.txt', '/home/bert/a.txtDestination: /b.txt', 'bert192.0.2.7'],
    ['Failed to log in as mallory from 192.0.2.7Refused', 'and 40 more', 'mallory192.0.2.7'],
    ['CopyDone, but a command failed afterwards', '/home/bert/a.txt', 'bert192.0.2.7'],
    [
      'Unsuccessful attempt by bert: DeleteBlocked by a command.',
      '/home/bert/a.txt',
      'bert192.0.2.7',
    ],
    ['UploadThe disk is full.', '/', 'No name192.0.2.7'],
    ['bert changed the user carla', 'carlaScope · Permissions: Share · x.y', 'bert192.0.2.7'],
    [
      'bert changed the settings',
      'Allow sign-up · Branding: Name · Defaults for new users: Language · Commands',
      'bert192.0.2.7',
    ],
  ]);
  const [moved, refused] = screen.getAllByRole('row').slice(1);
  const time = moved?.querySelector('time');
  expect(time?.dateTime).toBe('2026-01-02T03:04:05.000Z');
  expect(time?.title).toMatch(/2026.*:04:05/);
  expect(refused?.textContent).toContain('5 minutes ago');
  expect(screen.getByText(/kept for 90 days\. Downloads aren’t recorded\.$/)).toBeTruthy();
});

test('filters are combined in the request and can be cleared', async () => {
  const { server, user } = open({
    '': aPage([anEntry({ id: 9 }), anEntry({ id: 8, username: 'carla' })]),
    'user=bert': aPage([anEntry({ id: 9 })]),
    'user=bert&failed=true': aPage([anEntry({ id: 7, status: 403 })]),
  });
  await user.click(await screen.findByRole('button', { name: 'carla' }));
  await screen.findByRole('heading', { name: 'No results' });
  expect(screen.getByText(/Enter the full username/)).toBeTruthy();
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Username' });
  expect(field.value).toBe('carla');
  await user.clear(field);
  await user.type(field, 'bert');
  await waitFor(() => expect(texts()).toHaveLength(1));
  await user.click(screen.getByRole('checkbox', { name: 'Refused or failed only' }));
  await waitFor(() => expect(texts()[0]?.[0]).toBe('Unsuccessful attempt by bert: DeleteRefused'));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Action' }), 'Create share');
  await screen.findByRole('heading', { name: 'No results' });
  const asked = server.calls.map(({ url }) => url).filter((url) => url.startsWith('/api/audit'));
  expect(asked.at(-1)).toBe('/api/audit?user=bert&what=share-make&failed=true');
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(texts()).toHaveLength(2));
  expect(field.value).toBe('');
});

test('in narrow windows, the filters are in a sheet, and its button counts them', async () => {
  const matches = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    matches(query === NARROW ? 'all' : query),
  );
  const { server, user } = open({ '': aPage([anEntry()]) });
  const button = await screen.findByRole('button', { name: 'Filters' });
  expect(screen.queryByRole('combobox', { name: 'Username' })).toBeNull();

  await user.click(button);
  const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }));
  await user.type(sheet.getByRole('combobox', { name: 'Username' }), 'bert');
  await user.click(sheet.getByRole('checkbox', { name: 'Refused or failed only' }));
  await waitFor(() => expect(server.calls.at(-1)?.url).toBe('/api/audit?user=bert&failed=true'));
  await user.click(sheet.getByRole('button', { name: 'Done' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Filters 2' }));

  await user.click(screen.getByRole('button', { name: 'Filters 2' }));
  await user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Clear filters' }),
  );
  await user.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: 'Filters' })).toBeTruthy();
});

test('names are emphasized in the sentence', async () => {
  open({ '': aPage([anEntry({ act: 'move', destination: '/b.txt', status: 200 })]) });
  await screen.findByRole('table');
  const strong = [...document.querySelectorAll('strong')].map(({ textContent }) => textContent);
  expect(strong).toEqual(['a.txt', '/b.txt']);
});

test('older entries load on demand, and refreshing reloads all', async () => {
  const { server, user } = open({
    '': aPage([anEntry({ id: 9 })], { hasMore: true, keptMs: 7_200_000, keepsDownloads: true }),
    'before=9': aPage([anEntry({ id: 8, act: 'download' })]),
  });
  await user.click(await screen.findByRole('button', { name: 'Show older entries' }));
  await waitFor(() =>
    expect(texts().map(([what]) => what)).toEqual(['bert deleted a.txt', 'bert downloaded a.txt']),
  );
  expect(screen.queryByRole('button', { name: 'Show older entries' })).toBeNull();
  expect(screen.getByText(/kept for 2 hours\.$/)).toBeTruthy();

  server.on('GET', '/api/audit', { status: 500, text: '500 Internal Server Error\n' });
  await user.click(screen.getByRole('button', { name: 'Reload' }));
  expect(await screen.findByText(/This information may be out of date/)).toBeTruthy();
  expect(texts()).toHaveLength(2);
});

test('an empty log is described, and one that fails to load can be retried', async () => {
  const { server, user } = open({});
  server.on('GET', '/api/audit', { status: 403, text: '403 Forbidden\n' });
  expect(await screen.findByRole('heading', { name: 'No access' })).toBeTruthy();
  server.on('GET', '/api/audit', { json: aPage([]) });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: /^No activity yet/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
});

test('only administrators can open it', async () => {
  fakeServer().session(anna);
  const { place } = renderRoute('/settings/audit', { user: anna });
  await waitFor(() => expect(place()).toBe('/403'));
});

test('names are suggested while typing', async () => {
  const { server, user } = open({ '': aPage([anEntry()]) });
  server.on('GET', '/api/users', ({ url }) => {
    const search = new URLSearchParams(url.split('?')[1]).get('search') ?? '';
    const all = Array.from({ length: 300 }, (_, n) => aUser({ id: n + 1, username: `user-${n}` }));
    return { json: all.filter(({ username }) => username.includes(search)).slice(0, 50) };
  });
  const name = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Username' });
  await user.type(name, '-299');
  await waitFor(() =>
    expect([...(name.list?.options ?? [])].map(({ value }) => value)).toEqual(['user-299']),
  );
  expect(server.calls.filter(({ url }) => url === '/api/users')).toEqual([]);
});
