import { randomBytes } from 'node:crypto';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TUS_CONTENT_TYPE } from '#contract/uploads.ts';
import { expect, test } from 'vitest';
import { findUploadsAt } from '../../metadata/uploads.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';
import { treePath } from '../../testing/stored-records.ts';

/** Times that lose a millisecond where seconds are counted with a comma, and the first one there is. */
const TIMES = [1_700_000_000_123, 1_234_567_890_999, 0];
const LARGE = randomBytes(600_000);

function begin(who: Client, path: string, length: number, modified: string) {
  return who.post(`/api/tus${path}?override=true`, {
    headers: { 'upload-length': String(length), 'x-modified': modified },
  });
}

function append(who: Client, path: string, offset: number, body: Buffer) {
  const headers = { 'content-type': TUS_CONTENT_TYPE, 'upload-offset': String(offset) };
  return who.patch(`/api/tus${path}`, { body, headers });
}

async function modifiedMs(app: TestApp, path: string): Promise<number> {
  const { mtimeNs } = await stat(join(app.root, path), { bigint: true });
  return Number(mtimeNs / 1_000_000n);
}

test('a file that is sent in one request keeps the time of its last change', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();

  for (const time of TIMES) {
    for (const [path, body] of [
      ['/small.txt', 'small'],
      ['/large.bin', LARGE],
    ] as const) {
      const headers = { 'x-modified': String(time) };
      const reply = await anna.post(`/api/resources${path}?override=true`, { body, headers });
      expect(reply.status).toBe(200);
      expect(await modifiedMs(app, path)).toBe(time);
      expect((await anna.get(`/api/resources${path}`)).headers.etag).toBe(reply.headers.etag);
    }
  }
});

test('an upload keeps it too, however it arrives: empty, in one small piece, in many', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();

  for (const time of TIMES) {
    expect((await begin(anna, '/empty', 0, String(time))).status).toBe(201);
    await begin(anna, '/small', 5, String(time));
    await append(anna, '/small', 0, LARGE.subarray(0, 5));
    await begin(anna, '/large', LARGE.length, String(time));
    await append(anna, '/large', 0, LARGE.subarray(0, 400_000));
    await append(anna, '/large', 400_000, LARGE.subarray(400_000));

    for (const path of ['/empty', '/small', '/large']) {
      expect([path, await modifiedMs(app, path)]).toEqual([path, time]);
    }
  }
});

test('without a time the file is as old as its upload', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  const before = Date.now();

  await anna.post('/api/resources/a.txt', { body: 'x' });

  expect(await modifiedMs(app, '/a.txt')).toBeGreaterThanOrEqual(before - 10);
});

test.each(['', '-1', '1.5', '1e12', ' 1x', 'yesterday', '8640000000000001', '99999999999999999'])(
  'an invalid time is refused before anything is created: %j',
  async (time) => {
    await using app = await startTestApp();
    const anna = await app.logIn();

    const headers = { 'x-modified': time };
    expect((await anna.post('/api/resources/x/a.txt', { body: 'x', headers })).status).toBe(400);
    expect((await begin(anna, '/x/b.txt', 5, time)).status).toBe(400);
    expect(await app.filesOnDisk()).toEqual({});
  },
);

test('an upload continues after a restart, and its file gets its time', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  await begin(anna, '/large', LARGE.length, '1700000000123');
  await append(anna, '/large', 0, LARGE.subarray(0, 400_000));

  const restarted = await app.restart();
  const again = restarted.client(anna.token);
  expect((await append(again, '/large', 400_000, LARGE.subarray(400_000))).status).toBe(204);

  expect(await modifiedMs(restarted, '/large')).toBe(1_700_000_000_123);
});

test('a crash after the file got its name, and before that was noted, does not send it again', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  await begin(anna, '/large', LARGE.length, '1700000000123');
  await append(anna, '/large', 0, LARGE.subarray(0, 400_000));
  await append(anna, '/large', 400_000, LARGE.subarray(400_000));
  await app.db.write((tx) => tx.updateTable('upload').set({ finishedAt: null }).execute());

  const restarted = await app.restart();

  const reply = await restarted.client(anna.token).head('/api/tus/large');
  expect(reply.headers['upload-offset']).toBe(String(LARGE.length));
  const [upload] = await findUploadsAt(restarted.db.read, treePath('/large'));
  expect(upload?.finishedAt).toBeDefined();
});

test('an older file of the same size is not mistaken for the uploaded one', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  await writeFile(join(app.root, 'large'), Buffer.alloc(LARGE.length));
  await begin(anna, '/large', LARGE.length, '1700000000123');
  await app.db.write((tx) =>
    tx.updateTable('upload').set({ partName: '.filebrowser-lost.part' }).execute(),
  );

  const reply = await anna.head('/api/tus/large');

  expect(reply.headers['upload-offset']).toBe('0');
});
