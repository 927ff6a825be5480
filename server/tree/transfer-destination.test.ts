import { link, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileAction } from '#contract/permissions.ts';
import { describe, expect, test } from 'vitest';
import type { Actor } from '../access/actor.ts';
import type { ConflictPolicy } from './conflict.ts';
import { claimedPath } from './destination.ts';
import { planTransferDestination, requireSeparate } from './transfer.ts';
import type { Tree } from './tree.ts';
import { anActor, at, failure, openTestTree } from './tree.test-tools.ts';

function request(from: string, to: string, onConflict: ConflictPolicy = 'fail') {
  return { from: at(from), to: at(to), onConflict };
}

const plan = (
  tree: Tree,
  to: string,
  onConflict: ConflictPolicy,
  { actor = anActor(), action = 'create' }: { actor?: Actor; action?: FileAction } = {},
) => planTransferDestination(tree, actor, request('/source', to, onConflict), action);

describe('a destination with a free name', () => {
  test.each<ConflictPolicy>(['fail', 'replace', 'rename'])(
    'is accepted with the policy %s',
    async (onConflict) => {
      const { tree } = await openTestTree({ '/docs/': '' });
      expect(await plan(tree, '/docs/a.txt', onConflict)).toEqual({
        path: '/docs/a.txt',
        resolvedPath: '/docs/a.txt',
        ancestor: '/docs',
        missingFolders: [],
        existing: undefined,
      });
    },
  );

  test('names the missing folders, below the deepest existing one', async () => {
    const { tree, filesOnDisk } = await openTestTree({ '/docs/': '' });
    const target = await plan(tree, '/docs/x/y/a.txt', 'fail');
    expect(target).toEqual({
      path: '/docs/x/y/a.txt',
      resolvedPath: '/docs/x/y/a.txt',
      ancestor: '/docs',
      missingFolders: ['x', 'y'],
      existing: undefined,
    });
    expect(claimedPath(target)).toBe('/docs/x');
    expect(await filesOnDisk()).toEqual({ '/docs/': '' });
  });

  test('is in the target of a symlinked folder, and keeps the path of the actor', async () => {
    const { tree, root } = await openTestTree({ '/real/': '' });
    await symlink('real', join(root, 'link'));
    const target = await plan(tree, '/link/x/a.txt', 'fail');
    expect(target).toMatchObject({
      path: '/link/x/a.txt',
      resolvedPath: '/real/x/a.txt',
      ancestor: '/real',
      missingFolders: ['x'],
    });
  });

  test('may not lie below a file', async () => {
    const { tree } = await openTestTree({ '/file': '' });
    await expect(plan(tree, '/file/a.txt', 'fail')).rejects.toMatchObject(failure('not-found'));
  });

  test('may not lie below a symlink that leads nowhere or out of the scope', async () => {
    const { tree, root } = await openTestTree({ '/home/': '', '/other/': '' });
    await symlink('nothing', join(root, 'home/broken'));
    await symlink('../other', join(root, 'home/out'));
    const scoped = { actor: anActor({ scope: '/home' }) };
    await expect(plan(tree, '/home/broken/a', 'fail', scoped)).rejects.toMatchObject(
      failure('not-found'),
    );
    await expect(plan(tree, '/home/out/a', 'fail', scoped)).rejects.toMatchObject(
      failure('forbidden'),
    );
  });
});

describe('a destination with a taken name', () => {
  test.each(['/file', '/folder'])('is refused by the policy "fail": %s', async (to) => {
    const { tree } = await openTestTree({ '/file': 'a', '/folder/': '' });
    await expect(plan(tree, to, 'fail')).rejects.toMatchObject(failure('already-exists'));
  });

  test('is refused when only a broken symlink has it, with "fail" and with "replace"', async () => {
    const { tree, root } = await openTestTree();
    await symlink('nothing', join(root, 'broken'));
    for (const onConflict of ['fail', 'replace'] as const) {
      await expect(plan(tree, '/broken', onConflict)).rejects.toMatchObject(
        failure('already-exists'),
      );
    }
  });

  test('is replaced or merged with "replace"', async () => {
    const { tree } = await openTestTree({ '/docs/file': 'four', '/docs/folder/x': '' });
    const file = await plan(tree, '/docs/file', 'replace');
    expect(file).toMatchObject({
      path: '/docs/file',
      resolvedPath: '/docs/file',
      ancestor: '/docs',
      missingFolders: [],
      existing: { resolvedPath: '/docs/file', stat: { kind: 'file', size: 4 } },
    });
    expect(claimedPath(file)).toBe('/docs/file');
    const folder = await plan(tree, '/docs/folder', 'replace');
    expect(folder.existing?.stat.kind).toBe('folder');
  });

  test('is the target of a symlink', async () => {
    const { tree, root } = await openTestTree({ '/real/file': 'a' });
    await symlink('real/file', join(root, 'link'));
    const target = await plan(tree, '/link', 'replace');
    expect(target).toMatchObject({
      path: '/link',
      resolvedPath: '/real/file',
      ancestor: '/real',
      existing: { resolvedPath: '/real/file', stat: { kind: 'file' } },
    });
  });

  test('is not replaced when a symlink leads out of the scope, or to the root of the actor', async () => {
    const { tree, root } = await openTestTree({ '/home/docs/': '', '/other': 'a' });
    await symlink('../other', join(root, 'home/out'));
    await symlink('..', join(root, 'home/docs/up'));
    const scoped = { actor: anActor({ scope: '/home' }) };
    await expect(plan(tree, '/home/out', 'replace', scoped)).rejects.toMatchObject(
      failure('already-exists'),
    );
    await expect(plan(tree, '/home/docs/up', 'replace', scoped)).rejects.toMatchObject(
      failure('forbidden'),
    );
  });
});

describe('a free version of a taken name', () => {
  test('has the lowest number that nothing has, broken symlinks included', async () => {
    const { tree, root } = await openTestTree({ '/docs/a.txt': '', '/docs/a(1).txt/': '' });
    await symlink('nothing', join(root, 'docs/a(2).txt'));
    expect(await plan(tree, '/docs/a.txt', 'rename')).toEqual({
      path: '/docs/a(3).txt',
      resolvedPath: '/docs/a(3).txt',
      ancestor: '/docs',
      missingFolders: [],
      existing: undefined,
    });
  });

  test('is not one that another operation is about to take', async () => {
    const { tree } = await openTestTree({ '/a.txt': '' });
    const claims = [{ path: at('/A(1).txt'), access: 'exclusive' } as const];
    const target = await tree.locks.claim(claims, () => plan(tree, '/a.txt', 'rename'));
    expect(target.path).toBe('/a(2).txt');
  });

  test('is sought where a symlinked folder leads, and keeps the path of the actor', async () => {
    const { tree, root } = await openTestTree({ '/real/a': '', '/a(1)': '' });
    await symlink('real', join(root, 'link'));
    const target = await plan(tree, '/link/a', 'rename');
    expect(target).toMatchObject({
      path: '/link/a(1)',
      resolvedPath: '/real/a(1)',
      ancestor: '/real',
    });
  });

  test('leaves a symlink of that name alone, wherever it leads', async () => {
    const { tree, root } = await openTestTree({ '/real': '' });
    await symlink('real', join(root, 'link'));
    await symlink('/', join(root, 'out'));
    expect((await plan(tree, '/link', 'rename')).resolvedPath).toBe('/link(1)');
    expect((await plan(tree, '/out', 'rename')).resolvedPath).toBe('/out(1)');
  });

  test('that would be too long is refused', async () => {
    const name = 'x'.repeat(254);
    const { tree } = await openTestTree({ [`/${name}`]: '' });
    await expect(plan(tree, `/${name}`, 'rename')).rejects.toMatchObject(
      failure('invalid-path', 'name-too-long'),
    );
  });
});

describe('permissions at the target', () => {
  test.each(['create', 'rename'] as const)('the action %s needs its permission', async (action) => {
    const { tree } = await openTestTree({ '/there': '' });
    const actor = anActor({ without: [action] });
    for (const onConflict of ['replace', 'rename'] as const) {
      for (const to of ['/new', '/there']) {
        await expect(plan(tree, to, onConflict, { actor, action })).rejects.toMatchObject(
          failure('forbidden'),
        );
      }
    }
    const other = action === 'create' ? 'rename' : 'create';
    const may = anActor({ without: [other] });
    expect((await plan(tree, '/new', 'fail', { actor: may, action })).resolvedPath).toBe('/new');
  });

  test('to replace needs the permission to modify as well; to take a free name does not', async () => {
    const { tree } = await openTestTree({ '/there': '' });
    const actor = anActor({ without: ['modify'] });
    await expect(plan(tree, '/there', 'replace', { actor })).rejects.toMatchObject(
      failure('forbidden'),
    );
    expect((await plan(tree, '/there', 'rename', { actor })).resolvedPath).toBe('/there(1)');
    expect((await plan(tree, '/new', 'replace', { actor })).resolvedPath).toBe('/new');
  });

  test('a rule applies to the path behind a symlink too', async () => {
    const { tree, root } = await openTestTree({ '/secret/file': '' });
    await symlink('secret', join(root, 'link'));
    const actor = anActor({ denied: ['/secret'] });
    for (const to of ['/link/new', '/link/file']) {
      await expect(plan(tree, to, 'replace', { actor })).rejects.toMatchObject(
        failure('forbidden'),
      );
    }
    await expect(plan(tree, '/link', 'replace', { actor })).rejects.toMatchObject(
      failure('forbidden'),
    );
  });
});

test('two hard links of one file can replace each other', async () => {
  const opened = await openTestTree({ '/a': 'x' });
  await link(join(opened.root, 'a'), join(opened.root, 'b'));
  const planned = await plan(opened.tree, '/b', 'replace');
  const source = await opened.tree.driver.resolve(at('/a'), at('/'));
  if (source.kind !== 'found') throw new Error('missing');
  expect(planned.existing?.stat.identity).toBe(source.stat.identity);
  expect(() => requireSeparate(opened.tree, source.path, planned)).not.toThrow();
});
