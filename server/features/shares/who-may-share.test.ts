import { expect, test } from 'vitest';
import type { Client, Reply } from '../../testing/client.ts';
import { startTestApp } from '../../testing/app.ts';
import { shareOf, sharesSeen } from '../../testing/shares.ts';
import { aStoredUser } from '../../testing/stored-records.ts';

const { perm } = aStoredUser();

/** Every call, for a share of anna's to /a.txt. */
const CALLS: Readonly<Record<string, (who: Client, hash: string) => Promise<Reply>>> = {
  'list all': (who) => who.get('/api/shares'),
  'list those of an item': (who) => who.get('/api/share/a.txt'),
  create: (who) => who.post('/api/share/a.txt', { body: '{}' }),
  'list uses': (who, hash) => who.get(`/api/links/${hash}/uses`),
  adopt: (who, hash) => who.post(`/api/links/${hash}/adopt`),
  revoke: (who, hash) => who.delete(`/api/share/${hash}`),
};

/** Returns the status of each call about a share of anna's for this client. */
async function statusesFor(who: Client, hash: string): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  for (const [name, call] of Object.entries(CALLS)) statuses[name] = (await call(who, hash)).status;
  return statuses;
}

const everyCall = (status: number) =>
  Object.fromEntries(Object.keys(CALLS).map((name) => [name, status]));

test('only the owner of a share and administrators may use the calls for it', async () => {
  await using app = await startTestApp({ files: { '/a.txt': '' } });
  const anna = await app.logIn();
  const logIn = (username: string, differing: Partial<typeof perm> = {}) =>
    app.logIn({ username, perm: { ...perm, ...differing } });
  const { hash } = await shareOf(anna, '/a.txt');

  expect(await statusesFor(app.visitor, hash)).toEqual(everyCall(401));
  // Both permissions to share and download are required, also for administrators.
  for (const lacking of [{ share: false }, { download: false }, { admin: true, share: false }]) {
    const who = await logIn(JSON.stringify(lacking), lacking);
    expect(await statusesFor(who, hash)).toEqual(everyCall(403));
  }
  expect(await statusesFor(await logIn('bob'), hash)).toEqual({
    ...everyCall(200),
    'list uses': 403,
    adopt: 403,
    revoke: 403,
  });
  expect(await statusesFor(anna, hash)).toEqual(everyCall(200));

  const other = await shareOf(anna, '/a.txt');
  const admin = await logIn('root', { admin: true });
  expect(await statusesFor(admin, other.hash)).toEqual(everyCall(200));
});

test('an unknown or invalid hash is not found', async () => {
  await using app = await startTestApp({ files: { '/a.txt': '' } });
  const anna = await app.logIn();
  const { hash } = await shareOf(anna, '/a.txt');
  const statusOf = async (text: string) => (await anna.delete(`/api/share/${text}`)).status;

  expect((await anna.delete('/api/share/')).text).toBe('400 Bad Request\n');
  for (const text of ['a.txt', 'a/b', `${hash}/x`, `${hash}x`, 'x'.repeat(9_000), '%F0%9F%98%80']) {
    expect(await statusOf(text)).toBe(404);
  }
  for (const text of ['..', `%2e%2e/${hash}`, `${hash}%00`, '%ff']) {
    expect(await statusOf(text)).toBe(400);
  }
  expect((await anna.get('/api/links/nosuch/uses')).status).toBe(404);
  expect((await anna.post('/api/links/nosuch/adopt')).status).toBe(404);
  expect((await anna.get(`/api/links/${hash}%00/uses`)).status).toBe(400);
  expect((await anna.get(`/api/links/a%2Fb/uses`)).status).toBe(404);
  expect(await sharesSeen(anna)).toHaveLength(1);
  expect(await statusOf(`${hash}/`)).toBe(200);
});

test('wrong methods return the allowed ones', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  const put = await anna.put('/api/share/a.txt', { body: '{}' });
  expect(put.status).toBe(405);
  expect(put.headers.allow?.split(', ').toSorted()).toEqual(['DELETE', 'GET', 'HEAD', 'POST']);
  expect((await anna.post('/api/shares', { body: '{}' })).status).toBe(405);
});

test('the cookie alone lists shares, but neither creates nor ends any', async () => {
  await using app = await startTestApp({ files: { '/a.txt': '' } });
  const anna = await app.logIn();
  const { hash } = await shareOf(anna, '/a.txt');
  const headers = { cookie: `auth=${anna.token ?? ''}` };

  expect((await app.visitor.get('/api/shares', { headers })).status).toBe(200);
  expect((await app.visitor.post('/api/share/a.txt', { headers, body: '{}' })).status).toBe(401);
  expect((await app.visitor.delete(`/api/share/${hash}`, { headers })).status).toBe(401);
});
