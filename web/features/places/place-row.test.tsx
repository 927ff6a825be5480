import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
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

const button = (name: string) => screen.findByRole('button', { name: `Actions for ${name}` });

test('a second press on the button of an item closes a menu whose code is still loading', async () => {
  fakeServer()
    .session(anna)
    .folder(aFolder('/', ITEMS))
    .on('GET', '/api/starred', { json: ITEMS.map((item) => ({ ...item, starredAt: 1 })) });
  const { user } = renderRoute('/starred', { user: anna });
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
  expect(await screen.findByRole('menu', { name: 'Actions' })).toBeTruthy();
});
