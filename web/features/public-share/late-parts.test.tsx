import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { anEntry } from '../../testing/fake-server.ts';
import { FakeShare, HASH } from './folder/folder.test-tools.tsx';

const { missing, mayBeMissing } = await vi.hoisted(() => import('../../testing/missing-parts.ts'));

vi.mock('../../ui/qr-code.tsx', mayBeMissing);
vi.mock('./preview/file-preview.tsx', mayBeMissing);

beforeEach(() => {
  missing.clear();
  // React reports the errors that the page handles.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

/** Waits until React has reported that a part could not be loaded. */
const failed = () =>
  waitFor(() =>
    expect(vi.mocked(console.error).mock.calls.flat()).toContainEqual(expect.any(TypeError)),
  );
const code = () => screen.findByRole('img', { name: /QR code/ });

/** Opens a share of a single text. */
function openFile() {
  const share = new FakeShare();
  const file = { ...anEntry('/notes.txt', { type: 'text', size: 5 }), path: '' };
  share.server.on('GET', `/api/public/share/${HASH}/`, { json: file });
  for (const address of ['', '/', '/notes.txt']) {
    share.server.on('GET', `/api/public/dl/${HASH}${address}`, { status: 206, text: 'hello' });
  }
  return share.open();
}

// First, because the page keeps the preview once it is loaded.
test('a preview of a file that could not be loaded appears after another try', async () => {
  missing.add('FilePreview');
  const user = openFile();
  expect(await screen.findByText(/^Couldn’t load the preview/)).toBeTruthy();

  missing.clear();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('hello')).toBeTruthy();
});

test('a QR code that could not be loaded is loaded at the next request', async () => {
  missing.add('QrCode');
  const user = new FakeShare().folder('/', [anEntry('/a.txt')]).open();
  await user.click(await screen.findByRole('button', { name: 'Show QR code' }));
  await failed();

  missing.clear();
  await user.click(await screen.findByRole('button', { name: 'Show QR code' }));
  expect(await code()).toBeTruthy();
});

test('a QR code beside a file that could not be loaded is loaded on request', async () => {
  missing.add('QrCode');
  const user = openFile();
  const show = await screen.findByRole('button', { name: 'Show QR code' });
  missing.clear();
  await user.click(show);
  expect(await code()).toBeTruthy();
});
