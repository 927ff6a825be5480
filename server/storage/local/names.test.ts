import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ROOT } from '#contract/paths.ts';
import { withDescriptor, openRootFolder } from './descriptors.ts';
import { openLocalDriver } from './local-driver.ts';
import { readHeadSync } from './read-file.ts';
import { nameText } from '../raw-name.ts';
import { readFolderSync } from './read-folder.ts';
import { at, listed, readText } from '../driver.test-tools.ts';

const root = mkdtempSync(join(tmpdir(), 'filebrowser-names-'));
const driver = openLocalDriver({ root });
afterAll(async () => {
  await driver.close();
  rmSync(root, { recursive: true });
});

const LATIN1 = Buffer.from([0x63, 0x61, 0x66, 0xe9]);

function inRoot(name: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${root}/`), name]);
}

writeFileSync(inRoot(LATIN1), 'latin');
writeFileSync(inRoot(Buffer.from([0x66, 0xff])), 'bytes');
writeFileSync(join(root, 'real \uFFFD sign'), 'sign');
writeFileSync(join(root, 'plain'), 'plain');
writeFileSync(join(root, '.filebrowser-1.part'), 'part');
mkdirSync(inRoot(Buffer.from([0x64, 0xe9])));

test('names that are not UTF-8 are listed with replacement characters and true facts', async () => {
  const entries = await listed(driver, ROOT);
  const shown = entries.map(({ name, size, kind }) => `${name}: ${kind === 'file' ? size : kind}`);
  expect(shown.toSorted()).toEqual([
    'caf\uFFFD: 5',
    'd\uFFFD: folder',
    'f\uFFFD: 5',
    'plain: 5',
    'real \uFFFD sign: 4',
  ]);
});

test('they cannot be requested, and the error explains why', async () => {
  const refusal = {
    code: 'invalid-path',
    message: 'the name on disk is not valid UTF-8',
    refusal: { code: 'name-unreadable' },
  };
  await expect(driver.resolve(at('/caf\uFFFD'), ROOT)).rejects.toMatchObject(refusal);
  await expect(driver.resolve(at('/d\uFFFD/x'), ROOT)).rejects.toMatchObject(refusal);
  await expect(readText(driver, at('/caf\uFFFD'))).rejects.toMatchObject(refusal);
  await expect(listed(driver, at('/d\uFFFD'))).rejects.toMatchObject(refusal);
});

test('a name that contains the replacement character itself can be requested', async () => {
  expect(await readText(driver, at('/real \uFFFD sign'))).toBe('sign');
});

test('a worker reads names, also raw ones, and the heads of files from a descriptor', () => {
  withDescriptor(openRootFolder(root), (fd) => {
    const names = readFolderSync(fd);
    expect(names.map(nameText).toSorted()).toContain('caf\uFFFD');
    const raw = names.find((name) => typeof name !== 'string' && name.equals(LATIN1));
    if (raw === undefined) throw new Error('the raw name is missing');
    expect(Buffer.from(readHeadSync(fd, raw, 3) ?? []).toString()).toBe('lat');
    expect(readHeadSync(fd, 'nothing', 3)).toBeUndefined();
  });
});
