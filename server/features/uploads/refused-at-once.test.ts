import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { TUS_CONTENT_TYPE } from '#contract/uploads.ts';
import { expect, test, type TestContext } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { openBelow } from '../../testing/open-descriptors.ts';
import { reachUploadLimit } from '../../testing/unfinished-uploads.ts';

const LENGTH = { 'upload-length': '9' };

/** Mounts something in a test, which is skipped where that is not allowed. */
async function mounted(context: TestContext, folder: string, options: readonly string[]) {
  await mkdir(folder, { recursive: true });
  const { status } = spawnSync('mount', [...options, folder]);
  if (status !== 0) context.skip('this machine does not let the test mount a file system');
  return { [Symbol.dispose]: () => void spawnSync('umount', ['--lazy', folder]) };
}

test('without free inodes an upload is refused when it is created, and renaming works', async (context) => {
  await using app = await startTestApp();
  const full = join(app.root, 'full');
  using _ = await mounted(context, full, ['-t', 'tmpfs', '-o', 'nr_inodes=4', 'tmpfs']);
  await mkdir(join(full, 'folder'));
  await writeFile(join(full, 'a.txt'), 'a');
  await writeFile(join(full, 'b.txt'), 'b');
  await expect(writeFile(join(full, 'c.txt'), '')).rejects.toThrow('ENOSPC');
  const anna = await app.logIn();

  const begun = await anna.post('/api/tus/full/new.bin', { headers: LENGTH });
  expect([begun.status, begun.text]).toEqual([507, '507 Insufficient Storage\n']);
  expect((await anna.head('/api/tus/full/new.bin')).status).toBe(404);
  expect((await anna.post('/api/resources/full/new.bin', { body: 'x' })).status).toBe(507);

  const rename = (from: string, to: string) =>
    anna.patch(`/api/resources/full/${from}?action=rename&destination=/full/${to}`);
  expect((await rename('a.txt', 'renamed.txt')).status).toBe(200);
  expect((await rename('folder', 'renamed')).status).toBe(200);
  expect((await rename('renamed.txt', 'b.txt')).status).toBe(409);
  expect(readdirSync(full).sort()).toEqual(['b.txt', 'renamed', 'renamed.txt']);
  expect(readFileSync(join(full, 'renamed.txt'), 'utf8')).toBe('a');
});

test('in a read-only root an upload is refused when it is created', async (context) => {
  const first = await startTestApp({ files: { '/a.txt': 'a' } });
  using _ = await mounted(context, first.root, ['--bind', first.root]);
  spawnSync('mount', ['-o', 'remount,ro,bind', first.root]);
  await using app = await first.restart();
  const anna = await app.logIn();
  for (const path of [
    '/api/tus/new.bin',
    '/api/tus/folder/new.bin',
    '/api/tus/a.txt?override=true',
  ]) {
    const begun = await anna.post(path, { headers: LENGTH });
    expect([path, begun.status]).toEqual([path, 403]);
  }
  spawnSync('umount', ['--lazy', app.root]);
});

/** Sends a part of a body and disconnects. */
async function abort(app: TestApp, head: readonly string[]): Promise<void> {
  const { hostname, port } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.write([...head, 'content-length: 9000000', '', ''].join('\r\n'));
  await new Promise<void>((sent) => socket.write(Buffer.alloc(300_000), () => sent()));
  await expect.poll(() => openBelow(app.root)).toBeGreaterThan(0);
  socket.destroy();
}

test('uploads that are broken off leave no descriptor behind', async () => {
  await using app = await startTestApp({ files: { '/direct/': '', '/resumable/': '' } });
  const anna = await app.logIn();
  const token = `x-auth: ${anna.token}`;
  for (let number = 0; number < 10; number += 1) {
    await abort(app, [`POST /api/resources/direct/${number}.bin HTTP/1.1`, 'host: x', token]);
    const path = `/api/tus/resumable/${number}.bin`;
    const headers = { 'upload-length': '9000000' };
    expect((await anna.post(path, { headers })).status).toBe(201);
    const tus = [`content-type: ${TUS_CONTENT_TYPE}`, 'upload-offset: 0', 'tus-resumable: 1.0.0'];
    await abort(app, [`PATCH ${path} HTTP/1.1`, 'host: x', token, ...tus]);
  }
  await expect.poll(() => openBelow(app.root), { timeout: 10_000 }).toBe(0);
  // A temporary file is closed first and removed then.
  await expect.poll(() => readdirSync(join(app.root, 'direct'))).toEqual([]);
});

test('an upload beyond the limit of unfinished ones creates no folders', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  expect((await anna.post('/api/tus/0', { headers: LENGTH })).status).toBe(201);
  await reachUploadLimit(app);
  expect((await anna.post('/api/tus/new/folder/a', { headers: LENGTH })).status).toBe(429);
  expect(await app.filesOnDisk()).toEqual({});
});
