import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { FileContents, Resolution } from '../storage/driver.ts';
import { absence, authorizeEntry, authorizeAndOpen } from './authorize.ts';
import { anActor, at, failure, openTestTree, type TestTree } from './tree.test-tools.ts';

async function openWithLinks() {
  const opened = await openTestTree({
    '/home/file': 'text',
    '/home/secret/file': 'secret',
    '/outside/file': '',
  });
  await symlink('secret/file', join(opened.root, 'home/to-secret'));
  await symlink('file', join(opened.root, 'home/to-file'));
  await symlink('../outside/file', join(opened.root, 'home/out'));
  await symlink('nothing', join(opened.root, 'home/broken'));
  return opened;
}

const home = anActor({ scope: '/home', denied: ['/secret'] });

describe('finding', () => {
  test('returns the resolved path of an entry, and both stats of a symlink', async () => {
    const { tree } = await openWithLinks();
    const plain = await authorizeEntry(tree, home, 'see', at('/home/file'));
    expect(plain).toMatchObject({
      path: '/home/file',
      resolvedPath: '/home/file',
      symlink: undefined,
    });
    const linked = await authorizeEntry(tree, home, 'see', at('/home/to-file'));
    expect(linked).toMatchObject({
      path: '/home/to-file',
      resolvedPath: '/home/file',
      stat: { kind: 'file' },
      symlink: { kind: 'other' },
    });
  });

  test.each([
    ['/outside/file', 'forbidden'],
    ['/home/secret/file', 'forbidden'],
    ['/home/secret/nothing', 'forbidden'],
    ['/home/to-secret', 'forbidden'],
    ['/home/out', 'forbidden'],
    ['/home/broken', 'not-found'],
    ['/home/nothing', 'not-found'],
    ['/home/file/below', 'not-found'],
  ] as const)('%s is refused with %s', async (path, code) => {
    const { tree } = await openWithLinks();
    await expect(authorizeEntry(tree, home, 'see', at(path))).rejects.toMatchObject(failure(code));
  });

  test('needs the permission of the action', async () => {
    const { tree } = await openWithLinks();
    const without = anActor({ scope: '/home', without: ['download'] });
    const path = at('/home/file');
    expect(await authorizeEntry(tree, without, 'see', path)).toMatchObject({ resolvedPath: path });
    await expect(authorizeEntry(tree, without, 'download', path)).rejects.toMatchObject(
      failure('forbidden'),
    );
  });

  test('passes through nothing that has taken the name of the root since', async () => {
    const { tree } = await openWithLinks();
    const other = { ...home, rootFingerprint: 'born 1' };
    await expect(authorizeEntry(tree, other, 'see', at('/home/file'))).rejects.toMatchObject(
      failure('not-found'),
    );
  });
});

describe('finding and opening in one step', () => {
  function open({ tree }: TestTree, path: string, action: 'see' | 'download' = 'see') {
    const { resolveFile } = tree.driver;
    if (resolveFile === undefined) throw new Error('this driver opens in two steps');
    const counts = { resolved: 0, closed: 0 };
    const opener = {
      resolve: () => {
        counts.resolved += 1;
        return resolveFile.call(tree.driver, at(path), home.root, { wholeUpTo: 0 });
      },
      close: async (contents: FileContents) => {
        counts.closed += 1;
        if (contents.kind === 'open') await contents.file.close();
      },
    };
    return { counts, outcome: authorizeAndOpen(home, action, at(path), opener) };
  }

  test('returns the open file, which the caller closes', async () => {
    const opened = await openWithLinks();
    const { counts, outcome } = open(opened, '/home/to-file');
    const { entry, opened: contents } = await outcome;
    expect(entry).toMatchObject({ path: '/home/to-file', resolvedPath: '/home/file' });
    if (contents?.kind !== 'open') throw new Error('not open');
    const bytes = new Uint8Array(4);
    expect(await contents.file.readInto(bytes, 0)).toBe(4);
    expect(Buffer.from(bytes).toString()).toBe('text');
    await contents.file.close();
    expect(counts).toEqual({ resolved: 1, closed: 0 });
  });

  test('closes a file behind a symlink that the actor may not see', async () => {
    const { counts, outcome } = open(await openWithLinks(), '/home/to-secret');
    await expect(outcome).rejects.toMatchObject(failure('forbidden'));
    expect(counts).toEqual({ resolved: 1, closed: 1 });
  });

  test('opens nothing when the path itself is refused', async () => {
    const { counts, outcome } = open(await openWithLinks(), '/home/secret/file');
    await expect(outcome).rejects.toMatchObject(failure('forbidden'));
    expect(counts).toEqual({ resolved: 0, closed: 0 });
  });

  test('refuses missing entries', async () => {
    const { counts, outcome } = open(await openWithLinks(), '/home/nothing');
    await expect(outcome).rejects.toMatchObject(failure('not-found'));
    expect(counts).toEqual({ resolved: 1, closed: 0 });
  });
});

test('only a symlink out of the scope is forbidden; missing and broken ones are not found', () => {
  const missing: Resolution = { kind: 'missing', ancestor: at('/'), missing: ['a'] };
  expect(absence(missing)).toMatchObject(failure('not-found'));
  expect(absence({ kind: 'dangling', symlink: undefined })).toMatchObject(failure('not-found'));
  expect(absence({ kind: 'outside', symlink: undefined })).toMatchObject(failure('forbidden'));
});
