import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ROOT } from '#contract/paths.ts';
import { expect, onTestFinished, test } from 'vitest';
import { openLocalDriver } from './local-driver.ts';

function temporaryRoot(): string {
  const root = mkdtempSync(join(tmpdir(), 'filebrowser-close-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return root;
}

test('a file that was being sent when the server stopped leaves nothing behind', async () => {
  const root = temporaryRoot();
  const driver = openLocalDriver({ root });
  const temporaryFile = await driver.createTemporaryFile(ROOT);
  await temporaryFile.write([Buffer.from('half')], 0);

  const closing = driver.close();
  await delay(20);
  await temporaryFile.discard();
  await closing;

  expect(readdirSync(root)).toEqual([]);
});

test('a temporary file that is never closed does not keep the driver from closing', async () => {
  const root = temporaryRoot();
  const driver = openLocalDriver({ root, closeLimitMs: 20 });
  const temporaryFile = await driver.createTemporaryFile(ROOT);

  await driver.close();

  await temporaryFile.close();
  expect(readdirSync(root)).toEqual([temporaryFile.ref.partName]);
});
