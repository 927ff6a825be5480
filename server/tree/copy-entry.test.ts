import { execFile } from 'node:child_process';
import { link, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { EventHooks, OperationPaths } from '../programs/events/event-hooks.ts';
import { copyEntry } from './copy-entry.ts';
import { discardResumable } from './recover-operations.ts';
import {
  aControl,
  at,
  expectRefused,
  failure,
  openTestTree,
  transferWith,
  type TestTree,
} from './tree.test-tools.ts';

const run = promisify(execFile);

const copy = transferWith(copyEntry);

describe('the source', () => {
  test('must exist and be visible at its resolved path', async () => {
    const opened = await openTestTree({ '/secret/a': 'a', '/home/': '' });
    await symlink('secret/a', join(opened.root, 'link'));
    await symlink('nothing', join(opened.root, 'broken'));
    await symlink('../secret/a', join(opened.root, 'home/out'));
    const denied = { denied: ['/secret'] };
    const home = { scope: '/home' };
    const refusals = [
      ['/nothing', {}, 'not-found'],
      ['/broken', {}, 'not-found'],
      ['/link', denied, 'forbidden'],
      ['/secret/a', denied, 'forbidden'],
      ['/home/out', home, 'forbidden'],
    ] as const;
    for (const [from, options, code] of refusals) {
      const to = from.startsWith('/home') ? '/home/new' : '/new';
      await expectRefused(opened, () => copy(opened, from, to, options), failure(code));
    }
  });

  test('is the target of a symlink', async () => {
    const opened = await openTestTree({ '/real/a': 'a' });
    await symlink('real', join(opened.root, 'link'));
    await copy(opened, '/link', '/copy');
    expect(await opened.filesOnDisk()).toEqual({ '/real/a': 'a', '/copy/a': 'a' });
  });

  test('is a file or a folder, and nothing else', async () => {
    const opened = await openTestTree();
    await run('mkfifo', [join(opened.root, 'pipe')]);
    const refusal = failure('invalid-request', 'not-a-file');
    await expectRefused(opened, () => copy(opened, '/pipe', '/new'), refusal);
  });

  test('need not be one that the actor may change', async () => {
    const opened = await openTestTree({ '/a': 'a' });
    const without = ['rename', 'modify', 'delete', 'download'] as const;
    expect(await copy(opened, '/a', '/b', { without })).toMatchObject({ path: '/b' });
  });
});

describe('the same file', () => {
  test('is not copied onto itself, by its own name or through a symlink', async () => {
    const opened = await openTestTree({ '/docs/a': 'a' });
    await symlink('docs', join(opened.root, 'link'));
    await symlink('docs/a', join(opened.root, 'to-a'));
    for (const to of ['/docs/a', '/link/a', '/to-a']) {
      const replacing = () => copy(opened, '/docs/a', to, { onConflict: 'replace' });
      await expectRefused(opened, replacing, failure('already-exists'));
    }
  });

  test('gets a free name beside itself where that is wanted', async () => {
    const opened = await openTestTree({ '/a.txt': 'a' });
    const result = await copy(opened, '/a.txt', '/a.txt', { onConflict: 'rename' });
    expect(result).toMatchObject({ path: '/a(1).txt' });
    expect(await opened.filesOnDisk()).toEqual({ '/a.txt': 'a', '/a(1).txt': 'a' });
  });

  test('by another hard link is replaced by an independent copy', async () => {
    const opened = await openTestTree({ '/a': 'a' });
    await link(join(opened.root, 'a'), join(opened.root, 'b'));
    await copy(opened, '/a', '/b', { onConflict: 'replace' });
    expect(await opened.filesOnDisk()).toEqual({ '/a': 'a', '/b': 'a' });
  });
});

describe('a folder', () => {
  test('is not copied into itself, by its own path or through a symlink', async () => {
    const opened = await openTestTree({ '/a/b/c': 'c' });
    await symlink('a', join(opened.root, 'link'));
    const refusal = failure('invalid-request', 'into-itself');
    for (const to of ['/a/b/new', '/a/new', '/link/new', '/link/b/new']) {
      await expectRefused(opened, () => copy(opened, '/a', to), refusal);
    }
    const onto = () => copy(opened, '/a/b', '/link', { onConflict: 'replace' });
    await expectRefused(opened, onto, refusal);
  });

  test('is merged into an existing folder: files of the same name are replaced, others stay', async () => {
    const opened = await openTestTree({
      '/from/sub/a': 'new',
      '/from/b': 'b',
      '/to/sub/a': 'old',
      '/to/c': 'c',
    });
    await copy(opened, '/from', '/to', { onConflict: 'replace' });
    expect(await opened.filesOnDisk()).toEqual({
      '/from/sub/a': 'new',
      '/from/b': 'b',
      '/to/sub/a': 'new',
      '/to/b': 'b',
      '/to/c': 'c',
    });
  });

  test('is not merged where a file would meet a folder, at the top or below', async () => {
    const opened = await openTestTree({ '/from/x': 'file', '/to/x/kept': 'kept', '/file': 'f' });
    const taken = failure('already-exists');
    for (const [from, to] of [
      ['/from', '/to'],
      ['/from', '/file'],
      ['/file', '/to'],
    ] as const) {
      await expectRefused(opened, () => copy(opened, from, to, { onConflict: 'replace' }), taken);
    }
  });

  test('is refused as a whole for one entry that may not be seen, here or at the target', async () => {
    const opened = await openTestTree({ '/a/ok': '', '/a/secret/x': '' });
    const forbidden = failure('forbidden');
    const denied = ['/a/secret'];
    await expectRefused(opened, () => copy(opened, '/a', '/b', { denied }), forbidden);
    await expectRefused(
      opened,
      () => copy(opened, '/a', '/b', { denied: ['/b/secret'] }),
      forbidden,
    );
  });

  test('below folders that may not be made is refused, and none of them is left', async () => {
    const opened = await openTestTree({ '/a/x': '' });
    const denied = { denied: ['/new/deep'] };
    await expectRefused(
      opened,
      () => copy(opened, '/a', '/new/deep/a', denied),
      failure('forbidden'),
    );
  });
});

test('a copy that was cancelled leaves nothing', async () => {
  const opened = await openTestTree({ '/a/x': 'x' });
  const reason = new Error('cancelled');
  const control = { ...aControl(), cancelled: AbortSignal.abort(reason) };
  const before = await opened.filesOnDisk();
  await expect(copy(opened, '/a', '/new/b', { control })).rejects.toBe(reason);
  expect(await opened.filesOnDisk()).toEqual(before);
});

test('an interrupted copy that is cancelled before it goes on is left to the job, which removes it', async () => {
  const opened = await openTestTree({ '/a/x': 'x', '/.filebrowser-0.part/x': 'x' });
  const record = opened.tree.journal.open(1, {
    kind: 'copy',
    state: 'copying',
    source: at('/a'),
    target: at('/b'),
    temporary: at('/.filebrowser-0.part'),
    replaces: false,
  });
  await record.advance();
  const reason = new Error('cancelled');
  const taken: unknown[] = [];
  const control = {
    ...aControl(),
    cancelled: AbortSignal.abort(reason),
    interrupted: { record, continues: 'by-time' as const, release: () => undefined },
    onEntry: (its: unknown) => void taken.push(its),
  };
  await expect(copy(opened, '/a', '/b', { control })).rejects.toBe(reason);
  expect(taken).toEqual([]);
  const { signal } = new AbortController();
  await discardResumable(opened.tree, { record, release: () => undefined }, signal);
  expect(await opened.filesOnDisk()).toEqual({ '/a/x': 'x' });
  expect(await opened.journal()).toEqual([]);
});

test('refuses locked paths; two copies of one source run at the same time', async () => {
  const opened = await openTestTree({ '/a': 'a', '/b/x': '' });
  const { locks } = opened.tree;
  const exclusive = (path: string) => [{ path: at(path), access: 'exclusive' } as const];
  const locked = failure('locked');
  await locks.claim(exclusive('/a'), () =>
    expect(copy(opened, '/a', '/c')).rejects.toMatchObject(locked),
  );
  await locks.claim(exclusive('/new'), () =>
    expect(copy(opened, '/a', '/new/deep/a')).rejects.toMatchObject(locked),
  );
  await Promise.all([copy(opened, '/b', '/c'), copy(opened, '/b', '/d')]);
  expect(await opened.filesOnDisk()).toEqual({ '/a': 'a', '/b/x': '', '/c/x': '', '/d/x': '' });
});

describe('the plan that event hooks get', () => {
  function listening(opened: TestTree, before: EventHooks['before']): TestTree {
    const hooks: EventHooks = {
      hasCommands: (event) => Promise.resolve(event === 'copy'),
      before,
      after: () => Promise.resolve(undefined),
    };
    return { ...opened, tree: { ...opened.tree, hooks } };
  }

  test('has both resolved paths, before anything has changed', async () => {
    const opened = await openTestTree({ '/real/a': 'a', '/b': 'old' });
    await symlink('real', join(opened.root, 'link'));
    const plans: OperationPaths[] = [];
    const contents: string[] = [];
    const heard = listening(opened, async (_event, _actor, paths) => {
      plans.push(paths);
      contents.push(await readFile(join(opened.root, 'b'), 'utf8'));
    });
    await copy(heard, '/link/a', '/b', { onConflict: 'replace' });
    await copy(heard, '/link/a', '/b', { onConflict: 'rename' });
    expect(plans).toEqual([
      { path: '/real/a', destination: '/b' },
      { path: '/real/a', destination: '/b(1)' },
    ]);
    expect(contents).toEqual(['old', 'a']);
  });

  test('is refused like the copy itself, and then no hook runs', async () => {
    const opened = await openTestTree({ '/a/secret': '' });
    await symlink('a/secret', join(opened.root, 'link'));
    let isTold = false;
    const heard = listening(opened, () => {
      isTold = true;
      return Promise.resolve();
    });
    for (const from of ['/a', '/link']) {
      const refused = () => copy(heard, from, '/b', { denied: ['/a/secret'] });
      await expectRefused(opened, refused, failure('forbidden'));
    }
    expect(isTold).toBe(false);
  });

  test('that a hook refuses is not carried out', async () => {
    const opened = await openTestTree({ '/a': '' });
    const refusal = new Error('refused by a hook');
    const heard = listening(opened, () => Promise.reject(refusal));
    await expectRefused(opened, () => copy(heard, '/a', '/b'), { message: 'refused by a hook' });
  });
});
