import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { recordedPath, type ResolvedPath } from './resolved-path.ts';
import type { Tree } from './tree.ts';
import { anActor, at, failure, openTestTree } from './tree.test-tools.ts';
import { authorizeParents, createFolders, planFile, TakenByFolder } from './destination.ts';

const plan = (tree: Tree, path: string, override = false, actor = anActor()) =>
  planFile(tree, actor, at(path), { override });

describe('a file with a free name', () => {
  test.each([false, true])(
    'is planned with its missing folders (override %s)',
    async (override) => {
      const { tree } = await openTestTree({ '/docs/': '' });
      const target = await plan(tree, '/docs/x/y/a.txt', override);
      expect(target).toEqual({
        path: '/docs/x/y/a.txt',
        resolvedPath: '/docs/x/y/a.txt',
        ancestor: '/docs',
        missingFolders: ['x', 'y'],
        existing: undefined,
      });
    },
  );

  test('is in the target of a symlinked folder, where rules apply too', async () => {
    const { tree, root } = await openTestTree({ '/real/': '' });
    await symlink('real', join(root, 'link'));
    expect(await plan(tree, '/link/a.txt')).toMatchObject({ resolvedPath: '/real/a.txt' });
    for (const path of ['/real', '/real/a.txt']) {
      const denied = anActor({ denied: [path] });
      await expect(plan(tree, '/link/a.txt', true, denied)).rejects.toMatchObject(
        failure('forbidden'),
      );
    }
  });

  test('needs the permission to create only', async () => {
    const { tree } = await openTestTree();
    await expect(plan(tree, '/a', true, anActor({ without: ['create'] }))).rejects.toMatchObject(
      failure('forbidden'),
    );
    expect(await plan(tree, '/a', true, anActor({ without: ['modify'] }))).toMatchObject({
      existing: undefined,
    });
  });
});

describe('a file with a taken name', () => {
  test('is replaced only with override, and with the permission to modify', async () => {
    const { tree } = await openTestTree({ '/docs/a.txt': 'old' });
    await expect(plan(tree, '/docs/a.txt')).rejects.toMatchObject(failure('already-exists'));
    expect(await plan(tree, '/docs/a.txt', true)).toMatchObject({
      resolvedPath: '/docs/a.txt',
      ancestor: '/docs',
      missingFolders: [],
      existing: { resolvedPath: '/docs/a.txt', stat: { kind: 'file' } },
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
    expect(target).toMatchObject({ path: '/link', existing: { resolvedPath: '/real/a.txt' } });
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

test('checks a condition before it refuses a taken name', async () => {
  const { tree } = await openTestTree({ '/there': 'four' });
  const seen: (number | undefined)[] = [];
  const planIf = (path: string, holds: boolean, override = true) =>
    planFile(tree, anActor(), at(path), {
      override,
      condition: (current) => {
        seen.push(current?.size);
        return holds;
      },
    });
  await expect(planIf('/new', false)).rejects.toMatchObject(failure('stale'));
  await expect(planIf('/there', false, false)).rejects.toMatchObject(failure('stale'));
  await expect(planIf('/there', true, false)).rejects.toMatchObject(failure('already-exists'));
  expect(await planIf('/new', true)).toMatchObject({ existing: undefined });
  expect(await planIf('/there', true)).toMatchObject({ existing: { stat: { size: 4 } } });
  expect(seen).toEqual([undefined, 4, 4, undefined, 4]);
});

const resolved = (path: string): ResolvedPath => recordedPath(at(path));

const below = (ancestor: string, missingFolders: readonly string[]) => ({
  ancestor: at(ancestor),
  missingFolders,
});

describe('missing parent folders', () => {
  const forbidden = expect.objectContaining(failure('forbidden'));

  test('are listed from the outermost to the innermost', () => {
    const folders = authorizeParents(anActor(), 'create', below('/a', ['b', 'c']));
    expect(folders).toEqual(['/a/b', '/a/b/c']);
    expect(authorizeParents(anActor(), 'create', below('/a', []))).toEqual([]);
  });

  test('need the permission of the operation, at each of their paths', () => {
    const folders = below('/a', ['b', 'c']);
    const denied = anActor({ denied: ['/a/b/c'] });
    expect(() => authorizeParents(denied, 'create', folders)).toThrow(forbidden);
    const renaming = anActor({ without: ['rename'] });
    expect(() => authorizeParents(renaming, 'rename', folders)).toThrow(forbidden);
    const creating = anActor({ without: ['create'] });
    expect(() => authorizeParents(creating, 'rename', folders)).not.toThrow();
  });

  test('above a home that does not exist yet may be created like the home itself', () => {
    const folders = below('/', ['homes', 'anna', 'docs']);
    const anna = anActor({ scope: '/homes/anna' });
    expect(authorizeParents(anna, 'create', folders)).toHaveLength(3);
    const without = anActor({ scope: '/homes/anna', without: ['create'] });
    expect(() => authorizeParents(without, 'create', folders)).toThrow(forbidden);
    for (const other of ['/homes/bob', '/homes/annabel', '/other']) {
      const actor = anActor({ scope: other });
      expect(() => authorizeParents(actor, 'create', folders)).toThrow(forbidden);
    }
  });

  test('with a name that is too long are refused', () => {
    expect(() => authorizeParents(anActor(), 'create', below('/a', ['x'.repeat(256)]))).toThrow(
      expect.objectContaining(failure('invalid-path', 'name-too-long')),
    );
  });

  test('are created once when several requests need them at the same time', async () => {
    const { tree, filesOnDisk } = await openTestTree();
    const created: string[][] = [];
    const all = Array.from({ length: 5 }, async (_, n) => {
      const mine: ResolvedPath[] = [];
      created.push(mine);
      await createFolders(tree, ['/a', '/a/b', `/a/b/${n}`].map(resolved), mine);
    });
    await Promise.all(all);
    expect(Object.keys(await filesOnDisk())).toHaveLength(5);
    expect(created.flat()).toHaveLength(7);
  });

  test('are refused where a file has taken one of their names', async () => {
    const { tree, root, filesOnDisk } = await openTestTree({ '/a/': '' });
    await writeFile(join(root, 'a/b'), 'theirs');
    const folders = ['/a', '/a/b', '/a/b/c'].map(resolved);
    await expect(createFolders(tree, folders)).rejects.toMatchObject(failure('already-exists'));
    expect(await filesOnDisk()).toEqual({ '/a/b': 'theirs' });
  });
});
