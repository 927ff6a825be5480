import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Entry } from '#contract/files.ts';
import type { TokenUser } from '#contract/session.ts';
import {
  aFolder,
  anEntry,
  aTokenUser,
  type FakeServer,
  fakeServer,
} from '../../../testing/fake-server.ts';
import { detailsPanel } from '../../../state/details-panel.ts';
import { renderRoute } from '../../../testing/render-route.tsx';

const anna = aTokenUser();
const without = (...names: (keyof TokenUser['perm'])[]) =>
  aTokenUser({
    perm: { ...anna.perm, ...Object.fromEntries(names.map((name) => [name, false])) },
  });

const docs = anEntry('/docs', { isDir: true });
const music = anEntry('/music', { isDir: true });
const b = anEntry('/b.txt', { size: 1_536 });
const c = anEntry('/c.txt', { size: 10 });
const ITEMS = [docs, music, b, c];

beforeEach(() => {
  detailsPanel.setState({ isOpen: false });
  // Without layout, a virtualized list renders no rows.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_000);
});

const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) });
const selectionBar = () => screen.getByRole('region', { name: 'Selection' });
const rowNames = () =>
  screen
    .getAllByRole('row')
    .filter((element) => element.hasAttribute('data-index'))
    .map((element) => within(element).getAllByRole('gridcell')[0]?.getAttribute('aria-label'));
const dialog = (name: string | RegExp) => screen.findByRole('dialog', { name });
/** The panel of the details, when it shows the named entry. */
async function details(name: string): Promise<HTMLElement> {
  const panel = await screen.findByRole('complementary', { name: 'Details' });
  await within(panel).findByRole('heading', { level: 2, name });
  return panel;
}
const toast = (text: string | RegExp) =>
  waitFor(() => {
    const news = screen.getByRole('region', { name: 'Notifications' });
    expect(within(news).getByText(text)).toBeTruthy();
  });

function open(server: FakeServer, user = anna) {
  server.session(user);
  return renderRoute('/files/', { user });
}

/** The header has a button with the same name. */
const confirmDeletion = async (user: { click(element: Element): Promise<void> }) =>
  user.click(within(await dialog(/^Delete/)).getByRole('button', { name: 'Delete' }));

const homeOf = (items: readonly Entry[]) => fakeServer().folder(aFolder('/', items));
const sent = (server: FakeServer, method: string) =>
  server.calls.filter((call) => call.method === method).map(({ url }) => url);

test('renaming selects the name without its extension and shows the new one at once', async () => {
  const server = homeOf(ITEMS);
  let answer = (): void => {};
  server.on('PATCH', '/api/resources/b.txt', async () => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.folder(aFolder('/', [docs, music, anEntry('/a.txt'), c]));
    return { text: '200 OK' };
  });
  const { user } = open(server);

  await user.click(await row('b.txt'));
  await user.keyboard('{F2}');
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
  expect(field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)).toBe('b');
  field.setSelectionRange(0, 1);
  await user.keyboard('a{Enter}');

  await waitFor(() => expect(rowNames()).toEqual(['docs', 'music', 'a.txt', 'c.txt']));
  expect(screen.queryByRole('dialog')).toBeNull();
  answer();
  await toast(/Renamed to “.*a\.txt.*”/);
  expect((await row('a.txt')).getAttribute('aria-selected')).toBe('true');
  expect(document.activeElement).toBe(await row('a.txt'));
  expect(sent(server, 'PATCH')).toEqual([
    '/api/resources/b.txt?action=rename&destination=%2Fa.txt&override=false&rename=false',
  ]);
});

test('a new folder that is listed before the server has answered is no taken name', async () => {
  const server = homeOf([]);
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  server.on('POST', '/api/resources/new/', () => answered.then(() => ({ text: '200 OK' })));
  const { user, refresh } = open(server);
  await user.click(await screen.findByRole('button', { name: 'New' }));
  await user.click(await screen.findByRole('menuitem', { name: 'New folder' }));
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'new{Enter}');
  server.folder(aFolder('/', [anEntry('/new', { isDir: true })]));
  await act(refresh);
  await screen.findByRole('row', { name: /new/, hidden: true });
  expect(screen.queryByRole('alert')).toBeNull();
  await act(async () => answer());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('an invalid name is reported while typing, and the same name changes nothing', async () => {
  const server = homeOf(ITEMS);
  const { user } = open(server);

  await user.click(await row('b.txt'));
  await user.click(screen.getByRole('button', { name: 'Rename' }));
  const field = await screen.findByRole('textbox', { name: 'Name' });
  const message = () => screen.queryByRole('alert')?.textContent;
  const type = async (name: string) => {
    await user.clear(field);
    await user.type(field, name);
  };
  await type('a/b');
  expect(message()).toBe('A name can’t contain a slash.');
  await type('c.txt');
  expect(message()).toBe('A file or folder with this name already exists.');
  await type('..');
  expect(message()).toBe('This name is reserved. Choose another one.');
  await type('B.txt');
  expect(message()).toBeUndefined();
  await type('   {Enter}');
  expect(screen.getByRole('textbox', { name: 'Name' })).toBe(field);
  await type('b.txt{Enter}');
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull());
  expect(sent(server, 'PATCH')).toEqual([]);
});

test('a refused name is reverted, and the reason stays', async () => {
  const server = homeOf(ITEMS).on('PATCH', '/api/resources/b.txt', { status: 403 });
  const { user } = open(server);

  await user.click(await row('b.txt'));
  await user.keyboard('{F2}');
  const field = await screen.findByRole('textbox', { name: 'Name' });
  await user.clear(field);
  await user.type(field, 'x.txt{Enter}');

  await toast(/Couldn’t rename .*b\.txt.* You don’t have permission to do this\./);
  await waitFor(() => expect(rowNames()).toEqual(['docs', 'music', 'b.txt', 'c.txt']));
});

test('a rename that failed for a passing reason can be tried again', async () => {
  const server = homeOf(ITEMS).on('PATCH', '/api/resources/b.txt', { status: 423 });
  const { user } = open(server);

  await user.click(await row('b.txt'));
  await user.keyboard('{F2}');
  const field = await screen.findByRole('textbox', { name: 'Name' });
  await user.clear(field);
  await user.type(field, 'x.txt{Enter}');
  await toast(/Couldn’t rename .*b\.txt.* Try again in a moment\./);

  server.on('PATCH', '/api/resources/b.txt', { text: '200 OK\n' });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await toast(/Renamed to .*x\.txt/);
  expect(sent(server, 'PATCH')).toHaveLength(2);
});

test('deleting asks, and Enter alone does not confirm', async () => {
  const server = homeOf(ITEMS);
  const { user } = open(server);

  await user.click(await row('b.txt'));
  await user.keyboard('{Delete}');
  const asked = await dialog(/Delete “.*b\.txt.*”\?/);
  expect(within(asked).getByText(/can’t be undone/)).toBeTruthy();
  expect(within(asked).queryByText(/Everything in the folder/)).toBeNull();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent(server, 'DELETE')).toEqual([]);
  expect(rowNames()).toContain('b.txt');
});

test('deleted entries disappear at once, and the next one is focused', async () => {
  const server = homeOf(ITEMS);
  let answer = (): void => {};
  server.on('DELETE', '/api/resources/b.txt', async () => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.folder(aFolder('/', [docs, music, c]));
    return { status: 204 };
  });
  const { user, refresh } = open(server);

  await user.click(await row('b.txt'));
  await user.keyboard('{Delete}');
  await confirmDeletion(user);
  await waitFor(() => expect(rowNames()).toEqual(['docs', 'music', 'c.txt']));
  await refresh();
  expect(rowNames()).toEqual(['docs', 'music', 'c.txt']);
  answer();
  await toast(/b\.txt.* deleted\./);
  expect(document.activeElement).toBe(await row('c.txt'));
  expect((await row('c.txt')).getAttribute('aria-selected')).toBe('false');
});

test('a folder whose entries are being deleted is not shown as empty', async () => {
  const server = homeOf([b]);
  let answer = (): void => {};
  server.on('DELETE', '/api/resources/b.txt', async () => {
    await new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.folder(aFolder('/'));
    return { status: 204 };
  });
  const { user } = open(server);

  await user.click(await row('b.txt'));
  await user.keyboard('{Delete}');
  await confirmDeletion(user);
  await waitFor(() => expect(screen.queryByRole('grid')).toBeNull());
  const main = within(screen.getByRole('main'));
  expect(await main.findByText('Deleting 1 item.')).toBeTruthy();
  expect(screen.queryByText('It feels lonely here…')).toBeNull();
  answer();
  expect(await screen.findByText('It feels lonely here…')).toBeTruthy();
  expect(main.queryByText('Deleting 1 item.')).toBeNull();
});

test('with several entries, the first names and the contents of folders are shown', async () => {
  const files = Array.from({ length: 9 }, (_, n) => anEntry(`/file ${n}.txt`));
  const { user } = open(homeOf([docs, ...files]));

  await row('docs');
  await user.keyboard('{Control>}a{/Control}{Delete}');
  const asked = await dialog('Delete 10 items?');
  expect(within(asked).getAllByRole('listitem')).toHaveLength(6);
  expect(within(asked).getByText('and 5 more')).toBeTruthy();
  expect(within(asked).getByText(/Everything in the folder will be deleted too/)).toBeTruthy();
});

test('failed deletions reappear with their reasons, and the rest is deleted', async () => {
  const server = homeOf(ITEMS)
    .on('DELETE', '/api/resources/docs', { status: 403 })
    .on('DELETE', '/api/resources/b.txt', () => {
      server.folder(aFolder('/', [docs, music, c]));
      return { status: 204 };
    });
  const { user } = open(server);

  await user.click(await row('docs'));
  await user.keyboard('{Control>}');
  await user.click(await row('b.txt'));
  await user.keyboard('{/Control}');
  await user.keyboard('{Delete}');
  await confirmDeletion(user);

  const message = await dialog('Couldn’t delete 1 of 2 items');
  const [line] = within(message).getAllByRole('listitem');
  expect(line?.textContent).toBe('docsYou don’t have permission to do this.');
  await toast('1 item deleted.');
  await waitFor(() => expect(rowNames()).toEqual(['docs', 'music', 'c.txt']));
});

test('a new file is created empty and selected', async () => {
  const server = homeOf(ITEMS);
  server.on('POST', '/api/resources/notes.md', () => {
    server.folder(aFolder('/', [...ITEMS, anEntry('/notes.md', { size: 0 })]));
    return { text: '200 OK' };
  });
  const { user } = open(server);

  await row('docs');
  await user.click(screen.getByRole('button', { name: 'New' }));
  await user.click(await screen.findByRole('menuitem', { name: 'New file' }));
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), ' notes.md {Enter}');

  await waitFor(async () =>
    expect((await row('notes.md')).getAttribute('aria-selected')).toBe('true'),
  );
  await toast(/File “.*notes\.md.*” created\./);
  expect(server.calls.find(({ url }) => url.includes('notes.md'))?.body).toBe('');
});

/** Returns the addresses of started downloads. */
function downloads(): string[] {
  const found: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    found.push(this.getAttribute('href') ?? '');
  });
  return found;
}

test('one file is downloaded directly; several ask for a format, which is stored', async () => {
  const taken = downloads();
  const { user } = open(homeOf(ITEMS));

  await user.click(await row('b.txt'));
  await user.keyboard('{Control>}s{/Control}');
  expect(taken).toEqual(['/api/raw/b.txt']);

  await user.keyboard('{Control>}');
  await user.click(await row('c.txt'));
  await user.keyboard('{/Control}');
  await user.keyboard('{Control>}s{/Control}');
  await dialog('Download 2 items');
  expect(screen.getAllByRole('radio')).toHaveLength(9);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^\.zip/ }).checked).toBe(true);
  await user.click(screen.getByRole('radio', { name: /^\.tar\.gz/ }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Download' }));
  await waitFor(() => expect(taken).toHaveLength(2));
  expect(taken[1]).toBe('/api/raw/?algo=targz&files=b.txt%2Cc.txt');

  await user.click(await row('docs'));
  await user.keyboard('{Control>}s{/Control}');
  await dialog(/Download “.*docs.*”/);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^\.tar\.gz/ }).checked).toBe(true);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(taken[2]).toBe('/api/raw/docs?algo=targz'));
});

test('a selection too long for an address is sent to the server first', async () => {
  const taken = downloads();
  const files = Array.from({ length: 300 }, (_, n) => anEntry(`/a file, number ${n}.txt`));
  const server = homeOf(files).on('POST', '/api/selections', { json: { id: 'abc' } });
  const { user } = open(server);

  await row('number 0.txt');
  await user.keyboard('{Control>}as{/Control}');
  await dialog('Download 300 items');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(taken).toEqual(['/api/raw/?selection=abc&algo=zip']));
  const body = server.calls.find(({ url }) => url === '/api/selections')?.body ?? '';
  expect(JSON.parse(body)).toMatchObject({ folder: '/' });
});

test('a download that is cancelled while the server is asked does not start, and leaves the next dialog open', async () => {
  const taken = downloads();
  const files = Array.from({ length: 300 }, (_, n) => anEntry(`/a file, number ${n}.txt`));
  let answer = (): void => {};
  const server = homeOf(files).on(
    'POST',
    '/api/selections',
    () => new Promise((resolve) => (answer = () => resolve({ json: { id: 'abc' } }))),
  );
  const { user } = open(server);

  await row('number 0.txt');
  await user.keyboard('{Control>}as{/Control}');
  await dialog('Download 300 items');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(sent(server, 'POST')).toContain('/api/selections'));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.keyboard('{Control>}s{/Control}');
  await dialog('Download 300 items');

  await act(async () => answer());
  expect(taken).toEqual([]);
  expect(screen.queryByText('Preparing your download…')).toBeNull();
  expect(screen.getByRole('dialog')).toBeTruthy();
});

test('the details show the properties of a file and computes checksums in one pass', async () => {
  const server = homeOf(ITEMS).on('GET', '/api/resources/b.txt', ({ url }) => ({
    json: {
      ...b,
      checksums: Object.fromEntries(
        (new URL(url, 'http://localhost').searchParams.get('checksum') ?? '')
          .split(',')
          .map((name) => [name, `${name}-digest`]),
      ),
    },
  }));
  const { user } = open(server);

  await user.click(await row('b.txt'));
  await user.click(within(selectionBar()).getByRole('button', { name: 'Info' }));
  const shown = await details('b.txt');
  expect(within(shown).getByText('1.5 KiB (1,536 bytes)')).toBeTruthy();
  expect(within(shown).getByText('/b.txt', { selector: 'bdi' })).toBeTruthy();
  await user.click(within(shown).getByText('Advanced'));
  await user.click(within(shown).getByRole('button', { name: 'Calculate SHA-256' }));
  expect(await within(shown).findByText('sha256-digest')).toBeTruthy();
  await user.click(within(shown).getByRole('button', { name: 'Calculate all' }));
  expect(await within(shown).findByText('sha512-digest')).toBeTruthy();
  expect(sent(server, 'GET').filter((url) => url.includes('checksum'))).toEqual([
    '/api/resources/b.txt?checksum=sha256',
    '/api/resources/b.txt?checksum=md5,sha1,sha512',
  ]);
});

test('the details show the stored checksum, and compares it with the bytes of the file', async () => {
  const storedChecksum = { sha256: 'abc-digest', storedAt: '2026-01-02T03:04:05.000Z' };
  let present: object = { storedChecksum, checksums: { sha256: 'abc-digest' } };
  const server = homeOf(ITEMS).on('GET', '/api/resources/b.txt', ({ url }) => ({
    json: url.includes('checksum') ? { ...b, ...present } : { ...b, storedChecksum },
  }));
  const { user } = open(server);

  await user.click(await row('b.txt'));
  await user.click(within(selectionBar()).getByRole('button', { name: 'Info' }));
  await user.click(await screen.findByText('Advanced'));
  const section = await within(await details('b.txt')).findByRole('region', {
    name: 'Stored checksum',
  });
  expect(within(section).getByText('abc-digest')).toBeTruthy();
  expect(within(section).getByText(/^Stored .*2026/)).toBeTruthy();
  const verify = () => user.click(within(section).getByRole('button', { name: 'Verify' }));
  await verify();
  expect(await within(section).findByText(/^The file is intact/)).toBeTruthy();
  present = { storedChecksum, checksums: { sha256: 'other-digest' } };
  await verify();
  expect(await within(section).findByText(/^The file is damaged/)).toBeTruthy();
  present = { checksums: { sha256: 'other-digest' } };
  await verify();
  expect(await within(section).findByText(/^The file was changed/)).toBeTruthy();
});

test('the details show the dimensions of a picture', async () => {
  const sea = anEntry('/sea.jpg', { type: 'image' });
  const broken = anEntry('/broken.jpg', { type: 'image' });
  const server = homeOf([sea, broken])
    .on('GET', '/api/resources/sea.jpg', {
      json: { ...sea, resolution: { width: 4_032, height: 3_024 } },
    })
    .on('GET', '/api/resources/broken.jpg', { json: broken });
  const { user } = open(server);

  await user.click(await row('sea.jpg'));
  await user.click(within(selectionBar()).getByRole('button', { name: 'Info' }));
  expect(await within(await details('sea.jpg')).findByText('4032 × 3024 pixels')).toBeTruthy();
  expect(sent(server, 'GET')).toContain('/api/resources/sea.jpg?content=false');

  await user.click(await row('broken.jpg'));
  const shown = await details('broken.jpg');
  await waitFor(() => expect(within(shown).queryByText('Dimensions')).toBeNull());
});

test('slow checksums can be cancelled', async () => {
  const server = homeOf(ITEMS).on('GET', '/api/resources/b.txt', () => new Promise(() => {}));
  const { user } = open(server);

  await user.click(await row('b.txt'));
  await user.keyboard('{Alt>}{Enter}{/Alt}');
  await user.click(await screen.findByText('Advanced'));
  await user.click(await screen.findByRole('button', { name: 'Calculate all' }));
  expect(await screen.findAllByText('Calculating…')).toHaveLength(4);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByText('Calculating…')).toBeNull());
  expect(screen.getByRole('button', { name: 'Calculate MD5' })).toBeTruthy();
});

test('the details show the totals of a folder and of a selection', async () => {
  const server = homeOf(ITEMS)
    .on('GET', '/api/totals/docs/', { json: { numFiles: 3, numDirs: 1, size: 2_048 } })
    .on('GET', '/api/totals/music/', { json: { numFiles: 7, numDirs: 0, size: 1_024 } });
  const { user } = open(server);

  await user.click(await row('docs'));
  await user.keyboard('{Alt>}{Enter}{/Alt}');
  const one = await details('docs');
  expect(await within(one).findByText('1 folder, 3 files')).toBeTruthy();
  expect(within(one).getByText('2 KiB (2,048 bytes)')).toBeTruthy();
  expect(within(one).queryByText('Checksums')).toBeNull();

  await user.keyboard('{Control>}a{/Control}');
  const many = await details('4 items');
  expect(await within(many).findByText('3 folders, 12 files')).toBeTruthy();
  expect(within(many).getByText('4.51 KiB (4,618 bytes)')).toBeTruthy();
});

test('a failed count is reported and can be retried', async () => {
  const server = homeOf(ITEMS).on('GET', '/api/totals/docs/', { status: 500 });
  const { user } = open(server);

  await user.click(await row('docs'));
  await user.keyboard('{Alt>}{Enter}{/Alt}');
  expect(
    await screen.findByText('The server couldn’t complete the request. Try again later.'),
  ).toBeTruthy();
  server.on('GET', '/api/totals/docs/', { json: { numFiles: 0, numDirs: 0, size: 0 } });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('0 folders, 0 files')).toBeTruthy();
});

test.each([
  ['rename', 'Rename'],
  ['delete', 'Delete'],
  ['download', 'Download'],
] as const)(
  'without the permission to %s, nothing says %s, and its key does nothing',
  async (permission, label) => {
    const user = without(permission);
    const page = open(homeOf(ITEMS), user);

    await page.user.click(await row('b.txt'));
    expect(screen.queryByRole('button', { name: label })).toBeNull();
    await page.user.pointer({ keys: '[MouseRight]', target: await row('b.txt') });
    const menu = await screen.findByRole('menu');
    expect(within(menu).queryByRole('menuitem', { name: new RegExp(`^${label}`) })).toBeNull();
    expect(within(menu).getByRole('menuitem', { name: /^Info/ })).toBeTruthy();
    await page.user.keyboard('{Escape}');
    await page.user.keyboard('{F2}{Delete}');
    if (permission === 'download') expect(screen.queryByText('Checksums')).toBeNull();
    else if (permission === 'rename') expect(screen.queryByRole('textbox')).toBeNull();
  },
);

test('without the permission to create, no new file is offered', async () => {
  open(homeOf(ITEMS), without('create'));

  await row('docs');
  expect(screen.queryByRole('button', { name: 'New file' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'New folder' })).toBeNull();
});

test('one entry can be renamed, several cannot', async () => {
  const { user } = open(homeOf(ITEMS));

  await user.click(await row('b.txt'));
  expect(screen.getByRole('button', { name: 'Rename' })).toBeTruthy();
  await user.keyboard('{Control>}a{/Control}');
  expect(screen.queryByRole('button', { name: 'Rename' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Delete' })).toBeTruthy();
});

test('without a selection, shortcuts apply to the active entry', async () => {
  const { user } = open(homeOf(ITEMS));

  (await row('docs')).focus();
  await user.keyboard('{Home}{ArrowDown}{F2}');
  expect((await screen.findByRole<HTMLInputElement>('textbox')).value).toBe('music');
});

test('navigation closes the dialog', async () => {
  const { user, go } = open(homeOf(ITEMS).folder(aFolder('/docs/')));

  await user.click(await row('b.txt'));
  await user.keyboard('{Shift>}{Delete}{/Shift}');
  await dialog(/^Delete/);
  await go('/files/docs/');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('navigation keeps the result of an operation', async () => {
  const server = homeOf(ITEMS)
    .folder(aFolder('/docs/'))
    .on('DELETE', '/api/resources/b.txt', { status: 403 });
  const { user, go } = open(server);

  await user.click(await row('b.txt'));
  await user.keyboard('{Delete}');
  await confirmDeletion(user);
  await dialog(/Couldn’t delete/);
  await go('/files/docs/');
  expect(await dialog(/Couldn’t delete/)).toBeTruthy();
});

test('a response for another folder is rejected', async () => {
  const server = fakeServer().on('GET', '/api/resources/', { json: aFolder('/docs/', [c]) });
  open(server);

  expect(await screen.findByRole('heading', { name: 'Data Mismatch!' })).toBeTruthy();
  expect(screen.queryByRole('grid')).toBeNull();
});

test('the help lists each shortcut once', async () => {
  const { user } = open(homeOf(ITEMS));

  await row('docs');
  await user.keyboard('{F1}');
  const help = await dialog('Help');
  for (const what of ['Rename', 'Delete', 'Download', 'Info', 'Select all']) {
    expect(within(help).getAllByText(what)).toHaveLength(1);
  }
  const message = within(help)
    .getAllByRole('term')
    .map(({ textContent }) => textContent);
  for (const how of ['F1', 'F2', 'Del', 'Esc', 'CtrlS', 'Click', 'Ctrl + click', 'Double click']) {
    expect(message).toContain(how);
  }
  expect(message.join(' ')).toContain('CtrlF');
  await user.keyboard('{F1}');
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
});

test.each([
  { ends: 'done', reply: { text: '200 OK' }, deleted: '/api/resources/z.txt' },
  { ends: 'refused', reply: { status: 403 }, deleted: '/api/resources/b.txt' },
])(
  'an entry that is deleted while its rename is under way is gone when that is $ends',
  async ({ reply, deleted }) => {
    const server = homeOf([b, c]).on('DELETE', deleted, { status: 204 });
    let answer = (): void => {};
    server.on('PATCH', '/api/resources/b.txt', async () => {
      await new Promise<void>((resolve) => (answer = resolve));
      return reply;
    });
    const { user } = open(server);
    await user.click(await row('b.txt'));
    await user.keyboard('{F2}');
    const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
    await user.clear(field);
    await user.type(field, 'z.txt{Enter}');
    await waitFor(() => expect(rowNames()).toEqual(['c.txt', 'z.txt']));

    await user.click(await row('z.txt'));
    await user.keyboard('{Delete}');
    await confirmDeletion(user);
    await waitFor(() => expect(rowNames()).toEqual(['c.txt']));
    expect(sent(server, 'DELETE')).toEqual([]);
    server.folder(aFolder('/', [c]));
    answer();

    await waitFor(() => expect(sent(server, 'DELETE')).toEqual([`${deleted}?permanent=true`]));
    await waitFor(() => expect(rowNames()).toEqual(['c.txt']));
  },
);
