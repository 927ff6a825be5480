import { beforeAll, describe, expect, it } from 'vitest';
import { createAlbum, createSymlinks, SECRET } from './fixtures/album.ts';
import { CALLS, LEAVING } from './fixtures/share-calls.ts';
import { expectRefusal } from './http/expect-refusal.ts';
import { downloadPath, createShare, visit } from './http/public-shares.ts';
import { send, type Reply } from './http/send.ts';
import { useServer } from './server/use-server.ts';

const served = useServer();
let folder = '';
let file = '';

beforeAll(async () => {
  createAlbum(served().server.root, 'album');
  createSymlinks(served().server.root, 'album');
  folder = (await createShare(served(), 'bob', '/album/')).hash;
  file = (await createShare(served(), 'bob', '/album/notes.txt')).hash;
});

/** Forms of paths that do not name an entry. */
const NO_PATHS = [
  '/..',
  '/../',
  '/../secret.txt',
  '/../album-2/notes.txt',
  '/../album/notes.txt',
  '/.',
  '/./notes.txt',
  '/sub/../notes.txt',
  '/sub/../../secret.txt',
  '/%2e%2e/secret.txt',
  '/%2E%2E',
  '/.%2e/secret.txt',
  '/%2e',
  '/..%2fsecret.txt',
  '/..%2Fsecret.txt',
  '/sub%2f..%2f..%2fsecret.txt',
  '/sub/..%2f..%2f..%2f..%2fetc%2fpasswd',
  '/notes.txt%00',
  '/%00/../secret.txt',
  '/notes.txt%00.png',
  '/%',
  '/%z',
  '/%zz/secret.txt',
  '/%c0%ae%c0%ae/secret.txt',
  '/%ff',
  `/${'n'.repeat(256)}`,
  `/${'deep/'.repeat(900)}x`,
];

/** Valid names without an entry. */
const NO_ENTRIES = [
  '/%252e%252e/secret.txt',
  '/..%5csecret.txt',
  '/..%5c..%5cetc%5cpasswd',
  '/%5c..%5csecret.txt',
  '/.../secret.txt',
  '/....//secret.txt',
  '/..;/secret.txt',
  '/..%20/secret.txt',
  '/%E2%80%A5/secret.txt',
  '/%EF%BC%8E%EF%BC%8E/secret.txt',
  '//etc/passwd',
  '/etc/passwd',
  '/bob/secret.txt',
  '/album/notes.txt',
  '/bob/album/notes.txt',
  '/notes.txt/..%20',
  '/~/secret.txt',
  '/C:/secret.txt',
];

describe.each(CALLS)('escaping from a shared folder by its %s', (_name, pathOf) => {
  it.each(NO_PATHS)('is impossible by an invalid path: %s', async (below) => {
    expectRefusal(await visit(served(), pathOf(folder, below)), [400]);
  });

  it.each(NO_ENTRIES)('is impossible by a missing name: %s', async (below) => {
    expectRefusal(await visit(served(), pathOf(folder, below)), [404]);
  });

  it.each(LEAVING)('is impossible by a symlink: %s', async (below) => {
    expectRefusal(await visit(served(), pathOf(folder, below)), [400, 403, 404]);
  });

  it.each([
    '-2',
    '-2/notes.txt',
    '2',
    '2/notes.txt',
    '%2e',
    '%2f..%2f..%2fbob',
    '%00',
    '/'.repeat(3) + '../',
  ])('is another hash: …%s', async (more) => {
    expectRefusal(await visit(served(), pathOf(`${folder}${more}`, '')), [400, 404]);
  });

  it('is impossible from a file: every path below it means the file itself, or nothing', async () => {
    for (const below of [...NO_ENTRIES, ...LEAVING.slice(0, -1), '/sub/inner.txt']) {
      const reply = await visit(served(), pathOf(file, below));
      expect([below, [200, 415].includes(reply.status)]).toEqual([below, true]);
      expect(reply.body.toString('latin1')).not.toContain(SECRET);
      expect(reply.body.toString('latin1')).not.toContain('inner');
    }
    for (const below of NO_PATHS.filter((path) => path.length < 100)) {
      const reply = await visit(served(), pathOf(file, below));
      expect([below, reply.status]).toEqual([below, 400]);
    }
  });
});

describe('selecting in a shared folder', () => {
  const NAMES: readonly (readonly [name: string, statuses: readonly number[]])[] = [
    ['..', [400]],
    ['../secret.txt', [400]],
    ['/../secret.txt', [400]],
    ['sub/../../secret.txt', [400]],
    ['.', [400]],
    ['\0', [400]],
    ['notes.txt\0', [400]],
    ['/etc/passwd', [400, 404]],
    ['..\\secret.txt', [404]],
    ['%2e%2e', [400, 404]],
    ['beside.txt', [403]],
    ['outside/secret.txt', [403]],
    ['outside', [403]],
    ['passwd', [403]],
    ['up', [403]],
    ['up/secret.txt', [403]],
    ['neighbour', [403]],
    ['nowhere', [403, 404]],
    ['album-2', [404]],
  ];

  it.each(NAMES)(
    'refuses names outside of it before the first byte: files=%j',
    async (name, statuses) => {
      for (const format of ['zip', 'targz']) {
        const files = encodeURIComponent(
          `${encodeURIComponent('notes.txt')},${encodeURIComponent(name)}`,
        );
        const path = `${downloadPath(folder, '/')}?files=${files}&algo=${format}`;
        expectRefusal(await visit(served(), path), statuses);
      }
    },
  );

  it.each(NAMES)(
    'refuses names outside of it in a stored selection, too: %j',
    async (name, statuses) => {
      const body = JSON.stringify({ folder: '/', names: ['notes.txt', name] });
      const kept = await send(served().server.port, {
        method: 'POST',
        path: `/api/public/selections/${folder}`,
        body,
      });
      if (kept.status !== 200) return expectRefusal(kept, statuses);
      const { id } = JSON.parse(kept.body.toString()) as { readonly id: string };
      const path = `${downloadPath(folder, '/')}?selection=${id}&algo=zip`;
      expectRefusal(await visit(served(), path), statuses);
    },
  );

  it.each(['/..', '/../', '..', '/sub/../..', '/\0'])(
    'refuses an invalid folder: %j',
    async (where) => {
      const body = JSON.stringify({ folder: where, names: ['notes.txt'] });
      const path = `/api/public/selections/${folder}`;
      expectRefusal(await send(served().server.port, { method: 'POST', path, body }), [400]);
    },
  );

  it('limits a selection to the share that created it', async () => {
    const other = (await createShare(served(), 'bob', '/album/')).hash;
    const body = JSON.stringify({ folder: '/', names: ['notes.txt'] });
    const ofVisitor = await send(served().server.port, {
      method: 'POST',
      path: `/api/public/selections/${folder}`,
      body,
    });
    const ofOwner = await served().as('bob', {
      method: 'POST',
      path: '/api/selections',
      body: JSON.stringify({ folder: '/docs', names: ['b.txt'] }),
    });
    const idOf = ({ body: text }: Reply) =>
      (JSON.parse(text.toString()) as { readonly id: string }).id;
    const download = (hash: string, id: string) =>
      visit(served(), `${downloadPath(hash, '/')}?selection=${id}&algo=zip`);
    expect((await download(folder, idOf(ofVisitor))).status).toBe(200);
    expectRefusal(await download(other, idOf(ofVisitor)), [404]);
    expectRefusal(await download(folder, idOf(ofOwner)), [404]);
    const asOwner = await served().as('bob', {
      path: `/api/raw/album?selection=${idOf(ofVisitor)}&algo=zip`,
    });
    expectRefusal(asOwner, [404]);
  });
});
