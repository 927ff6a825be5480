import { screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { anEntry } from '../../testing/fake-server.ts';
import { FakeShare, HASH } from './folder/folder.test-tools.tsx';
import { tryAgainInVain } from '../../testing/try-again.ts';

const { missing, mayBeMissing } = await vi.hoisted(() => import('../../testing/missing-parts.ts'));

vi.mock('../../ui/qr-code.tsx', mayBeMissing);
vi.mock('./preview/file-preview.tsx', mayBeMissing);

beforeEach(() => {
  missing.clear();
  // React reports the errors that the page handles.
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

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

  await tryAgainInVain(user);

  missing.clear();
  await user.keyboard('{Enter}');
  const text = await screen.findByText('hello');
  // Tab goes on from where the button was.
  expect(document.activeElement).not.toBe(document.body);
  expect(document.activeElement?.contains(text)).toBe(true);
});

test('a QR code that could not be loaded is loaded at the next request', async () => {
  missing.add('QrCode');
  const user = new FakeShare().folder('/', [anEntry('/a.txt')]).open();
  await user.click(await screen.findByRole('button', { name: 'Show QR code' }));
  const reason = /^Can’t connect to the server/;
  expect(await screen.findByText(reason)).toBeTruthy();

  await user.click(screen.getByRole('button', { name: 'Hide QR code' }));
  expect(screen.queryByText(reason)).toBeNull();
  missing.clear();
  await user.click(screen.getByRole('button', { name: 'Show QR code' }));
  expect(await code()).toBeTruthy();
});

test('a QR code beside a file that could not be loaded is loaded on request', async () => {
  missing.add('QrCode');
  const user = openFile();
  const show = await screen.findByRole('button', { name: 'Show QR code' });
  // The page works without the QR code, which the visitor has not asked for.
  expect(screen.queryByText(/^Can’t connect/)).toBeNull();
  await user.click(show);
  expect(await screen.findByText(/^Can’t connect/)).toBeTruthy();

  await user.click(screen.getByRole('button', { name: 'Hide QR code' }));
  missing.clear();
  await user.click(screen.getByRole('button', { name: 'Show QR code' }));
  expect(await code()).toBeTruthy();
});
