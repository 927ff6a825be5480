import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '#contract/paths.ts';
import { TRASH_NAME } from '#contract/temporary-names.ts';
import { at } from '../driver.test-tools.ts';
import { type LocalDriver, openLocalDriver } from './local-driver.ts';

/** A folder on another device than the disk, where one is available. */
const OTHER_DEVICE = '/dev/shm';

function openRoot({ followExternalSymlinks = false } = {}): { driver: LocalDriver; root: string } {
  const root = mkdtempSync(join(tmpdir(), 'filebrowser-trash-'));
  const driver = openLocalDriver({ root, followExternalSymlinks });
  onTestFinished(async () => {
    await driver.close();
    rmSync(root, { recursive: true });
  });
  return { driver, root };
}

test.skipIf(!existsSync(OTHER_DEVICE))('each disk has a trash of its own', async () => {
  const memory = mkdtempSync(join(OTHER_DEVICE, 'filebrowser-trash-'));
  onTestFinished(() => rmSync(memory, { recursive: true }));
  const { driver, root } = openRoot({ followExternalSymlinks: true });
  mkdirSync(join(memory, 'deep/deeper'), { recursive: true });
  writeFileSync(join(root, 'here'), '');
  symlinkSync(memory, join(root, 'there'));
  const create = { create: true };
  expect(await driver.trashFor({ folder: ROOT, name: 'here' }, create)).toBe(`/${TRASH_NAME}`);
  const deep = { folder: at('/there/deep'), name: 'deeper' };
  expect(await driver.trashFor(deep, create)).toBe(`/there/${TRASH_NAME}`);
  expect(existsSync(join(memory, TRASH_NAME))).toBe(true);
  // The symlink itself is on the disk of the root.
  expect(await driver.trashFor({ folder: ROOT, name: 'there' }, create)).toBe(`/${TRASH_NAME}`);
});

test('a mount point, and a folder that holds one, cannot be moved into a trash', async (context) => {
  const { driver, root } = openRoot();
  mkdirSync(join(root, 'holder/disk'), { recursive: true });
  mkdirSync(join(root, 'beside'));
  const disk = join(root, 'holder/disk');
  if (spawnSync('mount', ['-t', 'tmpfs', 'tmpfs', disk]).status !== 0)
    return context.skip('mounting needs root');
  try {
    writeFileSync(join(disk, 'a'), '');
    const create = { create: true };
    const trashOf = (folder: string, name: string) =>
      driver.trashFor({ folder: at(folder), name }, create);
    expect(await trashOf('/holder', 'disk')).toBeUndefined();
    expect(await trashOf('/', 'holder')).toBeUndefined();
    expect(await trashOf('/', 'beside')).toBe(`/${TRASH_NAME}`);
    expect(await trashOf('/holder/disk', 'a')).toBe(`/holder/disk/${TRASH_NAME}`);
    expect(
      await driver.resolve(at(`/holder/disk/${TRASH_NAME}`), ROOT).catch(() => 'refused'),
    ).toBe('refused');
    spawnSync('mount', ['-o', 'remount,ro', disk]);
    writeFileSync(join(root, 'beside/b'), '');
    expect(await trashOf('/holder/disk', 'a')).toBeUndefined();
    expect(await trashOf('/beside', 'b')).toBe(`/${TRASH_NAME}`);
  } finally {
    await driver.close();
    spawnSync('umount', ['--lazy', disk]);
  }
});

test('what is not a folder of its own is never used as a trash', async () => {
  const { driver, root } = openRoot({ followExternalSymlinks: true });
  mkdirSync(join(root, 'docs'));
  writeFileSync(join(root, 'a'), '');
  symlinkSync('docs', join(root, TRASH_NAME));
  const entry = { folder: ROOT, name: 'a' };
  expect(await driver.trashFor(entry, { create: true })).toBeUndefined();
  const inside = { folder: at(`/${TRASH_NAME}`), name: 'x' };
  await expect(driver.move(entry, inside, { replace: true })).rejects.toMatchObject({
    name: 'AppError',
  });
  await expect(driver.resolve(at(`/${TRASH_NAME}/x`), at(`/${TRASH_NAME}`))).rejects.toMatchObject({
    code: 'not-found',
  });
  rmSync(join(root, TRASH_NAME));
  writeFileSync(join(root, TRASH_NAME), 'a file');
  expect(await driver.trashFor(entry, { create: true })).toBeUndefined();
});
