import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFolder } from './make-folder.ts';
import { anActor, at, failure, openTestTree } from './tree.test-tools.ts';

const anna = anActor();

describe('a folder', () => {
  test('is made with its missing parents', async () => {
    const { tree, filesOnDisk } = await openTestTree({ '/a/x': '' });
    expect((await makeFolder(tree, anna, at('/a/b/c'))).result).toBe('/a/b/c');
    expect(await filesOnDisk()).toEqual({ '/a/x': '', '/a/b/c/': '' });
  });

  test('that exists already is accepted, also behind a symlink, and its resolved path is returned', async () => {
    const { tree, root, filesOnDisk } = await openTestTree({ '/real/x': '' });
    await symlink('real', join(root, 'link'));
    expect((await makeFolder(tree, anna, at('/real'))).result).toBe('/real');
    expect((await makeFolder(tree, anna, at('/link'))).result).toBe('/real');
    expect((await makeFolder(tree, anna, at('/link/new'))).result).toBe('/real/new');
    expect(await filesOnDisk()).toEqual({ '/real/x': '', '/real/new/': '' });
  });

  test('is refused if a file or a broken symlink has its name, or a file is in its path', async () => {
    const { tree, root } = await openTestTree({ '/file': '' });
    await symlink('nothing', join(root, 'broken'));
    for (const [path, code] of [
      ['/file', 'already-exists'],
      ['/broken', 'already-exists'],
      ['/file/a', 'not-found'],
    ] as const) {
      await expect(makeFolder(tree, anna, at(path))).rejects.toMatchObject(failure(code));
    }
  });

  test('is refused without the permission to create, at the requested or the resolved path', async () => {
    const { tree, root, filesOnDisk } = await openTestTree({ '/secret/x': '', '/home/': '' });
    await symlink('secret', join(root, 'link'));
    await symlink('../secret', join(root, 'home/out'));
    const forbidden = failure('forbidden');
    const denied = anActor({ denied: ['/secret', '/a/b'] });
    for (const path of ['/secret/new', '/link', '/link/new', '/a/b', '/a/b/c']) {
      await expect(makeFolder(tree, denied, at(path))).rejects.toMatchObject(forbidden);
    }
    const without = anActor({ without: ['create'] });
    await expect(makeFolder(tree, without, at('/new'))).rejects.toMatchObject(forbidden);
    const home = anActor({ scope: '/home' });
    for (const path of ['/new', '/home/out', '/home/out/new']) {
      await expect(makeFolder(tree, home, at(path))).rejects.toMatchObject(forbidden);
    }
    expect(await filesOnDisk()).toEqual({ '/secret/x': '' });
  });

  test('is refused while an operation changes its path', async () => {
    const { tree } = await openTestTree();
    const claims = [{ path: at('/a'), access: 'exclusive' } as const];
    await tree.locks.claim(claims, () =>
      expect(makeFolder(tree, anna, at('/a/b'))).rejects.toMatchObject(failure('locked')),
    );
  });
});
