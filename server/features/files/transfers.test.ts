import { lstat, readlink, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Permission } from '#contract/permissions.ts';
import { RESULT_HEADER, transferUrl, type TransferQuery } from '#contract/transfers.ts';
import { describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Client, Reply } from '../../testing/client.ts';
import { aStoredUser } from '../../testing/stored-records.ts';

type Action = TransferQuery['action'];
type Flags = Partial<Pick<TransferQuery, 'override' | 'rename'>>;

const BOTH: readonly Action[] = ['copy', 'rename'];

function transfer(
  client: Client,
  action: Action,
  [from, destination]: readonly [string, string],
  { override = false, rename = false }: Flags = {},
): Promise<Reply> {
  return client.patch(transferUrl(from, { action, destination, override, rename }));
}

function without(...permissions: Permission[]) {
  const { perm } = aStoredUser();
  return { perm: { ...perm, ...Object.fromEntries(permissions.map((each) => [each, false])) } };
}

async function anAppWith(files: Readonly<Record<string, string>>): Promise<TestApp> {
  return startTestApp({ files });
}

/** Expects that `work` changes no file. */
async function expectUnchanged(app: TestApp, work: () => Promise<void>): Promise<void> {
  const before = await app.filesOnDisk();
  await work();
  expect(await app.filesOnDisk()).toEqual(before);
}

describe('a file', () => {
  test('is copied, and the response contains the new path', async () => {
    await using app = await anAppWith({ '/a.txt': 'a', '/docs/': '' });
    const anna = await app.logIn();
    const reply = await transfer(anna, 'copy', ['/a.txt', '/docs/b c.txt']);
    expect([reply.status, reply.text]).toEqual([200, '200 OK\n']);
    expect(reply.headers[RESULT_HEADER.toLowerCase()]).toBe('/api/resources/docs/b%20c.txt');
    expect(await app.filesOnDisk()).toEqual({ '/a.txt': 'a', '/docs/b c.txt': 'a' });
  });

  test('is moved into folders that are created for it', async () => {
    await using app = await anAppWith({ '/a.txt': 'a' });
    const anna = await app.logIn();
    expect((await transfer(anna, 'rename', ['/a.txt', '/new/deep/b.txt'])).status).toBe(200);
    expect(await app.filesOnDisk()).toEqual({ '/new/deep/b.txt': 'a' });
  });

  test('is not moved into new folders without the permission to create', async () => {
    await using app = await anAppWith({ '/a.txt': 'a' });
    const anna = await app.logIn(without('create'));
    await expectUnchanged(app, async () => {
      expect((await transfer(anna, 'rename', ['/a.txt', '/new/b.txt'])).status).toBe(403);
    });
    expect((await transfer(anna, 'rename', ['/a.txt', '/b.txt'])).status).toBe(200);
  });

  test.each(BOTH)('is replaced by a %s only on request', async (action) => {
    await using app = await anAppWith({ '/a.txt': 'a', '/b.txt': 'b' });
    const anna = await app.logIn();
    await expectUnchanged(app, async () => {
      expect((await transfer(anna, action, ['/a.txt', '/b.txt'])).status).toBe(409);
    });
    expect((await transfer(anna, action, ['/a.txt', '/b.txt'], { override: true })).status).toBe(
      200,
    );
    const files = await app.filesOnDisk();
    expect(files).toEqual({ '/b.txt': 'a', ...(action === 'copy' ? { '/a.txt': 'a' } : {}) });
  });

  test.each(BOTH)('gets a free name by a %s on request, also with override', async (action) => {
    await using app = await anAppWith({
      '/x.tar.gz': 'x',
      '/d/x.tar.gz': 'd',
      '/d/x.tar(1).gz': '1',
    });
    const anna = await app.logIn();
    const flags = { rename: true, override: true };
    const reply = await transfer(anna, action, ['/x.tar.gz', '/d/x.tar.gz'], flags);
    expect(reply.status).toBe(200);
    expect(reply.headers['content-location']).toBe('/api/resources/d/x.tar(2).gz');
    expect(await app.filesOnDisk()).toMatchObject({
      '/d/x.tar.gz': 'd',
      '/d/x.tar(1).gz': '1',
      '/d/x.tar(2).gz': 'x',
    });
  });

  test('cannot be copied onto itself, and renaming it to its own name changes nothing', async () => {
    await using app = await anAppWith({ '/a.txt': 'a' });
    const anna = await app.logIn();
    await expectUnchanged(app, async () => {
      const itself = ['/a.txt', '/a.txt'] as const;
      expect((await transfer(anna, 'copy', itself)).status).toBe(409);
      expect((await transfer(anna, 'copy', itself, { override: true })).status).toBe(409);
      expect((await transfer(anna, 'rename', itself)).status).toBe(200);
    });
  });

  test.each(BOTH)('neither replaces a folder by a %s, nor is replaced by one', async (action) => {
    await using app = await anAppWith({ '/a.txt': 'a', '/docs/b.txt': 'b' });
    const anna = await app.logIn();
    await expectUnchanged(app, async () => {
      const flags = { override: true };
      expect((await transfer(anna, action, ['/a.txt', '/docs'], flags)).status).toBe(409);
      expect((await transfer(anna, action, ['/docs', '/a.txt'], flags)).status).toBe(409);
    });
  });

  test('keeps its mode and time when it is copied', async () => {
    await using app = await anAppWith({ '/a.sh': 'a' });
    const anna = await app.logIn();
    const { chmod, utimes } = await import('node:fs/promises');
    await chmod(join(app.root, 'a.sh'), 0o750);
    await utimes(join(app.root, 'a.sh'), 1_000_000, 1_000_000);
    await transfer(anna, 'copy', ['/a.sh', '/b.sh']);
    const { mode, mtimeMs } = await lstat(join(app.root, 'b.sh'));
    expect([mode & 0o777, mtimeMs]).toEqual([0o750, 1_000_000_000]);
  });
});

describe('a folder', () => {
  const FILES = { '/docs/a.txt': 'a', '/docs/sub/b.txt': 'b', '/docs/empty/': '' };

  test('is copied with everything below', async () => {
    await using app = await anAppWith(FILES);
    const anna = await app.logIn();
    expect((await transfer(anna, 'copy', ['/docs', '/new/docs2'])).status).toBe(200);
    expect(await app.filesOnDisk()).toEqual({
      ...FILES,
      '/new/docs2/a.txt': 'a',
      '/new/docs2/sub/b.txt': 'b',
      '/new/docs2/empty/': '',
    });
  });

  test('is moved with everything below', async () => {
    await using app = await anAppWith(FILES);
    const anna = await app.logIn();
    expect((await transfer(anna, 'rename', ['/docs/', '/docs2/'])).status).toBe(200);
    expect(await app.filesOnDisk()).toEqual({
      '/docs2/a.txt': 'a',
      '/docs2/sub/b.txt': 'b',
      '/docs2/empty/': '',
    });
  });

  test.each(BOTH)(
    'is merged into a folder of the same name by a %s with override',
    async (action) => {
      await using app = await anAppWith({
        ...FILES,
        '/to/docs/a.txt': 'old',
        '/to/docs/c.txt': 'c',
      });
      const anna = await app.logIn();
      await expectUnchanged(app, async () => {
        expect((await transfer(anna, action, ['/docs', '/to/docs'])).status).toBe(409);
      });
      const reply = await transfer(anna, action, ['/docs', '/to/docs'], { override: true });
      expect(reply.status).toBe(200);
      expect(await app.filesOnDisk()).toEqual({
        ...(action === 'copy' ? FILES : {}),
        '/to/docs/a.txt': 'a',
        '/to/docs/c.txt': 'c',
        '/to/docs/sub/b.txt': 'b',
        '/to/docs/empty/': '',
      });
    },
  );

  test.each(BOTH)(
    'is not merged at all by a %s when a file below would meet a folder',
    async (action) => {
      await using app = await anAppWith({
        ...FILES,
        '/to/a.txt': 'old',
        '/to/sub/b.txt/in.txt': 'in',
      });
      const anna = await app.logIn();
      await expectUnchanged(app, async () => {
        const reply = await transfer(anna, action, ['/docs', '/to'], { override: true });
        expect(reply.status).toBe(409);
      });
    },
  );

  test.each(BOTH)('refuses a %s into itself', async (action) => {
    await using app = await anAppWith(FILES);
    const anna = await app.logIn();
    await symlink('docs/sub', join(app.root, 'way-in'));
    await expectUnchanged(app, async () => {
      const direct = await transfer(anna, action, ['/docs', '/docs/sub/docs']);
      expect([direct.status, direct.text]).toEqual([400, '400 Bad Request (source is parent)\n']);
      const behindLink = await transfer(anna, action, ['/docs', '/way-in/docs']);
      expect(behindLink.text).toBe('400 Bad Request (source is parent)\n');
      const missing = await transfer(anna, action, ['/docs', '/docs/x/y']);
      expect(missing.status).toBe(400);
      const holder = await transfer(anna, action, ['/docs/sub', '/docs'], { override: true });
      expect(holder.status).toBe(400);
    });
  });
});

describe('the root', () => {
  test.each(BOTH)('is neither source nor destination of a %s', async (action) => {
    await using app = await anAppWith({ '/home/a.txt': 'a' });
    const anna = await app.logIn({ scope: '/home' });
    await expectUnchanged(app, async () => {
      expect((await transfer(anna, action, ['/', '/b'])).status).toBe(403);
      expect((await transfer(anna, action, ['/a.txt', '/'], { override: true })).status).toBe(403);
      expect((await anna.patch(`/api/resources/a.txt?action=${action}`)).status).toBe(403);
    });
  });
});

describe('invalid requests', () => {
  test.each([
    ['an unknown action', '/api/resources/a.txt?action=fly&destination=%2Fzz', 400],
    ['no action', '/api/resources/a.txt?destination=%2Fzz', 400],
    ['a broken escape', '/api/resources/a.txt?action=copy&destination=%2Fz%25zz', 400],
    ['dots', '/api/resources/a.txt?action=copy&destination=%2F..%2Fb', 400],
    ['a hidden part', '/api/resources/a.txt?action=copy&destination=%2F.filebrowser-1.part', 400],
    ['a name too long', `/api/resources/a.txt?action=copy&destination=%2F${'x'.repeat(256)}`, 400],
    ['nothing at the source', '/api/resources/none?action=copy&destination=%2Fb', 404],
    ['below a file', '/api/resources/a.txt?action=copy&destination=%2Fa.txt%2Fb', 400],
    ['below another file', '/api/resources/a.txt?action=copy&destination=%2Fc.txt%2Fb', 404],
  ])('are refused: %s', async (_, url, status) => {
    await using app = await anAppWith({ '/a.txt': 'a', '/c.txt': 'c' });
    const anna = await app.logIn();
    await expectUnchanged(app, async () => {
      expect((await anna.patch(url)).status).toBe(status);
    });
  });

  test('a plus in a destination is decoded as old clients encode it', async () => {
    await using app = await anAppWith({ '/a.txt': 'a' });
    const anna = await app.logIn();
    await transfer(anna, 'copy', ['/a.txt', '/p+q 100%.txt']);
    expect(await app.filesOnDisk()).toEqual({ '/a.txt': 'a', '/p+q 100%.txt': 'a' });
  });
});

describe('permissions', () => {
  test.each<[Action, Flags, Permission[], number]>([
    ['copy', {}, ['create'], 403],
    ['copy', {}, ['modify', 'rename', 'delete', 'download', 'share', 'execute'], 200],
    ['copy', { override: true }, ['modify'], 403],
    ['copy', { rename: true }, ['modify'], 200],
    ['rename', {}, ['rename'], 403],
    ['rename', {}, ['create', 'modify', 'delete', 'download', 'share', 'execute'], 200],
    ['rename', { override: true }, ['modify'], 403],
  ])('%s with %o by somebody without %j: %i', async (action, flags, missing, status) => {
    const isTaken = flags.override === true || flags.rename === true;
    const taken: Record<string, string> = isTaken ? { '/to/a.txt': 'old' } : { '/to/': '' };
    await using app = await anAppWith({ '/a.txt': 'a', ...taken });
    const anna = await app.logIn(without(...missing));
    const before = await app.filesOnDisk();
    expect((await transfer(anna, action, ['/a.txt', '/to/a.txt'], flags)).status).toBe(status);
    if (status === 403) expect(await app.filesOnDisk()).toEqual(before);
  });

  test.each(BOTH)('a rule that hides something below refuses the whole %s', async (action) => {
    await using app = await anAppWith({
      '/src/a.txt': 'a',
      '/src/secret/key': 'k',
      '/ok/a.txt': 'a',
    });
    const rules = [
      { regex: false, allow: false, path: '/src/secret', regexp: { raw: '' } },
      { regex: false, allow: false, path: '/to/a.txt', regexp: { raw: '' } },
    ];
    const anna = await app.logIn({ rules });
    await expectUnchanged(app, async () => {
      expect((await transfer(anna, action, ['/src', '/src2'])).status).toBe(403);
      // An entry that is visible at its source may be hidden at its destination.
      expect((await transfer(anna, action, ['/ok', '/to'])).status).toBe(403);
      expect((await transfer(anna, action, ['/ok/a.txt', '/src/secret/a.txt'])).status).toBe(403);
      expect((await transfer(anna, action, ['/src/secret/key', '/key'])).status).toBe(403);
    });
  });

  test('hidden entries are included with their folder, and have no access themselves', async () => {
    await using app = await anAppWith({ '/docs/.env': 'e', '/docs/a.txt': 'a' });
    const anna = await app.logIn({ hideDotfiles: true });
    expect((await transfer(anna, 'copy', ['/docs/.env', '/env'])).status).toBe(403);
    expect((await transfer(anna, 'rename', ['/docs/a.txt', '/docs/.a'])).status).toBe(403);
    expect((await transfer(anna, 'copy', ['/docs', '/docs2'])).status).toBe(200);
    expect(await app.filesOnDisk()).toMatchObject({ '/docs2/.env': 'e', '/docs2/a.txt': 'a' });
  });

  test.each(BOTH)('nothing leaves or enters the scope by a %s', async (action) => {
    await using app = await anAppWith({ '/home/a.txt': 'a', '/other/secret': 's' });
    const anna = await app.logIn({ scope: '/home' });
    await symlink('../other', join(app.root, 'home', 'out'));
    await expectUnchanged(app, async () => {
      expect((await transfer(anna, action, ['/out/secret', '/b'])).status).toBe(403);
      expect((await transfer(anna, action, ['/a.txt', '/out/b'])).status).toBe(403);
      expect((await transfer(anna, action, ['/../other/secret', '/b'])).status).toBe(400);
    });
    const reply = await transfer(anna, action, ['/a.txt', '/b.txt']);
    expect(reply.headers['content-location']).toBe('/api/resources/b.txt');
  });

  test('a request without a session changes nothing', async () => {
    await using app = await anAppWith({ '/a.txt': 'a' });
    expect((await transfer(app.visitor, 'copy', ['/a.txt', '/b.txt'])).status).toBe(401);
  });
});

describe('symlinks', () => {
  test('a symlink is copied as its target', async () => {
    await using app = await anAppWith({ '/a.txt': 'a', '/docs/b.txt': 'b' });
    const anna = await app.logIn();
    await symlink('a.txt', join(app.root, 'to-file'));
    await symlink('docs', join(app.root, 'to-folder'));
    expect((await transfer(anna, 'copy', ['/to-file', '/c.txt'])).status).toBe(200);
    expect((await transfer(anna, 'copy', ['/to-folder', '/docs2'])).status).toBe(200);
    expect((await lstat(join(app.root, 'c.txt'))).isFile()).toBe(true);
    expect(await app.filesOnDisk()).toMatchObject({ '/c.txt': 'a', '/docs2/b.txt': 'b' });
  });

  test('a symlink is moved itself, whatever its target', async () => {
    await using app = await anAppWith({ '/a.txt': 'a', '/sub/': '' });
    const anna = await app.logIn();
    for (const [name, to] of [
      ['good', 'a.txt'],
      ['out', '../..'],
      ['broken', 'none'],
    ] as const) {
      await symlink(to, join(app.root, name));
      expect((await transfer(anna, 'rename', [`/${name}`, `/sub/${name}`])).status).toBe(200);
      expect(await readlink(join(app.root, 'sub', name))).toBe(to);
    }
    expect(await app.filesOnDisk()).toMatchObject({ '/a.txt': 'a' });
  });

  test('a broken symlink cannot be copied, and one that leads out is not followed', async () => {
    await using app = await anAppWith({ '/home/a.txt': 'a', '/secret': 's' });
    const anna = await app.logIn({ scope: '/home' });
    await symlink('none', join(app.root, 'home', 'broken'));
    await symlink('../secret', join(app.root, 'home', 'out'));
    await expectUnchanged(app, async () => {
      expect((await transfer(anna, 'copy', ['/broken', '/b'])).status).toBe(404);
      expect((await transfer(anna, 'copy', ['/out', '/b'])).status).toBe(403);
      expect((await transfer(anna, 'copy', ['/a.txt', '/out'], { override: true })).status).toBe(
        409,
      );
      expect((await transfer(anna, 'copy', ['/a.txt', '/broken'])).status).toBe(409);
    });
    expect((await transfer(anna, 'copy', ['/a.txt', '/out'], { rename: true })).status).toBe(200);
    expect(await app.filesOnDisk()).toMatchObject({ '/home/out(1)': 'a', '/secret': 's' });
  });

  test('the target of a symlink is replaced, and the symlink stays', async () => {
    await using app = await anAppWith({ '/a.txt': 'a', '/docs/b.txt': 'b' });
    const anna = await app.logIn();
    await symlink('docs/b.txt', join(app.root, 'link'));
    expect((await transfer(anna, 'copy', ['/a.txt', '/link'], { override: true })).status).toBe(
      200,
    );
    expect(await readlink(join(app.root, 'link'))).toBe('docs/b.txt');
    expect(await app.filesOnDisk()).toEqual({ '/a.txt': 'a', '/docs/b.txt': 'a' });
  });
});
