import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '#contract/paths.ts';
import { describe, expect, test } from 'vitest';
import { wrapDriver } from '../testing/wrapped-driver.ts';
import { freeName, giveFreeName, versionedName } from './conflict.ts';
import { at, failure, openTestTree, type TestTree } from './tree.test-tools.ts';

test.each([
  ['a.txt', 'a(1).txt'],
  ['a.tar.gz', 'a.tar(1).gz'],
  ['dir', 'dir(1)'],
  ['v1.2', 'v1(1).2'],
  ['.env', '(1).env'],
  ['a.', 'a(1).'],
  ['a(1).txt', 'a(1)(1).txt'],
])('the first version of %s is %s, as old clients know it', (name, versioned) => {
  expect(versionedName(name, 1)).toBe(versioned);
});

describe('a free name', () => {
  test('is the name itself, or the first numbered one that no file, folder or claim has', async () => {
    const { tree } = await openTestTree({ '/a': '', '/a(1)/': '', '/a(3)': '', '/docs/a(2)': '' });
    expect(await freeName(tree, ROOT, 'b')).toBe('b');
    expect(await freeName(tree, ROOT, 'a')).toBe('a(2)');
    expect(await freeName(tree, ROOT, 'a', (path) => Promise.resolve(path === '/a(2)'))).toBe(
      'a(4)',
    );
    expect(await freeName(tree, at('/docs'), 'a')).toBe('a');
  });

  test('is refused in a missing folder, or if it is too long', async () => {
    const long = 'x'.repeat(253);
    const { tree } = await openTestTree({ '/file': '', [`/${long}`]: '' });
    await expect(freeName(tree, at('/file'), 'a')).rejects.toMatchObject(failure('not-found'));
    await expect(freeName(tree, ROOT, long)).rejects.toMatchObject(
      failure('invalid-path', 'name-too-long'),
    );
  });
});

describe('an entry that is given a free name', () => {
  const from = { folder: at('/from'), name: 'a' };
  const to = { folder: at('/to'), name: 'a' };

  test('never replaces another one', async () => {
    const { tree, filesOnDisk } = await openTestTree({ '/from/a': 'new', '/to/a': 'old' });
    expect(await giveFreeName(tree, from, to)).toBe('/to/a(1)');
    expect(await filesOnDisk()).toEqual({ '/from/': '', '/to/a': 'old', '/to/a(1)': 'new' });
  });

  /** Another program writes a file of the chosen name right before each of the first `times` moves. */
  function taking({ tree, root }: TestTree, times: number) {
    let left = times;
    const driver = wrapDriver(tree.driver, {
      moving: async (move, step) => {
        left -= 1;
        if (left >= 0) await writeFile(join(root, move.to.folder, move.to.name), 'theirs');
        return step();
      },
    });
    return { ...tree, driver };
  }

  test('gets the next name if another program takes the first', async () => {
    const opened = await openTestTree({ '/from/a': 'new', '/to/': '' });
    expect(await giveFreeName(taking(opened, 4), from, to)).toBe('/to/a(4)');
    expect(await opened.filesOnDisk()).toMatchObject({ '/to/a': 'theirs', '/to/a(4)': 'new' });
  });

  test('is not moved if five names are taken, or after any other failure', async () => {
    const opened = await openTestTree({ '/from/a': 'new', '/to/': '' });
    await expect(giveFreeName(taking(opened, 5), from, to)).rejects.toMatchObject(
      failure('already-exists'),
    );
    expect(await opened.filesOnDisk()).toMatchObject({ '/from/a': 'new', '/to/a(4)': 'theirs' });
    const gone = { folder: at('/from'), name: 'gone' };
    await expect(giveFreeName(opened.tree, gone, to)).rejects.toMatchObject(failure('not-found'));
  });
});
