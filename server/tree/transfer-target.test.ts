import { link, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileAction } from '#contract/permissions.ts';
import { describe, expect, test } from 'vitest';
import type { Actor } from '../access/actor.ts';
import { AppError } from '../errors.ts';
import type { ConflictPolicy } from './conflict.ts';
import { PlaceIsTaken } from './path-locks.ts';
import type { PlacedEntry } from './seen-entry.ts';
import {
  claimedPlace,
  planTarget,
  requireApart,
  requireNotHome,
  requireSameKind,
  requireSensible,
  targetRef,
  withFreeName,
  type TransferTarget,
} from './transfer-target.ts';
import type { Tree } from './tree.ts';
import { anActor, at, caseInsensitive, failure, openTestTree } from './tree.test-tools.ts';

function request(from: string, to: string, onConflict: ConflictPolicy = 'fail') {
  return { from: at(from), to: at(to), onConflict };
}

describe('before anything is looked at', () => {
  const check = (from: string, to: string, actor = anActor()) =>
    requireSensible(actor, request(from, to));

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
    const guarded = anActor({ protectedPlaces: ['/filebrowser.db'] });
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
      expect(() => requireNotHome(actor, at(scope))).toThrow(forbidden);
      expect(() => requireNotHome(actor, at(below))).not.toThrow();
    },
  );

  test('that a path is not visible is refused before it is compared', () => {
    const denied = anActor({ denied: ['/secret'] });
    expect(() => check('/secret', '/secret/b', denied)).toThrow(
      expect.objectContaining(failure('forbidden')),
    );
  });
});

const plan = (
  tree: Tree,
  to: string,
  onConflict: ConflictPolicy,
  { actor = anActor(), action = 'create' }: { actor?: Actor; action?: FileAction } = {},
) => planTarget(tree, actor, request('/source', to, onConflict), action);

describe('a target whose name is free', () => {
  test.each<ConflictPolicy>(['fail', 'replace', 'rename'])(
    'is taken as it is with the policy %s',
    async (onConflict) => {
      const { tree } = await openTestTree({ '/docs/': '' });
      expect(await plan(tree, '/docs/a.txt', onConflict)).toEqual({
        path: '/docs/a.txt',
        place: '/docs/a.txt',
        ancestor: '/docs',
        missingFolders: [],
        existing: undefined,
      });
    },
  );

  test('names the folders that have to be made, below the deepest one that is there', async () => {
    const { tree, filesOnDisk } = await openTestTree({ '/docs/': '' });
    const target = await plan(tree, '/docs/x/y/a.txt', 'fail');
    expect(target).toEqual({
      path: '/docs/x/y/a.txt',
      place: '/docs/x/y/a.txt',
      ancestor: '/docs',
      missingFolders: ['x', 'y'],
      existing: undefined,
    });
    expect(claimedPlace(target)).toBe('/docs/x');
    expect(await filesOnDisk()).toEqual({ '/docs/': '' });
  });

  test('lies where a symlinked folder on the way leads, and keeps the path of the actor', async () => {
    const { tree, root } = await openTestTree({ '/real/': '' });
    await symlink('real', join(root, 'link'));
    const target = await plan(tree, '/link/x/a.txt', 'fail');
    expect(target).toMatchObject({
      path: '/link/x/a.txt',
      place: '/real/x/a.txt',
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

describe('a target whose name is taken', () => {
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

  test('is what "replace" replaces or merges into', async () => {
    const { tree } = await openTestTree({ '/docs/file': 'four', '/docs/folder/x': '' });
    const file = await plan(tree, '/docs/file', 'replace');
    expect(file).toMatchObject({
      path: '/docs/file',
      place: '/docs/file',
      ancestor: '/docs',
      missingFolders: [],
      existing: { place: '/docs/file', stat: { kind: 'file', size: 4 } },
    });
    expect(claimedPlace(file)).toBe('/docs/file');
    expect(targetRef(file)).toEqual({ folder: '/docs', name: 'file' });
    const folder = await plan(tree, '/docs/folder', 'replace');
    expect(folder.existing?.stat.kind).toBe('folder');
  });

  test('is, behind a symlink, what that leads to', async () => {
    const { tree, root } = await openTestTree({ '/real/file': 'a' });
    await symlink('real/file', join(root, 'link'));
    const target = await plan(tree, '/link', 'replace');
    expect(target).toMatchObject({
      path: '/link',
      place: '/real/file',
      ancestor: '/real',
      existing: { place: '/real/file', stat: { kind: 'file' } },
    });
    expect(targetRef(target)).toEqual({ folder: '/real', name: 'file' });
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
      place: '/docs/a(3).txt',
      ancestor: '/docs',
      missingFolders: [],
      existing: undefined,
    });
  });

  test('is not one that another operation is about to take', async () => {
    const { tree } = await openTestTree({ '/a.txt': '' });
    const claims = [{ path: at('/A(1).txt'), access: 'exclusive' } as const];
    const target = await tree.locks.act(claims, () => plan(tree, '/a.txt', 'rename'));
    expect(target.path).toBe('/a(2).txt');
  });

  test('is sought where a symlinked folder leads, and keeps the path of the actor', async () => {
    const { tree, root } = await openTestTree({ '/real/a': '', '/a(1)': '' });
    await symlink('real', join(root, 'link'));
    const target = await plan(tree, '/link/a', 'rename');
    expect(target).toMatchObject({ path: '/link/a(1)', place: '/real/a(1)', ancestor: '/real' });
  });

  test('leaves a symlink of that name alone, wherever it leads', async () => {
    const { tree, root } = await openTestTree({ '/real': '' });
    await symlink('real', join(root, 'link'));
    await symlink('/', join(root, 'out'));
    expect((await plan(tree, '/link', 'rename')).place).toBe('/link(1)');
    expect((await plan(tree, '/out', 'rename')).place).toBe('/out(1)');
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
    expect((await plan(tree, '/new', 'fail', { actor: may, action })).place).toBe('/new');
  });

  test('to replace needs the permission to modify as well; to take a free name does not', async () => {
    const { tree } = await openTestTree({ '/there': '' });
    const actor = anActor({ without: ['modify'] });
    await expect(plan(tree, '/there', 'replace', { actor })).rejects.toMatchObject(
      failure('forbidden'),
    );
    expect((await plan(tree, '/there', 'rename', { actor })).place).toBe('/there(1)');
    expect((await plan(tree, '/new', 'replace', { actor })).place).toBe('/new');
  });

  test('a rule counts at the place behind a symlink too', async () => {
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

describe('a free name that somebody else takes in between', () => {
  const attempts = async (onConflict: ConflictPolicy, failing: number, error: Error) => {
    let count = 0;
    const outcome = await withFreeName(request('/a', '/b', onConflict), () => {
      count += 1;
      return count > failing ? Promise.resolve('done') : Promise.reject(error);
    }).catch((failed: unknown) => failed);
    return { count, outcome };
  };

  test('is planned again, up to 16 times in all', async () => {
    const taken = new PlaceIsTaken();
    expect(await attempts('rename', 15, taken)).toEqual({ count: 16, outcome: 'done' });
    expect(await attempts('rename', 16, taken)).toEqual({ count: 16, outcome: taken });
  });

  test('is not planned again where the name itself was wanted, or after another failure', async () => {
    const taken = new PlaceIsTaken();
    for (const onConflict of ['fail', 'replace'] as const) {
      expect(await attempts(onConflict, 1, taken)).toEqual({ count: 1, outcome: taken });
    }
    const other = new AppError('no-space', 'the disk is full');
    expect(await attempts('rename', 1, other)).toEqual({ count: 1, outcome: other });
  });
});

const target = (place: string, existing?: PlacedEntry): TransferTarget => ({
  path: at(place),
  place: at(place),
  ancestor: at('/'),
  missingFolders: [],
  existing,
});

async function entry({ tree }: { tree: Tree }, path: string): Promise<PlacedEntry> {
  const found = await tree.driver.resolve(at(path), at('/'));
  if (found.kind !== 'found') throw new Error(`nothing at ${path}`);
  return { place: found.place, stat: found.stat };
}

describe('source and target, once symlinks are resolved', () => {
  const intoItself = expect.objectContaining(failure('invalid-request', 'into-itself'));

  test('have to lie apart', async () => {
    const opened = await openTestTree({ '/a/b/c': '' });
    const { tree } = opened;
    expect(() => requireApart(tree, at('/a'), target('/a/x'))).toThrow(intoItself);
    expect(() => requireApart(tree, at('/a'), target('/a'))).toThrow(intoItself);
    expect(() => requireApart(tree, at('/a'), target('/ab'))).not.toThrow();
    expect(() => requireApart(tree, at('/a/b'), target('/a/x'))).not.toThrow();
  });

  test('an entry does not replace a folder that holds it', async () => {
    const opened = await openTestTree({ '/a/b/c': '' });
    const holding = target('/a', await entry(opened, '/a'));
    expect(() => requireApart(opened.tree, at('/a/b/c'), holding)).toThrow(intoItself);
    const beside = target('/a/b', await entry(opened, '/a/b'));
    expect(() => requireApart(opened.tree, at('/a/bc'), beside)).not.toThrow();
  });

  test('are compared without regard to case where the volume does so', async () => {
    const opened = await openTestTree({ '/a/b': '' });
    const { tree } = opened;
    expect(() => requireApart(tree, at('/A'), target('/a/x'))).not.toThrow();
    expect(() => requireApart(caseInsensitive(tree), at('/A'), target('/a/x'))).toThrow(intoItself);
    const holding = target('/a', await entry(opened, '/a'));
    expect(() => requireApart(tree, at('/A/b'), holding)).not.toThrow();
    expect(() => requireApart(caseInsensitive(tree), at('/A/b'), holding)).toThrow(intoItself);
  });
});

test('only a file replaces a file, and only a folder is merged into a folder', async () => {
  const opened = await openTestTree({ '/file': '', '/folder/': '' });
  await symlink('nothing', join(opened.root, 'broken'));
  const { link: stat } = await opened.tree.driver.resolve(at('/broken'), at('/')).then((found) => {
    if (found.kind !== 'dangling' || found.link === undefined) throw new Error('not a symlink');
    return { link: found.link };
  });
  const kinds = {
    file: await entry(opened, '/file'),
    folder: await entry(opened, '/folder'),
    other: { place: at('/broken'), stat },
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

test('two hard links of one file are two names that can replace each other', async () => {
  const opened = await openTestTree({ '/a': 'x' });
  await link(join(opened.root, 'a'), join(opened.root, 'b'));
  const planned = await plan(opened.tree, '/b', 'replace');
  const source = await entry(opened, '/a');
  expect(planned.existing?.stat.identity).toBe(source.stat.identity);
  expect(() => requireApart(opened.tree, source.place, planned)).not.toThrow();
});
