import { act, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { aFolder, anEntry, aTokenUser, fakeServer } from '../../testing/fake-server.ts';
import { renderRoute } from '../../testing/render-route.tsx';
import { loadMenu } from '../../ui/lazy-menu.tsx';

const anna = aTokenUser();
const ITEMS = [anEntry('/a.txt'), anEntry('/b.txt')];

const slowLine = vi.hoisted(() => {
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  return { arrive: () => arrive(), arrived };
});

vi.mock('../../ui/menu.tsx', async (importOriginal) => {
  await slowLine.arrived;
  return importOriginal();
});

beforeEach(() => {
  // Without layout, a virtualized list renders no rows.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_000);
});

const button = (name: string) => screen.findByRole('button', { name: `Actions for ${name}` });

test('a second press on the button of a row closes a menu whose code is still loading', async () => {
  fakeServer().session(anna).folder(aFolder('/', ITEMS));
  const { user } = renderRoute('/files/', { user: anna });
  await user.click(await button('a.txt'));
  // The button of another one opens its menu.
  await user.click(await button('b.txt'));
  await user.click(await button('b.txt'));
  await act(async () => {
    slowLine.arrive();
    await loadMenu();
  });
  expect(screen.queryByRole('menu')).toBeNull();
  await user.click(await button('a.txt'));
  expect(await screen.findByRole('menu')).toBeTruthy();
  await user.click(await button('b.txt'));
  expect(await screen.findByRole('menu', { name: /b\.txt/ })).toBeTruthy();
});
