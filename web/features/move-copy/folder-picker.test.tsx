import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { toasts } from '../../state/toasts.ts';
import { aTokenUser, fakeServer } from '../../testing/fake-server.ts';
import { renderRoute } from '../../testing/render-route.tsx';
import { SmallTree } from '../../testing/small-tree.ts';
import { stopClock } from '../../testing/stop-timers.ts';

beforeEach(() => {
  toasts.setState({ shown: [] });
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_000);
});

const PATHS = ['/docs/', '/docs/deep/', '/docs/deep/er/', '/music/', '/photos/', '/a.txt'];

/** Opens the picker for moving `name` in a folder. */
async function openPicker(
  name: string,
  { user = aTokenUser(), action = 'Move to…', folder = '/', paths = PATHS } = {},
) {
  const server = fakeServer().session(user);
  const tree = new SmallTree(server, paths);
  const page = renderRoute(`/files${folder}`, { user });
  const row = await screen.findByRole('row', { name: new RegExp(`^${name}`) });
  await page.user.keyboard('{Control>}');
  await page.user.click(row);
  await page.user.keyboard('{/Control}');
  await page.user.click(await screen.findByRole('button', { name: action }));
  const dialog = await screen.findByRole('dialog', { name: new RegExp(name) });
  await within(dialog).findByRole('tree');
  return { server, tree, page, dialog };
}

const item = (name: string) =>
  within(screen.getByRole('dialog')).findByRole('treeitem', { name: new RegExp(`^${name}`) });
/** Visible folders with their level. */
const shown = () =>
  within(screen.getByRole('dialog'))
    .getAllByRole('treeitem')
    .map((one) => `${one.getAttribute('aria-level')} ${one.querySelector('bdi')?.textContent}`);
const expander = (name: string) =>
  within(screen.getByRole('dialog')).findByRole('button', { name: `Expand ${name}` });
const destination = () => screen.getByText('Destination').parentElement?.textContent;
/** Name of the row that the tree declares as active; it must exist. */
const active = () => {
  const id =
    within(screen.getByRole('dialog')).getByRole('tree').getAttribute('aria-activedescendant') ??
    '';
  return document.getElementById(id)?.querySelector('bdi')?.textContent;
};

test('shows only folders and does not allow the current folder', async () => {
  const { dialog } = await openPicker('a.txt');
  await item('docs');
  expect(shown()).toEqual(['1 My files', '2 docs', '2 music', '2 photos']);
  expect(destination()).toBe('DestinationMy filesThis item is already in this folder.');
  const move = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Move here' });
  expect(move.disabled).toBe(true);
});

test('invisible characters of names are shown as symbols', async () => {
  await openPicker('a.txt', { paths: ['/a.txt', '/a\nb/'] });
  await waitFor(() => expect(shown()).toEqual(['1 My files', '2 a␊b']));
});

test('rows keep their distance when a touch screen replaces the mouse', async () => {
  const pointer = Object.assign(new EventTarget(), { matches: false });
  const matchMedia = window.matchMedia.bind(window);
  const asked = vi
    .spyOn(window, 'matchMedia')
    .mockImplementation((query) =>
      query === '(pointer: coarse)' ? (pointer as MediaQueryList) : matchMedia(query),
    );
  onTestFinished(() => asked.mockRestore());
  await openPicker('a.txt');
  await item('music');
  const last = () => within(screen.getByRole('dialog')).getAllByRole('treeitem').at(-1)?.style;
  expect([last()?.blockSize, last()?.transform]).toEqual(['36px', 'translateY(108px)']);

  pointer.matches = true;
  act(() => void pointer.dispatchEvent(new Event('change')));
  expect([last()?.blockSize, last()?.transform]).toEqual(['48px', 'translateY(144px)']);
});

test('opens at the current folder, with the folders above it', async () => {
  await openPicker('b.txt', { folder: '/docs/deep/', paths: [...PATHS, '/docs/deep/b.txt'] });
  await item('er');
  expect(shown()).toEqual(['1 My files', '2 docs', '3 deep', '4 er', '2 music', '2 photos']);
  expect(active()).toBe('deep');
  expect((await item('deep')).getAttribute('aria-selected')).toBe('true');
  expect((await item('docs')).getAttribute('aria-expanded')).toBe('true');
  expect((await item('music')).getAttribute('aria-expanded')).toBe('false');
  const er = await item('er');
  expect([er.getAttribute('aria-posinset'), er.getAttribute('aria-setsize')]).toEqual(['1', '1']);
});

test('the current folder is shown even if the folder above it cannot be read', async () => {
  const user = aTokenUser();
  const server = fakeServer().session(user);
  const tree = new SmallTree(server, [...PATHS, '/docs/b.txt']);
  server.on('GET', '/api/resources/', { status: 403, text: '403 Forbidden\n' });
  const page = renderRoute('/files/docs/', { user });
  await page.user.click(await screen.findByRole('row', { name: /^b\.txt/ }));
  await page.user.click(await screen.findByRole('button', { name: 'Move to…' }));
  await item('deep');
  expect(shown()).toEqual(['1 My files', '2 docs', '3 deep']);

  await page.user.click(await item('deep'));
  await page.user.click(screen.getByRole('button', { name: 'Move here' }));
  await waitFor(() => expect(tree.transfers).toEqual(['rename /docs/b.txt /docs/deep/b.txt']));
});

test('a click selects, a double click and the arrow expand', async () => {
  const { tree, page, dialog } = await openPicker('a.txt');
  await page.user.click(await item('docs'));
  expect(destination()).toBe('DestinationMy files / docs');
  expect(within(screen.getByRole('dialog')).queryByRole('treeitem', { name: /^deep/ })).toBeNull();
  await page.user.dblClick(await item('docs'));
  await page.user.click(await expander('deep'));
  await item('er');
  expect(destination()).toBe('DestinationMy files / docs');

  await page.user.click(await item('er'));
  await page.user.click(screen.getByRole('button', { name: 'Collapse deep' }));
  // A collapsed folder takes the selection from what it hides.
  expect(destination()).toBe('DestinationMy files / docs / deep');
  await page.user.click(within(dialog).getByRole('button', { name: 'Move here' }));
  await waitFor(() => expect(tree.transfers).toEqual(['rename /a.txt /docs/deep/a.txt']));
});

test('with the one-click preference, a click expands', async () => {
  const { page } = await openPicker('a.txt', { user: aTokenUser({ singleClick: true }) });
  await page.user.click(await item('docs'));
  await item('deep');
  expect(destination()).toBe('DestinationMy files / docs');
});

test('the keyboard selects, expands, collapses, jumps to a name and confirms', async () => {
  const { tree, page } = await openPicker('a.txt');
  await item('docs');
  await waitFor(() =>
    expect(document.activeElement).toBe(within(screen.getByRole('dialog')).getByRole('tree')),
  );
  await page.user.keyboard('{ArrowDown}{ArrowRight}');
  await item('deep');
  expect(active()).toBe('docs');
  await page.user.keyboard('{ArrowRight}');
  expect(active()).toBe('deep');
  await page.user.keyboard('{ArrowLeft}');
  expect(active()).toBe('docs');
  await page.user.keyboard('{ArrowLeft}');
  expect((await item('docs')).getAttribute('aria-expanded')).toBe('false');
  stopClock();
  await page.user.keyboard('mu');
  expect(destination()).toBe('DestinationMy files / music');
  await page.user.keyboard('{End}');
  expect(destination()).toBe('DestinationMy files / photos');
  await page.user.keyboard('{Home}');
  expect(active()).toBe('My files');
  await page.user.keyboard('{End}{Enter}');
  await waitFor(() => expect(tree.transfers).toEqual(['rename /a.txt /photos/a.txt']));
});

test('the active folder is rendered however far it has been scrolled away', async () => {
  const many = Array.from({ length: 500 }, (_, n) => `/big/f${String(n).padStart(3, '0')}/`);
  const { page } = await openPicker('a.txt', { paths: ['/big/', ...many, '/a.txt'] });
  await page.user.dblClick(await item('big'));
  await item('f000');
  await page.user.click(await item('f001'));
  const tree = within(screen.getByRole('dialog')).getByRole('tree');
  tree.scrollTop = 400 * 36;
  act(() => void tree.dispatchEvent(new Event('scroll')));

  await item('f400');
  expect(within(screen.getByRole('dialog')).queryByRole('treeitem', { name: 'f020' })).toBeNull();
  expect(active()).toBe('f001');
});

test('a folder cannot be moved into itself, which is explained', async () => {
  const { page } = await openPicker('docs');
  const docs = await item('docs');
  expect(docs.getAttribute('aria-disabled')).toBe('true');
  expect(docs.getAttribute('aria-expanded')).toBeNull();
  expect(docs.textContent).toContain('Can’t go into itself.');
  await page.user.dblClick(docs);
  expect(destination()).toContain('This item is already in this folder.');
  await page.user.keyboard('{Home}{ArrowDown}');
  expect(destination()).toBe('DestinationMy files / music');
});

test('a new folder is selected, and an existing name is rejected with a message', async () => {
  const { server, tree, page, dialog } = await openPicker('a.txt');
  server.on('POST', '/api/resources/docs/new/', () => {
    tree.add('/docs/new/');
    return { text: '200 OK\n' };
  });
  await page.user.click(await item('docs'));
  await page.user.click(await expander('docs'));
  await item('deep');
  await page.user.click(within(dialog).getByRole('button', { name: 'New folder' }));
  await page.user.type(await screen.findByLabelText('New folder in docs'), 'deep{Enter}');
  expect((await within(dialog).findByRole('alert')).textContent).toBe(
    'A file or folder with this name already exists.',
  );
  await page.user.clear(within(dialog).getByRole('textbox'));
  await page.user.keyboard('new{Enter}');
  await item('new');
  expect(destination()).toBe('DestinationMy files / docs / new');
  await page.user.click(within(dialog).getByRole('button', { name: 'Move here' }));
  await waitFor(() => expect(tree.transfers).toEqual(['rename /a.txt /docs/new/a.txt']));
});

test('a folder that is created slowly does not take the selection from another one', async () => {
  const { server, tree, page, dialog } = await openPicker('a.txt');
  let finish = () => {};
  const created = new Promise<void>((resolve) => {
    finish = resolve;
  });
  server.on('POST', '/api/resources/new/', async () => {
    await created;
    tree.add('/new/');
    return { text: '200 OK\n' };
  });
  await item('docs');
  await page.user.click(within(dialog).getByRole('button', { name: 'New folder' }));
  await page.user.keyboard('new{Enter}');
  await page.user.click(await item('docs'));
  await act(async () => finish());

  await item('new');
  expect(destination()).toBe('DestinationMy files / docs');
});

test('without the permission to create, no new folder is offered', async () => {
  const user = aTokenUser({ perm: { ...aTokenUser().perm, create: false } });
  const { dialog } = await openPicker('a.txt', { user });
  expect(within(dialog).queryByRole('button', { name: 'New folder' })).toBeNull();
});

test('a folder that cannot be read shows the reason and can be retried', async () => {
  const { server, tree, page } = await openPicker('a.txt');
  server.on('GET', '/api/resources/music/', { status: 403, text: '403 Forbidden\n' });
  await page.user.dblClick(await item('music'));
  expect((await screen.findByRole('alert')).textContent).toContain(
    'You don’t have permission to do this.',
  );
  tree.add('/music/rock/');
  await page.user.click(screen.getByRole('button', { name: 'Try again' }));
  await item('rock');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an empty folder is described and can be the destination', async () => {
  const { tree, page, dialog } = await openPicker('a.txt');
  await page.user.dblClick(await item('music'));
  await screen.findByText('No folders here.');
  expect((await item('music')).getAttribute('aria-expanded')).toBeNull();
  await page.user.click(within(dialog).getByRole('button', { name: 'Move here' }));
  await waitFor(() => expect(tree.transfers).toEqual(['rename /a.txt /music/a.txt']));
});

test('a copy may stay in its folder', async () => {
  const { tree, page, dialog } = await openPicker('a.txt', { action: 'Copy to…' });
  await page.user.click(within(dialog).getByRole('button', { name: 'Copy here' }));
  await waitFor(() => expect(tree.transfers).toEqual(['copy /a.txt /a.txt rename']));
});
