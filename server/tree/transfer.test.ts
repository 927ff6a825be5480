import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ResolvedEntry } from './resolve-entry.ts';
import {
  requireSeparate,
  requireNotRoot,
  requireSameKind,
  requireValidTransfer,
} from './transfer.ts';
import type { Destination } from './destination.ts';
import { recordedPath } from './resolved-path.ts';
import type { Tree } from './tree.ts';
import { anActor, at, caseInsensitive, failure, openTestTree } from './tree.test-tools.ts';

describe('before anything is looked at', () => {
  const check = (from: string, to: string, actor = anActor()) =>
    requireValidTransfer(actor, { from: at(from), to: at(to), onConflict: 'fail' });

  test.each([
    ['/a', '/b'],
    ['/a', '/ab'],
    ['/a', '/a'],
    ['/a/b', '/a'],
    ['/a/b', '/a/c'],
  ])('%s to %s may be tried', (from, to) => {
    expect(() => check(from, to)).not.toThrow();
  });

  test.each([
    ['/a', '/a/b'],
    ['/a', '/a/b/c'],
  ])('%s to %s would put an entry into itself', (from, to) => {
    expect(() => check(from, to)).toThrow(
      expect.objectContaining(failure('invalid-request', 'into-itself')),
    );
  });

  test('both ends have to be visible to the actor', () => {
    const forbidden = expect.objectContaining(failure('forbidden'));
    const denied = anActor({ denied: ['/secret'] });
    expect(() => check('/secret/a', '/b', denied)).toThrow(forbidden);
    expect(() => check('/a', '/secret/b', denied)).toThrow(forbidden);
    const hiding = anActor({ hideDotfiles: true });
    expect(() => check('/.a', '/b', hiding)).toThrow(forbidden);
    expect(() => check('/a', '/.b', hiding)).toThrow(forbidden);
    const scoped = anActor({ scope: '/home' });
    expect(() => check('/a', '/home/b', scoped)).toThrow(forbidden);
    expect(() => check('/home/a', '/b', scoped)).toThrow(forbidden);
    const guarded = anActor({ protectedPaths: ['/filebrowser.db'] });
    expect(() => check('/filebrowser.db', '/b', guarded)).toThrow(forbidden);
    expect(() => check('/a', '/FileBrowser.DB', guarded)).toThrow(forbidden);
  });

  test.each(['/', '/home'])(
    'the root of a user, here %s, is neither source nor target',
    (scope) => {
      const actor = anActor({ scope });
      const below = scope === '/' ? '/a' : '/home/a';
      const forbidden = expect.objectContaining(failure('forbidden'));
      expect(() => check(scope, below, actor)).toThrow(forbidden);
      expect(() => check(below, scope, actor)).toThrow(forbidden);
      expect(() => requireNotRoot(actor, at(scope))).toThrow(forbidden);
      expect(() => requireNotRoot(actor, at(below))).not.toThrow();
    },
  );

  test('that a path is not visible is refused before it is compared', () => {
    const denied = anActor({ denied: ['/secret'] });
    expect(() => check('/secret', '/secret/b', denied)).toThrow(
      expect.objectContaining(failure('forbidden')),
    );
  });
});

const target = (path: string, existing?: ResolvedEntry): Destination => ({
  path: at(path),
  resolvedPath: recordedPath(at(path)),
  ancestor: recordedPath(at('/')),
  missingFolders: [],
  existing,
});

async function entry({ tree }: { tree: Tree }, path: string): Promise<ResolvedEntry> {
  const found = await tree.driver.resolve(at(path), at('/'));
  if (found.kind !== 'found') throw new Error(`nothing at ${path}`);
  return { resolvedPath: found.path, stat: found.stat };
}

describe('source and target, once symlinks are resolved', () => {
  const intoItself = expect.objectContaining(failure('invalid-request', 'into-itself'));

  test('have to lie apart', async () => {
    const opened = await openTestTree({ '/a/b/c': '' });
    const { tree } = opened;
    expect(() => requireSeparate(tree, at('/a'), target('/a/x'))).toThrow(intoItself);
    expect(() => requireSeparate(tree, at('/a'), target('/a'))).toThrow(intoItself);
    expect(() => requireSeparate(tree, at('/a'), target('/ab'))).not.toThrow();
    expect(() => requireSeparate(tree, at('/a/b'), target('/a/x'))).not.toThrow();
  });

  test('an entry does not replace a folder that holds it', async () => {
    const opened = await openTestTree({ '/a/b/c': '' });
    const holding = target('/a', await entry(opened, '/a'));
    expect(() => requireSeparate(opened.tree, at('/a/b/c'), holding)).toThrow(intoItself);
    const beside = target('/a/b', await entry(opened, '/a/b'));
    expect(() => requireSeparate(opened.tree, at('/a/bc'), beside)).not.toThrow();
  });

  test('are compared without regard to case where the volume does so', async () => {
    const opened = await openTestTree({ '/a/b': '' });
    const { tree } = opened;
    expect(() => requireSeparate(tree, at('/A'), target('/a/x'))).not.toThrow();
    expect(() => requireSeparate(caseInsensitive(tree), at('/A'), target('/a/x'))).toThrow(
      intoItself,
    );
    const holding = target('/a', await entry(opened, '/a'));
    expect(() => requireSeparate(tree, at('/A/b'), holding)).not.toThrow();
    expect(() => requireSeparate(caseInsensitive(tree), at('/A/b'), holding)).toThrow(intoItself);
  });
});

test('only a file replaces a file, and only a folder is merged into a folder', async () => {
  const opened = await openTestTree({ '/file': '', '/folder/': '' });
  await symlink('nothing', join(opened.root, 'broken'));
  const { symlink: stat } = await opened.tree.driver
    .resolve(at('/broken'), at('/'))
    .then((found) => {
      if (found.kind !== 'dangling' || found.symlink === undefined)
        throw new Error('not a symlink');
      return { symlink: found.symlink };
    });
  const kinds = {
    file: await entry(opened, '/file'),
    folder: await entry(opened, '/folder'),
    other: { resolvedPath: at('/broken'), stat },
  };
  const check = (source: keyof typeof kinds, existing?: keyof typeof kinds) => {
    const there = existing && kinds[existing];
    return () => requireSameKind(kinds[source], target('/x', there));
  };
  for (const source of ['file', 'folder', 'other'] as const) {
    expect(check(source)).not.toThrow();
    for (const existing of ['file', 'folder', 'other'] as const) {
      const isSame = source === existing && source !== 'other';
      if (isSame) expect(check(source, existing)).not.toThrow();
      else {
        expect(check(source, existing)).toThrow(expect.objectContaining(failure('already-exists')));
      }
    }
  }
});
