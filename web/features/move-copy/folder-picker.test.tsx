import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { TokenUser } from '#contract/session.ts';
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

/** Opens the picker for moving `name` in the home folder. */
async function openPicker(name: string, user: TokenUser = aTokenUser(), action = 'Move to…') {
  const server = fakeServer().session(user);
  const tree = new SmallTree(server, PATHS);
  const page = renderRoute('/files/', { user });
  const row = await screen.findByRole('row', { name: new RegExp(`^${name}`) });
  await page.user.keyboard('{Control>}');
  await page.user.click(row);
  await page.user.keyboard('{/Control}');
  await page.user.click(await screen.findByRole('button', { name: action }));
  const dialog = await screen.findByRole('dialog', { name: new RegExp(name) });
  await within(dialog).findByRole('listbox');
  return { server, tree, page, dialog };
}

const names = () =>
  screen.getAllByRole('option').map((option) => within(option).getByText(/^\w+$/).textContent);
const option = (name: string) => screen.findByRole('option', { name: new RegExp(`^${name}`) });
const list = () => screen.findByRole('listbox');
const destination = () => screen.getByText('Destination').parentElement?.textContent;

test('shows only folders and does not allow the current folder', async () => {
  const { dialog } = await openPicker('a.txt');
  expect(names()).toEqual(['docs', 'music', 'photos']);
  expect(destination()).toBe('DestinationMy filesThis item is already in this folder.');
  const move = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Move here' });
  expect(move.disabled).toBe(true);
});

test('a click selects, a double click opens, and breadcrumbs go back', async () => {
  const { tree, page, dialog } = await openPicker('a.txt');
  await page.user.click(await option('docs'));
  expect(destination()).toBe('DestinationMy files / docs');
  await page.user.dblClick(await option('docs'));
  await page.user.click(await option('deep'));
  expect(destination()).toBe('DestinationMy files / docs / deep');
  await page.user.click(within(dialog).getByRole('button', { name: 'My files' }));
  await option('music');
  await page.user.dblClick(await option('docs'));
  await option('deep');
  await page.user.click(within(dialog).getByRole('button', { name: 'Move here' }));
  await waitFor(() => expect(tree.transfers).toEqual(['rename /a.txt /docs/a.txt']));
});

test('with the one-click preference, a click opens', async () => {
  const { page } = await openPicker('a.txt', aTokenUser({ singleClick: true }));
  await page.user.click(await option('docs'));
  await option('deep');
  expect(destination()).toBe('DestinationMy files / docs');
});

test('the keyboard selects, opens, goes up, jumps to a name and confirms', async () => {
  const { tree, page } = await openPicker('a.txt');
  await waitFor(async () => expect(document.activeElement).toBe(await list()));
  await page.user.keyboard('{ArrowDown}{Enter}');
  await option('deep');
  await page.user.keyboard('{Backspace}');
  await waitFor(async () =>
    expect((await option('docs')).getAttribute('aria-selected')).toBe('true'),
  );
  stopClock();
  await page.user.keyboard('mu');
  expect(destination()).toBe('DestinationMy files / music');
  await page.user.keyboard('{End}');
  expect(destination()).toBe('DestinationMy files / photos');
  await page.user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(tree.transfers).toEqual(['rename /a.txt /photos/a.txt']));
});

test('a folder cannot be moved into itself, which is explained', async () => {
  const { page } = await openPicker('docs');
  const docs = await option('docs');
  expect(docs.getAttribute('aria-disabled')).toBe('true');
  expect(docs.textContent).toContain('Can’t go into itself.');
  await page.user.dblClick(docs);
  expect(destination()).toContain('This item is already in this folder.');
  await page.user.keyboard('{Home}');
  expect(destination()).toBe('DestinationMy files / music');
});

test('a new folder is selected, and an existing name is rejected with a message', async () => {
  const { server, tree, page, dialog } = await openPicker('a.txt');
  server.on('POST', '/api/resources/new/', () => {
    tree.add('/new/');
    return { text: '200 OK\n' };
  });
  await page.user.click(within(dialog).getByRole('button', { name: 'New folder' }));
  await page.user.keyboard('docs{Enter}');
  expect((await within(dialog).findByRole('alert')).textContent).toBe(
    'A file or folder with this name already exists.',
  );
  await page.user.clear(within(dialog).getByRole('textbox'));
  await page.user.keyboard('new{Enter}');
  await option('new');
  expect(destination()).toBe('DestinationMy files / new');
  await page.user.click(within(dialog).getByRole('button', { name: 'Move here' }));
  await waitFor(() => expect(tree.transfers).toEqual(['rename /a.txt /new/a.txt']));
});

test('without the permission to create, no new folder is offered', async () => {
  const user = aTokenUser({ perm: { ...aTokenUser().perm, create: false } });
  const { dialog } = await openPicker('a.txt', user);
  expect(within(dialog).queryByRole('button', { name: 'New folder' })).toBeNull();
});

test('a folder that cannot be read shows the reason and can be retried', async () => {
  const { server, tree, page } = await openPicker('a.txt');
  server.on('GET', '/api/resources/music/', { status: 403, text: '403 Forbidden\n' });
  await page.user.dblClick(await option('music'));
  expect((await screen.findByRole('alert')).textContent).toContain(
    'You don’t have permission to do this.',
  );
  tree.add('/music/rock/');
  await page.user.click(screen.getByRole('button', { name: 'Try again' }));
  await option('rock');
});

test('an empty folder is described and can be the destination', async () => {
  const { tree, page, dialog } = await openPicker('a.txt');
  await page.user.dblClick(await option('music'));
  await screen.findByText('No folders here.');
  await page.user.click(within(dialog).getByRole('button', { name: 'Move here' }));
  await waitFor(() => expect(tree.transfers).toEqual(['rename /a.txt /music/a.txt']));
});

test('a copy may stay in its folder', async () => {
  const { tree, page, dialog } = await openPicker('a.txt', aTokenUser(), 'Copy to…');
  await page.user.click(within(dialog).getByRole('button', { name: 'Copy here' }));
  await waitFor(() => expect(tree.transfers).toEqual(['copy /a.txt /a.txt rename']));
});
