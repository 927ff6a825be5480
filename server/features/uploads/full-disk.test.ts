import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { TUS_CONTENT_TYPE } from '#contract/uploads.ts';
import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';
import { mountSmallDisk } from '../../testing/small-disk.ts';

const run = promisify(execFile);
const MEBIBYTE = 1_048_576;

async function freeBytes(folder: string): Promise<number> {
  const { bfree, bsize } = await statfs(folder);
  return bfree * bsize;
}

test('a full disk keeps the old file and is reported, and cancelling frees the space', async (context) => {
  await using app = await startTestApp();
  const small = join(app.root, 'small');
  await mkdir(small);
  const whyNot = await run('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', small]).then(
    () => undefined,
    () => 'this machine does not let the test mount a file system',
  );
  if (whyNot !== undefined) context.skip(whyNot);
  try {
    const anna = await app.logIn();
    expect((await anna.post('/api/resources/small/a.bin', { body: 'old' })).status).toBe(200);
    await writeFile(join(small, 'b.bin'), Buffer.alloc(1.5 * MEBIBYTE, 1));
    const free = await freeBytes(small);
    // Too small to be compared with the free space before it is received.
    const tooMuch = Buffer.alloc(MEBIBYTE, 1);

    const direct = await anna.post('/api/resources/small/a.bin?override=true', { body: tooMuch });
    expect([direct.status, direct.text]).toEqual([507, '507 Insufficient Storage\n']);
    expect((await readdir(small)).sort()).toEqual(['a.bin', 'b.bin']);
    expect(await freeBytes(small)).toBe(free);

    const length = { 'upload-length': String(tooMuch.length) };
    const begun = await anna.post('/api/tus/small/a.bin?override=true', { headers: length });
    expect(begun.status).toBe(201);
    const chunk = await anna.patch('/api/tus/small/a.bin', {
      body: tooMuch,
      headers: { 'content-type': TUS_CONTENT_TYPE, 'upload-offset': '0' },
    });
    expect([chunk.status, chunk.text]).toEqual([507, '507 Insufficient Storage\n']);
    const asked = await anna.head('/api/tus/small/a.bin');
    expect(asked.status).toBe(200);
    const [part = ''] = (await readdir(small)).filter((name) => !['a.bin', 'b.bin'].includes(name));
    expect((await readFile(join(small, part))).length).toBe(Number(asked.headers['upload-offset']));
    expect(await readFile(join(small, 'a.bin'), 'utf8')).toBe('old');

    expect((await anna.delete('/api/tus/small/a.bin')).status).toBe(204);
    expect((await readdir(small)).sort()).toEqual(['a.bin', 'b.bin']);
    expect(await freeBytes(small)).toBe(free);
  } finally {
    await run('umount', ['--lazy', small]);
  }
});

test('an upload that is larger than the free space is refused before it is received', async (context) => {
  await using app = await startTestApp({ config: { storage: 'folder' } });
  await using _ = await mountSmallDisk(app.root, { bytes: 8 * MEBIBYTE, context });
  const disk = join(app.root, 'disk');
  await writeFile(join(disk, 'a.bin'), 'old');
  const anna = await app.logIn();

  for (const path of ['huge.bin', 'new/huge.bin', 'a.bin?override=true']) {
    const headers = { 'upload-length': '1000000000000' };
    const begun = await anna.post(`/api/tus/disk/${path}`, { headers });
    expect([begun.status, begun.text]).toEqual([507, '507 Insufficient Storage\n']);
    expect((await anna.head(`/api/tus/disk/${path}`)).status).toBe(404);
  }
  const tooMuch = Buffer.alloc(9 * MEBIBYTE, 1);
  for (const path of ['huge.bin', 'new/huge.bin', 'a.bin?override=true']) {
    const sent = await anna.post(`/api/resources/disk/${path}`, { body: tooMuch });
    expect([sent.status, sent.text]).toEqual([507, '507 Insufficient Storage\n']);
  }
  expect((await anna.put('/api/resources/disk/a.bin', { body: tooMuch })).status).toBe(507);
  expect(await readdir(disk)).toEqual(['a.bin']);
  expect(await readFile(join(disk, 'a.bin'), 'utf8')).toBe('old');
});

test('the bytes of an earlier upload to the path count as free', async (context) => {
  await using app = await startTestApp({ config: { storage: 'folder' } });
  await using _ = await mountSmallDisk(app.root, { bytes: 8 * MEBIBYTE, context });
  const anna = await app.logIn();
  const headers = { 'upload-length': `${6 * MEBIBYTE}`, 'content-type': TUS_CONTENT_TYPE };
  const first = await anna.post('/api/tus/disk/film', {
    headers,
    body: Buffer.alloc(4 * MEBIBYTE, 1),
  });
  expect(first.status).toBe(201);
  const length = { 'upload-length': `${6 * MEBIBYTE}` };
  expect((await anna.post('/api/tus/disk/other', { headers: length })).status).toBe(507);
  const tooLong = { 'upload-length': `${99 * MEBIBYTE}` };
  // The upload does not count as in progress.
  await app.db.write((tx) => tx.updateTable('upload').set({ lastByteAt: 0 }).execute());
  expect((await anna.post('/api/tus/disk/film', { headers: tooLong })).status).toBe(507);
  expect((await anna.head('/api/tus/disk/film')).headers['upload-offset']).toBe(`${4 * MEBIBYTE}`);
  expect((await anna.post('/api/tus/disk/film', { headers: length })).status).toBe(201);
});
