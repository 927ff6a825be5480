import { screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { toasts } from '../../state/toasts.ts';
import { aFolder, aTokenUser, fakeServer } from '../../testing/fake-server.ts';
import { renderRoute } from '../../testing/render-route.tsx';

const anna = aTokenUser();
const broken = vi.hoisted(() => ({ failure: new Error() }));

// The key press loads the undo, long before it would be loaded after the first listing.
vi.mock('../ahead-delay.ts', () => ({ AHEAD_DELAY_MS: 60_000 }));
vi.mock('./activity-host.tsx', () => ({
  ActivityHost() {
    throw broken.failure;
  },
}));

test.each([
  [
    'cannot be loaded',
    new TypeError('Failed to fetch dynamically imported module'),
    'Can’t connect to the server.',
  ],
  ['has a defect', new Error('x is not defined'), 'x is not defined'],
])('an undo that %s is reported as that', async (_, failure, text) => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  broken.failure = failure;
  fakeServer().session(anna).folder(aFolder('/'));
  const { user } = renderRoute('/files/', { user: anna });
  await screen.findByRole('heading', { level: 1 });
  await user.keyboard('{Control>}z{/Control}');
  const news = within(await screen.findByRole('region', { name: 'Notifications' }));
  expect(await news.findByText(text, { exact: false })).toBeTruthy();
  for (const { id } of toasts.getState().shown) toasts.getState().dismiss(id);
});
