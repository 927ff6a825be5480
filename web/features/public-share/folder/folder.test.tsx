import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { anEntry } from '../../../testing/fake-server.ts';
import { FakeShare, HASH, watchDownloads } from './folder.test-tools.tsx';

const photos = anEntry('/photos', { isDir: true });
const sea = anEntry('/sea.jpg', { type: 'image', size: 3_145_728 });
const shore = anEntry('/shore.png', { type: 'image', size: 2_000 });
const notes = anEntry('/notes, old.txt', { type: 'text', size: 20 });
const broken = anEntry('/nowhere', { type: 'invalid_link', size: 0 });
const ALL = [photos, notes, sea, shore];

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const mark = (name: string) => screen.getByRole('checkbox', { name: `Select ${name}` });

test('a folder shows its name, totals and entries', async () => {
  new FakeShare().folder('/', [...ALL, broken]).open();

  await heading('Trip');
  screen.getByText('1 folder, 4 files');
  screen.getByText('3 MiB, excluding folders');
  const rows = within(screen.getByRole('list', { name: 'Files and folders' })).getAllByRole(
    'listitem',
  );
  expect(rows).toHaveLength(5);
  expect(rows[0]?.textContent).toContain('photos');
  expect(screen.getByRole('link', { name: 'sea.jpg' }).getAttribute('href')).toBe(
    `/fb/share/${HASH}/sea.jpg`,
  );
  expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Show QR code' }));
  const code = await screen.findByRole('img', { name: /QR code/ });
  expect([code.getAttribute('width'), code.getAttribute('height')]).toEqual(['100', '100']);
});

test('a broken symlink is marked and can be neither opened nor selected', async () => {
  new FakeShare().folder('/', [broken]).open();

  await screen.findByText('Broken symlink');
  expect(screen.queryByRole('link', { name: 'nowhere' })).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('an empty folder is described and offers no download', async () => {
  new FakeShare().folder('/', []).open();

  await screen.findByText('This folder is empty.');
  expect(screen.queryByRole('button', { name: 'Download all' })).toBeNull();
});

test('a hundred entries are shown, and a hundred more with each step', async () => {
  const many = Array.from({ length: 1_250 }, (_, index) => anEntry(`/${index + 1}.bin`));
  const user = new FakeShare().folder('/', many).open();

  await heading('Trip');
  expect(document.querySelectorAll('li a')).toHaveLength(100);
  const more = screen.getByText('+1,150');
  expect(more.getAttribute('aria-label')).toBe('Show 100 more (1,150 remaining)');
  await user.click(more);

  expect(document.querySelectorAll('li a')).toHaveLength(200);
  expect(document.activeElement?.textContent).toBe('101.bin');
});

test('going back to a folder restores the position', async () => {
  const user = new FakeShare()
    .folder('/', [anEntry('/docs', { isDir: true }), photos])
    .folder('/photos/', [anEntry('/photos/deep', { isDir: true })], 'photos')
    .folder('/photos/deep/', [], 'deep')
    .open();

  await user.click(await screen.findByRole('link', { name: 'photos' }));
  expect(await heading('photos')).toBe(document.activeElement);
  expect(window.location.pathname).toBe(`/fb/share/${HASH}/photos`);
  await waitFor(() => expect(document.title).toContain('photos'));
  await user.click(screen.getByRole('link', { name: 'deep' }));
  await heading('deep');

  const way = screen.getByRole('navigation', { name: 'Path' });
  expect(within(way).getByText('deep').getAttribute('aria-current')).toBe('page');
  await user.click(within(way).getByRole('link', { name: 'photos' }));
  await heading('photos');
  await user.click(screen.getByRole('link', { name: 'Shared folder' }));

  await heading('Trip');
  expect(screen.getByRole('link', { name: 'photos' })).toBe(document.activeElement);
});

test('a folder opens by its own address', async () => {
  new FakeShare().folder('/a b/50%#/', [], '50%#').open('/a%20b/50%25%23');

  await heading('50%#');
  expect(screen.getByRole('link', { name: 'a b' }).getAttribute('href')).toBe(
    `/fb/share/${HASH}/a%20b`,
  );
});

test('everything is downloaded as an archive of the chosen format, which is stored', async () => {
  const started = watchDownloads();
  const user = new FakeShare().folder('/', ALL).bytes('/').open();

  await user.selectOptions(await screen.findByLabelText('Archive format'), '.tar.zst');
  await user.click(screen.getByRole('button', { name: 'Download all' }));

  await screen.findByText('Download started.');
  expect(started).toEqual([`/fb/api/public/dl/${HASH}/?algo=tarzst`]);
  expect(localStorage.getItem('archive-format')).toBe('tarzst');
});

test('a selection is downloaded by its names, a single file directly, a single folder as its own archive', async () => {
  const started = watchDownloads();
  const link = new FakeShare({ token: 'to/k' }).folder('/', ALL);
  const user = link.bytes('/').bytes('/sea.jpg').bytes('/photos').open();

  await heading('Trip');
  await user.click(mark('sea.jpg'));
  expect(screen.queryByLabelText('Archive format')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Download (3 MiB)' }));
  await waitFor(() => expect(started).toHaveLength(1));
  await user.click(mark('notes, old.txt'));
  await user.click(screen.getByRole('button', { name: 'Download 2 items' }));
  await waitFor(() => expect(started).toHaveLength(2));
  await user.click(screen.getByRole('button', { name: 'Download photos' }));
  await waitFor(() => expect(started).toHaveLength(3));

  expect(started).toEqual([
    `/fb/api/public/dl/${HASH}/sea.jpg?token=to%2Fk`,
    `/fb/api/public/dl/${HASH}/?files=notes%252C%2520old.txt%2Csea.jpg&algo=zip&token=to%2Fk`,
    `/fb/api/public/dl/${HASH}/photos?algo=zip&token=to%2Fk`,
  ]);
});

test('a selection too long for an address is sent to the server first', async () => {
  const started = watchDownloads();
  const many = Array.from({ length: 90 }, (_, index) =>
    anEntry(`/${'long name '.repeat(5)}${index}`),
  );
  const link = new FakeShare().folder('/', many).bytes('/');
  link.server.on('POST', `/api/public/selections/${HASH}`, { json: { id: 'kept' } });
  const user = link.open();

  await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
  await user.click(mark(many[0]?.name ?? ''));
  await user.click(screen.getByRole('button', { name: 'Download 89 items' }));

  await waitFor(() =>
    expect(started).toEqual([`/fb/api/public/dl/${HASH}/?selection=kept&algo=zip`]),
  );
  const left = link.server.calls.find(({ method }) => method === 'POST');
  expect(JSON.parse(left?.body ?? '')).toEqual({
    folder: '/',
    names: many.slice(1).map(({ name }) => name),
  });
});

test('a refused download does not start and shows the reason', async () => {
  const started = watchDownloads();
  const user = new FakeShare().folder('/', ALL).bytes('/sea.jpg', 429).open();

  await user.click(await screen.findByRole('button', { name: 'Download sea.jpg' }));

  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toBe(
    'Couldn’t start the download. Too many attempts. Try again later.',
  );
  expect(started).toEqual([]);
});

test('a deleted share is reported when something is downloaded', async () => {
  const link = new FakeShare().folder('/', ALL).bytes('/sea.jpg', 404);
  const user = link.open();
  const button = await screen.findByRole('button', { name: 'Download sea.jpg' });
  link.server.on('GET', `/api/public/share/${HASH}/`, { status: 404 });

  await user.click(button);

  expect(await heading('This link has expired or was removed')).toBeDefined();
});

test('entries are selected individually, by range with Shift, all with Ctrl+A, and cleared with Escape', async () => {
  const user = new FakeShare().folder('/', ALL).open();
  await heading('Trip');

  await user.click(mark('photos'));
  await user.keyboard('{Shift>}');
  await user.click(mark('sea.jpg'));
  await user.keyboard('{/Shift}');
  screen.getByText('3 selected');
  await user.keyboard('{Escape}');
  expect(screen.queryByText('3 selected')).toBeNull();
  await user.keyboard('{Control>}a{/Control}');
  screen.getByText('4 selected');
  screen.getByRole('button', { name: 'Download 4 items' });
});

test('the list is one tab stop; arrows move, Shift extends, Space toggles', async () => {
  const user = new FakeShare().folder('/', ALL).open();
  const first = await screen.findByRole('link', { name: 'photos' });

  act(() => first.focus());
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(screen.getByRole('link', { name: 'sea.jpg' })).toBe(document.activeElement);
  await user.keyboard(' ');
  screen.getByText('1 selected');
  await user.keyboard('{Shift>}{ArrowDown}{/Shift}');
  screen.getByText('2 selected');
  await user.keyboard('{Home}');
  expect(first).toBe(document.activeElement);
  expect(screen.getAllByRole('link').filter((link) => link.tabIndex === 0)).toHaveLength(1);
});

test('the direct link of a single file is copied without a token', async () => {
  const user = new FakeShare().folder('/', ALL).open();
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();

  await heading('Trip');
  await user.click(mark('sea.jpg'));
  await user.click(screen.getByRole('button', { name: 'Copy download link' }));

  await screen.findByText('Link copied to clipboard.');
  expect(copy).toHaveBeenCalledWith(`${window.location.origin}/fb/api/public/dl/${HASH}/sea.jpg`);
});

test('with a password, the download link contains the token, which is explained', async () => {
  const user = new FakeShare({ token: 'secret' }).folder('/', ALL).open();
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();

  await heading('Trip');
  await user.click(mark('sea.jpg'));
  await user.click(screen.getByRole('button', { name: 'Copy download link' }));

  await screen.findByText('Link copied. It works without the password for up to 12 hours.');
  const address = `${window.location.origin}/fb/api/public/dl/${HASH}/sea.jpg?token=secret`;
  expect(copy).toHaveBeenCalledWith(address);
});

test('thumbnails are requested with the token if the operator enables them', async () => {
  new FakeShare({ token: 'secret', EnableThumbs: true }).folder('/', ALL).open();
  await heading('Trip');

  const images = [...document.querySelectorAll<HTMLImageElement>('li img')];

  expect(images.map((image) => image.getAttribute('src'))).toEqual([
    `/fb/api/public/preview/thumb/${HASH}/sea.jpg?inline=true&key=2026-01-02T03%3A04%3A05Z&token=secret`,
    `/fb/api/public/preview/thumb/${HASH}/shore.png?inline=true&key=2026-01-02T03%3A04%3A05Z&token=secret`,
  ]);
  const [first] = images;
  if (first) fireEvent.error(first);
  expect(document.querySelectorAll('li img')).toHaveLength(1);
});
