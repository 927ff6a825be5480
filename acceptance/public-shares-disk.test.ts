import { renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { membersOf } from './archives/compare-archive.ts';
import { createAlbum, createSymlinks, SECRET } from './fixtures/album.ts';
import { CALLS, LEAVING } from './fixtures/share-calls.ts';
import { expectRefusal } from './http/expect-refusal.ts';
import { downloadPath, createShare, sharePath, visit } from './http/public-shares.ts';
import { useServer } from './server/use-server.ts';

const served = useServer();
let folder = '';

beforeAll(async () => {
  createAlbum(served().server.root, 'album');
  createSymlinks(served().server.root, 'album');
  folder = (await createShare(served(), 'bob', '/album/')).hash;
});

describe('symlinks in a shared folder', () => {
  it('are followed inside the folder', async () => {
    const read = async (below: string) =>
      (await visit(served(), downloadPath(folder, below))).body.toString();
    expect(await read('/stays/inner.txt')).toBe('inner\n');
    expect(await read('/stays.txt')).toBe('notes\n');
  });

  it('are listed as symlinks when they lead out of it', async () => {
    const reply = await visit(served(), sharePath(folder));
    const { items } = JSON.parse(reply.body.toString()) as {
      readonly items: readonly { readonly name: string; readonly type: string }[];
    };
    const invalid = items.filter(({ type }) => type === 'invalid_link').map(({ name }) => name);
    expect(invalid.toSorted()).toEqual(
      [...new Set(LEAVING.map((path) => path.split('/')[1] ?? ''))]
        .filter((name) => name !== 'stays')
        .toSorted(),
    );
    expect(reply.body.toString()).not.toContain(served().server.root);
  });

  it.each(['zip', 'tar'] as const)(
    'are left out of a %s when they lead out of it',
    async (format) => {
      const reply = await visit(served(), `${downloadPath(folder, '/')}?algo=${format}`);
      expect(reply.status).toBe(200);
      const names = membersOf(format, 'none', reply.body).map(({ name }) => name);
      expect(names).toEqual([
        'notes.txt',
        'pic.png',
        'stays.txt',
        'stays/',
        'stays/inner.txt',
        'sub/',
        'sub/inner.txt',
      ]);
    },
  );

  it('cannot be shared without access to their target', async () => {
    const share = async (path: string) =>
      (await served().as('bob', { method: 'POST', path: `/api/share/album${path}`, body: '{}' }))
        .status;
    expect(await share('/owners-limit.txt')).toBe(403);
    expect(await share('/outside/secret.txt')).toBe(403);
    expect(await share('/passwd')).toBe(403);
    expect([403, 404]).toContain(await share('/nowhere'));
    expect(await share('/beside.txt')).toBe(200);
  });
});

describe('an item put in the place of a shared item outside of the server', () => {
  it.each(['/sub/', '/notes.txt'])(
    'is not served by the share of %s, and the returning item is',
    async (path) => {
      const { root } = served().server;
      const { hash } = await createShare(served(), 'bob', `/album${path}`);
      const file = join(root, 'bob/album', path);
      const at = file.replace(/\/$/, '');
      renameSync(at, `${at}.away`);
      symlinkSync(path === '/sub/' ? '../../../outside' : '../../../outside/secret.txt', at);
      for (const below of ['', '/secret.txt']) {
        for (const [, pathOf] of CALLS) {
          expectRefusal(await visit(served(), pathOf(hash, below)), [403, 404]);
        }
      }
      unlinkSync(at);
      expectRefusal(await visit(served(), sharePath(hash)), [404]);
      renameSync(`${at}.away`, at);
      expect((await visit(served(), sharePath(hash))).status).toBe(200);
    },
  );

  it('does not revive a share that was created for another file of the same name', async () => {
    const { root } = served().server;
    const file = join(root, 'bob/album/passing.txt');
    writeFileSync(file, 'first');
    const { hash } = await createShare(served(), 'bob', '/album/passing.txt');
    expect((await visit(served(), downloadPath(hash))).body.toString()).toBe('first');
    rmSync(file);
    expectRefusal(await visit(served(), downloadPath(hash)), [404]);
    writeFileSync(file, SECRET);
    expectRefusal(await visit(served(), downloadPath(hash)), [404]);
    expectRefusal(await visit(served(), sharePath(hash)), [404]);
  });

  it('is no temporary file of an upload and no file of the server itself', async () => {
    const { root } = served().server;
    writeFileSync(join(root, 'bob/album/.filebrowser-0123456789abcdef.part'), SECRET);
    const path = '/.filebrowser-0123456789abcdef.part';
    for (const [, pathOf] of CALLS) {
      expectRefusal(await visit(served(), pathOf(folder, path)), [403, 404]);
    }
    expect((await visit(served(), sharePath(folder))).body.toString()).not.toContain('.part');
    rmSync(join(root, 'bob/album', path));
  });
});
