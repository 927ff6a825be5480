import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { starred } from '../../state/starred.ts';
import { toasts } from '../../state/toasts.ts';
import { aFolder, anEntry, aTokenUser, fakeServer } from '../../testing/fake-server.ts';
import { renderRoute } from '../../testing/render-route.tsx';
import { stopClock } from '../../testing/stop-timers.ts';

const anna = aTokenUser();
const aReader = aTokenUser({ perm: { ...anna.perm, create: false, download: false } });

const home = aFolder('/', [
  anEntry('/docs', { isDir: true }),
  anEntry('/music', { isDir: true }),
  anEntry('/b.txt', { size: 1_536 }),
  anEntry('/c.txt', { size: 10 }),
]);

beforeEach(() => {
  toasts.setState({ shown: [] });
  // Without layout, a virtualized list renders no rows.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_000);
});

const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) });
const shownNames = () =>
  screen
    .getAllByRole('row')
    .filter((element) => element.hasAttribute('data-index'))
    .map((element) => within(element).getAllByRole('gridcell')[0]?.getAttribute('aria-label'));
const selected = () =>
  screen
    .getAllByRole('row')
    .filter((element) => element.getAttribute('aria-selected') === 'true')
    .map((element) => within(element).getAllByRole('gridcell')[0]?.getAttribute('aria-label'));

test('folders come first under their heading, then files, with binary sizes', async () => {
  fakeServer().session(anna).folder(home);
  renderRoute('/files/', { user: anna });

  expect(await screen.findByRole('heading', { name: /^Folders/ })).toBeTruthy();
  expect(screen.getByRole('heading', { name: /^Files/ })).toBeTruthy();
  expect(shownNames()).toEqual(['docs', 'music', 'b.txt', 'c.txt']);
  expect(within(await row('b.txt')).getByText('1.5 KiB')).toBeTruthy();
  expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('7');
});

test('a name with a line break is shown without confusion', async () => {
  const names = ['new\nline', 'photo\u202egpj.exe'].map((name) => anEntry(`/${name}`));
  fakeServer().session(anna).folder(aFolder('/', names));
  renderRoute('/files/', { user: anna });

  const cell = await screen.findByRole('gridcell', { name: /new/ });
  expect(cell.textContent).toBe('new␊line');
  expect(screen.getByRole('gridcell', { name: /photo/ }).textContent).toBe('photoRLOgpj.exe');
});

test('a click selects, Ctrl adds, Shift selects a range, Escape clears', async () => {
  fakeServer().session(anna).folder(home);
  const { user } = renderRoute('/files/', { user: anna });

  await user.click(await row('docs'));
  expect(selected()).toEqual(['docs']);
  await user.keyboard('{Control>}');
  await user.click(await row('b.txt'));
  await user.keyboard('{/Control}');
  expect(selected()).toEqual(['docs', 'b.txt']);
  await user.click(await row('music'));
  await user.keyboard('{Shift>}');
  await user.click(await row('c.txt'));
  await user.keyboard('{/Shift}');
  expect(selected()).toEqual(['music', 'b.txt', 'c.txt']);
  await user.keyboard('{Escape}');
  expect(selected()).toEqual([]);
});

test('a double click opens a folder, and going up returns to its row', async () => {
  fakeServer()
    .session(anna)
    .folder(home)
    .folder(aFolder('/music/', [anEntry('/music/song.mp3')]));
  const page = renderRoute('/files/', { user: anna });

  const music = await row('music');
  stopClock();
  await page.user.dblClick(music);
  expect(await row('song.mp3')).toBeTruthy();
  expect(page.address()).toBe('/files/music/');
  await page.go('/files/');
  await waitFor(async () => expect((await row('music')).tabIndex).toBe(0));
});

test('with the preference, one click opens', async () => {
  const eager = aTokenUser({ singleClick: true });
  fakeServer().session(eager).folder(home).folder(aFolder('/docs/'));
  const page = renderRoute('/files/', { user: eager });

  await page.user.click(await row('docs'));
  await waitFor(() => expect(page.address()).toBe('/files/docs/'));
});

test('the keyboard moves, selects, jumps to typed names and opens', async () => {
  fakeServer().session(anna).folder(home).folder(aFolder('/music/'));
  const page = renderRoute('/files/', { user: anna });
  const { user } = page;
  stopClock();

  (await row('docs')).focus();
  await user.keyboard('{ArrowDown} {Shift>}{ArrowDown}{/Shift}');
  expect(selected()).toEqual(['music', 'b.txt']);
  await user.keyboard('{Escape}{End}');
  expect(document.activeElement).toBe(await row('c.txt'));
  await user.keyboard('mus{Enter}');
  await waitFor(() => expect(page.address()).toBe('/files/music/'));
});

test('keyboard navigation continues from a row that a screen reader has focused', async () => {
  fakeServer().session(anna).folder(home);
  const { user } = renderRoute('/files/', { user: anna });

  const given = await row('b.txt');
  act(() => given.focus());
  expect(given.tabIndex).toBe(0);
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(await row('c.txt'));
});

test('a space right after typing selects unless it continues a name', async () => {
  const names = [anEntry('/a b.txt'), anEntry('/a.txt'), anEntry('/zebra.txt')];
  fakeServer().session(anna).folder(aFolder('/', names));
  const { user } = renderRoute('/files/', { user: anna });
  stopClock();

  (await row('a b.txt')).focus();
  await user.keyboard('zeb ');
  expect(selected()).toEqual(['zebra.txt']);
  await user.keyboard('{Escape}{Home}{ArrowDown}');
  vi.setSystemTime(Date.now() + 800);
  await user.keyboard('a b');
  expect(selected()).toEqual([]);
  expect(document.activeElement).toBe(await row('a b.txt'));
});

test('a click on a column sorts at once and stores the preference', async () => {
  const server = fakeServer().session(anna).folder(home).on('PUT', '/api/users/1', { text: 'OK' });
  const { user } = renderRoute('/files/', { user: anna });

  await user.click(await screen.findByRole('button', { name: 'Size' }));

  expect(shownNames()).toEqual(['docs', 'music', 'c.txt', 'b.txt']);
  expect(screen.getByRole('columnheader', { name: 'Size' }).getAttribute('aria-sort')).toBe(
    'ascending',
  );
  const saved = server.calls.find(({ method }) => method === 'PUT');
  expect(JSON.parse(saved?.body ?? '')).toMatchObject({
    which: ['sorting'],
    data: { sorting: { by: 'size', asc: true } },
  });
});

test('A to Z is ascending despite the stored value, and a refused sorting is reverted', async () => {
  // Another user, so that earlier choices are forgotten.
  const ben = aTokenUser({ id: 2 });
  fakeServer().session(ben).folder(home).on('PUT', '/api/users/2', { status: 500 });
  const { user } = renderRoute('/files/', { user: ben });

  const name = await screen.findByRole('columnheader', { name: 'Name' });
  expect(name.getAttribute('aria-sort')).toBe('ascending');
  await user.click(within(name).getByRole('button'));
  expect(
    await screen.findByText(
      /^Couldn’t save your change The server couldn’t complete the request\./,
    ),
  ).toBeTruthy();
  expect(name.getAttribute('aria-sort')).toBe('ascending');
});

test('an empty folder offers actions that the user may perform', async () => {
  fakeServer().session(anna).folder(aFolder('/'));
  renderRoute('/files/', { user: anna });

  expect(await screen.findByRole('heading', { name: /lonely/ })).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Upload' })).not.toHaveLength(0);
});

test('empty space of an empty folder has the context menu', async () => {
  fakeServer().session(anna).folder(aFolder('/'));
  const { user } = renderRoute('/files/', { user: anna });

  const title = await screen.findByRole('heading', { name: /lonely/ });
  await user.pointer({ target: title, keys: '[MouseRight]' });
  const menu = await screen.findByRole('menu');
  for (const name of ['Upload', 'New folder', 'Info', 'Select multiple']) {
    expect(within(menu).getByRole('menuitem', { name: new RegExp(`^${name}`) })).toBeTruthy();
  }
});

test('bars have a button for each action of the folder and of the selection', async () => {
  const runner = aTokenUser({ perm: { ...anna.perm, execute: true } });
  fakeServer({ EnableExec: true }).session(runner).folder(home);
  const { user } = renderRoute('/files/', { user: runner });
  await row('b.txt');
  const buttonsIn = (toolbar: string) =>
    within(screen.getByRole('toolbar', { name: toolbar }))
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label'));

  expect(buttonsIn('Actions for this folder')).toEqual([
    'Share',
    'Download folder',
    'Info',
    'Shell',
    'Select multiple',
  ]);
  const views = within(screen.getByRole('group', { name: 'View' }));
  expect(views.getByRole('button', { name: 'Show as list', pressed: true })).toBeTruthy();
  expect(views.getByRole('button', { name: 'Show as gallery', pressed: false })).toBeTruthy();
  await user.click(await row('b.txt'));
  expect(buttonsIn('Actions')).toEqual([
    'Clear selection',
    'Download',
    'Share',
    'Rename',
    'Move to…',
    'Copy to…',
    'Info',
    'Delete',
    'More actions',
  ]);
  const selection = screen.getByRole('region', { name: 'Selection' });
  expect(within(selection).getByText('1 selected')).toBeTruthy();
});

test('without the permissions, no refused action is offered', async () => {
  fakeServer().session(aReader).folder(home);
  const { user } = renderRoute('/files/', { user: aReader });

  await user.click(await row('b.txt'));
  expect(screen.queryByRole('button', { name: 'Download' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Upload' })).toBeNull();
});

test('a failure shows its reason, and retrying shows the folder', async () => {
  const server = fakeServer().session(anna).on('GET', '/api/resources/', { status: 403 });
  const { user } = renderRoute('/files/', { user: anna });

  expect(await screen.findByRole('heading', { name: 'No access' })).toBeTruthy();
  server.folder(home);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await row('docs')).toBeTruthy();
});

test('a missing disk is reported, and retrying shows the folder', async () => {
  const missing = {
    status: 503,
    headers: { 'X-Refusal': 'disk-unavailable' },
    text: '503 Service Unavailable (the served folder does not exist; its disk may not be mounted)\n',
  };
  const server = fakeServer().session(anna).on('GET', '/api/resources/', missing);
  const { user, refresh } = renderRoute('/files/', { user: anna });

  expect(await screen.findByRole('heading', { name: 'Files unavailable' })).toBeTruthy();
  expect(screen.getByText(/^The disk with these files isn’t available right now\./)).toBeTruthy();
  server.folder(home);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await row('docs')).toBeTruthy();

  server.on('GET', '/api/resources/', missing);
  await refresh();
  expect(await screen.findByText(/The disk with these files.+may be out of date/)).toBeTruthy();
});

test('for a missing folder, the link home comes before the retry button', async () => {
  fakeServer().session(anna).folder(home);
  const page = renderRoute('/files/nowhere/', { user: anna });

  expect((await screen.findByRole('alert')).textContent).toContain('/nowhere/');
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  await page.user.click(screen.getByRole('link', { name: 'Go to My files' }));
  expect(await row('docs')).toBeTruthy();
  expect(page.address()).toBe('/files/');
});

test('a folder that cannot be refreshed stays, marked as outdated', async () => {
  const server = fakeServer().session(anna).folder(home);
  const { user, refresh } = renderRoute('/files/', { user: anna });
  await row('docs');

  server.on('GET', '/api/resources/', { status: 500 });
  await refresh();
  expect(await screen.findByText(/may be out of date/)).toBeTruthy();
  expect(await row('docs')).toBeTruthy();
  server.folder(home);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText(/may be out of date/)).toBeNull());
});

test('a deleted folder is no longer shown', async () => {
  const server = fakeServer().session(anna).folder(home);
  const { refresh } = renderRoute('/files/', { user: anna });
  await row('docs');

  server.on('GET', '/api/resources/', { status: 404 });
  await refresh();
  expect(await screen.findByRole('heading', { name: 'Not found' })).toBeTruthy();
  expect(screen.queryByRole('grid')).toBeNull();
});

test('focusing the window refreshes a small folder, but not a large recent one', async () => {
  const many = Array.from({ length: 2_001 }, (_, n) => anEntry(`/many/file ${n}.txt`));
  const server = fakeServer().session(anna).folder(home).folder(aFolder('/many/', many));
  const page = renderRoute('/files/', { user: anna });
  const readings = (url: string) =>
    server.calls.filter((call) => call.method === 'GET' && call.url === url).length;
  const retryConnection = (afterMs: number) => {
    const now = Date.now() + afterMs;
    vi.spyOn(Date, 'now').mockReturnValue(now);
    window.dispatchEvent(new Event('visibilitychange'));
    document.dispatchEvent(new Event('visibilitychange'));
  };

  await row('docs');
  const small = readings('/api/resources/');
  retryConnection(5_000);
  await waitFor(() => expect(readings('/api/resources/')).toBeGreaterThan(small));
  vi.mocked(Date.now).mockRestore();

  await page.go('/files/many/');
  await row('file 0.txt');
  const large = readings('/api/resources/many/');
  retryConnection(5_000);
  expect(readings('/api/resources/many/')).toBe(large);
  retryConnection(60_000);
  await waitFor(() => expect(readings('/api/resources/many/')).toBe(large + 1));
  vi.mocked(Date.now).mockRestore();
});

test('the column header appears while a folder loads', async () => {
  const server = fakeServer().session(anna).folder(home);
  server.on('GET', '/api/resources/late/', () => new Promise(() => {}));
  renderRoute('/files/late/', { user: anna });

  const [status] = await screen.findAllByRole('status', { name: 'Loading' });
  await waitFor(() => expect(screen.getByText('Modified')).toBeTruthy());
  expect(status).toBeTruthy();
  expect(screen.queryByRole('columnheader')).toBeNull();
});

test('an open menu learns that its item has a star', async () => {
  fakeServer().session(anna).folder(home);
  const { user } = renderRoute('/files/', { user: anna });
  await user.pointer({ keys: '[MouseRight]', target: await row('b.txt') });
  expect(await screen.findByRole('menuitem', { name: /^Add star/ })).toBeTruthy();
  act(() => starred.setState({ paths: new Set(['/b.txt']) }));
  expect(await screen.findByRole('menuitem', { name: /^Remove star/ })).toBeTruthy();
});

test('the icon in the menu shows whether a file or folder opens', async () => {
  fakeServer().session(anna).folder(home);
  const { user } = renderRoute('/files/', { user: anna });
  const signOfOpen = async (name: string) => {
    await user.pointer({ keys: '[MouseRight]', target: await row(name) });
    const item = await screen.findByRole('menuitem', { name: /^Open/ });
    const sign = item.querySelector('svg')?.getAttribute('class');
    await user.keyboard('{Escape}');
    return sign;
  };

  expect(await signOfOpen('docs')).toContain('folder-open');
  expect(await signOfOpen('b.txt')).toContain('eye');
});

const message = () => within(screen.getByRole('dialog')).getByRole('alert').textContent;

test('a new folder’s name is trimmed and validated, and the folder is selected', async () => {
  const made = anEntry('/Zoë', { isDir: true });
  const server = fakeServer().session(anna).folder(home);
  server.on('POST', '/api/resources/Zo%C3%AB/', () => {
    server.folder(aFolder('/', [...home.items, made]));
    return { text: '200 OK' };
  });
  const { user } = renderRoute('/files/', { user: anna });
  await row('docs');

  await user.click(screen.getByRole('button', { name: 'New' }));
  await user.click(await screen.findByRole('menuitem', { name: 'New folder' }));
  const field = await screen.findByRole('textbox', { name: 'Name' });
  await user.type(field, '  {Enter}');
  expect(screen.getByRole('dialog')).toBeTruthy();
  await user.clear(field);
  await user.type(field, 'a/b{Enter}');
  expect(message()).toBe('A name can’t contain a slash.');
  await user.clear(field);
  await user.type(field, 'docs{Enter}');
  expect(message()).toBe('A file or folder with this name already exists.');
  await user.clear(field);
  await user.type(field, '  Zoë {Enter}');

  await waitFor(() => expect(selected()).toEqual(['Zoë']));
  expect(
    server.calls.filter(({ method, url }) => method === 'POST' && url.includes('resources')),
  ).toHaveLength(1);
});

test('an address shows the item that exists, with or without a trailing slash', async () => {
  fakeServer()
    .session(anna)
    .on('GET', '/api/resources/b.iso', { json: anEntry('/b.iso', { size: 1_536 }) })
    .on('GET', '/api/resources/docs', { json: aFolder('/docs/') })
    .folder(aFolder('/docs/'));
  const page = renderRoute('/files/b.iso', { user: anna });

  expect(await screen.findByText('1.5 KiB')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Download' })).not.toEqual([]);
  await page.go('/files/docs');
  await waitFor(() => expect(page.address()).toBe('/files/docs/'));
});

test('only a part of a large folder is rendered', async () => {
  const many = Array.from({ length: 5_000 }, (_, n) => anEntry(`/file ${n}.txt`));
  fakeServer().session(anna).folder(aFolder('/', many));
  renderRoute('/files/', { user: anna });

  await row('file 0.txt');
  expect(screen.getAllByRole('row').length).toBeLessThan(60);
  expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('5002');
});

test('the download button shows how many of the selected entries can be downloaded, if that is not all', async () => {
  const lost = anEntry('/lost', { type: 'invalid_link', isSymlink: true });
  fakeServer()
    .session(anna)
    .folder(aFolder('/', [...home.items, lost]));
  const { user } = renderRoute('/files/', { user: anna });
  await user.click(await row('b.txt'));
  const download = await screen.findByRole('button', { name: 'Download' });
  expect(download.textContent).toBe('');

  await user.keyboard('{Control>}a{/Control}');
  await waitFor(() => expect(download.textContent).toBe('4'));
  expect(screen.getByRole('toolbar', { name: 'Actions' }).textContent).toContain('5 selected');
});

test.each([
  ['an unexpected failure can be reported', 500, {}, true],
  ['an expected failure cannot be reported', 403, {}, false],
  [
    'nothing can be reported while external links are hidden',
    500,
    { DisableExternal: true },
    false,
  ],
])('%s', async (_, status, config, isOffered) => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  fakeServer(config)
    .session(anna)
    .folder(home)
    .on('PUT', `/api/users/${anna.id}`, { status, text: 'no' });
  const { user } = renderRoute('/files/', { user: anna });
  await user.click(await screen.findByRole('button', { name: 'Size' }));
  const toast = await screen.findByRole('alert');

  const report = within(toast.closest('li') ?? toast).queryByRole('button', {
    name: 'Report issue',
  });
  expect(report !== null).toBe(isOffered);
  if (report === null) return;
  await user.click(report);
  expect(opened).toHaveBeenCalledWith(expect.stringMatching(/^https:/), '_blank', 'noopener');
});

test('a listing on the screen is read again when the connection is back', async () => {
  const server = fakeServer().session(anna).folder(home);
  renderRoute('/files/', { user: anna });
  await row('b.txt');
  act(() => void window.dispatchEvent(new Event('offline')));
  server.folder(aFolder('/', [anEntry('/new.txt')]));
  act(() => void window.dispatchEvent(new Event('online')));

  expect(await row('new.txt')).toBeTruthy();
  expect(screen.queryByRole('row', { name: /b\.txt/ })).toBeNull();
});
