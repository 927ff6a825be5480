import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { aFolder, anEntry, aTokenUser, fakeServer } from '../testing/fake-server.ts';
import { renderRoute } from '../testing/render-route.tsx';
import { loadDialog } from './dialog-table.ts';

const anna = aTokenUser();
const ITEMS = [
  anEntry('/docs', { isDir: true }),
  anEntry('/music', { isDir: true }),
  anEntry('/b.txt'),
];

beforeEach(() => {
  // Without layout, a virtualized list renders no rows.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_000);
});

const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) });

/** Delays a script until the test calls `arrive`. */
const scripts = vi.hoisted(() => {
  const heldBack = () => {
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    return { arrived, arrive };
  };
  return { rename: heldBack(), help: heldBack(), menu: heldBack() };
});

vi.mock('../features/listing/renaming/name-editor.tsx', async (original) => {
  await scripts.rename.arrived;
  return original();
});
vi.mock('./help-dialog.tsx', async (original) => {
  await scripts.help.arrived;
  return original();
});
vi.mock('../actions/menu/context-menu.tsx', async (original) => {
  await scripts.menu.arrived;
  return original();
});

test('text typed while a field loads goes into its field, and not to the listing', async () => {
  const server = fakeServer().folder(aFolder('/', ITEMS)).session(anna);
  const { user } = renderRoute('/files/', { user: anna });

  (await row('b.txt')).focus();
  await user.keyboard('{F2}');
  expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull();
  await user.keyboard('mux{Backspace}sic{Enter}{Delete}{ArrowUp}');
  expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull();
  scripts.rename.arrive();

  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
  expect(field.value).toBe('music.txt');
  expect((await row('b.txt')).tabIndex).toBe(0);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(server.calls.filter(({ method }) => method !== 'GET' && method !== 'POST')).toEqual([]);
});

test('text typed before a loaded field has the focus goes into it too', async () => {
  fakeServer().folder(aFolder('/', ITEMS)).session(anna);
  const { user } = renderRoute('/files/', { user: anna });
  const entry = await row('b.txt');
  entry.focus();

  // The field takes the focus in a later task, and all these keys come before it.
  for (const key of ['F2', 'm', 'u', 's']) fireEvent.keyDown(entry, { key });
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
  await vi.waitFor(() => expect(document.activeElement).toBe(field));
  expect(field.value).toBe('mus.txt');
  await user.keyboard('ic');
  expect(field.value).toBe('music.txt');
});

test('Escape cancels a dialog that is loading', async () => {
  fakeServer().folder(aFolder('/', ITEMS)).session(anna);
  const { user } = renderRoute('/files/', { user: anna });

  (await row('b.txt')).focus();
  await user.keyboard('{F1}{Escape}{ArrowUp}');
  expect(document.activeElement).toBe(await row('music'));
  scripts.help.arrive();
  await act(() => loadDialog('help'));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('keys do not move in the listing while a menu loads', async () => {
  fakeServer().folder(aFolder('/', ITEMS)).session(anna);
  const { user } = renderRoute('/files/', { user: anna });

  (await row('docs')).focus();
  await user.keyboard('{Shift>}{F10}{/Shift}');
  expect(screen.queryByRole('menu')).toBeNull();
  await user.keyboard('{ArrowDown}{Enter}');
  scripts.menu.arrive();
  await screen.findByRole('menu');
  expect((await row('docs')).tabIndex).toBe(0);
});
