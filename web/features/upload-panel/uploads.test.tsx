import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  aFolder,
  anEntry,
  aTokenUser,
  type FakeServer,
  fakeServer,
} from '../../testing/fake-server.ts';
import { toasts } from '../../state/toasts.ts';
import { renderRoute } from '../../testing/render-route.tsx';
import { type DroppedTree, dropDataOf, fireDrag } from './fake-drop.ts';
import { TinyTusServer } from './tiny-tus-server.ts';

// Tests resolve packages as Node does; the page has the browser's half of this one.
vi.mock('tus-js-client', () => vi.importActual('tus-js-client/lib.es5/browser/index.js'));

// The window of these tests is happy-dom's, which can be told where it is.
const browser = window as unknown as { happyDOM: { setURL(url: string): void } };

const ALL = aTokenUser().perm;

let tus: TinyTusServer;
beforeEach(async () => {
  tus = await TinyTusServer.start();
  browser.happyDOM.setURL(`${tus.origin}/`);
});
afterEach(async () => {
  toasts.setState({ shown: [] });
  await tus[Symbol.asyncDispose]();
});

/** Calls are answered by the fake server, uploads by a real one. */
async function openHome(perm = ALL, retryCount = 0) {
  const user = aTokenUser({ perm });
  const server = fakeServer({ TusSettings: { chunkSize: 4, retryCount } })
    .session(user)
    .folder(aFolder('/', [anEntry('/docs', { isDir: true }), anEntry('/notes.txt')]))
    .folder(aFolder('/docs/', [anEntry('/docs/a.txt')]))
    .on('POST', '/api/resources/new/', {});
  const page = renderRoute('/files/', { user });
  await screen.findByRole('grid');
  return { server, page };
}

const drop = (tree: DroppedTree) => fireDrag('drop', dropDataOf(tree));
const panel = () => screen.findByRole('region', { name: 'Uploads' });
const created = () => tus.requests.filter(({ method }) => method === 'POST');
const listings = (server: FakeServer) =>
  server.calls.filter(({ method, url }) => method === 'GET' && url === '/api/resources/').length;

describe('dropping', () => {
  test('files arrive, the listing is read again and the success is told', async () => {
    const { server } = await openHome();
    const before = listings(server);
    drop({ 'a.txt': 'hello world', new: { 'b.txt': 'deep' } });
    expect(await screen.findByText('2 files uploaded')).toBeTruthy();
    expect(tus.text('/a.txt')).toBe('hello world');
    expect(tus.text('/new/b.txt')).toBe('deep');
    // Once before sending, for the names, and at least once after.
    await waitFor(() => expect(listings(server)).toBeGreaterThanOrEqual(before + 2));
    expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull();
  });

  test('while files hover the page says where they will land, until they leave or Escape', async () => {
    const { page } = await openHome();
    fireDrag('dragover', dropDataOf({ a: 'x' }));
    expect(await screen.findByText('Drop to upload to')).toBeTruthy();
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByText('Drop to upload to')).toBeNull());
    fireDrag('dragover', dropDataOf({ a: 'x' }));
    await screen.findByText('Drop to upload to');
    fireDrag('dragleave', dropDataOf({ a: 'x' }));
    await waitFor(() => expect(screen.queryByText('Drop to upload to')).toBeNull());
  });

  test('over a folder the page names that one, and it is the one that takes them', async () => {
    // There is no layout here, and a list of no height draws no rows.
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
    await openHome();
    const docs = await screen.findByRole('row', { name: /^docs/ });
    fireDrag('dragover', dropDataOf({ 'c.txt': 'x' }), docs);
    await screen.findByText('Drop to upload to');
    expect(document.querySelector('[data-part="drop-zone"]')?.textContent).toContain('docs');
    expect(docs.hasAttribute('data-drop-over')).toBe(true);

    fireDrag('drop', dropDataOf({ 'c.txt': 'x' }), docs);
    await waitFor(() => expect(created().map(({ path }) => path)).toEqual(['/docs/c.txt']));
    expect(docs.hasAttribute('data-drop-over')).toBe(false);
  });

  test('without the permission to create nothing is taken, and the page is not left for the file', async () => {
    await openHome({ ...ALL, create: false });
    fireDrag('dragover', dropDataOf({ a: 'x' }));
    expect(drop({ a: 'x' }).defaultPrevented).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByText('Drop to upload to')).toBeNull();
    expect(created()).toEqual([]);
  });
});

describe('taken names', () => {
  test('ask before anything is sent, and closing sends nothing', async () => {
    const { page } = await openHome();
    drop({ 'notes.txt': 'new', 'free.txt': 'x' });
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('is already there');
    expect(created()).toEqual([]);
    await page.user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(created()).toEqual([]);
  });

  test('keeping both, which is what happens without a choice, takes a new name', async () => {
    const { page } = await openHome();
    drop({ 'notes.txt': 'new' });
    await page.user.click(await screen.findByRole('button', { name: 'Upload' }));
    await screen.findByText('1 file uploaded');
    expect(tus.text('/notes(1).txt')).toBe('new');
    expect(created().map(({ override }) => override)).toEqual(['false']);
  });

  test('each can be chosen for, also those deep in a folder that is there', async () => {
    const { page } = await openHome();
    drop({ 'notes.txt': 'new', docs: { 'a.txt': 'new too' } });
    await screen.findByText('2 names are taken');
    await page.user.selectOptions(screen.getByRole('combobox', { name: /notes/ }), 'Replace');
    await page.user.selectOptions(screen.getByRole('combobox', { name: /docs/ }), 'Skip');
    await page.user.click(screen.getByRole('button', { name: 'Upload' }));
    await screen.findByText('1 file uploaded');
    expect(created().map(({ path, override }) => [path, override])).toEqual([
      ['/notes.txt', 'true'],
    ]);
  });

  test('one choice can be made for all', async () => {
    const { page } = await openHome();
    drop({ 'notes.txt': 'new', docs: { 'a.txt': 'new too' } });
    await page.user.click(await screen.findByRole('button', { name: 'Replace all' }));
    await page.user.click(screen.getByRole('button', { name: 'Upload' }));
    await screen.findByText('2 files uploaded');
    expect(created().map(({ override }) => override)).toEqual(['true', 'true']);
  });

  test('replacing is not offered without the permission to modify', async () => {
    await openHome({ ...ALL, modify: false });
    drop({ 'notes.txt': 'new', docs: 'a file' });
    await screen.findByText('2 names are taken');
    expect(screen.queryByRole('option', { name: 'Replace' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Replace all' })).toBeNull();
  });

  test('a file cannot replace a folder', async () => {
    await openHome();
    drop({ docs: 'a file' });
    expect(await screen.findByRole('option', { name: 'Skip' })).toBeTruthy();
    expect(screen.queryByRole('option', { name: 'Replace' })).toBeNull();
  });

  test('when the names cannot be asked for, nothing is sent and the reason is told', async () => {
    const { server } = await openHome();
    server.on('GET', '/api/resources/', { status: 500 });
    drop({ 'free.txt': 'x' });
    expect(await screen.findByText(/^Upload failed: /)).toBeTruthy();
    expect(created()).toEqual([]);
  });
});

describe('the panel', () => {
  test('tells a failure in words, and a retry brings the file over', async () => {
    const { page } = await openHome();
    tus.next('POST', { status: 507 });
    drop({ 'a.txt': 'hello' });
    expect(await screen.findByText('Upload failed: The disk is full.')).toBeTruthy();
    expect(within(await panel()).getByRole('heading').textContent).toBe('1 upload failed');
    await page.user.click(screen.getByRole('button', { name: /^Try .*a\.txt.* again$/ }));
    expect(await screen.findByText('1 file uploaded')).toBeTruthy();
    expect(tus.text('/a.txt')).toBe('hello');
  });

  test('shows figures and a named bar for all and for each', async () => {
    await openHome();
    tus.next('PATCH', 'hold');
    drop({ 'a.txt': 'hello' });
    const shown = within(await panel());
    expect(await shown.findByText(/0 B\W* of \W*5 B/, { selector: 'p span' })).toBeTruthy();
    expect(shown.getByText('0.00 MB/s')).toBeTruthy();
    expect(shown.getByText('--:--:-- left')).toBeTruthy();
    expect(shown.getByRole('progressbar', { name: 'Progress of all uploads' })).toBeTruthy();
    expect(shown.getByRole('progressbar', { name: /a\.txt/ })).toBeTruthy();
  });

  test('can be made small and large again', async () => {
    const { page } = await openHome();
    tus.next('PATCH', 'hold');
    drop({ 'a.txt': 'hello' });
    await page.user.click(await screen.findByRole('button', { name: 'Collapse uploads' }));
    expect(screen.queryByRole('button', { name: /^Cancel .*a\.txt/ })).toBeNull();
    await page.user.click(screen.getByRole('button', { name: 'Expand uploads' }));
    expect(screen.getByRole('button', { name: /^Cancel .*a\.txt/ })).toBeTruthy();
  });

  test('cancelling one takes its part back and lets the rest arrive', async () => {
    const { page } = await openHome();
    tus.next('PATCH', 'hold');
    drop({ 'a.txt': 'hello' });
    await waitFor(() => expect(tus.count('PATCH')).toBe(1));
    await page.user.click(await screen.findByRole('button', { name: /^Cancel .*a\.txt/ }));
    await waitFor(() => expect(tus.uploads.has('/a.txt')).toBe(false));
    expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull();
  });

  test('cancelling all asks first, then empties itself and reads the listing again', async () => {
    const { page, server } = await openHome();
    tus.next('PATCH', 'hold', 'hold');
    drop({ 'a.txt': 'hello', 'b.txt': 'hello' });
    await page.user.click(await screen.findByRole('button', { name: 'Cancel all uploads' }));
    const dialog = await screen.findByRole('dialog', { name: 'Cancel all uploads?' });
    expect(await panel()).toBeTruthy();
    const before = listings(server);
    await page.user.click(within(dialog).getByRole('button', { name: 'Cancel all uploads' }));
    expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull();
    await waitFor(() => expect(listings(server)).toBe(before + 1));
    await waitFor(() => expect(tus.uploads.size).toBe(0));
  });

  test('stays with the user on the way to another folder', async () => {
    const { page, server } = await openHome();
    server.folder(aFolder('/docs/'));
    tus.next('PATCH', 'hold');
    drop({ 'a.txt': 'hello' });
    await panel();
    await page.go('/files/docs/');
    expect(await panel()).toBeTruthy();
  });

  test('names that cannot be stored are told, and the rest goes on', async () => {
    await openHome();
    drop({ ['x'.repeat(256)]: 'x', 'b.txt': 'hello' });
    expect(await screen.findByText('Upload failed: The name is too long.')).toBeTruthy();
    await waitFor(() => expect(tus.text('/b.txt')).toBe('hello'));
  });

  test('an ended session is told, and that the uploads go on after it', async () => {
    const { server } = await openHome();
    server.session(undefined);
    tus.next('POST', { status: 401 });
    drop({ 'a.txt': 'hello' });
    expect(await screen.findByText(/The uploads go on when you log in again/)).toBeTruthy();
  });
});
