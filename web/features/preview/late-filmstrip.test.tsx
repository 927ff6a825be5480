import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { WIDE } from '../../lib/breakpoints.ts';
import { aFolder, anEntry, aTokenUser, fakeServer } from '../../testing/fake-server.ts';
import { renderRoute } from '../../testing/render-route.tsx';

const { missing, mayBeMissing } = await vi.hoisted(() => import('../../testing/missing-parts.ts'));

vi.mock('./filmstrip.tsx', mayBeMissing);

beforeEach(() => {
  // React reports the errors that the page handles.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

test('a filmstrip that could not be loaded leaves the picture, and opens the next time', async () => {
  const { matchMedia } = window;
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    matchMedia(query === WIDE ? 'all' : query),
  );
  const anna = aTokenUser();
  const pictures = ['/a.jpg', '/b.jpg'].map((path) => anEntry(path, { type: 'image' }));
  const server = fakeServer({ EnableThumbs: true }).session(anna).folder(aFolder('/', pictures));
  for (const file of pictures) server.on('GET', `/api/resources${file.path}`, { json: file });
  renderRoute('/files/a.jpg', { user: anna });
  await screen.findByAltText('a.jpg');
  await screen.findByText('1 of 2');
  const toggle = () => screen.getByRole('button', { name: 'Filmstrip' });

  missing.add('Filmstrip');
  fireEvent.click(toggle());
  const failures = () => vi.mocked(console.error).mock.calls.flat();
  await waitFor(() => expect(failures()).toContainEqual(expect.any(TypeError)));
  expect(await screen.findByAltText('a.jpg')).toBeTruthy();
  await waitFor(() => expect(toggle().getAttribute('aria-pressed')).toBe('false'));

  missing.clear();
  fireEvent.click(toggle());
  expect(await screen.findByRole('navigation', { name: 'Filmstrip' })).toBeTruthy();
});
