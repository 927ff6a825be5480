import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import de from '../../i18n/languages/de.json';
import { loadLanguage } from '../../i18n/messages.ts';
import {
  aFolder,
  anEntry,
  aToken,
  aTokenUser,
  type FakeServer,
  fakeServer,
} from '../../testing/fake-server.ts';
import { setToken } from '../../api/session-token.ts';
import { toasts } from '../../state/toasts.ts';
import { renderRoute } from '../../testing/render-route.tsx';
import { type DroppedTree, dropDataOf, fireDrag } from './fake-drop.ts';
import { TinyTusServer } from './tiny-tus-server.test-tools.ts';

// Loads the browser build, because tests resolve packages as Node does.
vi.mock('tus-js-client', () => vi.importActual('tus-js-client/lib.es5/browser/index.js'));

// happy-dom allows tests to set the address of the window.
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

/** Uses the fake server for calls, and a real one for uploads. */
async function openHome(perm = ALL, retryCount = 1) {
  const user = aTokenUser({ perm });
  const server = fakeServer({ TusSettings: { chunkSize: 4, retryCount } })
    .session(user)
    .folder(aFolder('/', [anEntry('/docs', { isDir: true }), anEntry('/notes.txt')]))
    .folder(aFolder('/docs/', [anEntry('/docs/a.txt')]))
    .on('POST', '/api/resources/new/', {});
  const page = renderRoute('/files/', { user });
  await screen.findByRole('grid');
  // Loads the part that shows the drop target.
  await act(async () => void (await import('./drop-zone.tsx')));
  return { server, page };
}

const drop = (tree: DroppedTree) => fireDrag('drop', dropDataOf(tree));
const panel = () => screen.findByRole('region', { name: 'Uploads' });
/** The button of the dialog; the header has another one. */
const uploadButton = async () =>
  within(await screen.findByRole('dialog')).getByRole('button', { name: 'Upload' });
const created = () => tus.requests.filter(({ method }) => method === 'POST');
const listings = (server: FakeServer) =>
  server.calls.filter(({ method, url }) => method === 'GET' && url === '/api/resources/').length;

describe('dropping', () => {
  test('uploads files, refreshes the listing and reports success', async () => {
    const { server } = await openHome();
    const before = listings(server);
    drop({ 'a.txt': 'hello world', new: { 'b.txt': 'deep' } });
    expect(await screen.findByText('2 files uploaded')).toBeTruthy();
    expect(tus.text('/a.txt')).toBe('hello world');
    expect(tus.text('/new/b.txt')).toBe('deep');
    // At least once afterwards.
    await waitFor(() => expect(listings(server)).toBeGreaterThan(before));
    expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull();
  });

  test('shows the destination while files are dragged, until they leave or Escape is pressed', async () => {
    const { page } = await openHome();
    fireDrag('dragover', dropDataOf({ a: 'x' }));
    expect(await screen.findByText(/^Upload to “/)).toBeTruthy();
    await page.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByText(/^Upload to “/)).toBeNull());
    fireDrag('dragover', dropDataOf({ a: 'x' }));
    await screen.findByText(/^Upload to “/);
    fireDrag('dragleave', dropDataOf({ a: 'x' }));
    await waitFor(() => expect(screen.queryByText(/^Upload to “/)).toBeNull());
  });

  test('a folder under the pointer is named and receives the files', async () => {
    // Without layout, a virtualized list renders no rows.
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(800);
    await openHome();
    const docs = await screen.findByRole('row', { name: /^docs/ });
    fireDrag('dragover', dropDataOf({ 'c.txt': 'x' }), docs);
    await screen.findByText('Upload to “docs”');
    expect(docs.hasAttribute('data-drop-over')).toBe(true);

    fireDrag('drop', dropDataOf({ 'c.txt': 'x' }), docs);
    await waitFor(() => expect(created().map(({ path }) => path)).toEqual(['/docs/c.txt']));
    expect(docs.hasAttribute('data-drop-over')).toBe(false);
  });

  test('without the permission to create, a drop is rejected and the page stays open', async () => {
    const { page } = await openHome({ ...ALL, create: false });
    act(() => void fireDrag('dragover', dropDataOf({ a: 'x' })));
    expect(screen.queryByText(/^Upload to “/)).toBeNull();

    const data = dropDataOf({ a: 'x' });
    const read = vi.spyOn(data.items[0] as DataTransferItem, 'webkitGetAsEntry');
    expect(fireDrag('drop', data).defaultPrevented).toBe(true);
    // Browsers allow a page to read dropped files only during the event.
    expect(read).not.toHaveBeenCalled();
    await page.refresh();
    expect(screen.queryByText(/^Upload to “/)).toBeNull();
    expect(created()).toEqual([]);
  });
});

test('messages are in the language of the user, also after it has changed', async () => {
  onTestFinished(() => loadLanguage('en'));
  await openHome();
  act(() => setToken(aToken(aTokenUser({ perm: ALL, locale: 'de' }))));
  await screen.findByRole('button', { name: de.shell.new });
  drop({ 'a.txt': 'hello', 'b.txt': 'hello' });
  expect(await screen.findByText('2 Dateien hochgeladen')).toBeTruthy();
});

describe('a long preparation', () => {
  /** Drops a folder of which the server says only when `finish` is called what is taken. */
  async function dropIntoSlowFolder() {
    const { server, page } = await openHome();
    let finish = () => {};
    const answered = new Promise<void>((resolve) => {
      finish = resolve;
    });
    server.on('POST', '/api/existing/', async () => {
      await answered;
      const docs = { path: 'docs', isDir: true, size: 4_096, modified: '2026-01-02T03:04:05Z' };
      return { json: { items: [docs] } };
    });
    drop({ docs: { 'new.txt': 'x' } });
    const cancel = await screen.findByRole('button', { name: 'Cancel' });
    expect(screen.getByText('Preparing upload…')).toBeTruthy();
    return { page, cancel, finish: () => act(async () => finish()) };
  }
  const isLeavingAsked = () => {
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    return leaving.defaultPrevented;
  };

  test('is shown, and guards the page until the upload begins', async () => {
    const { finish } = await dropIntoSlowFolder();
    expect(isLeavingAsked()).toBe(true);
    await finish();
    await uploadButton();
    expect(screen.queryByText('Preparing upload…')).toBeNull();
  });

  test('can be cancelled, and nothing is sent', async () => {
    const { page, cancel, finish } = await dropIntoSlowFolder();
    await page.user.click(cancel);
    await finish();
    await waitFor(() => expect(isLeavingAsked()).toBe(false));
    expect(screen.queryByText('Preparing upload…')).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(created()).toEqual([]);
  });
});

describe('taken names', () => {
  test('asks before anything is sent, and closing cancels', async () => {
    const { page } = await openHome();
    drop({ 'notes.txt': 'new', 'free.txt': 'x' });
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('already exists');
    expect(created()).toEqual([]);
    await page.user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(created()).toEqual([]);
  });

  test('keeping both is the default and uses a new name', async () => {
    const { page } = await openHome();
    drop({ 'notes.txt': 'new' });
    await page.user.click(await uploadButton());
    await screen.findByText('1 file uploaded');
    expect(tus.text('/notes(1).txt')).toBe('new');
    expect(created().map(({ override }) => override)).toEqual(['false']);
  });

  test('offers a choice for each top-level name', async () => {
    const { page } = await openHome();
    drop({ 'notes.txt': 'new', docs: { 'a.txt': 'new too' } });
    await screen.findByText('2 items already exist');
    await page.user.selectOptions(screen.getByRole('combobox', { name: /notes/ }), 'Replace');
    await page.user.selectOptions(screen.getByRole('combobox', { name: /docs/ }), 'Skip');
    await page.user.click(await uploadButton());
    await screen.findByText('1 file uploaded');
    expect(created().map(({ path, override }) => [path, override])).toEqual([
      ['/notes.txt', 'true'],
    ]);
  });

  test('an existing folder is one question, and can be kept beside as a whole', async () => {
    const { page, server } = await openHome();
    server.on('POST', '/api/resources/docs(1)/', {}).on('POST', '/api/resources/docs(1)/deep/', {});
    drop({ docs: { 'a.txt': 'new', deep: { 'b.txt': 'x' } } });
    const dialog = await screen.findByRole('dialog', { name: /docs.* already exists/ });
    expect(dialog.textContent).toContain('1 item inside already exists');
    await page.user.click(await uploadButton());
    await screen.findByText('2 files uploaded');
    expect(tus.text('/docs(1)/a.txt')).toBe('new');
    expect(tus.text('/docs(1)/deep/b.txt')).toBe('x');
  });

  test.each([
    ['Merge, replace files', { '/docs/a.txt': 'true', '/docs/b.txt': 'false' }],
    ['Merge, add missing', { '/docs/b.txt': 'false' }],
  ])('a folder that is there can be added to: %s', async (choice, expected) => {
    const { page } = await openHome();
    drop({ docs: { 'a.txt': 'new', 'b.txt': 'x' } });
    await page.user.selectOptions(await screen.findByRole('combobox', { name: /docs/ }), choice);
    await page.user.click(await uploadButton());
    await screen.findByText(/files? uploaded/);
    const sent = Object.fromEntries(created().map(({ path, override }) => [path, override]));
    expect(sent).toEqual(expected);
  });

  test('one choice can apply to all', async () => {
    const { page } = await openHome();
    drop({ 'notes.txt': 'new', docs: { 'a.txt': 'new too' } });
    await page.user.click(await screen.findByRole('button', { name: 'Replace or merge all' }));
    await page.user.click(await uploadButton());
    await screen.findByText('2 files uploaded');
    expect(created().map(({ override }) => override)).toEqual(['true', 'true']);
  });

  test('nothing is said of merging where no folder could be merged', async () => {
    await openHome();
    drop({ 'notes.txt': 'new', 'plan.txt': 'new', docs: 'a file' });
    await screen.findByRole('button', { name: 'Replace all' });
    expect(screen.queryByRole('button', { name: /merge/ })).toBeNull();
    screen.getByText('“My files” already contains these names. Nothing has been uploaded yet.');
  });

  test('replacing is not offered without the permission to modify', async () => {
    await openHome({ ...ALL, modify: false });
    drop({ 'notes.txt': 'new', docs: 'a file' });
    await screen.findByText('2 items already exist');
    expect(screen.queryByRole('option', { name: 'Replace' })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Replace/ })).toBeNull();
  });

  test('a file cannot replace a folder', async () => {
    await openHome();
    drop({ docs: 'a file' });
    expect(await screen.findByRole('option', { name: 'Skip' })).toBeTruthy();
    expect(screen.queryByRole('option', { name: 'Replace' })).toBeNull();
  });

  test('sends nothing and reports the reason if the names cannot be read; a second attempt can succeed', async () => {
    const { server, page } = await openHome();
    server.on('POST', '/api/existing/', { status: 500 });
    drop({ 'free.txt': 'x' });
    expect(await screen.findByText(/^Upload failed: /)).toBeTruthy();
    expect(created()).toEqual([]);

    server.on('POST', '/api/existing/', { json: { items: [] } });
    await page.user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(tus.text('/free.txt')).toBe('x'));
  });
});

describe('the panel', () => {
  test('shows a failure with its reason, and a retry uploads the file', async () => {
    const { page } = await openHome();
    tus.next('POST', { status: 507 });
    drop({ 'a.txt': 'hello' });
    expect(await screen.findByText('Upload failed: The disk is full.')).toBeTruthy();
    expect(within(await panel()).getByRole('heading').textContent).toBe('1 upload failed');
    await page.user.click(screen.getByRole('button', { name: /^Retry .*a\.txt/ }));
    expect(await screen.findByText('1 file uploaded')).toBeTruthy();
    expect(tus.text('/a.txt')).toBe('hello');
  });

  test('shows the progress of each file and of all files', async () => {
    await openHome();
    tus.next('PATCH', 'hold');
    drop({ 'a.txt': 'hello' });
    const shown = within(await panel());
    expect(await shown.findByText(/0 B\W* of \W*5 B/, { selector: 'p span' })).toBeTruthy();
    // Neither is known yet.
    expect(shown.queryByText(/MB\/s/)).toBeNull();
    expect(shown.queryByText('--:--:--')).toBeNull();
    expect(shown.getByText('0%')).toBeTruthy();
    const atTheTop = document.querySelector('[role="progressbar"][data-size="thin"]');
    expect(atTheTop?.getAttribute('aria-valuenow')).toBe('0');
    expect(shown.getByRole('progressbar', { name: 'Progress of all uploads' })).toBeTruthy();
    expect(shown.getByRole('progressbar', { name: /a\.txt/ })).toBeTruthy();
  });

  test('shows speed and remaining time as soon as bytes flow', async () => {
    await openHome();
    tus.next('PATCH', { extraHeaders: {} }, 'hold');
    drop({ 'a.txt': 'hello world' });
    const shown = within(await panel());
    expect(await shown.findByText('0.00 MB/s', {}, { timeout: 5_000 })).toBeTruthy();
    expect(shown.getByText(/^00:00:0\d$/)).toBeTruthy();
  });

  test('can be collapsed and expanded', async () => {
    const { page } = await openHome();
    tus.next('PATCH', 'hold');
    drop({ 'a.txt': 'hello' });
    await page.user.click(await screen.findByRole('button', { name: 'Collapse uploads' }));
    expect(screen.queryByRole('button', { name: /^Cancel .*a\.txt/ })).toBeNull();
    await page.user.click(screen.getByRole('button', { name: 'Expand uploads' }));
    expect(screen.getByRole('button', { name: /^Cancel .*a\.txt/ })).toBeTruthy();
  });

  test('cancelling one deletes its partial upload and continues the others', async () => {
    const { page } = await openHome();
    tus.next('PATCH', 'hold');
    drop({ 'a.txt': 'hello' });
    await waitFor(() => expect(tus.count('PATCH')).toBe(1));
    await page.user.click(await screen.findByRole('button', { name: /^Cancel .*a\.txt/ }));
    await waitFor(() => expect(tus.uploads.has('/a.txt')).toBe(false));
    expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull();
  });

  test('cancelling all asks first, then empties the panel and refreshes the listing', async () => {
    const { page, server } = await openHome();
    tus.next('PATCH', 'hold', 'hold');
    drop({ 'a.txt': 'hello', 'b.txt': 'hello' });
    expect(await screen.findByRole('heading', { name: 'Uploading 2 items' })).toBeTruthy();
    await page.user.click(await screen.findByRole('button', { name: 'Cancel all uploads' }));
    const dialog = await screen.findByRole('dialog', { name: 'Cancel all uploads?' });
    expect(await panel()).toBeTruthy();
    const before = listings(server);
    within(dialog).getByRole('button', { name: 'Cancel all uploads' }).focus();
    await page.user.keyboard('{Enter}');
    expect(screen.queryByRole('region', { name: 'Uploads' })).toBeNull();
    expect(document.activeElement?.closest('main')).toBeTruthy();
    await waitFor(() => expect(listings(server)).toBe(before + 1));
    await waitFor(() => expect(tus.uploads.size).toBe(0));
  });

  test('stays open during navigation while uploads continue', async () => {
    const { page, server } = await openHome();
    server.folder(aFolder('/docs/'));
    tus.next('PATCH', 'hold');
    drop({ 'a.txt': 'hello', 'b.txt': 'second' });
    await panel();
    await page.go('/files/docs/');
    expect(await panel()).toBeTruthy();
    await waitFor(() => expect(tus.text('/b.txt')).toBe('second'));
    expect(await screen.findByRole('heading', { name: 'Uploading 1 of 2' })).toBeTruthy();
    const before = listings(server);
    tus.letGo();
    expect(await screen.findByText('2 files uploaded')).toBeTruthy();
    expect(tus.text('/a.txt')).toBe('hello');
    expect(page.address()).toBe('/files/docs/');

    await page.go('/files/');
    await waitFor(() => expect(listings(server)).toBeGreaterThan(before));
  });

  test('waits for a lost connection and continues when it returns', async () => {
    await openHome();
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    tus.next('PATCH', { cutAfter: 2 });
    drop({ 'a.txt': 'hello' });
    expect((await screen.findAllByText('Waiting for connection')).length).toBeGreaterThan(0);
    online.mockRestore();
    window.dispatchEvent(new Event('online'));
    expect(await screen.findByText('1 file uploaded')).toBeTruthy();
    expect(tus.text('/a.txt')).toBe('hello');
  });

  test('reports invalid names and uploads the rest', async () => {
    await openHome();
    drop({ ['x'.repeat(256)]: 'x', 'b.txt': 'hello' });
    expect(await screen.findByText('Upload failed: The name is too long.')).toBeTruthy();
    await waitFor(() => expect(tus.text('/b.txt')).toBe('hello'));
  });

  test('reports an ended session and that uploads continue after the login', async () => {
    const { server } = await openHome();
    server.session(undefined);
    tus.next('POST', { status: 401 });
    drop({ 'a.txt': 'hello' });
    expect(await screen.findByText(/Uploads resume when you log in again/)).toBeTruthy();
  });
});

describe('after a reload', () => {
  const MIB = 1_048_576;
  const film = new File(['x'.repeat(2 * MIB)], 'film.mp4', { lastModified: 5 });
  const remembered = { size: 2 * MIB, modifiedMs: 5, overwrite: false, userId: 1 };

  /** Simulates uploads that an earlier page load left behind in the browser and on the server. */
  function interrupt(...paths: string[]) {
    const uploads = paths.map((path) => ({ ...remembered, path, key: path, sentAtMs: Date.now() }));
    localStorage.setItem('uploads', JSON.stringify(uploads));
    for (const path of paths) {
      tus.uploads.set(path, { length: 2 * MIB, bytes: Buffer.from('x'.repeat(MIB)) });
    }
  }

  /** Simulates a choice in the browser's file chooser. */
  const choose = (...files: File[]) =>
    vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function (
      this: HTMLInputElement,
    ) {
      Object.defineProperty(this, 'files', { value: files });
      queueMicrotask(() => this.dispatchEvent(new Event('change')));
    });
  afterEach(() => vi.restoreAllMocks());

  test('lists interrupted uploads and resumes them when they are picked, from any folder', async () => {
    interrupt('/docs/film.mp4');
    const { page } = await openHome();
    const notice = await screen.findByRole('region', { name: '1 upload was interrupted' });
    expect(notice.textContent).toContain('film.mp4');
    expect(notice.textContent).toContain('docs');
    choose(film);
    tus.next('PATCH', 'hold');
    await page.user.click(within(notice).getByRole('button', { name: 'Select file' }));
    expect(await screen.findByText(/^Resumed at 50% · /)).toBeTruthy();
    expect(screen.queryByRole('region', { name: /interrupted/ })).toBeNull();
    expect(created()).toEqual([]);
    expect(tus.requests.find(({ method }) => method === 'HEAD')?.key).toBe('/docs/film.mp4');
  });

  test('does not resume another file', async () => {
    interrupt('/docs/film.mp4');
    const { page } = await openHome();
    choose(new File(['other'], 'film.mp4', { lastModified: 5 }));
    await page.user.click(await screen.findByRole('button', { name: 'Select file' }));
    expect(await screen.findByText('This isn’t one of the interrupted files.')).toBeTruthy();
    expect(tus.requests).toEqual([]);
  });

  test('forgetting deletes the partial uploads on the server', async () => {
    interrupt('/a', '/b', '/c', '/d', '/e');
    const { page, server } = await openHome();
    const notice = await screen.findByRole('region', { name: '5 uploads were interrupted' });
    expect(within(notice).getByText('and 2 more')).toBeTruthy();
    server.on('DELETE', '/api/tus/a', { status: 204 });
    await page.user.click(within(notice).getByRole('button', { name: 'Discard' }));
    expect(screen.queryByRole('region', { name: /interrupted/ })).toBeNull();
    expect(localStorage.getItem('uploads')).toBeNull();
    const deleted = () => server.calls.filter(({ method }) => method === 'DELETE');
    await waitFor(() => expect(deleted()).toHaveLength(5));
    expect(deleted()[0]?.headers.get('X-Upload-Key')).toBe('/a');
  });

  test('hiding the notice forgets nothing', async () => {
    interrupt('/a');
    const { page } = await openHome();
    await page.user.click(await screen.findByRole('button', { name: 'Not now' }));
    expect(screen.queryByRole('region', { name: /interrupted/ })).toBeNull();
    expect(localStorage.getItem('uploads')).toContain('/a');
  });

  test('uploads of another open page are not interrupted', async () => {
    interrupt('/a', '/b');
    const other = new BroadcastChannel('uploads');
    other.addEventListener('message', () => other.postMessage({ kind: 'live', keys: ['/a'] }));
    await openHome();
    const notice = await screen.findByRole('region', { name: '1 upload was interrupted' });
    expect(within(notice).getByText('b')).toBeTruthy();
    other.close();
  });

  test('logging out forgets unfinished uploads', async () => {
    interrupt('/a');
    const { page } = await openHome();
    await page.user.click(screen.getByRole('button', { name: /^Account/ }));
    await page.user.click(await screen.findByRole('menuitem', { name: 'Log out' }));
    await screen.findByLabelText('Username');
    expect(localStorage.getItem('uploads')).toBeNull();
  });
});
