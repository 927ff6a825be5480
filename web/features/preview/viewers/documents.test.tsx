import type { Entry } from '#contract/files.ts';
import { screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import {
  aFolder,
  anEntry,
  aTokenUser,
  type FakeReply,
  fakeServer,
} from '../../../testing/fake-server.ts';
import { renderRoute } from '../../../testing/render-route.tsx';

// Loads the lazy parts before the tests measure time.
beforeAll(async () => {
  await import('../preview-screen.tsx');
  await import('./markdown-viewer.tsx');
});

/** Opens a page with one file in a folder. */
function open(name: string, file: Partial<Entry>, contents: FakeReply) {
  const entry = anEntry(`/docs/${name}`, file);
  const server = fakeServer()
    .session(aTokenUser())
    .folder(aFolder('/docs/', [entry]))
    .on('GET', `/api/resources/docs/${name}`, { json: entry })
    .on('GET', `/api/raw/docs/${name}`, contents)
    .on('HEAD', `/api/raw/docs/${name}`, contents);
  return { server, ...renderRoute(`/files/docs/${name}`, { user: aTokenUser() }) };
}

it('a Markdown file is rendered with working links', async () => {
  const { user, address } = open('guide.md', { type: 'text' }, { text: 'See [more](more.md).' });
  const link = await screen.findByRole('link', { name: 'more' });
  await user.click(link);
  expect(address()).toBe('/files/docs/more.md');
});

it('a file that fails to load can be retried', async () => {
  const { server, user } = open('guide.md', { type: 'text' }, { status: 500 });
  expect(
    await screen.findByText('The server couldn’t complete the request. Try again later.'),
  ).toBeTruthy();
  server.on('GET', '/api/raw/docs/guide.md', { text: 'Here it is.' });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Here it is.')).toBeTruthy();
});

it.each(['guide.md', 'table.csv', 'book.pdf'])(
  'a missing disk is told as in a listing: %s',
  async (name) => {
    const missing = {
      status: 503,
      headers: { 'X-Refusal': 'disk-unavailable' },
      text: '503 Service Unavailable (the served folder is not there)\n',
    };
    const type = name.endsWith('.pdf') ? 'pdf' : 'text';
    const { server } = open(name, { type }, missing);
    expect(await screen.findByRole('heading', { name: 'Files unavailable' })).toBeTruthy();
    expect(screen.getByText(/^The disk with these files isn’t available right now\./)).toBeTruthy();
    server.on('GET', `/api/raw/docs/${name}`, { text: 'a;b' });
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  },
);

it('without a connection, a document shows an error', async () => {
  const { server, user } = open('guide.md', { type: 'text' }, { status: 500 });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  server.unplug();
  await user.click(retry);
  expect(await screen.findByRole('heading', { name: 'No connection' })).toBeTruthy();
});

it('a table shows its size and the text of the first cell', async () => {
  const { user } = open('table.csv', { type: 'text' }, { text: 'name;town\nAnna;Ulm\nBert;Rom\n' });
  expect(await screen.findByText('2 rows, 2 columns')).toBeTruthy();
  expect(screen.getByText('Row 1, name')).toBeTruthy();
  const grid = screen.getByRole('grid', { name: 'table.csv' });
  grid.focus();
  await user.keyboard('{ArrowRight}{ArrowDown}');
  expect(screen.getByText('Row 2, town')).toBeTruthy();
  expect(screen.getByText('Rom')).toBeTruthy();
  await user.click(screen.getByLabelText('The first row is a header'));
  expect(screen.getByText('3 rows, 2 columns')).toBeTruthy();
  // The header has become a row of data, and the same cell stays active.
  expect(screen.getByText('Row 3, B')).toBeTruthy();
  expect(screen.getByText('Rom')).toBeTruthy();
});

it('a text too large for the editor shows its first part', async () => {
  const size = 20 * 1_048_576;
  const { server } = open('server.log', { type: 'blob', size }, { text: 'It begins.' });
  expect(await screen.findByText('It begins.')).toBeTruthy();
  expect(screen.getByText('Showing the first 512 KiB of 20 MiB.')).toBeTruthy();
  const asked = server.calls.find(({ url }) => url.startsWith('/api/raw/'));
  expect(asked?.headers.get('range')).toBe('bytes=0-524287');
});

it('an empty document is described', async () => {
  open('guide.md', { type: 'text', size: 0 }, { status: 500 });
  expect(await screen.findByText('This file is empty.')).toBeTruthy();
});

it('a binary file shows its properties', async () => {
  open('data', { type: 'blob' }, { text: 'a\u0000b' });
  expect(await screen.findByText('No preview for this type of file.')).toBeTruthy();
});

it('a PDF without access shows the reason', async () => {
  open('paper.pdf', { type: 'pdf' }, { status: 403, text: '403 Forbidden\n' });
  expect(await screen.findByRole('heading', { name: 'No access' })).toBeTruthy();
});
