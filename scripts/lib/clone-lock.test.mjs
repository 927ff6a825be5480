import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { withCloneLock } from './clone-lock.mjs';

function freshLock() {
  const folder = mkdtempSync(join(tmpdir(), 'lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'ensure.lock');
}

test('a start and a test of one clone do their set-up one after the other, and the second says it waits', async () => {
  const lock = freshLock();
  const story = [];
  let second = Promise.resolve();
  await withCloneLock(lock, async () => {
    second = withCloneLock(
      lock,
      () => story.push('second runs'),
      () => story.push('second waits'),
    );
    await sleep(50);
    story.push('first ends');
  });
  await second;
  expect(story).toEqual(['second waits', 'first ends', 'second runs']);
  expect(existsSync(lock)).toBe(false);
});

test('the lock of a process that died is taken over', async () => {
  const lock = freshLock();
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  mkdirSync(lock);
  writeFileSync(join(lock, 'pid'), String(pid));
  expect(
    await withCloneLock(
      lock,
      () => 'done',
      () => {},
    ),
  ).toBe('done');
});

test('a set-up that fails gives the lock back', async () => {
  const lock = freshLock();
  const failing = withCloneLock(lock, () => Promise.reject(new Error('no network')));
  await expect(failing).rejects.toThrow('no network');
  expect(existsSync(lock)).toBe(false);
});
