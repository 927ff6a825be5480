import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { TokenUser } from '#contract/session.ts';
import { clearClipboard } from '../../state/clipboard.ts';
import { toasts } from '../../state/toasts.ts';
import { aFolder, anEntry, aTokenUser, fakeServer } from '../../testing/fake-server.ts';
import { renderRoute } from '../../testing/render-route.tsx';
import { SmallTree } from '../../testing/small-tree.ts';

const anna = aTokenUser();

beforeEach(() => {
  clearClipboard();
  toasts.setState({ shown: [] });
  // Without layout, a virtualized list renders no rows.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_000);
});

const PATHS = ['/docs/', '/docs/deep/', '/docs/b.txt', '/music/', '/a.txt', '/b.txt'];

function open(address = '/files/', user: TokenUser = anna, paths = PATHS) {
  const server = fakeServer().session(user);
  const tree = new SmallTree(server, paths);
  return { server, tree, page: renderRoute(address, { user }) };
}

const row = (name: string) => screen.findByRole('row', { name: new RegExp(`^${name}`) });
const selected = () =>
  screen
    .getAllByRole('row')
    .filter((element) => element.getAttribute('aria-selected') === 'true')
    .map((element) => within(element).getAllByRole('gridcell')[0]?.getAttribute('aria-label'));
const dialog = (name: string | RegExp) => screen.findByRole('dialog', { name });
const expectToast = (text: string | RegExp) =>
  waitFor(() => {
    const news = screen.getByRole('region', { name: 'Notifications' });
    expect(within(news).getByText(text)).toBeTruthy();
  });
const option = async (name: string) =>
  within(await screen.findByRole('dialog')).findByRole('treeitem', {
    name: new RegExp(`^${name}`),
  });

test('entries copied in one folder are pasted in another and selected there', async () => {
  const { tree, page } = open();
  await page.user.click(await row('a.txt'));
  await page.user.keyboard('{Control>}c{/Control}');
  await page.go('/files/music/');
  await screen.findByText('It feels lonely here…');
  await page.user.keyboard('{Control>}v{/Control}');

  await expectToast('Copied “a.txt” to “music”.');
  expect(tree.transfers).toEqual(['copy /a.txt /music/a.txt']);
  await row('a.txt');
  await waitFor(() => expect(selected()).toEqual(['a.txt']));
});

test('pasting into the source folder creates a second copy without a question', async () => {
  const { tree, page } = open();
  await page.user.click(await row('a.txt'));
  await page.user.keyboard('{Control>}cv{/Control}');

  await expectToast(/^Copied/);
  expect(tree.transfers).toEqual(['copy /a.txt /a.txt rename']);
  await waitFor(() => expect(selected()).toEqual(['a.txt(1)']));
});

test('cut entries are faded, move when pasted, and can be pasted once', async () => {
  const { tree, page } = open();
  await page.user.click(await row('a.txt'));
  await page.user.keyboard('{Control>}x{/Control}');
  await waitFor(async () => expect((await row('a.txt')).dataset['cut']).toBe('true'));

  await page.user.keyboard('{Control>}v{/Control}');
  await expectToast('This item is already in this folder.');
  expect(tree.transfers).toEqual([]);

  await page.go('/files/music/');
  await screen.findByText('It feels lonely here…');
  const [paste] = await screen.findAllByRole('button', { name: 'Paste' });
  if (paste) await page.user.click(paste);
  await expectToast('Moved “a.txt” to “music”.');
  expect(tree.transfers).toEqual(['rename /a.txt /music/a.txt']);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Paste' })).toBeNull());
});

test('an existing name asks before anything is sent, with replace, keep both and skip', async () => {
  const { tree, page } = open('/files/docs/');
  await page.user.click(await row('b.txt'));
  await page.user.keyboard('{Control>}c{/Control}');
  await page.go('/files/');
  await row('a.txt');

  await page.user.keyboard('{Control>}v{/Control}');
  const asked = await dialog(/b\.txt.* already exists/);
  expect(within(asked).getByText(/^New: /)).toBeTruthy();
  expect(within(asked).getByText(/^Existing: /)).toBeTruthy();
  expect(tree.transfers).toEqual([]);
  await page.user.selectOptions(within(asked).getByRole('combobox'), 'Replace');
  await page.user.click(within(asked).getByRole('button', { name: 'Copy' }));
  await expectToast(/^Copied/);
  expect(tree.transfers).toEqual(['copy /docs/b.txt /b.txt override']);

  await page.user.keyboard('{Control>}v{/Control}');
  await page.user.click(
    within(await dialog(/already exists/)).getByRole('button', { name: 'Copy' }),
  );
  await waitFor(() => expect(tree.transfers.at(-1)).toBe('copy /docs/b.txt /b.txt rename'));

  await page.user.keyboard('{Control>}v{/Control}');
  await dialog(/already exists/);
  await page.user.keyboard('{Escape}');
  expect(tree.transfers).toHaveLength(2);
});

test('with several conflicts, folders merge and one choice can apply to all', async () => {
  const { tree, page } = open('/files/docs/', anna, [...PATHS, '/deep/', '/docs/c.txt']);
  await row('b.txt');
  await page.user.keyboard('{Control>}ax{/Control}');
  await page.go('/files/');
  await row('a.txt');
  await page.user.keyboard('{Control>}v{/Control}');

  const asked = await dialog('2 items already exist');
  const choices = within(asked).getAllByRole('combobox');
  expect(choices.map((choice) => within(choice).getAllByRole('option')[1]?.textContent)).toEqual([
    'Merge',
    'Replace',
  ]);
  await page.user.click(within(asked).getByRole('button', { name: 'Replace or merge all' }));
  await page.user.click(within(asked).getByRole('button', { name: 'Move' }));
  await expectToast('Moved 3 items to “My files”.');
  expect(tree.transfers.toSorted()).toEqual([
    'rename /docs/b.txt /b.txt override',
    'rename /docs/c.txt /c.txt',
    'rename /docs/deep /deep override',
  ]);
});

test.each([
  ['b.txt', 'Replace', 1],
  ['deep', 'Merge', 0],
] as const)(
  'a moved file can be moved back, and a merged folder cannot: %s',
  async (name, choice, undos) => {
    const { page } = open('/files/docs/', anna, [...PATHS, '/deep/']);
    await page.user.click(await row(name));
    await page.user.keyboard('{Control>}x{/Control}');
    await page.go('/files/');
    await row('a.txt');
    await page.user.keyboard('{Control>}v{/Control}');
    const asked = await dialog(/ already exists/);
    await page.user.selectOptions(within(asked).getByRole('combobox'), choice);
    await page.user.click(within(asked).getByRole('button', { name: 'Move' }));
    await expectToast(/^Moved /);
    expect(screen.queryAllByRole('button', { name: 'Undo' })).toHaveLength(undos);
  },
);

test('without the permission to modify, replacing is not offered', async () => {
  const user = aTokenUser({ perm: { ...anna.perm, modify: false } });
  const { page } = open('/files/docs/', user);
  await page.user.click(await row('b.txt'));
  await page.user.keyboard('{Control>}c{/Control}');
  await page.go('/files/');
  await row('a.txt');
  await page.user.keyboard('{Control>}v{/Control}');
  const asked = await dialog(/already exists/);
  const options = within(asked).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['Keep both', 'Skip']);
});

test('a name taken by another user in the meantime asks again', async () => {
  const { server, tree, page } = open();
  await page.user.click(await row('a.txt'));
  await page.user.keyboard('{Control>}x{/Control}');
  await page.go('/files/music/');
  await screen.findByText('It feels lonely here…');
  let answers = 0;
  server.on('PATCH', '/api/resources/a.txt', () => {
    answers += 1;
    tree.add('/music/a.txt');
    return { status: 409, text: '409 Conflict\n' };
  });
  await page.user.keyboard('{Control>}v{/Control}');
  await dialog(/a\.txt.* already exists/);
  expect(answers).toBe(1);
});

test('a folder that cannot be read after the question is reported', async () => {
  const { server, page } = open('/files/docs/');
  await page.user.click(await row('b.txt'));
  await page.user.keyboard('{Control>}c{/Control}');
  await page.go('/files/');
  await row('a.txt');
  await page.user.keyboard('{Control>}v{/Control}');
  const asked = await dialog(/b\.txt.* already exists/);
  server.on('PATCH', '/api/resources/docs/b.txt', () => ({ status: 409, text: '409 Conflict\n' }));
  server.on('GET', '/api/resources/', () => ({ status: 403, text: '403 Forbidden\n' }));
  await page.user.click(within(asked).getByRole('button', { name: 'Copy' }));
  await expectToast('Couldn’t copy “b.txt”. You don’t have permission to do this.');
});

test('failed entries show their reason, and the others are done', async () => {
  const { server, page } = open();
  await row('a.txt');
  for (const name of ['a.txt', 'b.txt']) {
    server.on('PATCH', `/api/resources/${name}`, { status: 403, text: '403 Forbidden\n' });
  }
  await page.user.keyboard('{Control>}ac{/Control}');
  await page.go('/files/docs/deep/');
  await screen.findByText('It feels lonely here…');
  await page.user.keyboard('{Control>}v{/Control}');

  await expectToast(/can’t be copied into itself/);
  await expectToast('Copied “music” to “deep”.');
  await expectToast('Couldn’t copy 2 items.');
  await page.user.click(await screen.findByRole('button', { name: 'Details' }));
  const list = await dialog('Couldn’t copy 2 items.');
  expect(within(list).getAllByText('You don’t have permission to do this.')).toHaveLength(2);
});

test('names that are taken by items that the user does not see are reported in one message', async () => {
  const { server, page } = open();
  await row('a.txt');
  for (const name of ['a.txt', 'b.txt']) {
    server.on('PATCH', `/api/resources/${name}`, { status: 409, text: '409 Conflict\n' });
  }
  await page.user.keyboard('{Control>}ac{/Control}');
  await page.go('/files/docs/deep/');
  await screen.findByText('It feels lonely here…');
  await page.user.keyboard('{Control>}v{/Control}');

  await expectToast('Couldn’t copy 2 items.');
  await page.user.click(await screen.findByRole('button', { name: 'Details' }));
  const list = await dialog('Couldn’t copy 2 items.');
  const reason = 'A file or folder with this name already exists.';
  expect(within(list).getAllByText(reason)).toHaveLength(2);
});

test('what failed for a passing reason can be tried again', async () => {
  const { server, tree, page } = open();
  await page.user.click(await row('a.txt'));
  await page.user.keyboard('{Control>}c{/Control}');
  await page.go('/files/music/');
  await screen.findByText('It feels lonely here…');
  server.on('PATCH', '/api/resources/a.txt', { status: 500, text: '500 Internal Server Error\n' });
  await page.user.keyboard('{Control>}v{/Control}');
  await expectToast(/^Couldn’t copy “a\.txt”\./);

  tree.add('/a.txt');
  await page.user.click(screen.getByRole('button', { name: 'Try again' }));
  await expectToast('Copied “a.txt” to “music”.');
  expect(tree.transfers).toEqual(['copy /a.txt /music/a.txt']);
  expect(screen.queryByText(/^Couldn’t copy/)).toBeNull();
});

test('only the failed entries are tried again, and a name that was taken meanwhile is asked about', async () => {
  const { server, tree, page } = open();
  await row('a.txt');
  await page.user.keyboard('{Control>}ac{/Control}');
  await page.go('/files/docs/deep/');
  await screen.findByText('It feels lonely here…');
  for (const name of ['a.txt', 'b.txt']) {
    server.on('PATCH', `/api/resources/${name}`, { status: 423 });
  }
  await page.user.keyboard('{Control>}v{/Control}');
  await expectToast('Couldn’t copy 2 items.');

  tree.add('/docs/deep/b.txt');
  await page.user.click(screen.getByRole('button', { name: 'Try again' }));
  const asked = await dialog(/b\.txt.* already exists/);
  await page.user.click(within(asked).getByRole('button', { name: 'Copy' }));
  await expectToast('Copied 2 items to “deep”.');
  expect(tree.transfers.slice(-2)).toEqual([
    'copy /a.txt /docs/deep/a.txt',
    'copy /b.txt /docs/deep/b.txt rename',
  ]);
});

test('what fails in the same way again is not offered again', async () => {
  const { server, page } = open();
  await page.user.click(await row('a.txt'));
  await page.user.keyboard('{Control>}c{/Control}');
  await page.go('/files/music/');
  await screen.findByText('It feels lonely here…');
  server.on('PATCH', '/api/resources/a.txt', { status: 403 });
  await page.user.keyboard('{Control>}v{/Control}');
  await expectToast(/^Couldn’t copy “a\.txt”\./);
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('skipped entries are shown until the message is dismissed', async () => {
  const { server, page } = open();
  await page.user.click(await row('music'));
  server.on('PATCH', '/api/resources/music', {
    text: '200 OK\n',
    headers: { 'X-Left-Out': '3', 'X-Left-Out-Names': 'a%20link,pipe' },
  });
  await page.user.keyboard('{Control>}c{/Control}');
  await page.go('/files/docs/');
  await row('deep');
  await page.user.keyboard('{Control>}v{/Control}');
  await expectToast(
    '3 items were skipped: a link, pipe, …. Broken symlinks, devices and unreadable items are skipped.',
  );
});

test('with the preference, the page follows moved files', async () => {
  const { page } = open('/files/', aTokenUser({ redirectAfterCopyMove: true }));
  await page.user.click(await row('a.txt'));
  await page.user.click(await screen.findByRole('button', { name: 'Move to…' }));
  await page.user.click(await option('docs'));
  await page.user.click(screen.getByRole('button', { name: 'Move here' }));
  await waitFor(() => expect(page.address()).toBe('/files/docs/'));
  await waitFor(() => expect(selected()).toEqual(['a.txt']));
});

test('without the preference, a link to the destination is offered', async () => {
  const { page } = open();
  await page.user.click(await row('a.txt'));
  await page.user.click(await screen.findByRole('button', { name: 'Move to…' }));
  await page.user.click(await option('docs'));
  await page.user.click(screen.getByRole('button', { name: 'Move here' }));
  await page.user.click(await screen.findByRole('button', { name: 'Show' }));
  await waitFor(() => expect(page.address()).toBe('/files/docs/'));
});

test('without the permissions, no action is offered', async () => {
  const perm = { ...anna.perm, create: false, rename: false };
  const { page } = open('/files/', aTokenUser({ perm }));
  await page.user.click(await row('a.txt'));
  for (const name of ['Move to…', 'Copy to…']) {
    expect(screen.queryByRole('button', { name })).toBeNull();
  }
  await page.user.keyboard('{Control>}x{/Control}');
  expect((await row('a.txt')).dataset['cut']).toBeUndefined();
});

test('a large folder is not listed before each paste, and a name taken meanwhile is asked about', async () => {
  const many = Array.from({ length: 2_001 }, (_, n) => anEntry(`/big/f${n}`));
  const big = anEntry('/big', { isDir: true });
  const listings = () =>
    server.calls.filter(({ method, url }) => method === 'GET' && url === '/api/resources/big/');
  let begun = 0;
  const server = fakeServer()
    .session(anna)
    .folder(aFolder('/', [big, anEntry('/a.txt')]))
    .folder(aFolder('/big/', many))
    .on('PATCH', '/api/resources/a.txt', () => {
      begun = listings().length;
      // Another user was quicker.
      server.folder(aFolder('/big/', [anEntry('/big/a.txt'), ...many]));
      return { status: 409, text: '409 Conflict\n' };
    });
  const page = renderRoute('/files/', { user: anna });
  await page.user.click(await row('a.txt'));
  await page.user.keyboard('{Control>}c{/Control}');
  await page.go('/files/big/');
  await row('f0');
  await page.user.keyboard('{Control>}v{/Control}');

  expect(await dialog(/“a\.txt” already exists/)).toBeTruthy();
  expect(begun).toBe(1);
  expect(listings().length).toBeGreaterThan(1);
});
