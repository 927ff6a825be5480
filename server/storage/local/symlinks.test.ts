import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '#contract/paths.ts';
import type { StorageDriver } from '../driver.ts';
import { openLocalDriver } from './local-driver.ts';
import { at, listed, readText } from '../driver.test-tools.ts';

const base = realpathSync(mkdtempSync(join(tmpdir(), 'filebrowser-links-')));
const root = join(base, 'root');
let driver: StorageDriver;
let trusting: StorageDriver;

const LINKS: Readonly<Record<string, string>> = {
  'to-file': 'docs/a.txt',
  'to-folder': 'docs',
  'to-dots': 'docs/../docs/./deep/../a.txt',
  'to-self': 'to-self',
  'circle-1': 'circle-2',
  'circle-2': 'circle-1',
  'to-nothing': 'docs/nothing',
  'below-file': 'docs/a.txt/x',
  'long-name': 'x'.repeat(300),
  'to-root': '.',
  'absolute-inside': join(root, 'docs/a.txt'),
  'absolute-root': root,
  'absolute-by-alias': join(base, 'alias/docs/a.txt'),
  'absolute-outside': join(base, 'outside/secret'),
  'absolute-neighbour': `${root}-neighbour/secret`,
  'absolute-climbing': join(root, 'docs') + '/../../outside/secret',
  'out-relative': '../outside/secret',
  'out-and-in-again': '../root/docs/a.txt',
  'out-folder': '../outside',
  external: '../external/dir',
  'out-deep': 'docs/deep/../../../outside/secret',
  'to-part': '.filebrowser-0.part',
  'docs/up': '..',
  'docs/deep/up-up': '../../to-file',
  'home/anna/to-bob': '../bob/b.txt',
  'home/anna/to-docs': '/docs',
  'home/anna/to-own': '../anna/own.txt',
  'home/anna/through-up': 'up/own.txt',
  'home/anna/up': '../anna',
};

beforeAll(() => {
  for (const folder of [
    'root/docs/deep',
    'root/home/anna',
    'root/home/bob',
    'outside',
    'root-neighbour',
  ]) {
    mkdirSync(join(base, folder), { recursive: true });
  }
  writeFileSync(join(root, 'docs/a.txt'), 'inside');
  writeFileSync(join(root, 'home/anna/own.txt'), 'anna');
  writeFileSync(join(root, 'home/bob/b.txt'), 'bob');
  writeFileSync(join(root, '.filebrowser-0.part'), 'part');
  writeFileSync(join(base, 'outside/secret'), 'foreign');
  for (const folder of ['root/conf', 'external/conf', 'external/dir/sub'])
    mkdirSync(join(base, folder), { recursive: true });
  writeFileSync(join(root, 'conf/app.conf'), 'of the root');
  writeFileSync(join(base, 'external/conf/app.conf'), 'external');
  for (const [path, target] of [
    ['up', '../conf'],
    ['sub/to-conf', '../../conf/app.conf'],
    ['broken', '../docs'],
    ['to-root', root],
    ['back', '../../root/docs'],
  ] as const)
    symlinkSync(target, join(base, 'external/dir', path));
  writeFileSync(join(base, 'root-neighbour/secret'), 'foreign');
  symlinkSync(root, join(base, 'alias'));
  for (const [link, target] of Object.entries(LINKS)) symlinkSync(target, join(root, link));
  for (let hop = 0; hop <= 45; hop += 1) {
    symlinkSync(hop === 0 ? 'docs/a.txt' : `chain-${hop - 1}`, join(root, `chain-${hop}`));
  }
  driver = openLocalDriver({ root: join(base, 'alias') });
  trusting = openLocalDriver({ root, followExternalSymlinks: true });
});

afterAll(async () => {
  await Promise.all([driver.close(), trusting.close()]);
  rmSync(base, { recursive: true });
});

describe('a symlink that stays inside is resolved', () => {
  test.each([
    ['/to-file', '/docs/a.txt'],
    ['/to-folder/a.txt', '/docs/a.txt'],
    ['/to-dots', '/docs/a.txt'],
    ['/to-root', '/'],
    ['/to-root/to-folder/up/docs/deep/up-up', '/docs/a.txt'],
    ['/absolute-inside', '/docs/a.txt'],
    ['/absolute-root/docs', '/docs'],
    ['/absolute-by-alias', '/docs/a.txt'],
    ['/docs/up', '/'],
    ['/chain-39', '/docs/a.txt'],
    ['/home/anna/to-own', '/home/anna/own.txt'],
    ['/home/anna/through-up', '/home/anna/own.txt'],
  ])('%s → %s', async (path, resolvedPath) => {
    expect(await driver.resolve(at(path), ROOT)).toMatchObject({
      kind: 'found',
      path: resolvedPath,
    });
  });

  test('the stat of a symlink is returned only if it is the last segment', async () => {
    const link = await driver.resolve(at('/to-file'), ROOT);
    expect(link).toMatchObject({ stat: { kind: 'file', size: 6 }, symlink: { size: 10 } });
    expect(await driver.resolve(at('/to-folder/a.txt'), ROOT)).toMatchObject({
      symlink: undefined,
    });
  });

  test('a missing entry behind a symlink is reported with the resolved folder', async () => {
    const missing = await driver.resolve(at('/to-folder/new/file'), ROOT);
    expect(missing).toEqual({ kind: 'missing', ancestor: '/docs', missing: ['new', 'file'] });
  });
});

describe('a symlink that leads out is never entered', () => {
  test.each([
    '/absolute-outside',
    '/absolute-neighbour',
    '/absolute-climbing',
    '/out-relative',
    '/out-and-in-again',
    '/out-folder',
    '/out-folder/secret',
    '/out-deep',
    '/to-root/out-folder/secret',
    '/to-folder/up/out-relative',
  ])('%s', async (path) => {
    expect(await driver.resolve(at(path), ROOT)).toMatchObject({ kind: 'outside' });
    await expect(readText(driver, at(path))).rejects.toMatchObject({ code: 'forbidden' });
  });

  test.each(['/home/anna/to-bob', '/home/anna/to-docs', '/home/anna/to-docs/a.txt'])(
    '%s, by the confines of one user',
    async (path) => {
      const resolution = await driver.resolve(at(path), at('/home/anna'));
      expect(resolution).toMatchObject({ kind: 'outside' });
    },
  );

  test('a symlink that stays in the given folder is followed', async () => {
    for (const path of ['/home/anna/to-own', '/home/anna/through-up', '/home/anna/up/up/own.txt']) {
      const resolution = await driver.resolve(at(path), at('/home/anna'));
      expect(resolution).toMatchObject({ kind: 'found', path: '/home/anna/own.txt' });
    }
  });
});

describe('a broken symlink is reported as such', () => {
  test.each([
    '/to-nothing',
    '/to-nothing/new.txt',
    '/to-self',
    '/circle-1',
    '/circle-1/a',
    '/below-file',
    '/long-name',
    '/chain-41',
    '/to-part',
  ])('%s', async (path) => {
    expect(await driver.resolve(at(path), ROOT)).toMatchObject({ kind: 'dangling' });
  });

  test('with the stat of the symlink if it is the last segment', async () => {
    expect(await driver.resolve(at('/to-nothing'), ROOT)).toMatchObject({ symlink: { size: 12 } });
    expect(await driver.resolve(at('/to-nothing/a'), ROOT)).toEqual({
      kind: 'dangling',
      symlink: undefined,
    });
  });
});

test('a symlink is listed as itself, without examining its target', async () => {
  const entries = await listed(driver, ROOT);
  const link = entries.find(({ name }) => name === 'absolute-outside');
  expect(link).toMatchObject({ isSymlink: true, kind: 'other' });
});

test('no method accepts a path with a symlink in it', async () => {
  const refusal = { code: 'forbidden' };
  const folder = at('/to-folder');
  const bytes = new Uint8Array(1);
  await expect(listed(driver, folder)).rejects.toMatchObject(refusal);
  await expect(driver.makeFolder(folder, 'x')).rejects.toMatchObject(refusal);
  const saving = driver.writeFile(folder, 'x', bytes, { replace: true });
  await expect(saving).rejects.toMatchObject(refusal);
  await expect(driver.createTemporaryFile(folder)).rejects.toMatchObject(refusal);
  await expect(driver.usage(folder)).rejects.toMatchObject(refusal);
  await expect(driver.remove(folder, 'a.txt')).rejects.toMatchObject(refusal);
  await expect(readText(driver, at('/to-folder/a.txt'))).rejects.toMatchObject(refusal);
});

test('writing and removing affect a symlink, not its target', async () => {
  symlinkSync('../outside/secret', join(root, 'victim'));
  await driver.writeFile(ROOT, 'victim', Buffer.from('own'), { replace: true });
  expect(await readText(driver, at('/victim'))).toBe('own');
  await driver.remove(ROOT, 'victim');

  symlinkSync('../outside', join(root, 'victim'));
  await driver.remove(ROOT, 'victim');
  const through = await trusting.resolve(at('/out-relative'), ROOT);
  expect(through).toMatchObject({ kind: 'found', stat: { size: 7 } });
});

describe('when the operator trusts symlinks that lead out', () => {
  test('they are followed, and those inside are still resolved', async () => {
    expect(await readText(trusting, at('/out-folder/secret'))).toBe('foreign');
    expect(await readText(trusting, at('/absolute-outside'))).toBe('foreign');
    const found = await trusting.resolve(at('/out-folder/secret'), ROOT);
    expect(found).toMatchObject({ kind: 'found', path: '/out-folder/secret' });
    const inside = await trusting.resolve(at('/to-folder/a.txt'), ROOT);
    expect(inside).toMatchObject({ kind: 'found', path: '/docs/a.txt' });
  });

  test('the untrusting driver beside it still refuses', async () => {
    const reading = readText(driver, at('/out-folder/secret'));
    await expect(reading).rejects.toMatchObject({ code: 'forbidden' });
  });

  test('relative symlinks in an external folder start at its real position', async () => {
    expect(await readText(trusting, at('/external/up/app.conf'))).toBe('external');
    expect(await readText(trusting, at('/external/sub/to-conf'))).toBe('external');
    const below = await trusting.resolve(at('/external/up/none'), ROOT);
    expect(below).toEqual({ kind: 'missing', ancestor: '/external/up', missing: ['none'] });
    expect(await trusting.resolve(at('/external/broken'), ROOT)).toMatchObject({
      kind: 'dangling',
    });
  });

  test('symlinks in an external folder that lead into the root have their path there', async () => {
    const inside = await trusting.resolve(at('/external/to-root/docs/a.txt'), ROOT);
    expect(inside).toMatchObject({ kind: 'found', path: '/docs/a.txt' });
    const relative = await trusting.resolve(at('/external/back/a.txt'), ROOT);
    expect(relative).toMatchObject({ kind: 'found', path: '/docs/a.txt' });
  });
});
