import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { visibilityAt, authorizeTree } from './authorize-tree.ts';
import type { ResolvedEntry } from './resolve-entry.ts';
import {
  aControl,
  anActor,
  at,
  failure,
  openTestTree,
  type ActorOptions,
  type TestTree,
} from './tree.test-tools.ts';

test('authorizes each entry once for each path, and includes hidden names with their folder', () => {
  const actor = anActor({ hideDotfiles: true, denied: ['/secret'] });
  const filter = visibilityAt(actor, [at('/a'), at('/b'), at('/a')]);
  expect(filter.paths).toEqual(['/a', '/b']);
  expect(filter.view).toEqual({ ...actor.view, hideDotfiles: false });
});

async function entryAt({ tree }: TestTree, path: string): Promise<ResolvedEntry> {
  const found = await tree.driver.resolve(at(path), at('/'));
  if (found.kind === 'found') return { resolvedPath: found.path, stat: found.stat };
  if (found.kind === 'dangling' && found.symlink)
    return { resolvedPath: at(path), stat: found.symlink };
  throw new Error(`nothing at ${path}`);
}

interface AuthorizeOptions extends ActorOptions {
  /** Paths for which entries are authorized, besides their own. */
  readonly paths?: readonly string[];
  readonly mergesInto?: string;
}

async function authorize(opened: TestTree, path: string, options: AuthorizeOptions = {}) {
  const { paths = [], mergesInto, ...actorOptions } = options;
  const filter = visibilityAt(anActor(actorOptions), [path, ...paths].map(at));
  const control = aControl();
  const merging = { filter, mergesInto: mergesInto === undefined ? undefined : at(mergesInto) };
  await authorizeTree(opened.tree, merging, await entryAt(opened, path), control);
  return control.totals;
}

describe('totals', () => {
  test('of a single entry are reported without a walk', async () => {
    const opened = await openTestTree({ '/file': 'four' });
    await symlink('nothing', join(opened.root, 'broken'));
    expect(await authorize(opened, '/file')).toEqual([
      { files: 1, folders: 0, others: 0, bytes: 4 },
    ]);
    expect(await authorize(opened, '/broken')).toEqual([
      { files: 0, folders: 0, others: 1, bytes: 0 },
    ]);
  });

  test('of a folder are reported only if it has to be walked', async () => {
    const files = { '/docs/a': 'four', '/docs/.hidden/b': 'b', '/docs/empty/': '' };
    const opened = await openTestTree(files);
    const totals = [{ files: 2, folders: 3, others: 0, bytes: 5 }];
    expect(await authorize(opened, '/docs')).toEqual([]);
    expect(await authorize(opened, '/docs', { hideDotfiles: true })).toEqual([]);
    expect(await authorize(opened, '/docs', { denied: ['/elsewhere'] })).toEqual(totals);
    const merging = await openTestTree({ ...files, '/to/a': 'x' });
    expect(await authorize(merging, '/docs', { mergesInto: '/to' })).toEqual(totals);
  });
});

describe('the whole operation is refused', () => {
  const files = { '/docs/sub/a': '', '/docs/b': '' };

  test('with "forbidden" for one entry below that a rule denies, at any of the paths', async () => {
    const opened = await openTestTree(files);
    const forbidden = failure('forbidden');
    await expect(authorize(opened, '/docs', { denied: ['/docs/sub/a'] })).rejects.toMatchObject(
      forbidden,
    );
    const atTarget = { denied: ['/new/sub/a'], paths: ['/new'] };
    await expect(authorize(opened, '/docs', atTarget)).rejects.toMatchObject(forbidden);
    expect(await authorize(opened, '/docs', { denied: ['/new/sub/a'] })).toHaveLength(1);
  });

  test('with "forbidden" for a file of the server, in whatever case, here or at the target', async () => {
    const opened = await openTestTree(files);
    for (const path of ['/docs/sub/a', '/DOCS/Sub/A']) {
      await expect(authorize(opened, '/docs', { protectedPaths: [path] })).rejects.toMatchObject(
        failure('forbidden'),
      );
    }
    const upper = await openTestTree({ '/Docs/b': '' });
    await expect(authorize(upper, '/Docs', { protectedPaths: ['/docs/B'] })).rejects.toMatchObject(
      failure('forbidden'),
    );
    const atTarget = { protectedPaths: ['/new/b'], paths: ['/new'] };
    await expect(authorize(opened, '/docs', atTarget)).rejects.toMatchObject(failure('forbidden'));
    expect(await authorize(opened, '/docs', { protectedPaths: ['/docs2/b'] })).toEqual([]);
  });

  test('with "already-exists" if a merge would replace a folder by a file, or a file by a folder', async () => {
    const taken = failure('already-exists');
    const folder = await openTestTree({ ...files, '/to/b/': '' });
    await expect(authorize(folder, '/docs', { mergesInto: '/to' })).rejects.toMatchObject(taken);
    const deep = await openTestTree({ ...files, '/to/sub/a/x': '' });
    await expect(authorize(deep, '/docs', { mergesInto: '/to' })).rejects.toMatchObject(taken);
    const file = await openTestTree({ ...files, '/to/sub': '' });
    await expect(authorize(file, '/docs', { mergesInto: '/to' })).rejects.toMatchObject(taken);
    const fits = await openTestTree({ ...files, '/to/sub/a': 'old', '/to/b': 'old' });
    expect(await authorize(fits, '/docs', { mergesInto: '/to' })).toHaveLength(1);
  });

  test('when it was cancelled, or the server stops', async () => {
    const opened = await openTestTree(files);
    const docs = await entryAt(opened, '/docs');
    const filter = visibilityAt(anActor({ denied: ['/elsewhere'] }), [at('/docs')]);
    for (const signal of ['cancelled', 'stopping'] as const) {
      const reason = new Error(signal);
      const control = { ...aControl(), [signal]: AbortSignal.abort(reason) };
      await expect(authorizeTree(opened.tree, { filter }, docs, control)).rejects.toBe(reason);
    }
  });
});
