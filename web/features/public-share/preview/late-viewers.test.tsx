import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { anEntry } from '../../../testing/fake-server.ts';
import { FakeShare } from '../folder/folder.test-tools.tsx';

/** Parts whose code cannot be loaded, as while the connection is lost. */
const missing = vi.hoisted(() => new Set<string>());
const loaded = vi.hoisted(() => (name: string, part: unknown) => {
  if (missing.has(name)) throw new TypeError('Failed to fetch');
  return part;
});

vi.mock('./file-viewer.tsx', async (original) => {
  const { FileViewer } = await original<{ FileViewer: unknown }>();
  return {
    get FileViewer() {
      return loaded('FileViewer', FileViewer);
    },
  };
});
vi.mock('./media-viewers.tsx', async (original) => {
  const { VideoViewer } = await original<{ VideoViewer: unknown }>();
  return {
    get VideoViewer() {
      return loaded('VideoViewer', VideoViewer);
    },
  };
});
vi.mock('./markdown-document.tsx', async (original) => {
  const { MarkdownDocument } = await original<{ MarkdownDocument: unknown }>();
  return {
    get MarkdownDocument() {
      return loaded('MarkdownDocument', MarkdownDocument);
    },
  };
});

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

    missing.clear();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await vi.waitFor(() => expect(document.querySelector(`dialog ${shown}`)).not.toBeNull());
  },
);
