import { describe, expect, test } from 'vitest';
import type { Config } from '../../config/config.ts';
import { startTestApp } from '../../testing/app.ts';
import { emptyBucket, missingObjectStore } from '../../testing/object-store.ts';
import { shareOf } from '../../testing/shares.ts';
import { aStoredUser } from '../../testing/stored-records.ts';

/** A little more than what is worth a redirect. */
const TEXT = 'film '.repeat(14_000_000);
const LARGE = Buffer.from(TEXT);
const FILES = { 'sea “1”.mkv': TEXT, 'small.txt': 'small' };
const PATH = '/api/raw/sea%20%E2%80%9C1%E2%80%9D.mkv';

/** Returns the configuration of a store whose service browsers reach, if `isPublic`, under the address that the server uses. */
async function inBucket(isPublic: boolean): Promise<Partial<Config>> {
  const bucket = await emptyBucket();
  const publicEndpoint = isPublic ? bucket.endpoint : undefined;
  return { storage: 'managed', bucket: { ...bucket, publicEndpoint } };
}

describe.skipIf(missingObjectStore() !== undefined)('downloads from the object storage', () => {
  test('a click on a large file leads to the storage, where it has its name and its bytes', async () => {
    await using app = await startTestApp({ config: await inBucket(true), files: FILES });
    const anna = await app.logIn();

    const reply = await anna.get(PATH, { headers: { 'sec-fetch-mode': 'navigate' } });

    expect([reply.status, reply.headers['cache-control']]).toEqual([
      307,
      'no-cache, no-store, must-revalidate',
    ]);
    expect(reply.headers['referrer-policy']).toBe('no-referrer');
    const address = new URL(reply.headers.location ?? '');
    expect(address.searchParams.get('X-Amz-Expires')).toBe('60');
    const stored = await fetch(address);
    expect(stored.status).toBe(200);
    expect(stored.headers.get('content-disposition')).toBe(
      "attachment; filename*=utf-8''sea%20%E2%80%9C1%E2%80%9D.mkv",
    );
    expect(stored.headers.get('content-type')).toBe('application/octet-stream');
    expect(LARGE.equals(Buffer.from(await stored.arrayBuffer()))).toBe(true);
    // Without the signature, or for another file, the storage refuses.
    expect((await fetch(address.origin + address.pathname)).status).toBe(403);
    address.pathname += 'x';
    expect((await fetch(address)).status).toBe(403);
  });

  test('everything else passes through the server', async () => {
    await using app = await startTestApp({ config: await inBucket(true), files: FILES });
    const anna = await app.logIn();
    const { hash } = await shareOf(anna, '/sea%20%E2%80%9C1%E2%80%9D.mkv');

    const statuses = {
      small: (await anna.get('/api/raw/small.txt')).status,
      inline: (await anna.get(`${PATH}?inline=true`)).bytes.length,
      head: (await anna.head(PATH)).status,
      range: (await anna.get(PATH, { headers: { range: 'bytes=1-9' } })).text,
      unchanged: (await anna.get(PATH, { headers: { 'if-none-match': '*' } })).status,
      script: (await anna.get(PATH, { headers: { 'sec-fetch-mode': 'cors' } })).bytes.length,
      visitor: (await app.visitor.get(`/api/public/dl/${hash}`)).bytes.length,
    };

    expect(statuses).toEqual({
      small: 200,
      inline: LARGE.length,
      head: 200,
      range: 'ilm film ',
      unchanged: 304,
      script: LARGE.length,
      visitor: LARGE.length,
    });
  });

  test('who may not download is refused, and no server redirects unless it is configured', async () => {
    await using app = await startTestApp({ config: await inBucket(true), files: FILES });
    const ben = await app.logIn({ perm: { ...aStoredUser().perm, download: false } });
    expect((await ben.get(PATH)).status).toBe(403);
    await using other = await startTestApp({ config: await inBucket(false), files: FILES });
    const reply = await (await other.logIn()).get(PATH);
    expect([reply.status, reply.bytes.length]).toEqual([200, LARGE.length]);
  });
});
