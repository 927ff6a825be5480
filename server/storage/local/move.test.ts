import { execFileSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, type TestContext } from 'vitest';
import { ROOT } from '#contract/paths.ts';
import type { StorageDriver } from '../driver.ts';
import { openLocalDriver } from './local-driver.ts';
import { at } from '../driver.test-tools.ts';

const base = mkdtempSync(join(tmpdir(), 'filebrowser-move-'));
const root = join(base, 'root');
mkdirSync(root);
const driver = openLocalDriver({ root, followExternalSymlinks: false });
afterAll(async () => {
  await driver.close();
  rmSync(base, { recursive: true });
});

function move(from: string, to: string, replace = false, within: StorageDriver = driver) {
  return within.move({ folder: ROOT, name: from }, { folder: ROOT, name: to }, { replace });
}

describe('symlinks', () => {
  test('are moved themselves, and never replaced by their target', async () => {
    mkdirSync(join(base, 'outside'));
    symlinkSync('../outside', join(root, 'link'));
    await move('link', 'moved-link');
    expect(readlinkSync(join(root, 'moved-link'))).toBe('../outside');

    writeFileSync(join(root, 'file'), 'own');
    await move('file', 'moved-link', true);
    expect(lstatSync(join(root, 'moved-link')).isFile()).toBe(true);
    expect(readdirSync(join(base, 'outside'))).toEqual([]);
  });

  test('that have replaced a folder are not followed', async () => {
    symlinkSync('../outside', join(root, 'way'));
    writeFileSync(join(root, 'here'), 'own');
    writeFileSync(join(base, 'outside', 'there'), 'foreign');
    const way = (name: string) => ({ folder: at('/way'), name });
    const here = { folder: ROOT, name: 'here' };
    const refusal = { code: 'forbidden' };
    await expect(driver.move(here, way('x'), { replace: true })).rejects.toMatchObject(refusal);
    await expect(driver.move(way('there'), here, { replace: true })).rejects.toMatchObject(refusal);
    expect(readFileSync(join(root, 'here'), 'utf8')).toBe('own');
  });

  test('of two hard links of one file, the moved one is removed', async () => {
    writeFileSync(join(root, 'one'), 'x');
    linkSync(join(root, 'one'), join(root, 'two'));
    await expect(move('one', 'two')).rejects.toMatchObject({ code: 'already-exists' });
    await move('one', 'two', true);
    expect(existsSync(join(root, 'one'))).toBe(false);
    expect(readFileSync(join(root, 'two'), 'utf8')).toBe('x');
  });

  test('a temporary file that a crash has left beside its final name is removed by moving it again', async () => {
    const part = '.filebrowser-crashed.part';
    writeFileSync(join(root, part), 'x');
    linkSync(join(root, part), join(root, 'finished'));
    await move(part, 'finished');
    expect(readdirSync(root)).not.toContain(part);
    expect(readFileSync(join(root, 'finished'), 'utf8')).toBe('x');
  });
});

test('a FIFO is given another name without being opened', async () => {
  execFileSync('mkfifo', [join(root, 'fifo')]);
  await move('fifo', 'pipe');
  expect(lstatSync(join(root, 'pipe')).isFIFO()).toBe(true);
});

test('another device is reported, and nothing is left behind', async (context) => {
  const memory = '/dev/shm';
  if (!existsSync(memory) || lstatSync(memory).dev === lstatSync(root).dev)
    return context.skip('there is no second file system to move to');
  const elsewhere = mkdtempSync(join(memory, 'filebrowser-move-'));
  symlinkSync(elsewhere, join(root, 'elsewhere'));
  writeFileSync(join(root, 'stays'), 'x');
  mkdirSync(join(root, 'stays-too'));
  // With trusted symlinks, folders on other devices are reachable.
  const trusting = openLocalDriver({ root, followExternalSymlinks: true });
  try {
    for (const name of ['stays', 'stays-too']) {
      for (const replace of [false, true]) {
        const from = { folder: ROOT, name };
        const outcome = await trusting.move(from, { folder: at('/elsewhere'), name }, { replace });
        expect(outcome).toEqual({ kind: 'other-device' });
      }
    }
    expect(readdirSync(elsewhere)).toEqual([]);
    expect(readdirSync(root)).toEqual(expect.arrayContaining(['stays', 'stays-too']));
  } finally {
    await trusting.close();
    rmSync(elsewhere, { recursive: true });
  }
});

test('the case of a name changes on a case-insensitive file system, without losing another entry', async (context) => {
  const mount = mountCaseless(context);
  const caseless = openLocalDriver({ root: join(mount, 'root') });
  try {
    for (const [name, make] of [
      ['Füle', (path: string) => writeFileSync(path, 'x')],
      ['folder', (path: string) => mkdirSync(path)],
    ] as const) {
      make(join(mount, 'root', name));
      const other = name.toUpperCase();
      expect(await move(name, other, false, caseless)).toMatchObject({ kind: 'moved' });
      expect(readdirSync(join(mount, 'root'))).toEqual([other]);
      const decomposed = name.normalize('NFD');
      await move(other, decomposed, false, caseless);
      expect(readdirSync(join(mount, 'root'))).toEqual([decomposed]);
      await move(name, decomposed, false, caseless);
      rmSync(join(mount, 'root', name), { recursive: true });
    }
    writeFileSync(join(mount, 'root', 'one'), '1');
    linkSync(join(mount, 'root', 'one'), join(mount, 'root', 'two'));
    await move('ONE', 'TWO', true, caseless);
    expect(readdirSync(join(mount, 'root'))).toEqual(['two']);
    expect(caseless.features.caseSensitive).toBe(false);
  } finally {
    await caseless.close();
    execFileSync('umount', [mount]);
  }
});

/** Mounts a file system in a file, with a case-insensitive folder. Needs root and loop devices. */
function mountCaseless(context: TestContext): string {
  const mount = join(base, 'caseless');
  const image = join(base, 'image');
  mkdirSync(mount);
  try {
    const quiet = { stdio: 'ignore' } as const;
    execFileSync('truncate', ['-s', '16M', image], quiet);
    execFileSync('mkfs.ext4', ['-q', '-O', 'casefold', '-E', 'encoding=utf8', image], quiet);
    execFileSync('mount', ['-o', 'loop', image, mount], quiet);
    try {
      mkdirSync(join(mount, 'root'));
      execFileSync('chattr', ['+F', join(mount, 'root')], quiet);
    } catch (error) {
      execFileSync('umount', [mount]);
      throw error;
    }
  } catch {
    return context.skip('no file system without cases can be mounted here');
  }
  return mount;
}
