import { randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TUS_CONTENT_TYPE } from '#contract/uploads.ts';
import { describe, expect, test } from 'vitest';
import {
  type HangingMount,
  mountHanging,
  whyNoHangingMount,
} from '../../../scripts/hanging-mount.mjs';
import { unfinishedUploads } from '../../metadata/uploads.ts';
import { allOf } from '../../testing/all-of.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';

const whyNot = whyNoHangingMount();
if (whyNot !== undefined) console.log(`skipped: tests of a disk that fails: ${whyNot}`);

const PATH = '/api/tus/disk/film.bin';
const BYTES = randomBytes(3 * 1024 * 1024);
const FIRST = 1024 * 1024;

interface Served extends AsyncDisposable {
  readonly app: TestApp;
  readonly mount: HangingMount;
  readonly anna: Client;
}

/** Starts a server with a file system at /disk, which answers requests with EIO on demand. */
async function startWithDisk(): Promise<Served> {
  const first = await startTestApp({});
  const mount = await mountHanging(join(first.root, 'disk'));
  await writeFile(join(mount.backing, 'film.bin'), 'old');
  const app = await first.restart();
  return {
    app,
    mount,
    anna: await app.logIn(),
    async [Symbol.asyncDispose]() {
      mount.unmount();
      await app[Symbol.asyncDispose]();
    },
  };
}

async function begin(anna: Client): Promise<void> {
  const headers = { 'upload-length': String(BYTES.length) };
  expect((await anna.post(`${PATH}?override=true`, { headers })).status).toBe(201);
}

function append(anna: Client, from: number, to = BYTES.length) {
  const headers = { 'content-type': TUS_CONTENT_TYPE, 'upload-offset': String(from) };
  return anna.patch(PATH, { body: BYTES.subarray(from, to), headers });
}

async function offsetOf(anna: Client): Promise<number> {
  const reply = await anna.head(PATH);
  expect(reply.status).toBe(200);
  return Number(reply.headers['upload-offset']);
}

/** Completes the upload from the offset that the server reports, and expects exactly the whole file afterwards. */
async function finish({ anna, mount }: Served): Promise<void> {
  const reply = await append(anna, await offsetOf(anna));
  expect([reply.status, reply.headers['upload-offset']]).toEqual([204, String(BYTES.length)]);
  expect((await readFile(join(mount.backing, 'film.bin'))).equals(BYTES)).toBe(true);
  expect(await readdir(mount.backing)).toEqual(['film.bin']);
}

describe.skipIf(whyNot !== undefined)('an upload to a disk that fails', () => {
  test('is refused with 500 when a write fails, keeps the old file, and can be resumed', async () => {
    await using served = await startWithDisk();
    const { anna, mount } = served;
    await begin(anna);
    expect((await append(anna, 0, FIRST)).status).toBe(204);
    await mount.fail({ operations: ['WRITE'] });

    const refused = await append(anna, FIRST);

    expect([refused.status, refused.text]).toEqual([500, '500 Internal Server Error\n']);
    expect(await offsetOf(anna)).toBe(FIRST);
    expect((await anna.get('/api/raw/disk/film.bin')).text).toBe('old');
    await mount.release();
    await finish(served);
  });

  test('is refused with 500 when its first write fails, and can be resumed', async () => {
    await using served = await startWithDisk();
    const { anna, mount } = served;
    await begin(anna);
    await mount.fail({ operations: ['WRITE'] });
    expect((await append(anna, 0)).status).toBe(500);
    expect(await offsetOf(anna)).toBe(0);
    await mount.release();
    await finish(served);
  });

  test('goes back to the bytes that are flushed when a flush fails', async () => {
    await using served = await startWithDisk();
    const { app, anna, mount } = served;
    const flushedBytes = async () => (await allOf(unfinishedUploads(app.db.read)))[0]?.flushedBytes;
    await begin(anna);
    expect((await append(anna, 0, FIRST)).status).toBe(204);
    await expect.poll(flushedBytes, { timeout: 10_000 }).toBe(FIRST);
    await mount.fail({ operations: ['FSYNC'] });
    expect((await append(anna, FIRST, 2 * FIRST)).status).toBe(204);
    await expect.poll(() => offsetOf(anna), { timeout: 10_000 }).toBe(FIRST);
    await mount.release();
    await finish(served);
  });

  test('is refused with 500 when the last flush fails, and can be resumed', async () => {
    await using served = await startWithDisk();
    const { anna, mount } = served;
    await begin(anna);
    await mount.fail({ operations: ['FSYNC'] });
    expect((await append(anna, 0)).status).toBe(500);
    expect(await readFile(join(mount.backing, 'film.bin'), 'utf8')).toBe('old');
    await mount.release();
    // Some of these bytes may never reach the disk, although a second flush would succeed.
    expect(await offsetOf(anna)).toBe(0);
    expect(await readFile(join(mount.backing, 'film.bin'), 'utf8')).toBe('old');
    await finish(served);
  });
});
