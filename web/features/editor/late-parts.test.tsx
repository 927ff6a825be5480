import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aFolder, anEntry, aTokenUser, fakeServer } from '../../testing/fake-server.ts';
import { renderRoute } from '../../testing/render-route.tsx';

const pane = vi.hoisted(() => ({ isMissing: true }));

vi.mock('./preview-pane.tsx', () => ({
  get PreviewPane() {
    if (pane.isMissing) throw new TypeError('Failed to fetch');
    return () => <p>Preview of the document</p>;
  },
}));

test('a text stays open if the preview beside it cannot be loaded, which works the next time', async () => {
  // React reports the error that the page handles.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const anna = aTokenUser();
  const file = anEntry('/a.md', { type: 'text', size: 3 });
  const server = fakeServer()
    .session(anna)
    .folder(aFolder('/', [file]));
  server.on('GET', '/api/resources/a.md', { json: file, headers: { ETag: '"1"' } });
  server.on('GET', '/api/raw/a.md', { text: 'old', headers: { ETag: '"1"' } });
  const { user } = renderRoute('/files/a.md?source', { user: anna });
  const text = await screen.findByRole('textbox', { name: 'Text of a.md' }, { timeout: 10_000 });

  await user.click(screen.getByRole('button', { name: 'Side-by-side preview' }));
  expect(await screen.findByText(/^Couldn’t load the preview/)).toBeTruthy();
  expect(text.isConnected).toBe(true);

  pane.isMissing = false;
  await user.click(screen.getByRole('button', { name: 'Side-by-side preview' }));
  expect(await screen.findByText('Preview of the document')).toBeTruthy();
});
