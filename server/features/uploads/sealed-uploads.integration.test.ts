import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { TUS_CONTENT_TYPE } from '#contract/uploads.ts';
import type { Config } from '../../config/config.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';
import { emptyBucket, missingObjectStore } from '../../testing/object-store.ts';

const MIB = 1024 * 1024;

function checksumOf(bytes: Buffer): string {
  const value = Buffer.alloc(4);
  value.writeUInt32BE(crc32(bytes));
  return `crc32 ${value.toString('base64')}`;
}

/** Sends a file in three chunks. Returns the status of the last one. */
async function send(who: Client, path: string, bytes: Buffer, isVerified: boolean) {
  const length = { 'upload-length': `${bytes.length}` };
  expect((await who.post(`/api/tus${path}`, { headers: length })).status).toBe(201);
  const third = Math.ceil(bytes.length / 3);
  let status = 0;
  for (let offset = 0; offset < bytes.length; offset += third) {
    const body = bytes.subarray(offset, offset + third);
    const sum = isVerified ? { 'upload-checksum': checksumOf(body) } : {};
    const type = { 'content-type': TUS_CONTENT_TYPE, 'upload-offset': `${offset}` };
    ({ status } = await who.patch(`/api/tus${path}`, { headers: { ...type, ...sum }, body }));
  }
  return status;
}

/** Makes the transaction fail that gives the file its name, as if the server was killed before it. */
async function refuseToPublish(app: TestApp): Promise<void> {
  await app.db.write((tx) =>
    sql`create trigger refuse before update of name on entry begin select raise(abort, 'cut'); end`.execute(
      tx,
    ),
  );
}

async function publishAgain(app: TestApp): Promise<void> {
  await app.db.write((tx) => sql`drop trigger refuse`.execute(tx));
}

async function inBucket(): Promise<Partial<Config>> {
  return { storage: 'managed', bucket: await emptyBucket() };
}

// An object is complete or not there at all, so its bytes cannot be continued.
describe.skipIf(missingObjectStore() !== undefined)('contents in a bucket', () => {
  test.each([
    ['in one part', 300_000, false],
    ['in one part, with checksums', 300_000, true],
    ['in several parts', 17 * MIB, false],
    ['in several parts, with checksums', 17 * MIB, true],
  ])(
    'an upload %s whose server ended after its last byte is published by the next start',
    async (_, size, isVerified) => {
      const bytes = randomBytes(size);
      await using app = await startTestApp({ config: await inBucket() });
      const anna = await app.logIn();
      await refuseToPublish(app);
      expect(await send(anna, '/a.bin', bytes, isVerified)).toBe(500);
      await publishAgain(app);

      await using next = await app.restart();
      const again = next.client(anna.token);
      const got = await again.get('/api/raw/a.bin');
      expect([got.status, got.bytes.equals(bytes)]).toEqual([200, true]);
      const offset = await again.head('/api/tus/a.bin');
      expect([offset.status, offset.headers['upload-offset']]).toEqual([200, `${size}`]);
    },
  );

  test('an upload that could not be published is published when its client asks for the offset', async () => {
    const bytes = randomBytes(300_000);
    await using app = await startTestApp({ config: await inBucket() });
    const anna = await app.logIn();
    await refuseToPublish(app);
    expect(await send(anna, '/a.bin', bytes, true)).toBe(500);
    await publishAgain(app);
    const offset = await anna.head('/api/tus/a.bin');
    expect([offset.status, offset.headers['upload-offset']]).toEqual([200, '300000']);
    expect((await anna.get('/api/raw/a.bin')).bytes.equals(bytes)).toBe(true);
  });
});
