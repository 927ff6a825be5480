import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { ROOT } from '#contract/paths.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { ByteBudget } from '../lib/byte-budget.ts';
import type { TemporaryFile, StorageDriver } from '../storage/driver.ts';
import { openLocalDriver } from '../storage/local/local-driver.ts';
import { writeBatches } from './write-batches.ts';

const MIB = 1024 * 1024;
const root = mkdtempSync(join(tmpdir(), 'filebrowser-batches-'));
let driver: StorageDriver;

beforeAll(() => {
  driver = openLocalDriver({ root });
});

afterAll(async () => {
  await driver.close();
  rmSync(root, { recursive: true });
});

async function newPart(): Promise<TemporaryFile> {
  const temporaryFile = await driver.createTemporaryFile(ROOT);
  onTestFinished(async () => void (await temporaryFile.discard()));
  return temporaryFile;
}

function onDisk({ ref }: TemporaryFile): Buffer {
  return readFileSync(join(root, ref.partName));
}

/** The same temporary file on a slow disk. */
function slowly(temporaryFile: TemporaryFile, ms: number): TemporaryFile {
  return {
    ref: temporaryFile.ref,
    size: temporaryFile.size,
    identity: temporaryFile.identity,
    write: async (chunks, position) => {
      await delay(ms);
      await temporaryFile.write(chunks, position);
    },
    truncate: (size) => temporaryFile.truncate(size),
    beginDigest: () => temporaryFile.beginDigest(),
    flush: () => temporaryFile.flush(),
    publish: (name, options) => temporaryFile.publish(name, options),
    close: () => temporaryFile.close(),
    discard: () => temporaryFile.discard(),
  };
}

/** Sends as fast as the receiver takes it. */
async function send(stream: PassThrough, bytes: Buffer, pieceBytes = 64 * 1024): Promise<void> {
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    const piece = bytes.subarray(at, at + pieceBytes);
    if (!stream.write(piece)) await new Promise((resolve) => stream.once('drain', resolve));
  }
}

const account = 'user 1';
const all = { position: 0, maxBytes: Infinity, account };

test('a body ends on disk as it was sent, however it was cut into pieces', async () => {
  const bytes = randomBytes(3 * MIB + 17);
  for (const pieceBytes of [7_919, 64 * 1024, 2 * MIB]) {
    const temporaryFile = await newPart();
    const stream = new PassThrough();
    const writing = writeBatches(stream, temporaryFile, all);
    await send(stream, bytes, pieceBytes);
    stream.end();
    expect(await writing).toEqual({ bytes: bytes.length, outcome: 'ended' });
    expect(onDisk(temporaryFile).equals(bytes)).toBe(true);
  }
});

test('an empty body writes nothing', async () => {
  const temporaryFile = await newPart();
  const stream = new PassThrough();
  stream.end();
  expect(await writeBatches(stream, temporaryFile, all)).toEqual({ bytes: 0, outcome: 'ended' });
  expect(onDisk(temporaryFile)).toHaveLength(0);
});

test('existing bytes stay before new ones', async () => {
  const temporaryFile = await newPart();
  await temporaryFile.write([Buffer.from('begin-')], 0);
  const stream = new PassThrough();
  stream.end('end');
  await writeBatches(stream, temporaryFile, { position: 6, maxBytes: 3, account });
  expect(onDisk(temporaryFile).toString()).toBe('begin-end');
});

test('a slow disk makes the client wait, with constant memory', async () => {
  const temporaryFile = await newPart();
  const stream = new PassThrough();
  let sent = 0;
  let written = 0;
  let mostWaiting = 0;
  const slow = slowly(temporaryFile, 5);
  const counting: TemporaryFile = {
    ...slow,
    write: async (chunks, position) => {
      await slow.write(chunks, position);
      written += chunks.reduce((sum, { length }) => sum + length, 0);
    },
  };
  const writing = writeBatches(stream, counting, all);
  const piece = Buffer.alloc(256 * 1024, 1);
  for (; sent < 32 * MIB; sent += piece.length) {
    mostWaiting = Math.max(mostWaiting, sent - written);
    if (!stream.write(piece)) await new Promise((resolve) => stream.once('drain', resolve));
  }
  stream.end();

  expect(await writing).toEqual({ bytes: 32 * MIB, outcome: 'ended' });
  expect(mostWaiting).toBeLessThan(4 * MIB);
});

test('all received bytes of a client that disconnects are on disk and counted', async () => {
  const temporaryFile = await newPart();
  const stream = new PassThrough();
  const bytes = randomBytes(MIB + 1_000);
  const writing = writeBatches(stream, slowly(temporaryFile, 20), all);
  await send(stream, bytes);
  await delay(5);
  stream.destroy();

  const { bytes: kept, outcome } = await writing;
  expect(outcome).toBe('cut');
  expect(kept).toBeGreaterThanOrEqual(MIB);
  expect(onDisk(temporaryFile).equals(bytes.subarray(0, kept))).toBe(true);
});

test('a connection with an error is treated like a disconnected client', async () => {
  const temporaryFile = await newPart();
  const stream = new PassThrough();
  const writing = writeBatches(stream, temporaryFile, all);
  stream.write('some');
  await delay(5);
  stream.destroy(new Error('reset'));
  expect(await writing).toEqual({ bytes: 4, outcome: 'cut' });
});

test('a client that disconnects before the first byte is noticed', async () => {
  for (const reason of [undefined, new Error('reset')]) {
    const temporaryFile = await newPart();
    const stream = new PassThrough();
    stream.on('error', () => undefined);
    stream.write('some');
    stream.destroy(reason);
    await delay(5);
    expect(await writeBatches(stream, temporaryFile, all)).toEqual({ bytes: 0, outcome: 'cut' });
  }
});

test('nothing beyond the limit is ever written', async () => {
  for (const limit of [10, MIB + 10]) {
    const temporaryFile = await newPart();
    const stream = new PassThrough();
    const writing = writeBatches(stream, slowly(temporaryFile, 5), {
      position: 0,
      maxBytes: limit,
      account,
    });
    const sending = send(stream, randomBytes(4 * MIB));
    const { bytes, outcome } = await writing;
    expect(outcome).toBe('too-long');
    expect(bytes).toBeLessThanOrEqual(limit);
    expect(onDisk(temporaryFile).length).toBeLessThanOrEqual(limit);
    stream.resume();
    await sending;
  }
});

test('exactly as much as may come is not too long', async () => {
  const temporaryFile = await newPart();
  const stream = new PassThrough();
  const writing = writeBatches(stream, temporaryFile, { position: 0, maxBytes: 2 * MIB, account });
  await send(stream, randomBytes(2 * MIB));
  stream.end();
  expect(await writing).toEqual({ bytes: 2 * MIB, outcome: 'ended' });
});

test('an error of the disk is reported, and the later end of the body is ignored', async () => {
  const temporaryFile = await newPart();
  const failing = {
    ...slowly(temporaryFile, 1),
    write: () => Promise.reject(new Error('disk failed')),
  };
  const stream = new PassThrough();
  const writing = writeBatches(stream, failing, all);
  await Promise.all([
    expect(writing).rejects.toThrow('disk failed'),
    send(stream, randomBytes(MIB)),
  ]);
  stream.destroy(new Error('reset afterwards'));
  await delay(5);
});

test('the bytes of a client that stalls are written, and leave memory', async () => {
  const temporaryFile = await newPart();
  const stream = new PassThrough();
  const memory = new ByteBudget({ total: MIB, perAccount: MIB });
  const writing = writeBatches(stream, temporaryFile, { ...all, memory });
  stream.write(Buffer.alloc(1_000, 'a'));
  await expect.poll(() => onDisk(temporaryFile).length).toBe(1_000);
  expect(memory.held).toBe(0);
  stream.end('b');
  expect(await writing).toEqual({ bytes: 1_001, outcome: 'ended' });
  expect(memory.held).toBe(0);
});

test('clients that use up their memory wait for the disk, and their bytes are complete', async () => {
  const memory = new ByteBudget({ total: 10 * MIB, perAccount: 256 * 1024 });
  const bytes = randomBytes(2 * MIB);
  const parts = await Promise.all(Array.from({ length: 8 }, newPart));
  let most = 0;
  const sendings = parts.map(async (temporaryFile) => {
    const stream = new PassThrough();
    const watching: TemporaryFile = {
      ...slowly(temporaryFile, 5),
      write: async (chunks, position) => {
        most = Math.max(most, memory.held);
        await temporaryFile.write(chunks, position);
      },
    };
    const writing = writeBatches(stream, watching, { ...all, memory });
    await send(stream, bytes);
    stream.end();
    await writing;
  });
  await Promise.all(sendings);
  for (const temporaryFile of parts) expect(onDisk(temporaryFile).equals(bytes)).toBe(true);
  // Each upload may hold a batch that is being written, and the bytes that arrive before its client pauses.
  expect(most).toBeLessThan(256 * 1024 + 8 * 4 * 64 * 1024);
  expect(memory.held).toBe(0);
});
