import { stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '#contract/paths.ts';
import { describe, expect, test } from 'vitest';
import type { Tree } from './tree.ts';
import { anActor, at, failure, openTestTree } from './tree.test-tools.ts';
import { makeParents, placeOf, planWrite, requireParents, TakenByFolder } from './write-target.ts';

const plan = (tree: Tree, path: string, override = false, actor = anActor()) =>
  planWrite(tree, actor, at(path), { override });

describe('a file whose name is free', () => {
  test.each([false, true])(
    'is planned with its missing folders (override %s)',
    async (override) => {
      const { tree } = await openTestTree({ '/docs/': '' });
      const target = await plan(tree, '/docs/x/y/a.txt', override);
      expect(target).toEqual({
        ancestor: '/docs',
        missingFolders: ['x', 'y'],
        name: 'a.txt',
        replaces: false,
      });
      expect(placeOf(target)).toBe('/docs/x/y/a.txt');
    },
  );

  test('lies where a symlinked folder leads, and rules count there too', async () => {
    const { tree, root } = await openTestTree({ '/real/': '' });
    await symlink('real', join(root, 'link'));
    expect(placeOf(await plan(tree, '/link/a.txt'))).toBe('/real/a.txt');
    const denied = anActor({ denied: ['/real'] });
    await expect(plan(tree, '/link/a.txt', true, denied)).rejects.toMatchObject(
      failure('forbidden'),
    );
  });

  test('needs the permission to create only', async () => {
    const { tree } = await openTestTree();
    await expect(plan(tree, '/a', true, anActor({ without: ['create'] }))).rejects.toMatchObject(
      failure('forbidden'),
    );
    expect(await plan(tree, '/a', true, anActor({ without: ['modify'] }))).toMatchObject({
      replaces: false,
    });
  });

  test('is refused when its path would be too long', () => {
    const target = { ancestor: ROOT, missingFolders: [], name: 'x'.repeat(256), replaces: false };
    expect(() => placeOf(target)).toThrow(
      expect.objectContaining(failure('invalid-path', 'path-too-long')),
    );
  });
});

describe('a file whose name is taken', () => {
  test('is replaced only with override, and with the permission to modify', async () => {
    const { tree } = await openTestTree({ '/docs/a.txt': 'old' });
    await expect(plan(tree, '/docs/a.txt')).rejects.toMatchObject(failure('already-exists'));
    expect(await plan(tree, '/docs/a.txt', true)).toEqual({
      ancestor: '/docs',
      missingFolders: [],
      name: 'a.txt',
      replaces: true,
    });
    const without = anActor({ without: ['modify'] });
    await expect(plan(tree, '/docs/a.txt', true, without)).rejects.toMatchObject(
      failure('forbidden'),
    );
  });

  test('behind a symlink is the one that is replaced, if rules allow it there', async () => {
    const { tree, root } = await openTestTree({ '/real/a.txt': 'old' });
    await symlink('real/a.txt', join(root, 'link'));
    const target = await plan(tree, '/link', true);
    expect(target).toMatchObject({ ancestor: '/real', name: 'a.txt', replaces: true });
    await expect(plan(tree, '/link', true, anActor({ denied: ['/real'] }))).rejects.toMatchObject(
      failure('forbidden'),
    );
  });

  test('by a folder is never replaced, and the root neither', async () => {
    const { tree, root } = await openTestTree({ '/folder/': '' });
    await symlink('folder', join(root, 'link'));
    for (const path of ['/', '/folder', '/link']) {
      await expect(plan(tree, path, true)).rejects.toBeInstanceOf(TakenByFolder);
    }
  });

  test('by a broken symlink, or one out of the scope, is refused', async () => {
    const { tree, root } = await openTestTree({ '/home/': '', '/other': '' });
    await symlink('nothing', join(root, 'home/broken'));
    await symlink('../other', join(root, 'home/out'));
    const home = anActor({ scope: '/home' });
    await expect(plan(tree, '/home/broken', false, home)).rejects.toMatchObject(
      failure('already-exists'),
    );
    await expect(plan(tree, '/home/broken', true, home)).rejects.toMatchObject(
      failure('forbidden'),
    );
    await expect(plan(tree, '/home/out', true, home)).rejects.toMatchObject(failure('forbidden'));
  });
});

test('a condition is asked about what is there, before a taken name is refused', async () => {
  const { tree } = await openTestTree({ '/there': 'four' });
  const seen: (number | undefined)[] = [];
  const planIf = (path: string, holds: boolean, override = true) =>
    planWrite(tree, anActor(), at(path), {
      override,
      condition: (current) => {
        seen.push(current?.size);
        return holds;
      },
    });
  await expect(planIf('/new', false)).rejects.toMatchObject(failure('stale'));
  await expect(planIf('/there', false, false)).rejects.toMatchObject(failure('stale'));
  await expect(planIf('/there', true, false)).rejects.toMatchObject(failure('already-exists'));
  expect(await planIf('/new', true)).toMatchObject({ replaces: false });
  expect(await planIf('/there', true)).toMatchObject({ replaces: true });
  expect(seen).toEqual([undefined, 4, 4, undefined, 4]);
});

describe('the folders above a file', () => {
  test('are made only when the whole way may be made', async () => {
    const { tree, root, filesOnDisk } = await openTestTree({ '/docs/': '' });
    const target = await plan(tree, '/docs/x/y/a.txt');
    const denied = anActor({ denied: ['/docs/x/y'] });
    await expect(requireParents(tree, denied, target)).rejects.toMatchObject(failure('forbidden'));
    await expect(makeParents(tree, denied, target)).rejects.toMatchObject(failure('forbidden'));
    expect(await filesOnDisk()).toEqual({ '/docs/': '' });
    await requireParents(tree, anActor(), target);
    expect(await filesOnDisk()).toEqual({ '/docs/': '' });
    expect(await makeParents(tree, anActor(), target)).toBe('/docs/x/y');
    expect((await stat(join(root, 'docs/x/y'))).isDirectory()).toBe(true);
  });

  test('need not be made where none are missing', async () => {
    const { tree } = await openTestTree({ '/docs/': '' });
    expect(await makeParents(tree, anActor(), await plan(tree, '/docs/a.txt'))).toBe('/docs');
  });

  test('cannot be made while an operation changes that place', async () => {
    const { tree } = await openTestTree({ '/docs/': '' });
    const target = await plan(tree, '/docs/a.txt');
    const claims = [{ path: at('/docs'), access: 'exclusive' } as const];
    await tree.locks.act(claims, async () => {
      await expect(requireParents(tree, anActor(), target)).rejects.toMatchObject(
        failure('locked'),
      );
      await expect(makeParents(tree, anActor(), target)).rejects.toMatchObject(failure('locked'));
    });
  });
});
