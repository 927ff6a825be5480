import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { anEntry } from '../../../testing/fake-server.ts';
import { FakeShare, HASH } from '../folder/folder.test-tools.tsx';

const sea = anEntry('/sea.jpg', { type: 'image', size: 3_145_728 });
const film = anEntry('/shore.mp4', { type: 'video' });
const notes = anEntry('/notes.txt', { type: 'text', size: 5 });
const program = anEntry('/program.exe');
const RAW = `/fb/api/public/dl/${HASH}`;

function open(link = new FakeShare().folder('/', [notes, program, sea, film])) {
  return link.open();
}
const viewer = (name: string) => screen.findByRole('dialog', { name: new RegExp(name) });
const goBack = async () => {
  // Simulates going back, which happy-dom does not implement.
  window.history.replaceState(null, '');
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
};

test('a picture opens above the list, and going back closes it', async () => {
  const user = open();

  await user.click(await screen.findByRole('link', { name: 'sea.jpg' }));
  await viewer('sea.jpg');
  const image = await screen.findByRole('img', { name: 'sea.jpg' });
  expect(image.getAttribute('src')).toBe(`${RAW}/sea.jpg?inline=true`);
  expect(window.location.pathname).toBe(`/fb/share/${HASH}`);
  await goBack();

  expect(screen.queryByRole('dialog')).toBeNull();
});

test('closing twice goes back only once', async () => {
  const back = vi.spyOn(window.history, 'back').mockImplementation(() => {});
  const user = open();
  await user.click(await screen.findByRole('link', { name: 'sea.jpg' }));
  await viewer('sea.jpg');
  await user.dblClick(screen.getByRole('button', { name: 'Close' }));
  expect(back).toHaveBeenCalledTimes(1);
  await goBack();

  await user.click(await screen.findByRole('link', { name: 'sea.jpg' }));
  await viewer('sea.jpg');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(back).toHaveBeenCalledTimes(2);
  await goBack();
});

test('arrows move to neighbouring videos and pictures', async () => {
  const user = open();
  await user.click(await screen.findByRole('link', { name: 'sea.jpg' }));
  await viewer('sea.jpg');
  screen.getByText('1 of 2');

  await user.keyboard('{ArrowRight}');

  await viewer('shore.mp4');
  await waitFor(() =>
    expect(document.querySelector('video')?.getAttribute('src')).toBe(
      `${RAW}/shore.mp4?inline=true`,
    ),
  );
  await user.click(screen.getByRole('button', { name: /^Previous/ }));
  await viewer('sea.jpg');
});

afterEach(() => void vi.useRealTimers());

test('a slideshow shows the pictures one after the other, and skips videos and damaged ones', async () => {
  const hill = anEntry('/hill.jpg', { type: 'image', size: 100 });
  const town = anEntry('/town.jpg', { type: 'image', size: 100 });
  const user = open(new FakeShare().folder('/', [sea, film, hill, town]));
  await user.click(await screen.findByRole('link', { name: 'sea.jpg' }));
  await viewer('sea.jpg');
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  fireEvent.load(await screen.findByRole('img', { name: 'sea.jpg' }));
  fireEvent.keyDown(document.body, { key: 's', code: 'KeyS' });
  const button = screen.getByRole('button', { name: /^Slideshow/ });
  expect(button.getAttribute('aria-pressed')).toBe('true');
  await pass(5_100);
  await viewer('hill.jpg');
  // An announcement every few seconds would disturb.
  expect(screen.queryByText(/hill\.jpg, /)).toBeNull();
  await pass(20_000);
  // It waits for the picture.
  fireEvent.load(await screen.findByRole('img', { name: 'hill.jpg' }));
  await pass(5_100);
  await viewer('town.jpg');
  fireEvent.error(await screen.findByRole('img', { name: 'town.jpg' }));
  await pass(5_100);
  await viewer('sea.jpg');
  fireEvent.load(await screen.findByRole('img', { name: 'sea.jpg' }));
  fireEvent.click(screen.getByRole('button', { name: /^Slideshow/ }));
  await pass(10_000);
  expect(screen.getByRole('dialog', { name: /sea\.jpg/ })).toBeTruthy();
});

test('a single picture has no slideshow', async () => {
  const user = open();
  await user.click(await screen.findByRole('link', { name: 'sea.jpg' }));
  await viewer('sea.jpg');
  expect(screen.queryByRole('button', { name: /^Slideshow/ })).toBeNull();
});

test('the first bytes of a text are shown in its encoding', async () => {
  const large = anEntry('/log.txt', { type: 'text', size: 1_000_000 });
  const link = new FakeShare({ token: 'secret' }).folder('/', [large]);
  const user = open(link.bytes('/log.txt', 206, 'begun'));

  await user.click(await screen.findByRole('link', { name: 'log.txt' }));

  await screen.findByText('begun');
  screen.getByText('Showing the first 256 KiB of 976.56 KiB.');
  const asked = link.server.calls.find(
    ({ method, url }) => method === 'GET' && url.includes('/dl/'),
  );
  expect(asked?.headers.get('range')).toBe('bytes=0-262143');
  expect(asked?.url).toBe(`/api/public/dl/${HASH}/log.txt?inline=true&token=secret`);
});

test('a file without a preview is described and can be downloaded', async () => {
  const user = open();

  await user.click(await screen.findByRole('link', { name: 'program.exe' }));

  await screen.findByText('No preview for this type of file.');
  expect(screen.getByRole('button', { name: 'Download' })).toBeDefined();
});

test('a broken picture shows an error and can be retried', async () => {
  const user = open(new FakeShare().folder('/', [sea]).bytes('/sea.jpg'));
  await user.click(await screen.findByRole('link', { name: 'sea.jpg' }));

  fireEvent.error(await screen.findByRole('img', { name: 'sea.jpg' }));
  await screen.findByText(/^Your browser can’t display this file/);
  await user.click(screen.getByRole('button', { name: 'Try again' }));

  expect(await screen.findByRole('img', { name: 'sea.jpg' })).toBeDefined();
});

test('a picture of a deleted share reports the end of the share', async () => {
  const link = new FakeShare().folder('/', [sea]).bytes('/sea.jpg', 404);
  const user = open(link);
  await user.click(await screen.findByRole('link', { name: 'sea.jpg' }));
  link.server.on('GET', `/api/public/share/${HASH}/`, { status: 404 });

  fireEvent.error(await screen.findByRole('img', { name: 'sea.jpg' }));

  await screen.findByRole('heading', { name: 'This link has expired or was removed' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a large photograph starts with a preview, and loads in full on request', async () => {
  const link = new FakeShare({ ResizePreview: true }).folder('/', [sea]);
  const user = open(link);
  await user.click(await screen.findByRole('link', { name: 'sea.jpg' }));
  const image = await screen.findByRole('img', { name: 'sea.jpg' });
  expect(image.getAttribute('src')).toContain(`/fb/api/public/preview/big/${HASH}/sea.jpg?`);
  fireEvent.load(image);

  expect(await screen.findByRole('button', { name: 'Load full size' })).toBeDefined();
  // Without a preview, the original is loaded instead.
  fireEvent.error(image);
  await waitFor(() => expect(image.getAttribute('src')).toBe(`${RAW}/sea.jpg?inline=true`));
});
