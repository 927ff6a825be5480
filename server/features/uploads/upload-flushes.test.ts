import { randomBytes } from 'node:crypto';
import { link, readdir, readFile, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { TUS_CONTENT_TYPE } from '#contract/uploads.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { unfinishedUploads, type StoredUpload } from '../../metadata/uploads.ts';
import { openLocalDriver } from '../../storage/local/local-driver.ts';
import { allOf } from '../../testing/all-of.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';
import { UploadFlushes } from './upload-flushes.ts';

const BYTES = randomBytes(1_000_000);
const PATH = '/api/tus/video.bin';

async function begin(who: Client): Promise<void> {
  const headers = { 'upload-length': String(BYTES.length) };
  expect((await who.post(PATH, { headers })).status).toBe(201);
}

function append(who: Client, from: number, to: number) {
  const headers = { 'content-type': TUS_CONTENT_TYPE, 'upload-offset': String(from) };
  return who.patch(PATH, { body: BYTES.subarray(from, to), headers });
}

async function offsetOf(who: Client): Promise<number> {
  return Number((await who.head(PATH)).headers['upload-offset']);
}

async function uploadIn(app: TestApp): Promise<StoredUpload> {
  const [upload] = await allOf(unfinishedUploads(app.db.read));
  if (upload === undefined) throw new Error('no unfinished upload');
  return upload;
}

async function untilFlushed(app: TestApp, bytes: number, withinMs: number): Promise<void> {
  const end = performance.now() + withinMs;
  while ((await uploadIn(app)).flushedBytes < bytes) {
    if (performance.now() > end) throw new Error(`not flushed within ${withinMs} ms`);
    await delay(20);
  }
}

/** Changes the stored upload as if another boot of the machine had written it. */
async function afterPowerCut(app: TestApp, flushedBytes: number): Promise<void> {
  const bootId = 'an earlier boot';
  await app.db.write((tx) => tx.updateTable('upload').set({ bootId, flushedBytes }).execute());
}

test('received bytes are flushed within two seconds, and the offset is stored', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  await begin(anna);
  await append(anna, 0, 300_000);
  // The machine that runs the tests may be busy.
  await untilFlushed(app, 300_000, 4_000);
  await append(anna, 300_000, 500_000);
  await untilFlushed(app, 500_000, 4_000);
  expect((await uploadIn(app)).flushedBytes).toBe(500_000);
});

test('a stopped server has flushed all acknowledged bytes', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  await begin(anna);
  await append(anna, 0, 300_000);
  await using again = await app.restart();
  expect((await uploadIn(again)).flushedBytes).toBe(300_000);
});

test('an upload continues at the flushed offset after a power cut', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  await begin(anna);
  await append(anna, 0, 300_000);
  await using between = await app.restart();
  await afterPowerCut(between, 200_000);
  const { partName } = await uploadIn(between);
  // A file system can store the size without the bytes.
  await truncate(join(app.root, partName), 200_000);
  await truncate(join(app.root, partName), 300_000);

  await using again = await between.restart();
  const back = again.client(anna.token);
  expect(await offsetOf(back)).toBe(200_000);
  expect((await stat(join(app.root, partName))).size).toBe(200_000);
  expect((await append(back, 300_000, BYTES.length)).status).toBe(409);
  expect((await append(back, 200_000, BYTES.length)).status).toBe(204);
  expect((await readFile(join(app.root, 'video.bin'))).equals(BYTES)).toBe(true);
});

test('a complete file whose end was not flushed is not published after a power cut', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  await begin(anna);
  await append(anna, 0, 300_000);
  await using between = await app.restart();
  await afterPowerCut(between, 300_000);
  await truncate(join(app.root, (await uploadIn(between)).partName), BYTES.length);

  await using again = await between.restart();
  const back = again.client(anna.token);
  expect(await offsetOf(back)).toBe(300_000);
  expect((await readdir(app.root)).includes('video.bin')).toBe(false);
  expect((await append(back, 300_000, BYTES.length)).status).toBe(204);
  expect((await readFile(join(app.root, 'video.bin'))).equals(BYTES)).toBe(true);
});

test('a published file that still has its temporary name after a power cut is not truncated', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  await begin(anna);
  await append(anna, 0, 999_999);
  await using between = await app.restart();
  await afterPowerCut(between, 300_000);
  const hidden = join(app.root, (await uploadIn(between)).partName);
  await truncate(hidden, BYTES.length);
  await link(hidden, join(app.root, 'video.bin'));

  await using again = await between.restart();
  expect(await offsetOf(again.client(anna.token))).toBe(BYTES.length);
  expect((await stat(join(app.root, 'video.bin'))).size).toBe(BYTES.length);
  expect(await readdir(app.root)).toEqual(['video.bin']);
});

const MIB = 1024 * 1024;

/** Starts an upload with flushed bytes, and counts its flushes, which can be held. */
async function countedFlushes(app: TestApp) {
  const anna = await app.logIn();
  await begin(anna);
  await append(anna, 0, 1_000);
  await untilFlushed(app, 1_000, 10_000);
  const driver = openLocalDriver({ root: app.root });
  onTestFinished(() => driver.close());
  const begun: string[] = [];
  let isHeld = Promise.resolve();
  const openTemporaryFile: typeof driver.openTemporaryFile = async (ref) => {
    const temporaryFile = await driver.openTemporaryFile(ref);
    if (temporaryFile === undefined) return undefined;
    const flush = temporaryFile.flush.bind(temporaryFile);
    temporaryFile.flush = async () => {
      begun.push(ref.partName);
      await isHeld;
      await flush();
    };
    return temporaryFile;
  };
  return {
    upload: await uploadIn(app),
    flushes: new UploadFlushes({ tree: { driver: { openTemporaryFile } }, db: app.db }),
    /** An element for each flush that has begun. */
    begun,
    hold(): () => void {
      let release = (): void => undefined;
      isHeld = new Promise((resolve) => (release = resolve));
      return release;
    },
  };
}

test('64 MiB are flushed at once, and no further bytes are acknowledged before that', async () => {
  await using app = await startTestApp();
  const { upload, flushes, begun, hold } = await countedFlushes(app);
  const release = hold();
  // Fake timers, so that no flush begins because of its age.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  flushes.record(upload, 1_000 + 64 * MIB - 1);
  await flushes.withinLimit(upload);
  expect(begun).toHaveLength(0);
  flushes.record(upload, 1_000 + 64 * MIB);
  vi.useRealTimers();
  await vi.waitFor(() => expect(begun).toHaveLength(1));

  flushes.record(upload, 1_000 + 64 * MIB + 1);
  let isAcknowledged = false;
  const acknowledged = flushes.withinLimit(upload).then(() => (isAcknowledged = true));
  await delay(300);
  expect(isAcknowledged).toBe(false);
  release();
  await acknowledged;
  expect((await uploadIn(app)).flushedBytes).toBe(1_000 + 64 * MIB);
  await flushes.close();
  expect((await uploadIn(app)).flushedBytes).toBe(1_000 + 64 * MIB + 1);
});

test('bytes are flushed one second after the first of them, however many follow', async () => {
  await using app = await startTestApp();
  const { upload, flushes, begun } = await countedFlushes(app);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  for (let write = 1; write < 20; write += 1) {
    flushes.record(upload, 1_000 + write * 10_000);
    await vi.advanceTimersByTimeAsync(50);
  }
  expect(begun).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(50);
  vi.useRealTimers();
  await vi.waitFor(() => expect(begun).toHaveLength(1));
  await flushes.close();
  expect((await uploadIn(app)).flushedBytes).toBe(191_000);
});
