import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { addressIn, type NetworkProxy, startNetworkProxy } from '../../../testing/network-proxy.ts';
import { emptyBucket, missingObjectStore } from '../../../testing/object-store.ts';
import { Bucket } from './bucket.ts';
import { OpenObject } from './open-object.ts';

const KEY = 'blobs/ab/abc';
const MIB = 1024 * 1024;
/** More than the proxy, the connections and the reader hold between them. */
const BYTES = randomBytes(24 * MIB);
/** Position within a range of 16 MiB that has been requested. */
const PAUSE_AT = 7 * MIB;
/** Time without a byte after which a request is given up, in tests that wait for it. Longer than a busy store is silent. Milliseconds. */
const SILENT_FOR_MS = 3_000;

interface Opened {
  readonly object: OpenObject;
  readonly proxy: NetworkProxy;
}

/** Opens a stored object behind a proxy. `silentForMs` is the time without a byte after which its reader gives up; by default that of servers. */
async function openObject(options: { readonly silentForMs?: number } = {}): Promise<Opened> {
  const config = await emptyBucket();
  const store = new Bucket(config);
  await store.put(KEY, BYTES, crc32(BYTES));
  await store.close();
  const proxy = await startNetworkProxy(addressIn(config.endpoint ?? ''));
  const bucket = new Bucket({ ...config, endpoint: proxy.url }, options);
  const object = new OpenObject(bucket, KEY, BYTES.length);
  onTestFinished(async () => {
    proxy.goOn();
    await object.close();
    await bucket.close();
    await proxy[Symbol.asyncDispose]();
  });
  return { object, proxy };
}

/** Reads in small steps, as a download does, so that long ranges are requested. */
async function read(object: OpenObject, from: number, to: number): Promise<Buffer> {
  const bytes = Buffer.alloc(to - from);
  let filled = 0;
  while (filled < bytes.length) {
    const step = bytes.subarray(filled, filled + MIB / 4);
    filled += await object.readInto(step, from + filled);
  }
  return bytes;
}

describe.skipIf(missingObjectStore() !== undefined)('an object that is being read', () => {
  test('goes on where it was when the connection was closed meanwhile', async () => {
    const { object, proxy } = await openObject();
    const first = await read(object, 0, PAUSE_AT);
    proxy.cut();
    proxy.goOn();
    const rest = await read(object, PAUSE_AT, BYTES.length);
    expect(Buffer.concat([first, rest]).equals(BYTES)).toBe(true);
  });

  test('goes on after its reader has paused for longer than the store may be silent', async () => {
    const { object } = await openObject({ silentForMs: SILENT_FOR_MS });
    const first = await read(object, 0, PAUSE_AT);
    await delay(2 * SILENT_FOR_MS);
    const rest = await read(object, PAUSE_AT, BYTES.length);
    expect(Buffer.concat([first, rest]).equals(BYTES)).toBe(true);
  });

  test('fails while the store is silent, and can be read afterwards', async () => {
    const { object, proxy } = await openObject({ silentForMs: SILENT_FOR_MS });
    const first = await read(object, 0, PAUSE_AT);
    proxy.hang();
    await expect(read(object, PAUSE_AT, BYTES.length)).rejects.toThrow(
      'the object storage does not answer: it takes too long',
    );
    proxy.goOn();
    const rest = await read(object, PAUSE_AT, BYTES.length);
    expect(Buffer.concat([first, rest]).equals(BYTES)).toBe(true);
  });

  test('is read over a slow network', async () => {
    const { object, proxy } = await openObject();
    proxy.delayBy(100);
    expect((await read(object, 0, BYTES.length)).equals(BYTES)).toBe(true);
  });
});
