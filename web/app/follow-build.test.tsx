import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { serverBuild } from '../api/server-build.ts';
import { guardLeaving } from '../lib/guard-leaving.ts';
import { toasts } from '../state/toasts.ts';
import { aTokenUser, fakeServer } from '../testing/fake-server.ts';
import { renderRoute } from '../testing/render-route.tsx';

const user = aTokenUser();

afterEach(() => {
  vi.restoreAllMocks();
  serverBuild.setState({ isOther: false });
  for (const { id } of toasts.getState().shown) toasts.getState().dismiss(id);
});

/** Simulates a page whose server announces this build. */
function serverOf(build: string) {
  const headers = { 'X-Page-Build': build };
  return fakeServer({ Build: 'first' })
    .session(user)
    .on('GET', '/health', { text: '{"status":"OK"}', headers });
}

function watchReloads() {
  return vi.spyOn(window.location, 'reload').mockImplementation(() => {});
}

async function theOffer() {
  await screen.findByText('A new version is available.');
  const messages = within(screen.getByRole('region', { name: 'Notifications' }));
  return within(messages.getByRole('listitem')).getByRole('button', { name: 'Reload' });
}

test('an update is offered once and the page is not reloaded without consent', async () => {
  const reloaded = watchReloads();
  serverOf('second');
  const page = renderRoute('/403', { user });
  window.dispatchEvent(new Event('online'));
  const button = await theOffer();
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(screen.getAllByText('A new version is available.')).toHaveLength(1));
  expect(reloaded).not.toHaveBeenCalled();

  await page.user.click(button);
  expect(reloaded).toHaveBeenCalledOnce();
});

test('the same build is not reported', async () => {
  const server = serverOf('first');
  renderRoute('/403', { user });
  window.dispatchEvent(new Event('vite:preloadError'));
  await waitFor(() => expect(server.calls.some(({ url }) => url === '/health')).toBe(true));
  await Promise.resolve();
  expect(screen.queryByText('A new version is available.')).toBeNull();
});

test('running work is explained before reloading, and staying keeps the offer', async () => {
  const reloaded = watchReloads();
  serverOf('second');
  const stops = (['uploads', 'changes'] as const).map((work) =>
    guardLeaving(work, { subscribe: () => () => {}, current: () => ({ isActive: true }) }),
  );
  const page = renderRoute('/403', { user });
  window.dispatchEvent(new Event('vite:preloadError'));
  await page.user.click(await theOffer());
  const dialog = await screen.findByRole('dialog', { name: 'Reload now?' });
  expect(dialog.textContent).toContain('Uploads will stop. Select the files again afterwards');
  expect(dialog.textContent).toContain('Your unsaved changes will be lost.');
  expect(dialog.textContent).not.toContain('command');
  await page.user.click(within(dialog).getByRole('button', { name: 'Not now' }));
  expect(reloaded).not.toHaveBeenCalled();

  await page.user.click(await theOffer());
  const again = await screen.findByRole('dialog', { name: 'Reload now?' });
  await page.user.click(within(again).getByRole('button', { name: 'Reload' }));
  expect(reloaded).toHaveBeenCalledOnce();
  const leaving = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(leaving);
  expect(leaving.defaultPrevented, 'the browser asks once more').toBe(false);
  stops.forEach((stop) => stop());
});

test('the question before a reload stays when the user navigates', async () => {
  watchReloads();
  serverOf('second');
  const stop = guardLeaving('uploads', {
    subscribe: () => () => {},
    current: () => ({ isActive: true }),
  });
  const page = renderRoute('/403', { user });
  window.dispatchEvent(new Event('vite:preloadError'));
  await page.user.click(await theOffer());
  await screen.findByRole('dialog', { name: 'Reload now?' });
  await act(() => page.go('/history'));
  const dialog = screen.getByRole('dialog', { name: 'Reload now?' });
  await page.user.click(within(dialog).getByRole('button', { name: 'Not now' }));
  expect(await theOffer()).toBeTruthy();
  stop();
});
