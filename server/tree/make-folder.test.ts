import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '#contract/paths.ts';
import { describe, expect, test } from 'vitest';
import { authorizeMissing, makeFolder, makeMissing, authorizeCreateIn } from './make-folder.ts';
import { anActor, at, failure, openTestTree } from './tree.test-tools.ts';

const anna = anActor();

describe('a folder', () => {
  test('is made with its missing parents', async () => {
    const { tree, filesOnDisk } = await openTestTree({ '/a/x': '' });
    expect((await makeFolder(tree, anna, at('/a/b/c'))).result.place).toBe('/a/b/c');
    expect(await filesOnDisk()).toEqual({ '/a/x': '', '/a/b/c/': '' });
  });

  test('that is there already is fine, also behind a symlink, whose place is returned', async () => {
    const { tree, root, filesOnDisk } = await openTestTree({ '/real/x': '' });
    await symlink('real', join(root, 'link'));
    expect((await makeFolder(tree, anna, at('/real'))).result.place).toBe('/real');
    expect((await makeFolder(tree, anna, at('/link'))).result.place).toBe('/real');
    expect((await makeFolder(tree, anna, at('/link/new'))).result.place).toBe('/real/new');
    expect(await filesOnDisk()).toEqual({ '/real/x': '', '/real/new/': '' });
  });

  test('is refused where a file or a broken symlink has its name, or a file is on the way', async () => {
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

  test('is refused where the actor may not create, here or at the real place', async () => {
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

  test('is refused while an operation changes its place', async () => {
    const { tree } = await openTestTree();
    const claims = [{ path: at('/a'), access: 'exclusive' } as const];
    await tree.locks.act(claims, () =>
      expect(makeFolder(tree, anna, at('/a/b'))).rejects.toMatchObject(failure('locked')),
    );
  });
});

describe('missing folders', () => {
  test('that somebody else makes at the same time are used', async () => {
    const { tree, filesOnDisk } = await openTestTree();
    const all = Array.from({ length: 5 }, (_, n) =>
      makeMissing(tree, anna, ROOT, ['a', 'b', `${n}`]),
    );
    expect(await Promise.all(all)).toEqual(['/a/b/0', '/a/b/1', '/a/b/2', '/a/b/3', '/a/b/4']);
    expect(Object.keys(await filesOnDisk())).toHaveLength(5);
  });

  test('are refused where a file has taken a name since the plan', async () => {
    const { tree, root, filesOnDisk } = await openTestTree();
    await mkdir(join(root, 'a'));
    await writeFile(join(root, 'a/b'), 'theirs');
    await expect(makeMissing(tree, anna, ROOT, ['a', 'b', 'c'])).rejects.toMatchObject(
      failure('already-exists'),
    );
    expect(await filesOnDisk()).toEqual({ '/a/b': 'theirs' });
  });

  test('are judged all together before the first one is made', async () => {
    const { tree, filesOnDisk } = await openTestTree({ '/kept': '' });
    const denied = anActor({ denied: ['/a/b/c'] });
    await expect(makeMissing(tree, denied, ROOT, ['a', 'b', 'c'])).rejects.toMatchObject(
      failure('forbidden'),
    );
    expect(await filesOnDisk()).toEqual({ '/kept': '' });
    expect(authorizeMissing(anna, ROOT, ['a', 'b'])).toEqual(['/a', '/a/b']);
    expect(() => authorizeMissing(anna, ROOT, ['x'.repeat(256)])).toThrow(
      expect.objectContaining(failure('invalid-path', 'path-too-long')),
    );
  });
});

test('the way down to a home may be made like the home itself, and nothing beside it', () => {
  const home = anActor({ scope: '/homes/anna' });
  for (const path of ['/', '/homes', '/homes/anna', '/homes/anna/docs']) {
    expect(() => authorizeCreateIn(home, at(path))).not.toThrow();
  }
  const forbidden = expect.objectContaining(failure('forbidden'));
  for (const path of ['/homes/bob', '/homes/annabel', '/other']) {
    expect(() => authorizeCreateIn(home, at(path))).toThrow(forbidden);
  }
  const without = anActor({ scope: '/homes/anna', without: ['create'] });
  expect(() => authorizeCreateIn(without, at('/homes'))).toThrow(forbidden);
});
