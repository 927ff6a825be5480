import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { hits } from '../testing/fake-search.ts';
import { aFolder, anEntry, aTokenUser, fakeServer } from '../testing/fake-server.ts';
import { renderRoute } from '../testing/render-route.tsx';

const anna = aTokenUser();

test('a broken symlink says that it is broken and opens nothing', async () => {
  fakeServer()
    .session(anna)
    .folder(aFolder('/', [anEntry('/a.txt')]))
    .on('GET', '/api/recent', { json: [] })
    .on(
      'GET',
      '/api/search/',
      hits([anEntry('/broken', { type: 'invalid_link', isSymlink: true })]),
    );
  const page = renderRoute('/files/', { user: anna });
  await screen.findByRole('grid');
  await page.user.keyboard('{Control>}k{/Control}');
  await page.user.type(await screen.findByRole('combobox'), 'brok');
  await screen.findByRole('option', { name: /^brok/ });
  await page.user.keyboard('{Enter}');
  expect(await screen.findByText(/symlink is broken/)).toBeTruthy();
  expect(page.address()).toBe('/files/');
});
