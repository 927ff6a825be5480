import type { ListedSession } from '#contract/sessions.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listSessions } from '../../metadata/sessions.ts';
import { findUserByName } from '../../metadata/users.ts';
import { PASSWORD, startTestApp, type TestApp } from '../../testing/app.ts';
import { aStoredUser } from '../../testing/stored-records.ts';
import type { Client } from '../../testing/client.ts';

const LOOK = '/api/resources/';
const ADMIN = { perm: { ...aStoredUser().perm, admin: true } };

async function logInAgain(app: TestApp, username: string, device: string): Promise<Client> {
  const body = JSON.stringify({ username, password: PASSWORD });
  const reply = await app.visitor.post('/api/login', { body, headers: { 'user-agent': device } });
  return app.client(reply.text);
}

async function sessionsOf(client: Client, query = ''): Promise<ListedSession[]> {
  return (await client.get(`/api/sessions${query}`)).json<ListedSession[]>();
}

async function idOf(app: TestApp, username: string): Promise<number | undefined> {
  return (await findUserByName(app.db.read, username))?.id;
}

async function statusOf(client: Client): Promise<number> {
  return (await client.get(LOOK)).status;
}

test('users see their own sessions, the current one marked, without anything that gives access', async () => {
  const now = Date.UTC(2030, 0, 1);
  vi.useFakeTimers({ toFake: ['Date'], now });
  onTestFinished(() => void vi.useRealTimers());
  await using app = await startTestApp();
  const desk = await app.logIn({ username: 'anna' });
  const phone = await logInAgain(app, 'anna', 'Phone/1.0');
  await app.logIn({ username: 'bob' });

  const reply = await phone.get('/api/sessions');

  expect(reply.status).toBe(200);
  const sessions = reply.json<ListedSession[]>();
  expect(sessions).toHaveLength(2);
  expect(sessions.find(({ current }) => current)).toMatchObject({
    device: 'Phone/1.0',
    address: '127.0.0.1',
    current: true,
  });
  const here = sessions.find(({ current }) => current);
  const [firstUsed, lastUsed, expires] = [here?.firstUsed, here?.lastUsed, here?.expires].map(
    (time) => Date.parse(time ?? ''),
  );
  expect(firstUsed).toBe(now);
  expect(lastUsed).toBe(now);
  expect(expires).toBe(now + 2 * 3_600_000);
  const { sid } = JSON.parse(
    Buffer.from(phone.token?.split('.')[1] ?? '', 'base64url').toString(),
  ) as { sid: string }; // what a token holds
  expect(reply.text).not.toContain(sid);
  expect((await sessionsOf(desk)).filter(({ current }) => current)).toHaveLength(1);
});

test('the one used last comes first, with the address of that use, before anything is stored', async () => {
  await using app = await startTestApp({
    config: { trust: { proxies: ['127.0.0.1'], allowedOrigins: [], allowRemoteNoauth: false } },
  });
  const desk = await app.logIn({ username: 'anna' });
  await logInAgain(app, 'anna', 'Phone/1.0');
  await desk.get(LOOK, { headers: { 'x-forwarded-for': '203.0.113.9' } });
  const [first] = await sessionsOf(desk, '');
  expect(first).toMatchObject({ current: true });
  await desk.get(LOOK, { headers: { 'x-forwarded-for': '203.0.113.9' } });
  const reply = await desk.get('/api/sessions', { headers: { 'x-forwarded-for': '203.0.113.9' } });
  expect(reply.json<ListedSession[]>()[0]).toMatchObject({ address: '203.0.113.9' });
});

test('one session of one’s own can be ended, at once, and only once', async () => {
  await using app = await startTestApp();
  const desk = await app.logIn({ username: 'anna' });
  const phone = await logInAgain(app, 'anna', 'Phone/1.0');
  const id = (await sessionsOf(phone)).find(({ current }) => current)?.id ?? '';

  expect((await desk.delete(`/api/sessions/${id}`)).text).toBe('200 OK\n');

  expect(await statusOf(phone)).toBe(401);
  expect(await statusOf(desk)).toBe(200);
  expect((await desk.delete(`/api/sessions/${id}`)).status).toBe(404);
});

test('ending all other sessions keeps this one, and those of other users', async () => {
  await using app = await startTestApp();
  const desk = await app.logIn({ username: 'anna' });
  const phone = await logInAgain(app, 'anna', 'Phone/1.0');
  const bob = await app.logIn({ username: 'bob' });

  expect((await desk.delete('/api/sessions')).text).toBe('200 OK\n');

  expect(await Promise.all([desk, phone, bob].map(statusOf))).toEqual([200, 401, 200]);
});

test('sessions of other users cannot be seen or ended', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn({ username: 'anna' });
  const bob = await app.logIn({ username: 'bob' });
  const [session] = await sessionsOf(anna);
  const annaId = await idOf(app, 'anna');

  expect((await bob.delete(`/api/sessions/${session?.id}`)).status).toBe(404);
  expect((await bob.get(`/api/sessions?user=${annaId}`)).status).toBe(403);
  expect((await bob.delete(`/api/sessions?user=${annaId}`)).status).toBe(403);
  expect((await bob.get('/api/sessions?user=999')).status).toBe(403);
  expect(await statusOf(anna)).toBe(200);
});

test('administrators see and end the sessions of all users', async () => {
  await using app = await startTestApp();
  const boss = await app.logIn({ username: 'boss', ...ADMIN });
  const elsewhere = await logInAgain(app, 'boss', 'Phone/1.0');
  const { id } = await app.addUser({ username: 'anna' });
  const desk = await logInAgain(app, 'anna', 'Desk/1.0');
  const phone = await logInAgain(app, 'anna', 'Phone/1.0');

  const theirs = await sessionsOf(boss, `?user=${id}`);
  expect(theirs.map(({ device }) => device).toSorted()).toEqual(['Desk/1.0', 'Phone/1.0']);
  expect(theirs.some(({ current }) => current)).toBe(false);
  const deskId = theirs.find(({ device }) => device === 'Desk/1.0')?.id;
  expect((await boss.delete(`/api/sessions/${deskId}`)).status).toBe(200);
  expect(await Promise.all([desk, phone].map(statusOf))).toEqual([401, 200]);
  expect((await boss.delete(`/api/sessions?user=${id}`)).status).toBe(200);
  expect(await statusOf(phone)).toBe(401);

  const own = await idOf(app, 'boss');
  expect((await boss.delete(`/api/sessions?user=${own}`)).status).toBe(200);
  expect(await Promise.all([boss, elsewhere].map(statusOf))).toEqual([200, 401]);
});

test('an invalid or unknown user id is refused', async () => {
  await using app = await startTestApp();
  const boss = await app.logIn({ username: 'boss', ...ADMIN });
  for (const user of ['', 'anna', '1.5', '-1', '1e3']) {
    const reply = await boss.get(`/api/sessions?user=${user}`);
    expect(reply.text).toBe('400 Bad Request (user: must be the id of a user)\n');
  }
  expect((await boss.get('/api/sessions?user=999')).status).toBe(404);
  expect((await boss.delete('/api/sessions?user=999')).status).toBe(404);
  expect((await app.visitor.get('/api/sessions')).status).toBe(401);
  expect((await app.visitor.delete('/api/sessions')).status).toBe(401);
  expect((await app.visitor.delete('/api/sessions/x')).status).toBe(401);
});

test('when sessions were last used, and users last there, is stored when the server stops', async () => {
  await using app = await startTestApp();
  const before = Date.now();
  const anna = await app.logIn({ username: 'anna' });
  const stored = async (at: TestApp) => {
    const user = await findUserByName(at.db.read, 'anna');
    const [session] = await listSessions(at.db.read, { nowMs: Date.now() });
    const { lastSeenAt, updatedAt } = user ?? {};
    return { lastSeenAt, updatedAt, lastUsedAt: session?.lastUsedAt };
  };
  const atLogIn = await stored(app);
  expect(atLogIn.lastSeenAt).toBeGreaterThanOrEqual(before);

  await new Promise((resolve) => setTimeout(resolve, 20));
  const used = Date.now();
  await anna.get(LOOK);
  expect(await stored(app)).toEqual(atLogIn);

  await using later = await app.restart();
  const afterwards = await stored(later);
  expect(afterwards.lastSeenAt).toBeGreaterThanOrEqual(used);
  expect(afterwards.lastUsedAt).toBeGreaterThanOrEqual(used);
  expect(afterwards.updatedAt).toBe(atLogIn.updatedAt);
});
