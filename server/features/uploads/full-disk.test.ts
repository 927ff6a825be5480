import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { TUS_CONTENT_TYPE } from '#contract/uploads.ts';
import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/app.ts';

const run = promisify(execFile);

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
    const free = await freeBytes(small);
    const tooMuch = Buffer.alloc(3 * 1024 * 1024, 1);

    const direct = await anna.post('/api/resources/small/a.bin?override=true', { body: tooMuch });
    expect([direct.status, direct.text]).toEqual([507, '507 Insufficient Storage\n']);
    expect(await readdir(small)).toEqual(['a.bin']);
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
    const [part = ''] = (await readdir(small)).filter((name) => name !== 'a.bin');
    expect((await readFile(join(small, part))).length).toBe(Number(asked.headers['upload-offset']));
    expect(await readFile(join(small, 'a.bin'), 'utf8')).toBe('old');

    expect((await anna.delete('/api/tus/small/a.bin')).status).toBe(204);
    expect(await readdir(small)).toEqual(['a.bin']);
    expect(await freeBytes(small)).toBe(free);
  } finally {
    await run('umount', ['--lazy', small]);
  }
});
