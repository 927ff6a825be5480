import { execFile } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { removeEntry } from './remove-entry.ts';
import {
  aControl,
  anActor,
  answeringLate,
  at,
  failure,
  openTestTree,
  type ActorOptions,
  type TestTree,
} from './tree.test-tools.ts';

const run = promisify(execFile);

interface Removing extends ActorOptions {
  readonly control?: ReturnType<typeof aControl>;
}

async function remove({ tree }: TestTree, path: string, options: Removing = {}) {
  const { control = aControl(), ...actorOptions } = options;
  await removeEntry(tree, anActor(actorOptions), { path: at(path), trash: 'preferred' }, control);
}

async function expectRefused(opened: TestTree, path: string, options: Removing, expected: object) {
  const before = await opened.filesOnDisk();
  await expect(remove(opened, path, options)).rejects.toMatchObject(expected);
  expect(await opened.filesOnDisk()).toEqual(before);
  expect(await opened.journal()).toEqual([]);
}

test('a deletion that a disk makes after it seemed to have failed is completed by the recovery', async () => {
  const files = { '/docs/a': 'a', '/b': 'b' };
  const keeping = answeringLate(await openTestTree(files, { keepsDeleted: true }));
  await expect(remove(keeping, '/docs')).rejects.toMatchObject(failure('not-answering'));
  expect(await keeping.filesOnDisk()).toMatchObject(files);
  await keeping.later();
  expect(await keeping.trashed()).toEqual(['/docs']);
  expect(await keeping.journal()).toEqual([]);

  const replaced = answeringLate(await openTestTree(files, { keepsDeleted: true }));
  await expect(remove(replaced, '/docs')).rejects.toMatchObject(failure('not-answering'));
  await replaced.later(async () => {
    await mkdir(join(replaced.root, 'docs'));
    await replaced.star('/docs/a');
  });
  expect(await replaced.trashed()).toEqual(['/docs']);
  expect(await replaced.starred()).toEqual(['/docs/a']);

  const removing = answeringLate(await openTestTree(files));
  await expect(remove(removing, '/docs')).rejects.toMatchObject(failure('not-answering'));
  await removing.later();
  expect(await removing.filesOnDisk()).toEqual({ '/b': 'b' });
  expect(await removing.journal()).toEqual([]);
});

test('a deletion that was repeated after a disk did not answer is not kept in the journal', async () => {
  const opened = await openTestTree({ '/docs/a': 'a', '/b': 'b' }, { keepsDeleted: true });
  const late = answeringLate(opened, { isMade: false });
  await expect(remove(late, '/docs')).rejects.toMatchObject(failure('not-answering'));
  await remove(opened, '/docs');
  await late.later(() => mkdir(join(opened.root, 'docs')));
  expect(await opened.trashed()).toEqual(['/docs']);
  expect(await opened.journal()).toEqual([]);
});

describe('removing', () => {
  test('takes a file, or a folder with all below it, and nothing else', async () => {
    const opened = await openTestTree({ '/a': '', '/ab': '', '/docs/sub/x': '', '/docs2/y': '' });
    await remove(opened, '/a');
    await remove(opened, '/docs');
    expect(await opened.filesOnDisk()).toEqual({ '/ab': '', '/docs2/y': '' });
    expect(await opened.journal()).toEqual([]);
  });

  test('removes a symlink itself, and never its target', async () => {
    const opened = await openTestTree({ '/real/a': 'a', '/docs/': '' });
    const { root } = opened;
    await symlink('real', join(root, 'link'));
    await symlink('nothing', join(root, 'broken'));
    await symlink('/', join(root, 'out'));
    await symlink('../real', join(root, 'docs/inner'));
    for (const path of ['/link', '/broken', '/out', '/docs']) await remove(opened, path);
    expect(await opened.filesOnDisk()).toEqual({ '/real/a': 'a' });
  });

  test('removes a FIFO, and the entry in the target of a symlinked folder', async () => {
    const opened = await openTestTree({ '/real/a': '', '/real/b': '' });
    await symlink('real', join(opened.root, 'link'));
    await run('mkfifo', [join(opened.root, 'pipe')]);
    await remove(opened, '/pipe');
    await remove(opened, '/link/a');
    expect(await opened.filesOnDisk()).toEqual({ '/real/b': '' });
  });
});

describe('it is refused', () => {
  test('for the root of a user, a missing entry, and one outside of the scope', async () => {
    const opened = await openTestTree({ '/home/docs/a': '', '/other': '' });
    await symlink('../../other', join(opened.root, 'home/docs/out'));
    await expectRefused(opened, '/', {}, failure('forbidden'));
    const home = { scope: '/home' };
    await expectRefused(opened, '/home', home, failure('forbidden'));
    await expectRefused(opened, '/other', home, failure('forbidden'));
    await expectRefused(opened, '/home/docs/out/x', home, failure('forbidden'));
    await expectRefused(opened, '/home/nothing', home, failure('not-found'));
    await expectRefused(opened, '/home/docs/a/x', home, failure('not-found'));
  });

  test('without the permission to delete, at the requested or the resolved path', async () => {
    const opened = await openTestTree({ '/real/a': '' });
    await symlink('real', join(opened.root, 'link'));
    await expectRefused(opened, '/real/a', { without: ['delete'] }, failure('forbidden'));
    await expectRefused(opened, '/link/a', { denied: ['/real'] }, failure('forbidden'));
    await expectRefused(opened, '/link/a', { denied: ['/link'] }, failure('forbidden'));
    await remove(opened, '/real/a', { without: ['create', 'modify', 'rename', 'download'] });
  });

  test('completely if one entry below is invisible or a file of the server', async () => {
    const opened = await openTestTree({ '/docs/ok': '', '/docs/sub/secret': '' });
    const forbidden = failure('forbidden');
    await expectRefused(opened, '/docs', { denied: ['/docs/sub/secret'] }, forbidden);
    const protectedPaths = ['/docs/sub/secret'];
    await expectRefused(opened, '/docs', { protectedPaths }, forbidden);
    await symlink('docs', join(opened.root, 'link'));
    await expectRefused(opened, '/link/sub', { denied: ['/link/sub/secret'] }, forbidden);
  });

  test('while another operation reads or changes something there', async () => {
    const opened = await openTestTree({ '/docs/sub/a': '' });
    for (const path of ['/docs/sub/a', '/docs', '/']) {
      const claims = [{ path: at(path), access: 'shared' } as const];
      await opened.tree.locks.claim(claims, () =>
        expectRefused(opened, '/docs/sub', {}, failure('locked')),
      );
    }
  });

  test('when it was cancelled before it began', async () => {
    const opened = await openTestTree({ '/docs/a': '' });
    const control = { ...aControl(), cancelled: AbortSignal.abort(new Error('cancelled')) };
    await expectRefused(opened, '/docs', { control }, { message: 'cancelled' });
    await expectRefused(opened, '/docs/a', { control }, { message: 'cancelled' });
  });
});

test('hidden names are removed with their folder, and not by their own path', async () => {
  const opened = await openTestTree({ '/docs/.hidden': '', '/docs/a': '' });
  const hideDotfiles = true;
  await expectRefused(opened, '/docs/.hidden', { hideDotfiles }, failure('forbidden'));
  await remove(opened, '/docs', { hideDotfiles });
  expect(await opened.filesOnDisk()).toEqual({});
});
