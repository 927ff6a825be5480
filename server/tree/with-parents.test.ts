import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { TransferTarget } from './transfer-target.ts';
import { authorizeParents, withParents } from './with-parents.ts';
import { anActor, at, failure, openTestTree } from './tree.test-tools.ts';

function targetBelow(ancestor: string, missingFolders: readonly string[]): TransferTarget {
  const place = at([ancestor, ...missingFolders, 'file'].join('/'));
  return { path: place, place, ancestor: at(ancestor), missingFolders, existing: undefined };
}

describe('the folders that are missing above a target', () => {
  test('are named from the outermost to the innermost', () => {
    const actor = anActor();
    expect(authorizeParents(actor, 'create', targetBelow('/a', ['b', 'c']))).toEqual([
      '/a/b',
      '/a/b/c',
    ]);
    expect(authorizeParents(actor, 'create', targetBelow('/a', []))).toEqual([]);
  });

  test('need the permission of the operation, at each of their places', () => {
    const forbidden = expect.objectContaining(failure('forbidden'));
    const target = targetBelow('/a', ['b', 'c']);
    expect(() => authorizeParents(anActor({ denied: ['/a/b/c'] }), 'create', target)).toThrow(
      forbidden,
    );
    expect(() => authorizeParents(anActor({ without: ['rename'] }), 'rename', target)).toThrow(
      forbidden,
    );
    expect(() =>
      authorizeParents(anActor({ without: ['create'] }), 'rename', target),
    ).not.toThrow();
  });

  test('above a home that is not there yet may be made like the home itself', () => {
    const target = targetBelow('/', ['homes', 'anna', 'docs']);
    const anna = anActor({ scope: '/homes/anna' });
    expect(authorizeParents(anna, 'create', target)).toHaveLength(3);
    const forbidden = expect.objectContaining(failure('forbidden'));
    const without = anActor({ scope: '/homes/anna', without: ['create'] });
    expect(() => authorizeParents(without, 'create', target)).toThrow(forbidden);
    const other = anActor({ scope: '/homes/bob' });
    expect(() => authorizeParents(other, 'create', target)).toThrow(forbidden);
  });

  test('that are too long are refused', () => {
    const target = { ...targetBelow('/a', ['b']), missingFolders: ['x'.repeat(256)] };
    expect(() => authorizeParents(anActor(), 'create', target)).toThrow(
      expect.objectContaining(failure('invalid-path', 'name-too-long')),
    );
  });
});

describe('work below folders that have to be made', () => {
  const creating = { actor: anActor(), action: 'create' } as const;
  const noSpace = new Error('no space');

  test('finds them there, and they stay when it succeeds', async () => {
    const { tree, root, filesOnDisk } = await openTestTree({ '/a/': '' });
    const result = await withParents(tree, creating, targetBelow('/a', ['b', 'c']), async () => {
      await writeFile(join(root, 'a/b/c/file'), 'x');
      return 'done';
    });
    expect(result).toBe('done');
    expect(await filesOnDisk()).toEqual({ '/a/b/c/file': 'x' });
  });

  test('leaves none of them when it fails', async () => {
    const { tree, filesOnDisk } = await openTestTree({ '/a/': '' });
    const failing = withParents(tree, creating, targetBelow('/a', ['b', 'c']), () =>
      Promise.reject(noSpace),
    );
    await expect(failing).rejects.toBe(noSpace);
    expect(await filesOnDisk()).toEqual({ '/a/': '' });
  });

  test('keeps what somebody else has put there, also when it fails', async () => {
    const { tree, root, filesOnDisk } = await openTestTree({ '/a/': '' });
    const failing = withParents(tree, creating, targetBelow('/a', ['b', 'c']), async () => {
      await writeFile(join(root, 'a/b/theirs'), 'x');
      throw noSpace;
    });
    await expect(failing).rejects.toBe(noSpace);
    expect(await filesOnDisk()).toEqual({ '/a/b/theirs': 'x' });
  });

  test('keeps a folder that somebody else has made since the plan, and goes on in it', async () => {
    const { tree, root, filesOnDisk } = await openTestTree({ '/a/': '' });
    await mkdir(join(root, 'a/b'));
    const failing = withParents(tree, creating, targetBelow('/a', ['b', 'c']), () =>
      Promise.reject(noSpace),
    );
    await expect(failing).rejects.toBe(noSpace);
    expect(await filesOnDisk()).toEqual({ '/a/b/': '' });
  });

  test('does not begin when a file has taken one of their names, and leaves nothing behind', async () => {
    const { tree, root, filesOnDisk } = await openTestTree({ '/a/': '' });
    await writeFile(join(root, 'a/b'), 'theirs');
    let began = false;
    const work = () => {
      began = true;
      return Promise.resolve();
    };
    await expect(
      withParents(tree, creating, targetBelow('/a', ['b', 'c']), work),
    ).rejects.toMatchObject(failure('already-exists'));
    expect(began).toBe(false);
    expect(await filesOnDisk()).toEqual({ '/a/b': 'theirs' });
  });

  test('makes none of them when one is refused', async () => {
    const { tree, filesOnDisk } = await openTestTree({ '/a/': '' });
    const actor = anActor({ denied: ['/a/b/c'] });
    const refused = withParents(
      tree,
      { actor, action: 'create' },
      targetBelow('/a', ['b', 'c']),
      () => Promise.resolve(),
    );
    await expect(refused).rejects.toMatchObject(failure('forbidden'));
    expect(await filesOnDisk()).toEqual({ '/a/': '' });
  });
});
