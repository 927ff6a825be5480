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

const rows = () => [...document.querySelectorAll<HTMLElement>('li[data-outcome]')];
/** Returns the sentences and what stands below them. */
const texts = () =>
  rows().map((row) => [...row.querySelectorAll('p')].map(({ textContent }) => textContent));
const sentences = () => texts().map(([sentence]) => sentence);
const feed = () => screen.findByRole('region', { name: 'Activity log' });

test('each entry shows a sentence, outcome, what the sentence omits, address and time', async () => {
  const at = new Date(2026, 0, 2, 3, 4, 5).getTime();
  open({
    '': aPage([
      anEntry({ id: 6, act: 'sign-in', about: '', username: 'mallory', status: 403, more: 40 }),
      anEntry({ id: 5, act: 'copy', status: 200, failedCommand: 'after_copy' }),
      anEntry({
        id: 4,
        act: 'move',
        destination: '/b.txt',
        status: 500,
        failedCommand: 'before_rename',
      }),
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
      anEntry({ id: 7, at, act: 'move', destination: '/b.txt', status: 200 }),
    ]),
  });
  await feed();
  expect(texts()).toEqual([
    ['Failed to log in as mallory from 192.0.2.7', 'Refused40 more like this'],
    ['Copy', 'Command failed/home/bert/a.txt'],
    [
      'Unsuccessful attempt by bert: Move',
      'Blocked by a command./home/bert/a.txtDestination: /b.txt',
    ],
    ['Upload', 'The disk is full.No name/'],
    ['bert changed the user carla', 'Scope · Permissions: Share · x.y'],
    [
      'bert changed the settings',
      'Allow sign-up · Branding: Name · Defaults for new users: Language · Commands',
    ],
    ['bert moved a.txt to /b.txt', 'Folder: /home/bert'],
  ]);
  expect(rows().map(({ dataset }) => dataset['outcome'])).toEqual([
    'refused',
    'failed-after',
    'refused-by-command',
    'failed',
    'done',
    'done',
    'done',
  ]);
  // The sentence of the failed login has the address already.
  expect(rows().map((row) => row.textContent.split('192.0.2.7').length - 1)).toEqual(
    rows().map(() => 1),
  );
  const time = rows().at(-1)?.querySelector('time');
  expect(time?.dateTime).toBe(new Date(at).toISOString());
  expect(time?.title).toMatch(/2026.*:04:05/);
  // Screen readers read the date with the time.
  expect(time?.textContent).toContain(time?.title);
  expect(screen.getByText(/kept for 90 days\. Downloads aren’t recorded\.$/)).toBeTruthy();
});

test('entries have a heading for each day', async () => {
  const now = Date.now();
  open({
    '': aPage([
      anEntry({ id: 4, at: now }),
      anEntry({ id: 3, at: now }),
      anEntry({ id: 2, at: new Date(now).setHours(-1) }),
      anEntry({ id: 1, at: new Date(2025, 2, 12, 12).getTime() }),
    ]),
  });
  await feed();
  const days = within(screen.getByRole('main')).getAllByRole('heading', { level: 2 });
  expect(days.map(({ textContent }) => textContent)).toEqual([
    'Today',
    'Yesterday',
    expect.stringMatching(/12.*2025|2025.*12/),
  ]);
  const today = within(screen.getByRole('region', { name: 'Today' }));
  expect(today.getAllByRole('listitem')).toHaveLength(2);
});

test('an item in the served folder, and a user, have nothing below their sentence', async () => {
  open({
    '': aPage([
      anEntry({ id: 3, about: '/a.txt' }),
      anEntry({ id: 2, act: 'user-remove', about: 'carla' }),
      anEntry({ id: 1, act: 'sign-in', about: '', status: 200 }),
    ]),
  });
  await feed();
  expect(texts()).toEqual([
    ['bert deleted a.txt', ''],
    ['bert deleted the user carla', ''],
    ['bert logged in', ''],
  ]);
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
  await waitFor(() =>
    expect(texts()[0]).toEqual([
      'Unsuccessful attempt by bert: Delete',
      expect.stringContaining('Refused'),
    ]),
  );
  await user.selectOptions(screen.getByRole('combobox', { name: 'Action' }), 'Create share');
  await screen.findByRole('heading', { name: 'No results' });
  const asked = server.calls.map(({ url }) => url).filter((url) => url.startsWith('/api/audit'));
  expect(asked.at(-1)).toBe('/api/audit?user=bert&what=share-make&failed=true');
  await user.click(screen.getByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(texts()).toHaveLength(2));
  expect(field.value).toBe('');
});

test('entries are filtered by their first and last day', async () => {
  const day = new Date(2026, 10, 20).getTime();
  const next = new Date(2026, 10, 21).getTime();
  const { user } = open({
    '': aPage([anEntry({ id: 9 }), anEntry({ id: 8 })]),
    [`since=${day}&until=${next}`]: aPage([anEntry({ id: 8, at: day })]),
  });
  await feed();
  const from = screen.getByLabelText<HTMLInputElement>('From');
  await user.type(from, '2026-11-20');
  await user.type(screen.getByLabelText('To'), '2026-11-20');
  await waitFor(() => expect(texts()).toHaveLength(1));
  // The date is shown as on the rest of the page.
  expect(from.parentElement?.textContent).toMatch(/^(20 Nov|Nov 20,) 2026$/);
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
  await feed();
  const strong = [...document.querySelectorAll('strong')].map(({ textContent }) => textContent);
  expect(strong).toEqual(['a.txt', '/b.txt']);
});

test('older entries load on demand, and refreshing reloads all', async () => {
  const { server, user } = open({
    '': aPage([anEntry({ id: 9 })], { hasMore: true, keptMs: 7_200_000, keepsDownloads: true }),
    'before=9': aPage([anEntry({ id: 8, act: 'download' })]),
  });
  await user.click(await screen.findByRole('button', { name: 'Show older entries' }));
  await waitFor(() => expect(sentences()).toEqual(['bert deleted a.txt', 'bert downloaded a.txt']));
  expect(screen.queryByRole('button', { name: 'Show older entries' })).toBeNull();
  expect(screen.getByText(/kept for 2 hours\.$/)).toBeTruthy();

  server.on('GET', '/api/audit', { status: 500, text: '500 Internal Server Error\n' });
  await user.click(screen.getByRole('button', { name: 'Reload' }));
  expect(await screen.findByText(/This information may be out of date/)).toBeTruthy();
  expect(texts()).toHaveLength(2);
});

test('a failure to load older entries is explained below the list', async () => {
  const { server, user } = open({
    '': aPage([anEntry({ id: 9 })], { hasMore: true }),
  });
  const button = await screen.findByRole('button', { name: 'Show older entries' });
  server.unplug();
  await user.click(button);
  const reason = await screen.findByText(/^Can’t connect to the server\./);
  expect(button.compareDocumentPosition(reason) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(screen.queryByText(/This information may be out of date/)).toBeNull();
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
  const { address } = renderRoute('/settings/audit', { user: anna });
  await waitFor(() => expect(address()).toBe('/403'));
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
