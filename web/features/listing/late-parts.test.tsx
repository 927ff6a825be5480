import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { aFolder, anEntry, aTokenUser, fakeServer } from '../../testing/fake-server.ts';
import { NARROW } from '../../lib/breakpoints.ts';
import { renderRoute } from '../../testing/render-route.tsx';

const { missing, mayBeMissing } = await vi.hoisted(() => import('../../testing/missing-parts.ts'));

vi.mock('../../actions/menu/context-menu.tsx', mayBeMissing);

vi.mock('./multiple-banner.tsx', mayBeMissing);
vi.mock('./details/details-panel.tsx', mayBeMissing);

beforeEach(() => {
  missing.clear();
  // React reports the errors that the page handles.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  // Without layout, a virtualized list renders no rows.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1_000);
});

async function open() {
  const anna = aTokenUser();
  fakeServer()
    .session(anna)
    .folder(aFolder('/', [anEntry('/b.txt')]));
  const { user } = renderRoute('/files/', { user: anna });
  await screen.findByRole('row', { name: /^b\.txt/ });
  return user;
}
const row = () => screen.getByRole('row', { name: /^b\.txt/ });

test('a context menu that could not be loaded leaves the listing as it is, and opens the next time', async () => {
  await open();
  missing.add('ContextMenu');
  fireEvent.contextMenu(row());
  const failures = () => vi.mocked(console.error).mock.calls.flat();
  await waitFor(() => expect(failures()).toContainEqual(expect.any(TypeError)));
  expect(row()).toBeTruthy();

  missing.clear();
  fireEvent.contextMenu(row());
  expect(await screen.findByRole('menuitem', { name: /^Download/ })).toBeTruthy();
});

test('a details panel that could not be loaded opens the next time', async () => {
  const user = await open();
  await user.click(row());
  missing.add('DetailsPanel');
  await user.keyboard('{Alt>}{Enter}{/Alt}');
  await waitFor(() => expect(localStorage.getItem('details-panel')).toBe('true'));
  await waitFor(() => expect(localStorage.getItem('details-panel')).toBe('false'));

  missing.clear();
  await user.keyboard('{Alt>}{Enter}{/Alt}');
  expect(await screen.findByRole('complementary', { name: 'Details' })).toBeTruthy();
});

test('on a phone, multi-select mode ends if its bar cannot be loaded, and begins the next time', async () => {
  const matchMedia = window.matchMedia.bind(window);
  vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
    matchMedia(query === NARROW ? 'all' : query),
  );
  const user = await open();
  const begin = async () => {
    fireEvent.contextMenu(screen.getByRole('grid'));
    await user.click(await screen.findByRole('menuitem', { name: /^Select multiple/ }));
  };
  missing.add('MultipleBanner');
  await begin();
  expect(await screen.findByText('Multiple selection is off.')).toBeTruthy();
  expect(row()).toBeTruthy();

  missing.clear();
  await begin();
  expect(await screen.findByRole('region', { name: 'Multiple selection' })).toBeTruthy();
});
