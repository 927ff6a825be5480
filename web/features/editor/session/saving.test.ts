import { beforeEach, expect, test } from 'vitest';
import { aFolder, anEntry, type FakeServer, fakeServer } from '../../../testing/fake-server.ts';
import en from '../../../i18n/languages/en.json';
import { i18n, startI18n } from '../../../i18n/i18n.ts';
import { EditorSession } from './editor-session.ts';
import { openText } from './opened-text.ts';
import { Saver } from './saving.ts';

const ADDRESS = '/api/resources/a.txt';
const RAW = '/api/raw/a.txt';

let server: FakeServer;
let text: EditorSession;
let saver: Saver;

beforeEach(() => {
  startI18n(en);
  server = fakeServer();
  const bytes = new TextEncoder().encode('old');
  const opened = openText({ bytes, version: '"1"' });
  if (!opened) throw new Error('the text is no text');
  text = new EditorSession(opened, {
    t: i18n.t,
    path: '/a.txt',
    name: 'a.txt',
    isReadOnly: false,
    wraps: true,
    onGoToLine: () => {},
  });
  saver = new Saver(text);
});

function type(letters: string): void {
  text.view.dispatch({ changes: { from: text.view.state.doc.length, insert: letters } });
}

/** Makes the server return these versions one after another. */
function saves(...versions: string[]): void {
  server.on('PUT', ADDRESS, () => ({ headers: { ETag: versions.shift() ?? '"none"' } }));
}

const sent = () =>
  server.calls
    .filter(({ method }) => method === 'PUT')
    .map(({ body, headers }) => [body, headers.get('If-Match')]);

test('saves only changed texts', async () => {
  expect(await saver.save()).toEqual({ kind: 'saved' });
  expect(sent()).toEqual([]);
});

test('two quick saves run one after the other', async () => {
  saves('"2"', '"3"');
  type('er');
  const first = saver.save();
  await Promise.resolve();
  await Promise.resolve();
  type(' yet');
  const second = saver.save();
  expect([await first, await second]).toEqual([{ kind: 'saved' }, { kind: 'saved' }]);
  expect(sent()).toEqual([
    ['older', '"1"'],
    ['older yet', '"2"'],
  ]);
  expect([text.isUnsaved, text.version]).toEqual([false, '"3"']);
});

test('text typed while saving stays unsaved', async () => {
  server.on('PUT', ADDRESS, () => {
    type('!');
    return { headers: { ETag: '"2"' } };
  });
  type('er');
  expect(await saver.save()).toEqual({ kind: 'saved' });
  expect([text.isUnsaved, text.text()]).toEqual([true, 'older!']);
});

test('a newer version on the server is reported and not overwritten', async () => {
  server.on('PUT', ADDRESS, { status: 412 });
  server.on('GET', RAW, { text: 'theirs', headers: { ETag: '"9"' } });
  type('er');
  const outcome = await saver.save();
  expect(outcome).toMatchObject({ kind: 'changed', version: '"9"' });
  expect([text.isUnsaved, text.version]).toEqual([true, '"1"']);
});

test('a lost response counts as saved without a question', async () => {
  server.on('PUT', ADDRESS, { status: 412 });
  server.on('GET', RAW, { text: 'older', headers: { ETag: '"2"' } });
  type('er');
  expect(await saver.save()).toEqual({ kind: 'saved' });
  expect([text.isUnsaved, text.version]).toEqual([false, '"2"']);
});

test('after a lost response, text typed meanwhile is saved without a question', async () => {
  type('er');
  server.unplug();
  expect(await saver.save()).toMatchObject({ kind: 'failed' });
  server.plugIn();
  // The server had saved the text, and only its response was lost.
  server.on('GET', RAW, { text: 'older', headers: { ETag: '"2"' } });
  server.on('PUT', ADDRESS, ({ headers }) =>
    headers.get('If-Match') === '"2"' ? { headers: { ETag: '"3"' } } : { status: 412 },
  );
  type(' yet');
  expect(await saver.save()).toEqual({ kind: 'saved' });
  expect(sent().at(-1)).toEqual(['older yet', '"2"']);
  expect([text.isUnsaved, text.version]).toEqual([false, '"3"']);
});

test('a deleted file is reported and can be created again', async () => {
  type('er');
  server.on('PUT', ADDRESS, { status: 404 });
  expect(await saver.save()).toEqual({ kind: 'gone' });
  server.on('PUT', ADDRESS, { status: 412 });
  server.on('GET', RAW, { status: 404 });
  expect(await saver.save()).toEqual({ kind: 'gone' });
  server.on('POST', ADDRESS, { headers: { ETag: '"2"' } });
  expect(await saver.recreateFile()).toEqual({ kind: 'saved' });
  expect([text.isUnsaved, text.version]).toEqual([false, '"2"']);
});

test('a file that others have created again meanwhile is another version', async () => {
  server.folder(aFolder('/', [anEntry('/a.txt')]));
  server.on('POST', ADDRESS, { status: 409 });
  server.on('GET', RAW, { text: 'theirs', headers: { ETag: '"9"' } });
  type('er');
  expect(await saver.recreateFile()).toMatchObject({ kind: 'changed', version: '"9"' });
});

test.each([
  { what: 'a folder', items: [anEntry('/a.txt', { isDir: true })] },
  { what: 'something hidden', items: [] },
])('a name that is taken by $what is no changed file', async ({ items }) => {
  server.folder(aFolder('/', items));
  server.on('POST', ADDRESS, { status: 409 });
  // The download of a folder is an archive.
  server.on('GET', RAW, { text: 'PK', headers: { ETag: '"9"' } });
  type('er');
  expect(await saver.recreateFile()).toMatchObject({ kind: 'failed', failure: { status: 409 } });
  expect(server.calls.some(({ method }) => method === 'GET')).toBe(false);
  expect([text.isUnsaved, text.text()]).toEqual([true, 'older']);
});

test.each([403, 409, 413, 500, 507])('a refusal with %d keeps the text', async (status) => {
  server.on('PUT', ADDRESS, { status });
  server.on('GET', RAW, { text: 'old', headers: { ETag: '"1"' } });
  type('er');
  expect(await saver.save()).toMatchObject({ kind: 'failed', failure: { status } });
  expect([text.isUnsaved, text.text()]).toEqual([true, 'older']);
});

test('without a connection, saving fails and works again later', async () => {
  saves('"2"');
  server.unplug();
  type('er');
  expect(await saver.save()).toMatchObject({ kind: 'failed' });
  server.plugIn();
  expect(await saver.save()).toEqual({ kind: 'saved' });
});

test('a character that the encoding lacks is not replaced', async () => {
  text.saveAs('latin-1');
  type(' €');
  expect(await saver.save()).toEqual({ kind: 'unencodable' });
  expect(sent()).toEqual([]);
});
