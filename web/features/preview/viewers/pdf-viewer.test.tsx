import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aFolder, anEntry, aTokenUser, fakeServer } from '../../../testing/fake-server.ts';
import { renderRoute } from '../../../testing/render-route.tsx';

const reader = vi.hoisted(() => ({ isMissing: true }));

vi.mock('../../../ui/pdf/pdf-reader.tsx', () => ({
  get PdfReader() {
    if (reader.isMissing) throw new TypeError('Failed to fetch');
    return ({ name }: { name: string }) => <p>Pages of {name}</p>;
  },
}));

test('a reader that could not be loaded appears after another try', async () => {
  // React reports the error that the page handles.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const anna = aTokenUser();
  const file = anEntry('/plan.pdf', { type: 'pdf', size: 3 });
  fakeServer()
    .session(anna)
    .folder(aFolder('/', [file]))
    .on('GET', '/api/resources/plan.pdf', { json: file })
    .on('HEAD', '/api/raw/plan.pdf', {});
  const { user } = renderRoute('/files/plan.pdf', { user: anna });
  await screen.findByText(/^Couldn’t load the preview/, {}, { timeout: 10_000 });

  reader.isMissing = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Pages of plan.pdf')).toBeTruthy();
});
