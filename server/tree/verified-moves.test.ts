import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startTestApp } from '../testing/app.ts';

const MEMORY = '/dev/shm';

test('files that are moved to another device have their verified digest there', async (context) => {
  if (!existsSync(MEMORY) || statSync(MEMORY).dev === statSync(tmpdir()).dev) {
    return context.skip('there is no second file system to move to');
  }
  const other = await mkdtemp(join(MEMORY, 'filebrowser-moves-'));
  onTestFinished(() => rm(other, { recursive: true }));
  await using app = await startTestApp({
    files: { '/d/x.txt': 'x', '/d/sub/y.txt': 'y' },
    config: { files: { followExternalSymlinks: true, typeDetectionByHeader: true } },
  });
  await symlink(other, join(app.root, 'other'));
  const anna = await app.logIn();

  const moved = '/api/resources/d?action=rename&destination=%2Fother%2Fd';
  expect((await anna.patch(moved)).status).toBe(200);

  expect(await readdir(join(other, 'd'))).toEqual(expect.arrayContaining(['x.txt', 'sub']));
  expect(existsSync(join(app.root, 'd'))).toBe(false);
  for (const [path, text] of [
    ['x.txt', 'x'],
    ['sub/y.txt', 'y'],
  ] as const) {
    const { headers } = await anna.head(`/api/raw/other/d/${path}`);
    const digest = createHash('sha256').update(text).digest('base64');
    expect(headers['repr-digest']).toBe(`sha-256=:${digest}:`);
  }
});

test('a copy on the same device is not read back, and has no digest', async () => {
  await using app = await startTestApp({ files: { '/x.txt': 'x' } });
  const anna = await app.logIn();
  const copied = '/api/resources/x.txt?action=copy&destination=%2Fy.txt';
  expect((await anna.patch(copied)).status).toBe(200);
  expect((await anna.head('/api/raw/y.txt')).headers).not.toHaveProperty('repr-digest');
});
