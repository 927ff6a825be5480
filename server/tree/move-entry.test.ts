import { execFile } from 'node:child_process';
import { link, lstat, mkdir, readdir, readlink, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Permission } from '#contract/permissions.ts';
import type { EventHooks, OperationPaths } from '../programs/events/event-hooks.ts';
import type { ConflictPolicy } from './conflict.ts';
import { moveEntry } from './move-entry.ts';
import type { OperationRecord } from '../metadata/operation-journal.ts';
import { wrapDriver } from '../testing/wrapped-driver.ts';
import {
  aControl,
  answeringLate,
  at,
  expectRefused,
  failure,
  openTestTree,
  type TestTree,
  transferWith,
} from './tree.test-tools.ts';

const run = promisify(execFile);

const move = transferWith(moveEntry);

describe('the source', () => {
  test('has to be there, and to be one that the actor may rename', async () => {
    const opened = await openTestTree({ '/a': 'a', '/real/b': 'b' });
    await symlink('real', join(opened.root, 'link'));
    await expectRefused(opened, () => move(opened, '/nothing', '/new'), failure('not-found'));
    const without = ['rename'] as const;
    await expectRefused(
      opened,
      () => move(opened, '/a', '/new', { without }),
      failure('forbidden'),
    );
    const denied = ['/real'];
    await expectRefused(
      opened,
      () => move(opened, '/link/b', '/new', { denied }),
      failure('forbidden'),
    );
  });

  test('needs no other permission', async () => {
    const opened = await openTestTree({ '/a': 'a' });
    const without: readonly Permission[] = ['create', 'modify', 'delete', 'download'];
    expect(await move(opened, '/a', '/b', { without })).toMatchObject({ path: '/b' });
    expect(await opened.filesOnDisk()).toEqual({ '/b': 'a' });
  });

  test('is moved into new folders only by an actor who may create them', async () => {
    const opened = await openTestTree({ '/a': 'a' });
    const without: readonly Permission[] = ['create'];
    await expectRefused(
      opened,
      () => move(opened, '/a', '/new/b', { without }),
      failure('forbidden'),
    );
    const only: readonly Permission[] = ['modify', 'delete', 'download'];
    expect(await move(opened, '/a', '/new/b', { without: only })).toMatchObject({ path: '/new/b' });
    expect(await opened.filesOnDisk()).toEqual({ '/new/b': 'a' });
  });

  test('is a symlink itself, broken or not, and a pipe as well', async () => {
    const opened = await openTestTree({ '/real/a': 'a' });
    const { root } = opened;
    await symlink('real', join(root, 'link'));
    await symlink('nothing', join(root, 'broken'));
    await run('mkfifo', [join(root, 'pipe')]);
    for (const name of ['link', 'broken', 'pipe']) await move(opened, `/${name}`, `/moved-${name}`);
    expect(await readlink(join(root, 'moved-link'))).toBe('real');
    expect(await readlink(join(root, 'moved-broken'))).toBe('nothing');
    expect((await lstat(join(root, 'moved-pipe'))).isFIFO()).toBe(true);
    expect(await opened.filesOnDisk()).toEqual({ '/real/a': 'a' });
  });
});

describe('a move to where it is', () => {
  test.each<ConflictPolicy>(['fail', 'replace', 'rename'])(
    'changes nothing with the policy %s',
    async (onConflict) => {
      const opened = await openTestTree({ '/docs/a': 'a' });
      await symlink('docs', join(opened.root, 'link'));
      const own = await move(opened, '/docs/a', '/docs/a', { onConflict });
      expect(own).toEqual({ path: '/docs/a', leftOut: { count: 0, names: [] } });
      expect(await opened.filesOnDisk()).toEqual({ '/docs/a': 'a' });
    },
  );

  test('needs the permission to rename all the same', async () => {
    const opened = await openTestTree({ '/a': 'a' });
    const without = ['rename'] as const;
    await expectRefused(opened, () => move(opened, '/a', '/a', { without }), failure('forbidden'));
    await expectRefused(opened, () => move(opened, '/x', '/x'), failure('not-found'));
  });

  test('through another symlinked path is a name that is taken', async () => {
    const opened = await openTestTree({ '/docs/a': 'a' });
    await symlink('docs', join(opened.root, 'link'));
    await expectRefused(
      opened,
      () => move(opened, '/docs/a', '/link/a'),
      failure('already-exists'),
    );
    const replacing = () => move(opened, '/docs/a', '/link/a', { onConflict: 'replace' });
    await expectRefused(opened, replacing, failure('invalid-request', 'into-itself'));
  });
});

describe('a name that differs only in its case', () => {
  test('is given to files and folders', async () => {
    const opened = await openTestTree({ '/readme.md': 'r', '/docs/a': 'a' });
    await move(opened, '/readme.md', '/README.md');
    await move(opened, '/docs', '/Docs');
    expect(await opened.filesOnDisk()).toEqual({ '/README.md': 'r', '/Docs/a': 'a' });
  });

  test('is refused if another file has the name, on a case-sensitive volume', async () => {
    const opened = await openTestTree({ '/a': 'lower', '/A': 'upper' });
    await expectRefused(opened, () => move(opened, '/a', '/A'), failure('already-exists'));
    await move(opened, '/a', '/A', { onConflict: 'replace' });
    expect(await opened.filesOnDisk()).toEqual({ '/A': 'lower' });
  });

  test('is refused if a hard link of the same file has the name', async () => {
    const opened = await openTestTree({ '/a': 'x' });
    await link(join(opened.root, 'a'), join(opened.root, 'A'));
    await expectRefused(opened, () => move(opened, '/a', '/A'), failure('already-exists'));
    expect((await readdir(opened.root)).toSorted()).toEqual(['A', 'a']);
  });
});

describe('a folder', () => {
  test('is not moved into itself, nor onto its parent, also through a symlink', async () => {
    const opened = await openTestTree({ '/a/b/c': 'c' });
    await symlink('a', join(opened.root, 'link'));
    const refusal = failure('invalid-request', 'into-itself');
    for (const to of ['/a/new', '/a/b/new', '/link/new', '/link/b/new']) {
      await expectRefused(opened, () => move(opened, '/a', to), refusal);
    }
    for (const to of ['/a', '/link']) {
      const replacing = () => move(opened, '/a/b', to, { onConflict: 'replace' });
      await expectRefused(opened, replacing, refusal);
    }
  });

  test('is merged into an existing folder, and is gone afterwards', async () => {
    const opened = await openTestTree({
      '/from/sub/a': 'new',
      '/from/b': 'b',
      '/to/sub/a': 'old',
      '/to/c': 'c',
    });
    await move(opened, '/from', '/to', { onConflict: 'replace' });
    expect(await opened.filesOnDisk()).toEqual({ '/to/sub/a': 'new', '/to/b': 'b', '/to/c': 'c' });
  });

  test('is not merged where a file would meet a folder, at the top or below', async () => {
    const opened = await openTestTree({ '/from/x': 'file', '/to/x/kept': 'kept', '/file': 'f' });
    const taken = failure('already-exists');
    for (const [from, to] of [
      ['/from', '/to'],
      ['/from', '/file'],
      ['/file', '/to'],
    ] as const) {
      await expectRefused(opened, () => move(opened, from, to, { onConflict: 'replace' }), taken);
    }
  });

  test('is refused as a whole for one entry that may not be seen, here or at the target', async () => {
    const opened = await openTestTree({ '/a/ok': '', '/a/secret/x': '' });
    for (const denied of ['/a/secret', '/b/secret']) {
      const moving = () => move(opened, '/a', '/b', { denied: [denied] });
      await expectRefused(opened, moving, failure('forbidden'));
    }
  });

  test('gets a free name on request, with everything below', async () => {
    const opened = await openTestTree({ '/a/x': 'x', '/to/a/y': 'y' });
    const moved = await move(opened, '/a', '/to/a', { onConflict: 'rename' });
    expect(moved).toMatchObject({ path: '/to/a(1)' });
    expect(await opened.filesOnDisk()).toEqual({ '/to/a/y': 'y', '/to/a(1)/x': 'x' });
  });
});

test('a file replaces a file only where that is allowed', async () => {
  const opened = await openTestTree({ '/a': 'new', '/b': 'old' });
  await expectRefused(opened, () => move(opened, '/a', '/b'), failure('already-exists'));
  const options = { onConflict: 'replace', without: ['modify'] } as const;
  await expectRefused(opened, () => move(opened, '/a', '/b', options), failure('forbidden'));
  await move(opened, '/a', '/b', { onConflict: 'replace' });
  expect(await opened.filesOnDisk()).toEqual({ '/b': 'new' });
});

test('the folders that a refused move would have needed are not left behind', async () => {
  const opened = await openTestTree({ '/a': 'a' });
  const denied = { denied: ['/new/deep'] };
  await expectRefused(
    opened,
    () => move(opened, '/a', '/new/deep/a', denied),
    failure('forbidden'),
  );
  const reason = new Error('cancelled');
  const control = { ...aControl(), cancelled: AbortSignal.abort(reason) };
  const cancelled = () => move(opened, '/a', '/new/a', { control });
  await expectRefused(opened, cancelled, { message: 'cancelled' });
});

test('refuses locked paths', async () => {
  const opened = await openTestTree({ '/a/x': '', '/b/': '' });
  const locked = failure('locked');
  for (const path of ['/a/x', '/a', '/', '/b/new/a']) {
    const claims = [{ path: at(path), access: 'shared' } as const];
    await opened.tree.locks.claim(claims, () =>
      expect(move(opened, '/a', '/b/new/a')).rejects.toMatchObject(locked),
    );
  }
});

test('event hooks get the resolved paths, and do not run for a move without an effect', async () => {
  const opened = await openTestTree({ '/real/a': 'a', '/docs/': '' });
  await symlink('real', join(opened.root, 'link'));
  const plans: OperationPaths[] = [];
  const hooks: EventHooks = {
    hasCommands: (event) => Promise.resolve(event === 'rename'),
    before: (_event, _actor, paths) => {
      plans.push(paths);
      return Promise.resolve();
    },
    after: () => Promise.resolve(undefined),
  };
  const heard = { ...opened, tree: { ...opened.tree, hooks } };
  await move(heard, '/link/a', '/link/a');
  await move(heard, '/link/a', '/docs/b');
  expect(plans).toEqual([{ path: '/real/a', destination: '/docs/b' }]);
});

test('a move that a disk makes after it seemed to have failed is completed by the recovery', async () => {
  const merging = answeringLate(await openTestTree({ '/docs/a': 'new', '/into/b': 'b' }));
  await expect(move(merging, '/docs', '/into', { onConflict: 'replace' })).rejects.toMatchObject(
    failure('not-answering'),
  );
  await merging.later();
  expect(await merging.filesOnDisk()).toEqual({ '/into/a': 'new', '/into/b': 'b' });
  expect(await merging.journal()).toEqual([]);

  const renaming = answeringLate(await openTestTree({ '/docs/a': 'a' }));
  await renaming.star('/docs/a');
  await expect(move(renaming, '/docs', '/new')).rejects.toMatchObject(failure('not-answering'));
  await renaming.later();
  expect(await renaming.starred()).toEqual(['/new/a']);
  expect(await renaming.journal()).toEqual([]);

  const replaced = answeringLate(await openTestTree({ '/docs/a': 'a' }));
  await expect(move(replaced, '/docs', '/new')).rejects.toMatchObject(failure('not-answering'));
  await replaced.later(async () => {
    await mkdir(join(replaced.root, 'docs'));
    await replaced.star('/docs/a');
  });
  expect(await replaced.starred()).toEqual(['/docs/a']);
  expect(await replaced.journal()).toEqual([]);
});

test('a move to another path after a disk did not answer leaves nothing in the journal', async () => {
  const opened = await openTestTree({ '/docs/a': 'a' });
  const late = answeringLate(opened, { isMade: false });
  await expect(move(late, '/docs', '/new')).rejects.toMatchObject(failure('not-answering'));
  await move(opened, '/docs', '/other');
  await late.later(() => mkdir(join(opened.root, 'docs')));
  expect(await opened.filesOnDisk()).toEqual({ '/other/a': 'a', '/docs/': '' });
  expect(await opened.journal()).toEqual([]);
});

describe('the journal', () => {
  /** Moves `/docs` and returns the operations that the journal had when the disk was about to be changed. */
  async function journalDuring(
    opened: TestTree,
    { to, meanwhile }: { to: string; meanwhile?: () => Promise<void> },
  ) {
    let journal: readonly OperationRecord[] = [];
    const driver = wrapDriver(opened.tree.driver, {
      async moving(_move, step) {
        journal = await opened.journal();
        await meanwhile?.();
        return step();
      },
    });
    const tree = { ...opened, tree: { ...opened.tree, driver } };
    await move(tree, '/docs', to);
    return journal;
  }

  test('has an entry while an item gets its new name, and what refers to the item follows', async () => {
    const plain = await openTestTree({ '/docs/a': 'a' });
    const entry = { kind: 'move', state: 'renaming', source: '/docs', target: '/new' };
    expect(await journalDuring(plain, { to: '/new' })).toMatchObject([entry]);
    expect(await plain.journal()).toEqual([]);
    expect(await plain.filesOnDisk()).toEqual({ '/new/a': 'a' });

    const starred = await openTestTree({ '/docs/a': 'a' });
    await starred.star('/docs/a');
    expect(await journalDuring(starred, { to: '/new' })).toMatchObject([entry]);
    expect(await starred.starred()).toEqual(['/new/a']);
  });

  test('makes follow what has come to refer to an item while it got its new name', async () => {
    const opened = await openTestTree({ '/docs/a': 'a' });
    await journalDuring(opened, { to: '/new', meanwhile: () => opened.star('/docs/a') });
    expect(await opened.starred()).toEqual(['/new/a']);
  });
});
