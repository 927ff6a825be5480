import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { transferUrl } from '#contract/transfers.ts';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../testing/engines.ts';
import { killed, startServer } from '../../testing/bundled-server.ts';

vi.setConfig({ testTimeout: 180_000 });

const FOLDERS = 40;
const FILES_OF_FOLDER = 100;
const LARGE_BYTES = 50_000_000;

/** Lays out some thousand small files, and sparse large ones among them that make the copy last. */
function layOut(root: string): void {
  for (let folder = 0; folder < FOLDERS; folder += 1) {
    const path = join(root, 'docs', `${folder}`);
    mkdirSync(path, { recursive: true });
    for (let n = 0; n < FILES_OF_FOLDER; n += 1)
      writeFileSync(join(path, `${n}`), `${folder} ${n}`);
    writeFileSync(join(path, 'large'), '');
    truncateSync(join(path, 'large'), LARGE_BYTES);
  }
}

/** Returns the names in the served folder, without the lock file of the server. */
function namesIn(root: string): string[] {
  return readdirSync(root)
    .filter((name) => name !== '.filebrowser-lease.part')
    .toSorted();
}

/** Returns the inode numbers of the complete files below a folder, by their paths in it. */
function inodesOf(folder: string): Map<string, number> {
  const inodes = new Map<string, number>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const { ino, size, mtimeMs } = lstatSync(path);
    const isComplete = entry.name !== 'large' || (size === LARGE_BYTES && mtimeMs < Date.now() - 1);
    if (isComplete && size > 0) inodes.set(path.slice(folder.length), ino);
  }
  return inodes;
}

test('a copy of some thousand files survives kills of the server, and copies each file once', async () => {
  const folder = temporaryFolder();
  const root = join(folder, 'files');
  layOut(root);
  const first = await startServer(folder);
  const query = { action: 'copy', destination: '/copy', override: false, rename: false } as const;
  const headers = { 'x-operation': 'docs' };
  first.request('PATCH', transferUrl('/docs', query), headers).catch(() => undefined);
  const isUnderWay = async () => {
    const [job] = await first.jobs();
    return job !== undefined && job.items > (FOLDERS * FILES_OF_FOLDER) / 8;
  };
  while (!(await isUnderWay())) await delay(50);
  await killed(first.server);

  const hidden = namesIn(root).find((name) => name.endsWith('.part')) ?? '';
  const before = inodesOf(join(root, hidden));
  expect(before.size).toBeGreaterThan((FOLDERS * FILES_OF_FOLDER) / 8);
  expect(before.size).toBeLessThan(FOLDERS * (FILES_OF_FOLDER + 1));

  const second = await startServer(folder);
  await delay(300);
  await killed(second.server);
  const third = await startServer(folder);
  while ((await third.jobs()).some(({ endedAt }) => endedAt === undefined)) await delay(100);
  expect(await third.jobs()).toMatchObject([{ state: 'done', errorCount: 0 }]);
  expect(namesIn(root)).toEqual(['copy', 'docs']);
  const after = inodesOf(join(root, 'copy'));
  expect(after.size).toBe(FOLDERS * (FILES_OF_FOLDER + 1));
  // The file that was being copied has no time of its source yet, and is copied again.
  const again = [...before].filter(([path, inode]) => after.get(path) !== inode);
  expect(again.length).toBeLessThanOrEqual(2);
  for (let n = 0; n < FILES_OF_FOLDER; n += 1)
    expect(readFileSync(join(root, 'copy/7', `${n}`), 'utf8')).toBe(`7 ${n}`);
});
