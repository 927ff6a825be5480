import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { LINK_HEADER, TOTAL_HEADER } from '#contract/pages.ts';
import type { TrashedItem, TrashUsage } from '#contract/trash.ts';
import {
  aFolder,
  aPageConfig,
  anEntry,
  aTokenUser,
  type FakeServer,
  fakeServer,
} from '../../../testing/fake-server.ts';
import { renderRoute } from '../../../testing/render-route.tsx';

const DAY_MS = 86_400_000;
const anna = aTokenUser();
const root = aTokenUser({ perm: { ...anna.perm, admin: true } });

beforeEach(() => {
  // Without layout, a virtualized list renders no rows.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_000);
});

function anItem(id: number, path: string, item: Partial<TrashedItem> = {}): TrashedItem {
  return {
    id,
    path,
    name: path.slice(path.lastIndexOf('/') + 1),
    isDir: false,
    isSymlink: false,
    type: 'blob',
    size: 1_024,
    entries: 1,
    deletedAt: Date.now() - id * DAY_MS,
    deletedBy: 'anna',
    expiresAt: Date.now() + (30 - id) * DAY_MS,
    ...item,
  };
}

const report = anItem(1, '/docs/report.pdf', { size: 3_072 });
const photos = anItem(2, '/photos', { isDir: true, type: '', size: 2_048, entries: 3 });
const notes = anItem(18, '/docs/notes.txt', { type: 'text', deletedBy: 'bert' });

/** Lists the items, which the returned function replaces. */
function serve(server: FakeServer, first: readonly TrashedItem[], usage: Partial<TrashUsage> = {}) {
  let items = first;
  server.on('GET', '/api/trash', ({ url }) => {
    const mine = url.includes('mine=true');
    const json = mine ? items.filter(({ deletedBy }) => deletedBy === 'anna') : items;
    return { json, headers: { [TOTAL_HEADER]: String(json.length) } };
  });
  server.on('GET', '/api/trash/usage', () => ({
    json: {
      isOn: true,
      items: items.length,
      bytes: items.reduce((sum, { size }) => sum + (size ?? 0), 0),
      keptMs: 30 * DAY_MS,
      limitPercent: 10,
      ...usage,
    },
  }));
  return (next: readonly TrashedItem[]) => {
    items = next;
  };
}

function open(items = [report, photos, notes], user = root) {
  const server = fakeServer({ Trash: true }).session(user).folder(aFolder('/'));
  const replace = serve(server, items);
  const body = (url: string) =>
    server.calls.filter((call) => call.url === url).map((call) => JSON.parse(call.body) as unknown);
  return { server, replace, body, ...renderRoute('/trash', { user }) };
}

const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) });
const names = () =>
  screen
    .getAllByRole('row')
    .filter((element) => element.hasAttribute('data-index'))
    .map((element) => within(element).getAllByRole('gridcell')[0]?.getAttribute('aria-label'));
const news = () => screen.getByRole('region', { name: 'Notifications' });

test('the list says where each item was, who has deleted it, and how long it is kept', async () => {
  open();
  const [name, folder, by, deleted, expires, size] = within(await row('notes.txt'))
    .getAllByRole('gridcell')
    .map(({ textContent }) => textContent);
  expect([name, folder, by, expires, size]).toEqual([
    'notes.txt',
    'docs',
    'bert',
    'In 12 days',
    '1 KiB',
  ]);
  expect(deleted).not.toBe('');
  expect(names()).toEqual(['report.pdf', 'photos', 'notes.txt']);
  expect(document.title).toBe('Trash – File Browser');
  expect(screen.getByText('3 items, 6 KiB')).toBeTruthy();
  expect(screen.getByText(/deleted permanently after 30 days\./)).toBeTruthy();
  expect(screen.getByText(/If the trash takes up more than 10%/)).toBeTruthy();
});

test('users other than administrators see no names of users', async () => {
  const { server } = open([report], anna);
  await row('report.pdf');
  expect(screen.queryByRole('columnheader', { name: 'Deleted by' })).toBeNull();
  expect(screen.queryByRole('group', { name: 'Deleted by' })).toBeNull();
  const [list] = server.calls.filter(({ url }) => url.startsWith('/api/trash?'));
  expect(list?.url).toContain('mine=true');
});

test('administrators can list only what they have deleted themselves', async () => {
  const { user } = open();
  await row('notes.txt');
  await user.click(screen.getByRole('button', { name: 'Mine' }));
  await waitFor(() => expect(names()).toEqual(['report.pdf', 'photos']));
});

test('items are searched and sorted', async () => {
  const { user } = open();
  await row('notes.txt');
  await user.click(screen.getByRole('button', { name: 'Name' }));
  expect(names()).toEqual(['notes.txt', 'photos', 'report.pdf']);
  await user.click(screen.getByRole('button', { name: 'Size' }));
  expect(names()).toEqual(['notes.txt', 'photos', 'report.pdf']);
  await user.type(screen.getByRole('searchbox', { name: 'Search trash' }), 'DOCS');
  await waitFor(() => expect(names()).toEqual(['notes.txt', 'report.pdf']));
  await user.type(screen.getByRole('searchbox'), 'x');
  await screen.findByRole('heading', { name: 'No results' });
  await user.click(screen.getAllByRole('button', { name: 'Clear search' }).at(-1) as HTMLElement);
  await waitFor(() => expect(names()).toHaveLength(3));
});

test('a long trash is sorted by time on the server, and loads further pages', async () => {
  const many = Array.from({ length: 200 }, (_, n) => anItem(n + 1, `/file ${n}.txt`));
  const { server, user } = open(many);
  server.on('GET', '/api/trash', ({ url }) =>
    url.includes('after=200')
      ? { json: [anItem(201, '/last.txt')], headers: { [TOTAL_HEADER]: '201' } }
      : {
          json: many,
          headers: { [TOTAL_HEADER]: '201', [LINK_HEADER]: '<?after=200>; rel="next"' },
        },
  );
  await row('file 0.txt');
  expect(screen.queryByRole('button', { name: 'Name' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Deleted' }));
  await waitFor(() =>
    expect(server.calls.some(({ url }) => url.includes('sort=deletedAt'))).toBe(true),
  );
  (await row('file 0.txt')).focus();
  await user.keyboard('{End}');
  await waitFor(() => expect(server.calls.some(({ url }) => url.includes('after=200'))).toBe(true));
});

test('a long trash shows no items of others while the own ones load', async () => {
  const many = Array.from({ length: 200 }, (_, n) => anItem(n + 1, `/file ${n}.txt`));
  const { server, user } = open();
  server.on('GET', '/api/trash', async ({ url }) => {
    const isMine = url.includes('mine=true');
    if (isMine && url.includes('sort=deletedAt')) await new Promise(() => {});
    return {
      json: isMine ? many : many.map((item) => ({ ...item, deletedBy: 'bert' })),
      headers: { [TOTAL_HEADER]: '201', [LINK_HEADER]: '<?after=200>; rel="next"' },
    };
  });
  await row('file 0.txt');
  await user.click(screen.getByRole('button', { name: 'Deleted' }));
  await row('file 0.txt');
  await user.click(screen.getByRole('button', { name: 'Mine' }));
  await waitFor(() =>
    expect(server.calls.filter(({ url }) => url.includes('mine=true'))).toHaveLength(2),
  );
  expect(screen.queryByRole('row', { name: /file 0/ })).toBeNull();
});

test('selecting everything that is loaded says how much more there is', async () => {
  const many = Array.from({ length: 200 }, (_, n) => anItem(n + 1, `/file ${n}.txt`));
  const { server, user } = open(many);
  server.on('GET', '/api/trash', {
    json: many,
    headers: { [TOTAL_HEADER]: '9174', [LINK_HEADER]: '<?after=200>; rel="next"' },
  });
  (await row('file 0.txt')).focus();
  await user.keyboard('{Control>}a{/Control}');
  const bar = screen.getByRole('toolbar', { name: 'Actions' });
  expect(bar.textContent).toContain('200 of 9,174 selected');
});

test('a selection by keyboard is restored, and the next item has the focus', async () => {
  const { user, body, replace, server } = open();
  server.on('POST', '/api/trash/restore', () => {
    replace([notes]);
    return {
      json: {
        results: [
          { id: 1, status: 200, path: '/docs/report.pdf' },
          { id: 2, status: 200, path: '/photos' },
        ],
      },
    };
  });
  (await row('report.pdf')).focus();
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
  const bar = screen.getByRole('toolbar', { name: 'Actions' });
  expect(bar.textContent).toContain('2 selected');
  await user.click(within(bar).getByRole('button', { name: 'Restore' }));
  await waitFor(() => expect(within(news()).getByText('2 items restored.')).toBeTruthy());
  await waitFor(() => expect(names()).toEqual(['notes.txt']));
  expect(body('/api/trash/restore')).toEqual([{ ids: [1, 2], onConflict: 'fail' }]);
  expect(screen.queryByRole('toolbar', { name: 'Actions' })).toBeNull();
});

test('Restore to… asks for a folder, and the result can be shown', async () => {
  const { user, body, server, address } = open();
  server.folder(aFolder('/', [anEntry('/safe', { isDir: true })])).folder(aFolder('/safe/'));
  server.on('POST', '/api/trash/restore', {
    json: { results: [{ id: 18, status: 200, path: '/safe/notes.txt' }] },
  });
  await user.click(within(await row('notes.txt')).getByRole('button', { name: /Actions for/ }));
  await user.click(await screen.findByRole('menuitem', { name: 'Restore to…' }));
  const dialog = await screen.findByRole('dialog', { name: /Restore “.*notes\.txt.*”/ });
  await user.click(await within(dialog).findByRole('treeitem', { name: 'safe' }));
  await user.click(within(dialog).getByRole('button', { name: 'Restore here' }));
  await waitFor(() =>
    expect(body('/api/trash/restore')).toEqual([
      { ids: [18], folder: '/safe', onConflict: 'fail' },
    ]),
  );
  await user.click(await within(news()).findByRole('button', { name: 'Show' }));
  await waitFor(() => expect(address()).toBe('/files/safe/'));
});

test('deleting in the trash is permanent, asks, and names what failed', async () => {
  const { user, body, replace, server } = open();
  server.on('POST', '/api/trash/delete', () => {
    replace([report, notes]);
    return {
      json: {
        results: [
          { id: 1, status: 423, message: '423 Locked' },
          { id: 2, status: 200 },
        ],
      },
    };
  });
  (await row('report.pdf')).focus();
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}{Delete}');
  const asked = await screen.findByRole('dialog', { name: 'Delete 2 items permanently?' });
  expect(document.activeElement?.textContent).toBe('Cancel');
  await user.click(within(asked).getByRole('button', { name: 'Delete permanently' }));
  const summary = await screen.findByRole('dialog', { name: 'Couldn’t delete 1 of 2 items' });
  expect(within(summary).getByRole('listitem').textContent).toMatch(/^report\.pdf.*in use/);
  expect(within(news()).getByText('1 item deleted.')).toBeTruthy();
  expect(body('/api/trash/delete')).toEqual([{ ids: [1, 2] }]);
});

test('emptying says how much is deleted, and that it is of other users, too', async () => {
  const { user, replace, server } = open();
  server.on('DELETE', '/api/trash', () => {
    replace([]);
    return { json: { results: [1, 2, 18].map((id) => ({ id, status: 200 })) } };
  });
  await row('notes.txt');
  await user.click(screen.getByRole('button', { name: 'Empty trash' }));
  const asked = await screen.findByRole('dialog', { name: 'Empty trash?' });
  expect(asked.textContent).toContain('3 items (6 KiB) will be deleted permanently.');
  expect(asked.textContent).toContain('other users');
  await user.click(within(asked).getByRole('button', { name: 'Empty trash' }));
  await screen.findByRole('heading', { name: 'Trash is empty' });
  expect(within(news()).getByText('3 items deleted.')).toBeTruthy();
  const [emptied] = server.calls.filter(({ method }) => method === 'DELETE');
  expect(emptied?.headers.get('X-Operation')).toBeTruthy();
});

test('emptying counts items that could not be deleted beyond those that are named', async () => {
  const { user, server } = open();
  server.on('DELETE', '/api/trash', {
    json: { results: [{ id: 1, status: 423, message: '423 Locked' }], more: 1 },
  });
  await row('notes.txt');
  await user.click(screen.getByRole('button', { name: 'Empty trash' }));
  const asked = await screen.findByRole('dialog', { name: 'Empty trash?' });
  await user.click(within(asked).getByRole('button', { name: 'Empty trash' }));
  const summary = await screen.findByRole('dialog', { name: 'Couldn’t delete 2 of 3 items' });
  expect(within(summary).getAllByRole('listitem')).toHaveLength(1);
});

test('an item opens with its content, and a folder can be browsed', async () => {
  const { user, server } = open();
  server
    .on('GET', '/api/trash/2/resources/', {
      json: aFolder('/', [anEntry('/sea.txt', { type: 'text', size: 5 })]),
    })
    .on('GET', '/api/trash/2/resources/sea.txt', {
      json: anEntry('/sea.txt', { type: 'text', size: 5 }),
    })
    .on('GET', '/api/trash/2/raw/sea.txt', { text: 'waves' });
  (await row('photos')).focus();
  await user.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'photos' });
  expect(within(dialog).getByText(/2 KiB/).parentElement?.textContent).toContain('2 items');
  await user.click(await within(dialog).findByRole('button', { name: /sea\.txt/ }));
  expect((await within(dialog).findByRole('region')).textContent).toBe('waves');
  await user.click(within(dialog).getByRole('button', { name: 'photos' }));
  expect(await within(dialog).findByRole('button', { name: /sea\.txt/ })).toBeTruthy();
});

test('a text is shown in its encoding', async () => {
  const { user, server } = open();
  const latin1 = Uint8Array.of(0x63, 0x61, 0x66, 0xe9);
  server
    .on('GET', '/api/trash/18/resources/', {
      json: anEntry('/notes.txt', { type: 'text', size: latin1.length }),
    })
    .on('GET', '/api/trash/18/raw/', () => ({ stream: new Blob([latin1]).stream() }));
  (await row('notes')).focus();
  await user.keyboard('{Enter}');
  const dialog = await screen.findByRole('dialog', { name: 'notes.txt' });
  expect((await within(dialog).findByRole('region')).textContent).toBe('café');
});

test('a failed load can be retried, and an empty trash says what it is for', async () => {
  const { user, server } = open([]);
  await screen.findByText('Deleted items appear here. You can restore them for 30 days.');
  expect(screen.queryByRole('button', { name: 'Empty trash' })).toBeNull();
  expect(user).toBeTruthy();
  expect(server.calls.length).toBeGreaterThan(0);
});

test('an error is explained and can be retried', async () => {
  const server = fakeServer({ Trash: true }).session(anna);
  server.on('GET', '/api/trash', { status: 500, text: '500 Internal Server Error\n' });
  const { user } = renderRoute('/trash', { user: anna });
  await screen.findByRole('alert');
  serve(server, [report], { isOn: false });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await row('report.pdf');
  expect(await screen.findByText(/^The trash is turned off/)).toBeTruthy();
});

test.each([
  ['deleted pictures have thumbnails', true, '/api/trash/4/preview/thumb/'],
  ['users who may not download see icons', false, undefined],
])('%s', async (_, download, address) => {
  open([anItem(4, '/lake.jpg', { type: 'image' }), notes], {
    ...root,
    perm: { ...root.perm, download },
  });
  window.FileBrowser = aPageConfig({ EnableThumbs: true, Trash: true });
  const picture = (await row('lake.jpg')).querySelector('img');
  expect(picture?.getAttribute('src')).toBe(address);
  expect((await row('notes.txt')).querySelector('img')).toBeNull();
});
