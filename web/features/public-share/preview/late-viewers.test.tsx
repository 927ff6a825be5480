import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { anEntry } from '../../../testing/fake-server.ts';
import { FakeShare } from '../folder/folder.test-tools.tsx';
import { tryAgainInVain } from '../../../testing/try-again.ts';

const { missing, mayBeMissing } = await vi.hoisted(
  () => import('../../../testing/missing-parts.ts'),
);

vi.mock('./file-viewer.tsx', mayBeMissing);
vi.mock('./media-viewers.tsx', mayBeMissing);
vi.mock('./markdown-document.tsx', mayBeMissing);

const film = anEntry('/shore.mp4', { type: 'video' });
const otherFilm = anEntry('/waves.mp4', { type: 'video' });
const notes = anEntry('/notes.md', { type: 'text', size: 7 });

beforeEach(() => {
  missing.clear();
  window.history.replaceState(null, '');
  // React reports the errors that the page handles.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  // happy-dom does not go back.
  vi.spyOn(window.history, 'back').mockImplementation(() => {
    window.history.replaceState(null, '');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
});

const open = () =>
  new FakeShare().folder('/', [film, otherFilm, notes]).bytes('/notes.md', 206, '# Notes').open();

test('a file whose viewer could not be loaded says so, and opens at the next click', async () => {
  const user = open();
  missing.add('FileViewer');
  await user.click(await screen.findByRole('link', { name: 'shore.mp4' }));
  const message = await screen.findByRole('alert');
  expect(message.textContent).toMatch(/^Couldn’t load the preview/);
  expect(screen.queryByRole('dialog')).toBeNull();

  missing.clear();
  await user.click(screen.getByRole('link', { name: 'shore.mp4' }));
  expect(await screen.findByRole('dialog', { name: /shore\.mp4/ })).toBeTruthy();
  expect(screen.queryByText(/^Couldn’t load the preview/)).toBeNull();
  // An import of a mocked module that begins while another one is under way, as that of the next test, gets the original module.
  await waitFor(() => expect(document.querySelector('dialog video')).not.toBeNull());
});

test.each([
  ['VideoViewer', 'waves.mp4', 'video'],
  ['MarkdownDocument', 'notes.md', 'article'],
])(
  'a preview that could not be loaded appears after another try: %s',
  async (part, name, shown) => {
    const user = open();
    missing.add(part);
    await user.click(await screen.findByRole('link', { name }));
    expect(await screen.findByText(/^Couldn’t load the preview/)).toBeTruthy();

    await tryAgainInVain(user);

    missing.clear();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(document.querySelector(`dialog ${shown}`)).not.toBeNull());
  },
);
