import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Entry } from '#contract/files.ts';
import { TRASHED_HEADER } from '#contract/trash.ts';
import { closeSearch } from '../../state/search-overlay.ts';
import { requestUndo } from '../../state/undo.ts';
import { hits, SlowSearch } from '../../testing/fake-search.ts';
import {
  aFolder,
  anEntry,
  aPageConfig,
  aTokenUser,
  type FakeReply,
  type FakeServer,
  fakeServer,
} from '../../testing/fake-server.ts';
import { renderRoute } from '../../testing/render-route.tsx';
import { stopTimers } from '../../testing/stop-timers.ts';

const anna = aTokenUser();
const docs = anEntry('/docs', { isDir: true });
const plan = anEntry('/docs/deep/plan.txt', { type: 'text' });
const planner = anEntry('/docs/planner', { isDir: true });
const airplane = anEntry('/airplane.png', { type: 'image' });
const FOUND = [plan, planner, airplane];

let server: FakeServer;

beforeEach(() => {
  // Without layout, a virtualized list renders no rows.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_000);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(1_000);
  closeSearch();
  server = aServer();
});

function aServer(config?: Parameters<typeof fakeServer>[0]): FakeServer {
  return fakeServer(config)
    .session(anna)
    .folder(aFolder('/', [docs, anEntry('/b.txt')]))
    .folder(aFolder('/docs/', [planner, anEntry('/docs/deep', { isDir: true })]))
    .folder(aFolder('/docs/deep/', [plan]))
    .folder(aFolder('/docs/planner/'))
    .on('GET', '/api/search/', hits(FOUND))
    .on('GET', '/api/search/docs/', hits([plan, planner]));
}

async function open(address = '/files/') {
  const page = renderRoute(address, { user: anna });
  await screen.findByRole('grid');
  await page.user.click(screen.getByRole('button', { name: 'Search' }));
  const dialog = await screen.findByRole('dialog', { name: 'Search' });
  return { ...page, dialog, field: within(dialog).getByRole('searchbox') };
}

const results = () => screen.findByRole('grid', { name: 'Search results' });
const row = async (name: string) =>
  within(await results()).findByRole('row', { name: new RegExp(name) });
const shown = async () =>
  within(await results())
    .getAllByRole('row')
    .map((one) => within(one).getAllByRole('gridcell')[0]?.textContent);
const selected = async () =>
  within(await results())
    .getAllByRole('row')
    .filter((one) => one.getAttribute('aria-selected') === 'true')
    .map((one) => within(one).getByRole('link').textContent);
const asked = () =>
  server.calls
    .filter(({ url }) => url.startsWith('/api/search'))
    .map(({ url }) => new URL(url, 'http://localhost').searchParams.get('query'));

test('a pause in typing shows results with their folder and highlighted matches', async () => {
  const { user, field } = await open();
  await user.type(field, 'plan');

  expect(await shown()).toEqual(['./docs/deep/plan.txt', './docs/planner', './airplane.png']);
  const signs = (await results()).querySelectorAll<SVGElement>('[data-kind]');
  expect([...signs].map(({ dataset }) => dataset['kind'])).toEqual(['text', 'folder', 'image']);
  const marks = (await results()).querySelectorAll('mark');
  expect([...marks].map(({ textContent }) => textContent)).toEqual(['plan', 'plan', 'plan']);
  expect(asked()).toEqual(['plan']);
  expect(await screen.findByText('3 results', { selector: '[data-part]' })).toBeTruthy();
});

test('during fast typing, only a query that is too short asks for more', async () => {
  const { field } = await open();
  const pass = stopTimers();
  fireEvent.change(field, { target: { value: 'p' } });
  expect(screen.getByText('Type 1 more character, or press Enter.')).toBeTruthy();
  fireEvent.change(field, { target: { value: 'pla' } });
  await pass(100);
  fireEvent.change(field, { target: { value: 'plan' } });
  expect(asked()).toEqual([]);
  expect(screen.queryByText('Type 1 more character, or press Enter.')).toBeNull();
  await pass(200);
  expect(asked()).toEqual(['plan']);
});

test('a single letter is searched only on Enter', async () => {
  const { user, field } = await open();
  await user.type(field, 'p');
  expect(await screen.findByText(/1 more character/)).toBeTruthy();
  await user.keyboard('{Enter}');
  await results();
  expect(asked()).toEqual(['p']);
});

test('a single letter that was searched is searched again in another scope', async () => {
  server.on('GET', '/api/search/docs/', hits([]));
  const { user, field } = await open('/files/docs/');
  await user.type(field, 'p{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Search all files' }));
  expect(await shown()).toHaveLength(3);
});

test('the menu of a result that is gone closes, and stays closed', async () => {
  const { user, field } = await open();
  await user.type(field, 'plan');
  await user.pointer({ keys: '[MouseRight]', target: await row('airplane') });
  await screen.findByRole('menu');
  server.on('GET', '/api/search/', hits([planner]));
  const undone = { id: 4, kind: 'create', path: '/airplane.png', state: 'undone' };
  server.on('POST', '/api/history/undo', { json: { results: [undone] } });
  act(() => requestUndo({ what: 'last' }));
  await waitFor(async () => expect(await shown()).toEqual(['./docs/planner']));
  expect(screen.queryByRole('menu')).toBeNull();

  await user.click(await row('planner'));
  expect(await selected()).toEqual(['planner']);
  expect(screen.queryByRole('menu')).toBeNull();
});

test('Ctrl+F opens the search, and Escape restores the focus', async () => {
  const { user } = renderRoute('/files/', { user: anna });
  const first = await screen.findByRole('row', { name: /docs/ });
  first.focus();
  await user.keyboard('{Control>}f{/Control}');
  const field = await screen.findByRole('searchbox');
  await waitFor(() => expect(document.activeElement).toBe(field));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('searchbox')).toBeNull());
  expect(document.activeElement).toBe(first);
});

test('Down moves to the results, Enter opens the active one', async () => {
  const { user, field, address } = await open();
  await user.type(field, 'plan');
  await results();
  await user.keyboard('{ArrowDown}');
  await waitFor(async () => expect(document.activeElement).toBe(await row('plan.txt')));
  await user.keyboard('{ArrowUp}');
  expect(document.activeElement).toBe(field);
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');

  await waitFor(() => expect(address()).toBe('/files/docs/planner/'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a name is a link that can open in another tab', async () => {
  const { user, field, address } = await open();
  await user.type(field, 'plan');
  const link = within(await row('planner')).getByRole('link');
  expect(link.getAttribute('href')).toBe('/files/docs/planner/');
  expect(
    within(await row('plan.txt'))
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/files/docs/deep/plan.txt/');
  await user.click(link);
  await waitFor(() => expect(address()).toBe('/files/docs/planner/'));
});

test('Ctrl+Enter shows a result selected in its folder', async () => {
  const { user, field, address } = await open();
  await user.type(field, 'plan');
  await results();
  await user.keyboard('{ArrowDown}{Control>}{Enter}{/Control}');

  await waitFor(() => expect(address()).toBe('/files/docs/deep/'));
  await waitFor(() =>
    expect(screen.getByRole('row', { selected: true }).textContent).toContain('plan.txt'),
  );
});

test('the scope is the displayed folder and can be everything', async () => {
  const { user, field, dialog } = await open('/files/docs/');
  expect(within(dialog).getByRole('radio', { name: /This folder: docs/ })).toHaveProperty(
    'checked',
    true,
  );
  await user.type(field, 'plan');
  expect(await shown()).toEqual(['./deep/plan.txt', './planner']);
  await user.click(within(dialog).getByRole('radio', { name: 'All files' }));
  await waitFor(async () => expect(await shown()).toHaveLength(3));
});

test('results are selected and deleted as in the listing', async () => {
  const { user, field } = await open();
  await user.type(field, 'plan');
  await results();
  await user.keyboard('{ArrowDown} {ArrowDown}{ArrowDown} ');
  expect(await selected()).toEqual(['plan.txt', 'airplane.png']);
  for (const { path } of [plan, airplane])
    server.on('DELETE', `/api/resources${path}`, { text: '' });
  server.on('GET', '/api/search/', hits([planner]));

  await user.keyboard('{Delete}');
  const dialog = await screen.findByRole('dialog', { name: 'Delete 2 items?' });
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));

  await waitFor(async () => expect(await shown()).toEqual(['./docs/planner']));
  expect(server.calls.filter(({ method }) => method === 'DELETE')).toHaveLength(2);
  expect(screen.getByRole('dialog', { name: 'Search' })).toBeTruthy();
});

test('Ctrl+Z brings a deleted file back to the results', async () => {
  const { user, field } = await open();
  server.on('GET', '/api/search/', hits([planner]));
  await user.type(field, 'plan');
  await row('planner');
  server.on('GET', '/api/search/', hits([planner, airplane]));
  const undone = { id: 4, kind: 'delete', path: '/airplane.png', state: 'undone' };
  server.on('POST', '/api/history/undo', { json: { results: [undone] } });
  act(() => requestUndo({ what: 'last' }));
  expect(await row('airplane.png')).toBeTruthy();
});

test('Undo in the message about a deletion brings the file back to the results', async () => {
  server = aServer({ Trash: true })
    .on('GET', '/api/search/', hits([planner, airplane]))
    .on('POST', '/api/trash/possible', { json: { permanent: [] } })
    .on('DELETE', '/api/resources/airplane.png', () => {
      server.on('GET', '/api/search/', hits([planner]));
      return { status: 204, headers: { [TRASHED_HEADER]: '1' } };
    })
    .on('POST', '/api/history/undo', () => {
      server.on('GET', '/api/search/', hits([planner, airplane]));
      const undone = { id: 4, kind: 'delete', path: '/airplane.png', state: 'undone' };
      return { json: { results: [undone] } };
    });
  const { user, field } = await open();
  await user.type(field, 'plan');
  await results();
  await user.keyboard('{ArrowDown}{ArrowDown} ');
  expect(await selected()).toEqual(['airplane.png']);
  const searches = () => server.calls.filter(({ url }) => url.startsWith('/api/search/')).length;
  const before = searches();
  await user.keyboard('{Delete}');
  const news = await screen.findByRole('region', { name: 'Notifications' });
  const undo = await within(news).findByRole('button', { name: 'Undo' });
  // The results are those after the deletion.
  await waitFor(() => expect(searches()).toBe(before + 1));
  await waitFor(async () => expect(await shown()).toEqual(['./docs/planner']));

  await user.click(undo);
  expect(await row('airplane.png')).toBeTruthy();
});

test('a renamed result shows its new name at once, and the old one after a refusal', async () => {
  const { user, field } = await open();
  await user.type(field, 'plan');
  await user.pointer({ keys: '[MouseRight]', target: await row('airplane') });
  await user.click(await screen.findByRole('menuitem', { name: /^Rename/ }));
  let refuse = () => {};
  const refusal = new Promise<FakeReply>((resolve) => {
    refuse = () => resolve({ status: 403, text: '403 Forbidden\n' });
  });
  server.on('PATCH', '/api/resources/airplane.png', () => refusal);
  const name = await screen.findByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.type(name, 'jet plane.png{Enter}');

  expect(await row('jet plane.png')).toBeTruthy();
  refuse();
  expect(await row('airplane.png')).toBeTruthy();
});

test('the menu has the actions of the listing and opens the folder', async () => {
  const { user, field } = await open();
  await user.type(field, 'plan');
  await user.click(
    within(await row('airplane')).getByRole('button', { name: 'Actions for airplane.png' }),
  );
  const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  for (const verb of ['Open', 'Go to folder', 'Download', 'Rename', 'Move to', 'Delete', 'Info']) {
    expect(items.some((item) => item.startsWith(verb))).toBe(true);
  }
});

test('without results, searching everywhere is offered', async () => {
  server.on('GET', '/api/search/docs/', hits([]));
  const { user, field } = await open('/files/docs/');
  await user.type(field, 'plan');
  expect(await screen.findByRole('heading', { name: 'No results' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Search all files' }));
  expect(await shown()).toHaveLength(3);
});

test('without a connection, an error is shown and retrying works', async () => {
  const { user, field } = await open();
  server.unplug();
  await user.type(field, 'plan');
  expect(await screen.findByText('Can’t connect to the server.')).toBeTruthy();
  server.plugIn();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await shown()).toHaveLength(3);
});

test('results are counted while the search runs', async () => {
  const slow = new SlowSearch();
  server.on('GET', '/api/search/', slow.reply);
  const { user, field } = await open();
  await user.type(field, 'plan');
  slow.find(plan);
  expect(await screen.findByText('1 result, still searching…')).toBeTruthy();
  expect((await results()).getAttribute('aria-rowcount')).toBe('-1');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(slow.isLeft).toBe(true));
});

test('an empty query shows kinds of files and recent searches', async () => {
  const { user, field, dialog } = await open();
  await user.click(within(dialog).getByRole('button', { name: 'Images' }));
  expect(field).toHaveProperty('value', 'type:image ');
  expect(document.activeElement).toBe(field);
  await waitFor(() => expect(asked()).toEqual(['type:image']));
  await user.clear(field);
  for (const [kind, query] of [
    ['Music', 'type:music '],
    ['Videos', 'type:video '],
    ['PDF', 'type:pdf '],
  ] as const) {
    await user.click(await within(dialog).findByRole('button', { name: kind }));
    expect(field).toHaveProperty('value', query);
    await user.clear(field);
  }
  await user.type(field, 'holiday{Enter}');
  await user.clear(field);

  await user.click(await within(dialog).findByRole('button', { name: 'holiday' }));
  expect(field).toHaveProperty('value', 'holiday');
  await user.clear(field);
  await user.click(within(dialog).getByRole('button', { name: 'Clear' }));
  expect(within(dialog).queryByRole('button', { name: 'holiday' })).toBeNull();
});

test('reopening starts with an empty field and the recent searches', async () => {
  const { user, field } = await open();
  await user.type(field, 'plan{Enter}');
  await results();
  await user.keyboard('{Escape}');
  await user.click(screen.getByRole('button', { name: 'Search' }));

  expect(await screen.findByRole('searchbox')).toHaveProperty('value', '');
  expect(screen.queryByRole('grid', { name: 'Search results' })).toBeNull();
  expect(await screen.findByRole('button', { name: 'plan' })).toBeTruthy();
});

test('fifty more results are shown near the end', async () => {
  const many: Entry[] = Array.from({ length: 5_000 }, (_, n) => anEntry(`/plan ${n}.txt`));
  server.on('GET', '/api/search/', hits(many));
  const { user, field } = await open();
  await user.type(field, 'plan');
  await screen.findByText('5,000 results', { selector: '[data-part]' });
  const grid = await results();
  expect(within(grid).getAllByRole('row').length).toBeLessThanOrEqual(50);
  await user.keyboard('{ArrowDown}{End}');
  await waitFor(async () => expect(document.activeElement).toBe(await row('plan 4999.txt')));
});

test('without the permissions, no refused action is offered', async () => {
  const reader = aTokenUser({
    perm: { ...anna.perm, delete: false, rename: false, create: false, modify: false },
  });
  server.session(reader);
  const { user } = renderRoute('/files/', { user: reader });
  await screen.findByRole('grid');
  await user.keyboard('{Control>}f{/Control}');
  await user.type(await screen.findByRole('searchbox'), 'plan');
  await user.pointer({ keys: '[MouseRight]', target: await row('airplane') });
  const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(items.some((item) => /^(Delete|Rename|Move|Cut)/.test(item))).toBe(false);
});

test('pictures have a thumbnail, and the icon of their kind if it cannot be loaded', async () => {
  window.FileBrowser = aPageConfig({ EnableThumbs: true });
  const { user, field } = await open();
  await user.type(field, 'plan');
  const picture = (await row('airplane')).querySelector('img');
  expect(picture?.getAttribute('src')).toContain('/api/preview/thumb/airplane.png');
  expect((await row('planner')).querySelector('img')).toBeNull();
  if (picture) fireEvent.error(picture);
  expect((await row('airplane')).querySelector('[data-kind=image]')).not.toBeNull();
});
