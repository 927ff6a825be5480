import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { chosenPreferences } from '../../state/preferences.ts';
import { tileSize } from '../../state/tile-size.ts';
import { aFolder, anEntry, aTokenUser, fakeServer } from '../../testing/fake-server.ts';
import { renderRoute } from '../../testing/render-route.tsx';
import { stopClock } from '../../testing/stop-timers.ts';

const anna = aTokenUser();
const inMosaic = aTokenUser({ viewMode: 'mosaic' });

const home = aFolder('/', [
  ...['docs', 'games', 'music', 'photos'].map((name) => anEntry(`/${name}`, { isDir: true })),
  anEntry('/b.txt', { size: 1_536 }),
  anEntry('/c.txt', { size: 10 }),
]);

beforeEach(() => {
  tileSize.setState({ size: 1 });
  chosenPreferences.setState({}, true);
  // Simulates the layout: three tiles fit side by side.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(920);
});

const cell = (name: string) => screen.findByRole('gridcell', { name });
const named = (attribute: string, value: string) =>
  [...screen.getByRole('grid').querySelectorAll(`[${attribute}="${value}"]`)].map((element) =>
    element.getAttribute('aria-label'),
  );
const selected = () => named('aria-selected', 'true');
const saved = (server: ReturnType<typeof fakeServer>) =>
  server.calls
    .filter(({ method }) => method === 'PUT')
    .map(({ body }) => (JSON.parse(body) as { data: { viewMode?: string } }).data.viewMode);

test('the view changes from list to mosaic to gallery and is stored', async () => {
  const server = fakeServer().session(anna).folder(home).on('PUT', '/api/users/1', { text: 'OK' });
  const { user } = renderRoute('/files/', { user: anna });

  expect(await screen.findByRole('columnheader', { name: 'Size' })).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Show as mosaic' }));
  expect(screen.queryByRole('columnheader')).toBeNull();
  expect(await screen.findByRole('gridcell', { description: /^1\.5 KiB · / })).toBe(
    await cell('b.txt'),
  );
  await user.click(await screen.findByRole('button', { name: 'Show as gallery' }));
  await user.click(await screen.findByRole('button', { name: 'Show as list' }));
  expect(await screen.findByRole('columnheader', { name: 'Size' })).toBeTruthy();
  await waitFor(() => expect(saved(server)).toEqual(['mosaic', 'mosaic gallery', 'list']));
});

test('quick changes end in the last view', async () => {
  let answer = () => {};
  const first = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const server = fakeServer().session(anna).folder(home);
  server.on('PUT', '/api/users/1', async () => {
    await first;
    return { text: 'OK' };
  });
  const { user } = renderRoute('/files/', { user: anna });

  await user.click(await screen.findByRole('button', { name: 'Show as mosaic' }));
  await user.click(await screen.findByRole('button', { name: 'Show as gallery' }));
  await user.click(await screen.findByRole('button', { name: 'Show as list' }));
  await waitFor(() => expect(saved(server)).toEqual(['mosaic']));
  answer();
  await waitFor(() => expect(saved(server)).toEqual(['mosaic', 'list']));
  expect(screen.getByRole('button', { name: 'Show as mosaic' })).toBeTruthy();
});

test('the stored view is restored', async () => {
  fakeServer().session(inMosaic).folder(home);
  renderRoute('/files/', { user: inMosaic });

  expect((await cell('docs')).dataset.index).toBe('0');
  expect(screen.getByRole('button', { name: 'Show as gallery' })).toBeTruthy();
});

test('a view that cannot be stored is reverted with a message', async () => {
  fakeServer().session(anna).folder(home).on('PUT', '/api/users/1', { status: 500 });
  const { user } = renderRoute('/files/', { user: anna });

  await user.click(await screen.findByRole('button', { name: 'Show as mosaic' }));
  expect(
    await screen.findByText(
      /^Couldn’t save your change The server couldn’t complete the request\./,
    ),
  ).toBeTruthy();
  expect(await screen.findByRole('columnheader', { name: 'Size' })).toBeTruthy();
});

test('large tiles have headings, three columns and one tab stop', async () => {
  tileSize.setState({ size: 1.5 });
  fakeServer().session(inMosaic).folder(home);
  renderRoute('/files/', { user: inMosaic });

  await cell('docs');
  const grid = screen.getByRole('grid');
  expect(grid.getAttribute('aria-colcount')).toBe('3');
  expect(grid.getAttribute('aria-rowcount')).toBe('6');
  const rows = within(grid)
    .getAllByRole('row')
    .map((row) =>
      within(row)
        .getAllByRole('gridcell')
        .flatMap((one) => one.getAttribute('aria-label') ?? []),
    );
  expect(rows).toEqual([[], [], ['docs', 'games', 'music'], ['photos'], [], ['b.txt', 'c.txt']]);
  expect(grid.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
});

test('among tiles, the keyboard moves in two directions, selects, and jumps to typed names', async () => {
  tileSize.setState({ size: 1.5 });
  fakeServer().session(inMosaic).folder(home);
  const { user } = renderRoute('/files/', { user: inMosaic });
  stopClock();

  (await cell('docs')).focus();
  await user.keyboard('{Home}{ArrowRight}');
  expect(document.activeElement).toBe(await cell('games'));
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(document.activeElement).toBe(await cell('b.txt'));
  await user.keyboard('{ArrowUp}{Shift>}{ArrowRight}{/Shift}');
  expect(selected()).toEqual(['photos', 'b.txt']);
  await user.keyboard('mus');
  expect(document.activeElement).toBe(await cell('music'));
});

test('in right-to-left text, arrow keys follow the visual order', async () => {
  fakeServer().session(inMosaic).folder(home);
  const { user } = renderRoute('/files/', { user: inMosaic });

  (await cell('docs')).focus();
  screen.getByRole('grid').style.direction = 'rtl';
  await user.keyboard('{Home}{ArrowLeft}');
  expect(document.activeElement).toBe(await cell('games'));
});

test('another view keeps the selection and the active entry', async () => {
  fakeServer().session(anna).folder(home).on('PUT', '/api/users/1', { text: 'OK' });
  const { user } = renderRoute('/files/', { user: anna });

  await user.click(await cell('music'));
  await user.click(await screen.findByRole('button', { name: 'Show as mosaic' }));
  expect(selected()).toEqual(['music']);
  expect(named('tabindex', '0')).toEqual(['music']);
});

test('tiles are sorted in the sort bar, which the keyboard reaches', async () => {
  const server = fakeServer().session(inMosaic).folder(home);
  server.on('PUT', '/api/users/1', { text: 'OK' });
  const { user } = renderRoute('/files/', { user: inMosaic });

  (await cell('games')).focus();
  await user.click(await screen.findByRole('button', { name: 'Sort by Size' }));
  expect(screen.getByRole('button', { name: 'Sorted by Size, ascending' })).toBeTruthy();
  const names = [...document.querySelectorAll('[data-index]')].map((one) =>
    one.getAttribute('aria-label'),
  );
  expect(names.slice(-2)).toEqual(['c.txt', 'b.txt']);

  (await cell('docs')).focus();
  await user.keyboard('{Home}{ArrowUp}');
  expect(document.activeElement?.textContent).toBe('Size');
  await user.keyboard('{ArrowLeft}{Enter}');
  expect(screen.getByRole('button', { name: 'Sorted by Name, ascending' })).toBeTruthy();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(await cell('docs'));
});

test('a tile has a menu and opens with a double click', async () => {
  fakeServer().session(inMosaic).folder(home).folder(aFolder('/docs/'));
  const page = renderRoute('/files/', { user: inMosaic });

  await page.user.click(within(await cell('b.txt')).getByRole('button', { name: /b\.txt/ }));
  expect(await screen.findByRole('menuitem', { name: /^Open/ })).toBeTruthy();
  expect(selected()).toEqual(['b.txt']);
  await page.user.keyboard('{Escape}');
  const docs = await cell('docs');
  stopClock();
  await page.user.dblClick(docs);
  await waitFor(() => expect(page.address()).toBe('/files/docs/'));
});

test('Backspace goes up, also from an empty folder, and focuses the previous folder', async () => {
  fakeServer().session(inMosaic).folder(home).folder(aFolder('/music/'));
  const page = renderRoute('/files/music/', { user: inMosaic });

  await screen.findByRole('heading', { name: /lonely/ });
  await page.user.keyboard('{Backspace}');
  await waitFor(() => expect(page.address()).toBe('/files/'));
  await waitFor(() => expect(named('tabindex', '0')).toEqual(['music']));
  await page.user.keyboard('{Backspace}');
  expect(page.address()).toBe('/files/');
});

test('only a part of a large folder is rendered as tiles', async () => {
  const many = Array.from({ length: 5_000 }, (_, n) => anEntry(`/file ${n}.txt`));
  fakeServer().session(inMosaic).folder(aFolder('/', many));
  renderRoute('/files/', { user: inMosaic });

  await cell('file 0.txt');
  expect(document.querySelectorAll('[data-index]').length).toBeLessThan(80);
});
