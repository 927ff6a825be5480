import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { aFolder, anEntry, aTokenUser, fakeServer } from '../testing/fake-server.ts';
import { renderRoute } from '../testing/render-route.tsx';

const anna = aTokenUser();
const ITEMS = [
  anEntry('/docs', { isDir: true }),
  anEntry('/music', { isDir: true }),
  anEntry('/b.txt'),
];

beforeEach(() => {
  // There is no layout here, and a list of no height draws no rows.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_000);
});

const row = (name: string) => screen.findByRole('row', { name: new RegExp(name) });

// Each is the first to ask for what it opens, so that its script is still on the way when the next key is pressed.

test('what is typed before the prompt is there is written into it, and does nothing to the listing', async () => {
  const server = fakeServer().folder(aFolder('/', ITEMS)).session(anna);
  const { user } = renderRoute('/files/', { user: anna });

  (await row('b.txt')).focus();
  await user.keyboard('{F2}');
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.keyboard('music{Enter}{Delete}{ArrowUp}');
  expect(screen.queryByRole('dialog')).toBeNull();

  const field = await screen.findByLabelText<HTMLInputElement>('Name');
  expect(field.value).toBe('music.txt');
  expect((await row('b.txt')).tabIndex).toBe(0);
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  expect(server.calls.filter(({ method }) => method !== 'GET' && method !== 'POST')).toEqual([]);
});

test('Escape calls off a prompt that is not there yet', async () => {
  fakeServer().folder(aFolder('/', ITEMS)).session(anna);
  const { user } = renderRoute('/files/', { user: anna });

  (await row('b.txt')).focus();
  await user.keyboard('{Delete}{Escape}{ArrowUp}');
  expect(document.activeElement).toBe(await row('music'));
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('keys do not walk in the listing while the menu is on its way', async () => {
  fakeServer().folder(aFolder('/', ITEMS)).session(anna);
  const { user } = renderRoute('/files/', { user: anna });

  (await row('docs')).focus();
  await user.keyboard('{Shift>}{F10}{/Shift}');
  expect(screen.queryByRole('menu')).toBeNull();
  await user.keyboard('{ArrowDown}{Enter}');
  await screen.findByRole('menu');
  expect((await row('docs')).tabIndex).toBe(0);
});
