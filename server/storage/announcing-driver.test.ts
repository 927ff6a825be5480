import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '#contract/paths.ts';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { createTreeChanges, type TreeChange } from '../events/tree-changes.ts';
import { createLogger } from '../logger.ts';
import { announcing } from './announcing-driver.ts';
import { at, describeStorageDriver } from './contract-suite.ts';
import { openLocalDriver } from './local/local-driver.ts';
import { describeFingerprints } from './fingerprint-suite.ts';
import { describeMoves } from './move-suite.ts';

const logger = createLogger({ kind: 'off' });

const folder = mkdtempSync(join(tmpdir(), 'filebrowser-announcing-'));
afterAll(() => rmSync(folder, { recursive: true }));

function openAnnouncing() {
  const told: TreeChange[] = [];
  const changes = createTreeChanges(logger);
  changes.listen((change) => told.push(change));
  const root = mkdtempSync(join(folder, 'root-'));
  return { driver: announcing(openLocalDriver({ root }), changes), told };
}

function openForTest() {
  const opened = openAnnouncing();
  onTestFinished(() => opened.driver.close());
  return opened;
}

test('what a driver has changed is told when it is done, under the names that can be seen', async () => {
  const { driver, told } = openForTest();
  await driver.makeFolder(ROOT, 'docs');
  await driver.writeFile(at('/docs'), 'a', new Uint8Array(), { replace: false });
  const hidden = { folder: ROOT, name: '.filebrowser-x.part' };
  const rename = { replace: false };
  await driver.move({ folder: ROOT, name: 'docs' }, { folder: ROOT, name: 'papers' }, rename);
  await driver.move({ folder: ROOT, name: 'papers' }, hidden, rename);
  await driver.move(hidden, { folder: ROOT, name: 'docs' }, rename);
  const part = await driver.createTemporaryFile(at('/docs'));
  await part.write([new Uint8Array([1])], 0);
  await part.publish('b', { replace: false });
  await driver.remove(at('/docs'), 'b');
  expect(told).toEqual([
    { kind: 'appeared', place: '/docs' },
    { kind: 'appeared', place: '/docs/a' },
    { kind: 'moved', from: '/docs', to: '/papers' },
    { kind: 'vanished', place: '/papers' },
    { kind: 'appeared', place: '/docs' },
    { kind: 'appeared', place: '/docs/b' },
    { kind: 'vanished', place: '/docs/b' },
  ]);
});

test('what has failed is not told', async () => {
  const { driver, told } = openForTest();
  await driver.makeFolder(ROOT, 'docs');
  const refusal = (code: string) => ({ code });
  await expect(driver.makeFolder(ROOT, 'docs')).rejects.toMatchObject(refusal('already-exists'));
  await expect(driver.remove(at('/docs'), '..')).rejects.toMatchObject(refusal('invalid-path'));
  const nothing = { folder: ROOT, name: 'nothing' };
  await expect(
    driver.move(nothing, { folder: ROOT, name: 'x' }, { replace: false }),
  ).rejects.toMatchObject(refusal('not-found'));
  expect(told).toHaveLength(1);
});

test('a listener that fails neither undoes the act nor keeps it from others', async () => {
  const changes = createTreeChanges(logger);
  const told: TreeChange[] = [];
  changes.listen(() => {
    throw new Error('a bad listener');
  });
  changes.listen((change) => told.push(change));
  changes.tell({ kind: 'vanished', place: at('/a') });
  expect(told).toHaveLength(1);
});

const open = () => Promise.resolve(openAnnouncing().driver);

describeStorageDriver('announcing', open);
describeMoves('announcing', open);
describeFingerprints('announcing', open);
