import { readlinkSync } from 'node:fs';
import { rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { enterFolder } from './enter-folder.ts';
import {
  anActor,
  at,
  failure,
  openTestTree,
  type ActorOptions,
  type TestTree,
} from './tree.test-tools.ts';

function enter({ tree }: TestTree, path: string, options: ActorOptions = {}) {
  return enterFolder(tree, anActor(options), at(path));
}

const openAs = (fd: number) => readlinkSync(`/proc/self/fd/${fd}`);

test('the folder and the scope are held open, at their resolved paths, until they are closed', async () => {
  const opened = await openTestTree({ '/home/real/x': '' });
  const { root } = opened;
  await symlink('real', join(root, 'home/link'));
  const folder = await enter(opened, '/home/link', { scope: '/home' });
  expect(folder.path).toBe('/home/real');
  expect(openAs(folder.fd)).toBe(join(root, 'home/real'));
  expect(openAs(folder.scope.fd)).toBe(join(root, 'home'));
  expect(folder.scope.realPath).toBe(join(root, 'home'));
  await rename(join(root, 'home/real'), join(root, 'home/moved'));
  expect(openAs(folder.fd)).toBe(join(root, 'home/moved'));
  await folder.close();
  for (const fd of [folder.fd, folder.scope.fd]) {
    expect(() => openAs(fd)).toThrow('ENOENT');
  }
});

test('the scope of a user without one is the served folder', async () => {
  const opened = await openTestTree({ '/docs/x': '' });
  const folder = await enter(opened, '/docs');
  expect(folder.scope.realPath).toBe(opened.root);
  expect(openAs(folder.scope.fd)).toBe(opened.root);
  await folder.close();
});

test.each<[string, ActorOptions, 'forbidden' | 'not-found']>([
  ['/home/real', { without: ['execute'] }, 'forbidden'],
  ['/home/real', { denied: ['/home/real'] }, 'forbidden'],
  ['/home/link', { denied: ['/home/real'] }, 'forbidden'],
  ['/other', { scope: '/home' }, 'forbidden'],
  ['/home/out', { scope: '/home' }, 'forbidden'],
  ['/home/real/x', {}, 'not-found'],
  ['/home/nothing', {}, 'not-found'],
])('%s is refused for %j: %s', async (path, options, code) => {
  const opened = await openTestTree({ '/home/real/x': '', '/other/y': '' });
  await symlink('real', join(opened.root, 'home/link'));
  await symlink('../other', join(opened.root, 'home/out'));
  await expect(enter(opened, path, options)).rejects.toMatchObject(failure(code));
});
