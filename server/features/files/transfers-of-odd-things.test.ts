import { execFileSync } from 'node:child_process';
import { lstat, readlink, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import {
  LEFT_OUT_HEADER,
  LEFT_OUT_NAMES_HEADER,
  transferUrl,
  type TransferQuery,
} from '#contract/transfers.ts';
import { TUS_CONTENT_TYPE } from '#contract/uploads.ts';
import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';
import type { Client, Reply } from '../../testing/client.ts';

function transfer(
  client: Client,
  action: TransferQuery['action'],
  [from, destination]: readonly [string, string],
): Promise<Reply> {
  return client.patch(transferUrl(from, { action, destination, override: false, rename: false }));
}

test('a copy skips and reports FIFOs and broken symlinks', async () => {
  await using app = await startTestApp({ files: { '/home/docs/a.txt': 'a', '/secret': 's' } });
  const anna = await app.logIn({ scope: '/home' });
  const docs = join(app.root, 'home/docs');
  execFileSync('mkfifo', [join(docs, 'pipe é')]);
  await symlink('a.txt', join(docs, 'good'));
  await symlink('../../secret', join(docs, 'out'));

  const reply = await transfer(anna, 'copy', ['/docs', '/copy']);
  expect(reply.status).toBe(200);
  const header = (name: string) => String(reply.headers[name.toLowerCase()]);
  expect(header(LEFT_OUT_HEADER)).toBe('2');
  const names = header(LEFT_OUT_NAMES_HEADER).split(',').map(decodeURIComponent);
  expect(names.toSorted()).toEqual(['out', 'pipe é']);
  expect(await readlink(join(app.root, 'home/copy/good'))).toBe('a.txt');
  expect(await app.filesOnDisk()).toMatchObject({ '/home/copy/a.txt': 'a' });

  expect((await transfer(anna, 'copy', ['/docs/pipe é', '/pipe'])).status).toBe(400);
});

test('the number of reported names is limited, so that proxies accept the response', async () => {
  const deep = Array.from({ length: 4 }, () => 'ü'.repeat(120)).join('/');
  await using app = await startTestApp({ files: { [`/docs/${deep}/`]: '' } });
  const anna = await app.logIn();
  for (const name of ['a', 'b', 'c']) await symlink('/outside', join(app.root, 'docs', name));
  for (const name of ['d', 'e', 'f']) await symlink('/outside', join(app.root, 'docs', deep, name));

  const { status, headers } = await transfer(anna, 'copy', ['/docs', '/copy']);
  expect([status, headers[LEFT_OUT_HEADER.toLowerCase()]]).toEqual([200, '6']);
  const names = String(headers[LEFT_OUT_NAMES_HEADER.toLowerCase()]);
  expect(names.split(',')).toEqual(expect.arrayContaining(['a', 'b', 'c']));
  expect(names.length).toBeLessThan(4_000);
});

test('pipes are moved, alone and with their folder', async () => {
  await using app = await startTestApp({ files: { '/docs/': '' } });
  const anna = await app.logIn();
  execFileSync('mkfifo', [join(app.root, 'docs/pipe')]);
  expect((await transfer(anna, 'rename', ['/docs/pipe', '/docs/pipe2'])).status).toBe(200);
  expect((await transfer(anna, 'rename', ['/docs', '/moved'])).status).toBe(200);
  expect((await lstat(join(app.root, 'moved/pipe2'))).isFIFO()).toBe(true);
});

test('an upload continues in a folder that was moved', async () => {
  await using app = await startTestApp({ files: { '/docs/sub/': '' } });
  const anna = await app.logIn();
  const append = (offset: number, body: string) =>
    anna.patch('/api/tus/docs/sub/up.txt', {
      headers: { 'content-type': TUS_CONTENT_TYPE, 'upload-offset': `${offset}` },
      body,
    });
  await anna.post('/api/tus/docs/sub/up.txt', { headers: { 'upload-length': '10' } });
  expect((await append(0, 'first')).status).toBe(204);

  expect((await transfer(anna, 'rename', ['/docs', '/moved'])).status).toBe(200);
  expect((await append(5, 'after')).status).toBe(204);
  expect(await app.filesOnDisk()).toEqual({ '/moved/sub/up.txt': 'firstafter' });
});

test('a file of another user in a protected folder is not moved, and stays complete', async (context) => {
  await using app = await startTestApp({ files: { '/fixed/a.txt': 'a', '/to/': '' } });
  try {
    execFileSync('chattr', ['+i', join(app.root, 'fixed')], { stdio: 'ignore' });
  } catch {
    return context.skip('this file system cannot keep a folder from root');
  }
  const anna = await app.logIn();
  try {
    expect((await transfer(anna, 'rename', ['/fixed/a.txt', '/to/new/a.txt'])).status).toBe(403);
    expect((await transfer(anna, 'copy', ['/to', '/fixed/to'])).status).toBe(403);
    expect(await app.filesOnDisk()).toEqual({ '/fixed/a.txt': 'a', '/to/': '' });
  } finally {
    execFileSync('chattr', ['-i', join(app.root, 'fixed')], { stdio: 'ignore' });
  }
});
