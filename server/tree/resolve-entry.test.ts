import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { AppError } from '../errors.ts';
import { resolveEntry } from './resolve-entry.ts';
import { anActor, at, failure, openTestTree } from './tree.test-tools.ts';

const home = anActor({ scope: '/home' });

async function openWithLinks() {
  const opened = await openTestTree({ '/home/real/file': 'four', '/outside/file': '' });
  const links: Readonly<Record<string, string>> = {
    'home/to-file': 'real/file',
    'home/to-folder': 'real',
    'home/to-link': 'to-file',
    'home/broken': 'nothing',
    'home/circle': 'circle',
    'home/out': '../outside',
  };
  for (const [name, leadsTo] of Object.entries(links)) {
    await symlink(leadsTo, join(opened.root, name));
  }
  return opened;
}

test('returns the deepest existing folder of a missing path', async () => {
  const { tree } = await openWithLinks();
  expect(await resolveEntry(tree, home, at('/home/real/x/y'))).toEqual({
    kind: 'missing',
    ancestor: '/home/real',
    missing: ['x', 'y'],
  });
});

test('an entry that is no symlink is its own target', async () => {
  const { tree } = await openWithLinks();
  const sight = await resolveEntry(tree, home, at('/home/real/file'));
  if (sight.kind !== 'existing') throw new Error('missing');
  expect(sight.own).toMatchObject({
    resolvedPath: '/home/real/file',
    stat: { kind: 'file', size: 4 },
  });
  expect(sight.target).toEqual(sight.own);
});

test('distinguishes a symlink from its target', async () => {
  const { tree } = await openWithLinks();
  for (const [name, resolvedPath, kind] of [
    ['to-file', '/home/real/file', 'file'],
    ['to-link', '/home/real/file', 'file'],
    ['to-folder', '/home/real', 'folder'],
  ] as const) {
    const sight = await resolveEntry(tree, home, at(`/home/${name}`));
    expect(sight).toMatchObject({
      kind: 'existing',
      path: `/home/${name}`,
      own: { resolvedPath: `/home/${name}`, stat: { kind: 'other' } },
      target: { resolvedPath, stat: { kind } },
    });
  }
});

test('resolves a symlink below a symlinked folder to its path in the real one', async () => {
  const { tree, root } = await openWithLinks();
  await symlink('file', join(root, 'home/real/inner'));
  expect(await resolveEntry(tree, home, at('/home/to-folder/inner'))).toMatchObject({
    path: '/home/to-folder/inner',
    own: { resolvedPath: '/home/real/inner' },
    target: { resolvedPath: '/home/real/file' },
  });
});

test.each([
  ['broken', 'not-found'],
  ['circle', 'not-found'],
  ['out', 'forbidden'],
] as const)(
  'the symlink "%s" is an entry itself, and its target is the error %s',
  async (name, code) => {
    const { tree } = await openWithLinks();
    const sight = await resolveEntry(tree, home, at(`/home/${name}`));
    if (sight.kind !== 'existing') throw new Error('missing');
    expect(sight.own).toMatchObject({ resolvedPath: `/home/${name}`, stat: { kind: 'other' } });
    expect(sight.target).toBeInstanceOf(AppError);
    expect(sight.target).toMatchObject(failure(code));
    await expect(resolveEntry(tree, home, at(`/home/${name}/below`))).rejects.toMatchObject(
      failure(code),
    );
  },
);

test('nothing outside of the scope is looked at', async () => {
  const { tree } = await openWithLinks();
  await expect(resolveEntry(tree, home, at('/outside/file'))).rejects.toMatchObject(
    failure('forbidden'),
  );
});
