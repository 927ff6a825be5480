import { createHash, randomBytes } from 'node:crypto';
import { expect, onTestFinished, test, describe, vi } from 'vitest';
import type { BucketConfig } from '../../../config/config.ts';
import { BlobDrafts } from '../../../metadata/blob-drafts.ts';
import { totalBytes } from '../../../metadata/blobs.ts';
import type { Database } from '../../../metadata/database.ts';
import { emptyBucket, missingObjectStore } from '../../../testing/object-store.ts';
import { signal } from '../../driver.test-tools.ts';
import { BlobIds } from '../blob-ids.ts';
import { openStoreForTest } from '../managed.test-tools.ts';
import { Bucket } from './bucket.ts';
import { PartMemory } from './part-memory.ts';
import { S3BlobStore } from './s3-blob-store.ts';

const MIB = 1024 * 1024;
const PART = 8 * MIB;

interface Opened {
  readonly store: S3BlobStore;
  readonly bucket: Bucket;
  readonly config: BucketConfig;
  readonly db: Database;
  /** Reserves the id of a blob. */
  newId(): Promise<string>;
  /** Opens the same objects and records as another process does. */
  again(): S3BlobStore;
}

async function open(
  makeBucket: (config: BucketConfig) => Bucket = (config) => new Bucket(config),
  memory?: PartMemory,
): Promise<Opened> {
  const { db, driver } = await openStoreForTest('sqlite');
  const config = await emptyBucket();
  const bucket = makeBucket(config);
  const parts = { bucket, drafts: new BlobDrafts(db), usedBytes: () => totalBytes(db.read) };
  onTestFinished(() => driver.close());
  const ids = new BlobIds(db);
  const again = () => new S3BlobStore(parts);
  return {
    store: new S3BlobStore(parts, memory),
    bucket,
    config,
    db,
    newId: () => ids.take(),
    again,
  };
}

async function keysIn(bucket: Bucket): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of bucket.list('', signal)) keys.push(key);
  return keys;
}

async function contentsOf(store: S3BlobStore, id: string, size: number): Promise<Buffer> {
  const contents = await store.read(id, { wholeUpTo: Infinity, size });
  if (contents.kind === 'open') throw new Error('not read whole');
  return Buffer.from(contents.bytes);
}

async function reopened(store: S3BlobStore, id: string) {
  const draft = await store.reopen(id);
  if (draft === undefined) throw new Error('the draft is gone');
  return draft;
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

describe.skipIf(missingObjectStore() !== undefined)('blobs in a bucket', () => {
  test('a long blob arrives in several requests, by several processes, and leaves no other object', async () => {
    const { store, bucket, newId, again } = await open();
    const bytes = randomBytes(2 * PART + 3 * MIB);
    const id = await newId();
    const first = await store.create(id, { length: bytes.length });
    await first.write([bytes.subarray(0, PART + MIB)], 0);
    await first.close();

    const other = again();
    const second = await reopened(other, id);
    expect(second.size).toBe(PART + MIB);
    expect(await other.size(id)).toBe(PART + MIB);
    await second.write([bytes.subarray(PART + MIB, PART + 2 * MIB)], PART + MIB);
    await second.close();
    const third = await reopened(store, id);
    await third.write([bytes.subarray(third.size)], third.size);
    expect(await third.seal()).toMatchObject({ size: bytes.length });

    expect(sha256(await contentsOf(again(), id, bytes.length))).toBe(sha256(bytes));
    expect(await keysIn(bucket)).toEqual([`blobs/${id.slice(0, 2)}/${id}`]);
  });

  test('bytes that a process has received and not stored do not count', async () => {
    const { store, newId, again } = await open();
    const bytes = randomBytes(PART + MIB);
    const id = await newId();
    const draft = await store.create(id, { length: 2 * PART });
    await draft.write([bytes], 0);
    expect(await store.size(id)).toBe(PART + MIB);
    await vi.waitFor(async () => expect((await again().reopen(id))?.size).toBe(PART));
    await draft.drop();
  });

  test('the next part is received while one is stored', async () => {
    let goOn: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (goOn = resolve));
    class SlowBucket extends Bucket {
      override async putPart(...given: Parameters<Bucket['putPart']>): Promise<string> {
        await gate;
        return super.putPart(...given);
      }
    }
    const memory = new PartMemory(2 * PART);
    const { store, newId } = await open((config) => new SlowBucket(config), memory);
    const bytes = randomBytes(PART + MIB);
    const id = await newId();
    const draft = await store.create(id, { length: bytes.length });
    await draft.write([bytes], 0);
    expect(await store.size(id)).toBe(bytes.length);
    goOn();
    await draft.seal();
    expect((await contentsOf(store, id, bytes.length)).equals(bytes)).toBe(true);
    expect(memory.bytes).toBe(0);
  });

  test('a part that could not be stored is stored by the next attempt', async () => {
    let attempts = 0;
    class FailingBucket extends Bucket {
      override async putPart(...given: Parameters<Bucket['putPart']>): Promise<string> {
        attempts += 1;
        if (attempts === 1) throw new Error('the connection was lost');
        return super.putPart(...given);
      }
    }
    const { store, newId } = await open((config) => new FailingBucket(config));
    const bytes = randomBytes(2 * PART + MIB);
    const id = await newId();
    const draft = await store.create(id, { length: bytes.length });
    await draft.write([bytes.subarray(0, PART + MIB)], 0);
    await expect(draft.flush()).rejects.toThrow('the connection was lost');
    await draft.write([bytes.subarray(PART + MIB)], PART + MIB);
    await draft.seal();
    expect(attempts).toBe(4);
    expect((await contentsOf(store, id, bytes.length)).equals(bytes)).toBe(true);
  });

  test('a part that is never stored fails the blob, and its bytes do not count', async () => {
    class BrokenBucket extends Bucket {
      override putPart(): Promise<string> {
        return Promise.reject(new Error('no space left'));
      }
    }
    const memory = new PartMemory(4 * PART);
    const { store, newId, again } = await open((config) => new BrokenBucket(config), memory);
    const bytes = randomBytes(PART + MIB);
    const id = await newId();
    const draft = await store.create(id, { length: 3 * PART });
    await draft.write([bytes], 0);
    await expect(draft.flush()).rejects.toThrow('no space left');
    await expect(draft.seal()).rejects.toThrow('no space left');
    await expect(draft.close()).rejects.toThrow('no space left');
    expect(memory.bytes).toBe(0);
    expect((await again().reopen(id))?.size).toBe(0);
  });

  test('no draft waits for memory while it holds a part that cannot be stored', async () => {
    let isBroken = true;
    class UnreliableBucket extends Bucket {
      override putPart(...given: Parameters<Bucket['putPart']>): Promise<string> {
        if (isBroken) return Promise.reject(new Error('no answer'));
        return super.putPart(...given);
      }
    }
    const memory = new PartMemory(2 * PART);
    const { store, newId } = await open((config) => new UnreliableBucket(config), memory);
    const bytes = randomBytes(PART + MIB);
    const ids = [await newId(), await newId()];
    const drafts = await Promise.all(ids.map((id) => store.create(id, { length: bytes.length })));
    const written = await Promise.allSettled(drafts.map((draft) => draft.write([bytes], 0)));
    expect(written.map(({ status }) => status)).toContain('rejected');
    await Promise.allSettled(drafts.map((draft) => draft.truncate(0)));
    expect(memory.bytes).toBe(0);

    isBroken = false;
    for (const draft of drafts) {
      await draft.write([bytes], 0);
      await draft.seal();
    }
    for (const id of ids)
      expect((await contentsOf(store, id, bytes.length)).equals(bytes)).toBe(true);
  });

  test('the SHA-256 of a blob is known without reading it, if one process has received it', async () => {
    const { store, newId } = await open();
    const bytes = randomBytes(PART + MIB);
    const id = await newId();
    const draft = await store.create(id, { length: bytes.length });
    const digest = await draft.beginDigest();
    await draft.write([bytes.subarray(0, MIB), bytes.subarray(MIB)], 0);
    digest.extend(bytes.length);
    expect(await draft.seal()).toEqual({ size: bytes.length, sha256: sha256(bytes) });
    expect(await digest.value()).toBe(sha256(bytes));
    expect(await store.checksums(id, ['sha256'], signal)).toEqual({ sha256: sha256(bytes) });
  });

  test('the SHA-256 of a blob stays known when it is opened again to flush it', async () => {
    const { store, newId } = await open();
    const bytes = randomBytes(4 * PART);
    const id = await newId();
    const draft = await store.create(id, { length: bytes.length });
    // Each of these writes waits until one more part is stored.
    for (const [from, to] of [
      [0, 2 * PART + 1],
      [2 * PART + 1, 3 * PART + 1],
    ] as const) {
      await draft.write([bytes.subarray(from, to)], from);
      const other = await reopened(store, id);
      await other.flush();
      await other.close();
    }
    await draft.write([bytes.subarray(3 * PART + 1)], 3 * PART + 1);
    expect(await draft.seal()).toEqual({ size: bytes.length, sha256: sha256(bytes) });
  });

  test('bytes that were refused are cut off, also when a part has been stored since', async () => {
    const { store, newId, again } = await open();
    const bytes = randomBytes(PART + 2 * MIB);
    const id = await newId();
    const before = await store.create(id, { length: bytes.length });
    await before.write([bytes.subarray(0, MIB)], 0);
    await before.close();
    const refused = await reopened(store, id);
    await refused.write([randomBytes(PART)], MIB);
    await refused.truncate(MIB);
    await refused.write([bytes.subarray(MIB, 2 * MIB)], MIB);
    await refused.close();

    const draft = await reopened(again(), id);
    await draft.truncate(MIB + 10);
    await draft.write([bytes.subarray(MIB + 10)], MIB + 10);
    await draft.seal();
    expect((await contentsOf(store, id, bytes.length)).equals(bytes)).toBe(true);
  });

  test('a lost answer to the completion is no failure when the object is there', async () => {
    class Forgetful extends Bucket {
      override async completeUpload(...args: Parameters<Bucket['completeUpload']>): Promise<void> {
        await super.completeUpload(...args);
        throw new Error('the answer was lost');
      }
    }
    const { store, newId } = await open((config) => new Forgetful(config));
    const bytes = randomBytes(PART + 1);
    const id = await newId();
    const draft = await store.create(id, { length: bytes.length });
    await draft.write([bytes], 0);
    expect(await draft.seal()).toMatchObject({ size: bytes.length });
    expect((await contentsOf(store, id, bytes.length)).equals(bytes)).toBe(true);
  });

  test('a blob that was completed before a crash is complete when it is opened again', async () => {
    const { store, newId, again } = await open();
    const bytes = randomBytes(PART + 1);
    const id = await newId();
    const draft = await store.create(id, { length: bytes.length });
    await draft.write([bytes], 0);
    await draft.seal();
    const other = await reopened(again(), id);
    expect(other.size).toBe(bytes.length);
    expect(await other.seal()).toMatchObject({ size: bytes.length });
  });

  test('removing an unfinished blob leaves nothing in the bucket', async () => {
    const { store, bucket, newId } = await open();
    const id = await newId();
    const draft = await store.create(id, { length: 3 * PART });
    await draft.write([randomBytes(PART + MIB)], 0);
    await draft.close();
    expect(await keysIn(bucket)).toHaveLength(1);
    await store.remove(id);
    expect(await keysIn(bucket)).toEqual([]);
    expect(await store.reopen(id)).toBeUndefined();
  });

  test('a stalled upload gives its memory to one that waits, and goes on later', async () => {
    const memory = new PartMemory(PART);
    const { store, newId } = await open(undefined, memory);
    const [one, other] = [randomBytes(2 * MIB), randomBytes(2 * MIB)];
    const [oneId, otherId] = [await newId(), await newId()];
    const stalled = await store.create(oneId, { length: PART });
    await stalled.write([one], 0);
    const waiting = await store.create(otherId, { length: PART });
    await waiting.write([other], 0);
    expect(memory.bytes).toBe(PART);
    await waiting.seal();
    await stalled.write([one], one.length);
    await stalled.seal();
    expect(memory.bytes).toBe(0);
    const whole = await contentsOf(store, oneId, 2 * one.length);
    expect(whole.equals(Buffer.concat([one, one]))).toBe(true);
    expect((await contentsOf(store, otherId, other.length)).equals(other)).toBe(true);
  });

  test('a small blob is requested once, and never in place of another', async () => {
    const requested: string[] = [];
    class CountingBucket extends Bucket {
      override read(...given: Parameters<Bucket['read']>): ReturnType<Bucket['read']> {
        requested.push(given[0]);
        return super.read(...given);
      }
    }
    const { store, newId } = await open((config) => new CountingBucket(config));
    const blobs = [randomBytes(1_000), randomBytes(1_000)].map((bytes) => ({ id: newId(), bytes }));
    for (const { id, bytes } of blobs) await store.put(await id, bytes);
    for (let round = 0; round < 3; round += 1) {
      for (const { id, bytes } of blobs) {
        expect((await contentsOf(store, await id, 1_000)).equals(bytes)).toBe(true);
      }
    }
    expect(requested).toHaveLength(2);
  });

  test('reads of ranges return their bytes, forwards, backwards and beyond the end', async () => {
    const { store, newId } = await open();
    const bytes = randomBytes(5 * MIB + 7);
    const id = await newId();
    await store.put(id, bytes);
    const contents = await store.read(id, { wholeUpTo: 0, size: bytes.length });
    if (contents.kind === 'whole') throw new Error('read whole');
    const { blob } = contents;
    const target = new Uint8Array(MIB);
    for (const at of [0, MIB, 2 * MIB, 10, 4 * MIB, 5 * MIB]) {
      const length = await blob.readInto(target, at);
      const wanted = bytes.subarray(at, at + MIB);
      expect([at, Buffer.from(target.subarray(0, length)).equals(wanted)]).toEqual([at, true]);
    }
    expect(await blob.readInto(target, bytes.length)).toBe(0);
    await blob.close();
  });

  test('wrong buckets, keys and services are named', async () => {
    const { config } = await open();
    const reasonOf = async (differing: Partial<BucketConfig>) => {
      const bucket = new Bucket({ ...config, ...differing });
      const reached = await bucket.requireReachable().catch((error: Error) => error.message);
      await bucket.close();
      return reached;
    };
    expect(await reasonOf({})).toBeUndefined();
    expect(await reasonOf({ name: 'no-such-bucket' })).toBe(
      'the object storage cannot be used: the bucket does not exist',
    );
    expect(await reasonOf({ endpoint: 'http://127.0.0.1:9' })).toBe(
      'the object storage does not answer: it refuses connections',
    );
    const secret = process.env['AWS_SECRET_ACCESS_KEY'];
    process.env['AWS_SECRET_ACCESS_KEY'] = 'wrong';
    try {
      expect(await reasonOf({})).toBe(
        'the object storage cannot be used: the secret access key is wrong',
      );
    } finally {
      process.env['AWS_SECRET_ACCESS_KEY'] = secret;
    }
  });
});
