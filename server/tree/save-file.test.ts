import { execFile } from 'node:child_process';
import { chmod, lstat, stat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { saveFile } from './save-file.ts';
import {
  anActor,
  at,
  failure,
  openTestTree,
  type ActorOptions,
  type TestTree,
} from './tree.test-tools.ts';
import type { WriteCondition } from './write-condition.ts';

const run = promisify(execFile);

interface Saving extends ActorOptions {
  readonly condition?: WriteCondition;
  readonly isFolder?: boolean;
}

async function save({ tree }: TestTree, path: string, options: Saving = {}) {
  const { condition, isFolder = false, ...actorOptions } = options;
  const file = { body: Readable.from([Buffer.from('new')]), account: 'anna', announcedBytes: 3 };
  const request = { path: at(path), isFolder, condition, file };
  return (await saveFile(tree, anActor(actorOptions), request)).result;
}

test('replaces the contents and keeps the mode; a symlink to the file stays', async () => {
  const opened = await openTestTree({ '/real/a': 'old' });
  const real = join(opened.root, 'real/a');
  await chmod(real, 0o604);
  await symlink('real/a', join(opened.root, 'link'));
  expect(await save(opened, '/link')).toMatchObject({ size: 3 });
  expect(await opened.filesOnDisk()).toEqual({ '/real/a': 'new' });
  expect((await stat(real)).mode & 0o777).toBe(0o604);
  expect((await lstat(join(opened.root, 'link'))).isSymbolicLink()).toBe(true);
});

test('does not create missing files, and refuses folders', async () => {
  const opened = await openTestTree({ '/docs/a': 'old', '/home/': '' });
  await symlink('nothing', join(opened.root, 'broken'));
  await symlink('../docs/a', join(opened.root, 'home/out'));
  await run('mkfifo', [join(opened.root, 'pipe')]);
  const refusals = [
    ['/nothing', {}, failure('not-found')],
    ['/broken', {}, failure('not-found')],
    ['/home/out', { scope: '/home' }, failure('forbidden')],
    ['/docs', {}, failure('method-not-allowed')],
    ['/docs/a', { isFolder: true }, failure('method-not-allowed')],
    ['/pipe', {}, failure('invalid-request', 'not-a-file')],
  ] as const;
  for (const [path, options, expected] of refusals) {
    await expect(save(opened, path, options)).rejects.toMatchObject(expected);
  }
  expect(await opened.filesOnDisk()).toEqual({ '/docs/a': 'old' });
});

test('requires the permission to modify, at the requested and the resolved path', async () => {
  const opened = await openTestTree({ '/real/a': 'old' });
  await symlink('real/a', join(opened.root, 'link'));
  const forbidden = failure('forbidden');
  await expect(save(opened, '/real/a', { without: ['modify'] })).rejects.toMatchObject(forbidden);
  await expect(save(opened, '/link', { denied: ['/real'] })).rejects.toMatchObject(forbidden);
  await expect(save(opened, '/link', { denied: ['/link'] })).rejects.toMatchObject(forbidden);
  const { isFolder, ...others } = { isFolder: true, without: ['modify'] } as const;
  await expect(save(opened, '/real/a', { isFolder, ...others })).rejects.toMatchObject(forbidden);
  expect(await opened.filesOnDisk()).toEqual({ '/real/a': 'old' });
  await save(opened, '/real/a', { without: ['create', 'rename', 'delete', 'download'] });
});

test('a file that has changed since its writer read it is not overwritten', async () => {
  const opened = await openTestTree({ '/a': 'old' });
  await expect(save(opened, '/a', { condition: () => false })).rejects.toMatchObject(
    failure('stale'),
  );
  let asked = 0;
  const changing: WriteCondition = () => {
    asked += 1;
    return asked === 1;
  };
  await expect(save(opened, '/a', { condition: changing })).rejects.toMatchObject(failure('stale'));
  expect(await opened.filesOnDisk()).toEqual({ '/a': 'old' });
  await save(opened, '/a', { condition: (current) => current?.size === 3 });
  expect(await opened.filesOnDisk()).toEqual({ '/a': 'new' });
});

test('is refused while another operation has locked the path', async () => {
  const opened = await openTestTree({ '/docs/a': 'old' });
  const claims = [{ path: at('/docs'), access: 'exclusive' } as const];
  await opened.tree.locks.claim(claims, () =>
    expect(save(opened, '/docs/a')).rejects.toMatchObject(failure('locked')),
  );
});
