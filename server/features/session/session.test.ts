import { randomBytes } from 'node:crypto';
import { compareSync, hashSync } from 'bcryptjs';
import { SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { hashPassword } from '../../access/passwords.ts';
import { hashSecretId } from '../../lib/secret-id.ts';
import { findActiveSession } from '../../metadata/sessions.ts';
import { setPassword } from '../../metadata/set-password.ts';
import { readOrCreateSigningKey } from '../../metadata/settings.ts';
import { findUserByName, updateUser } from '../../metadata/users.ts';
import { setClockForward } from '../../testing/clock.ts';
import { PASSWORD, startTestApp, type TestApp } from '../../testing/app.ts';
import type { Client, Reply } from '../../testing/client.ts';
import { openRequest } from '../../testing/open-request.ts';

const LOOK = '/api/resources/';

interface Payload {
  readonly sid: string;
  readonly iat: number;
  readonly exp: number;
  readonly iss: string;
  readonly user: Record<string, unknown>;
}

function payloadOf(token: string | undefined): Payload {
  const [, middle = ''] = (token ?? '').split('.');
  return JSON.parse(Buffer.from(middle, 'base64url').toString()) as Payload; // what a token holds
}

function logIn(app: TestApp, username: string, password: string, headers = {}): Promise<Reply> {
  return app.visitor.post('/api/login', { body: JSON.stringify({ username, password }), headers });
}

async function statusOf(client: Client): Promise<number> {
  return (await client.get(LOOK)).status;
}

test('the right password creates a session, with a token that old clients understand', async () => {
  await using app = await startTestApp();
  const user = await app.addUser();

  const reply = await logIn(app, 'anna', PASSWORD);

  expect(reply.status).toBe(200);
  expect(reply.headers['content-type']).toMatch(/^text\/plain/);
  expect(reply.text.split('.')).toHaveLength(3);
  const payload = payloadOf(reply.text);
  expect(payload).toMatchObject({ iss: 'File Browser', user: { id: user.id, username: 'anna' } });
  expect(payload.exp - payload.iat).toBe(7_200);
  expect(Object.keys(payload.user)).toHaveLength(12);
  expect(JSON.stringify(payload)).not.toMatch(/argon2|passwordHash|scope/);
  expect(await statusOf(app.client(reply.text))).toBe(200);
  expect((await app.visitor.get(LOOK)).text).toBe('401 Unauthorized\n');
});

test('a wrong password and an unknown name are refused alike', async () => {
  await using app = await startTestApp();
  await app.addUser();
  await app.addUser({ username: 'old', passwordHash: hashSync(PASSWORD, 10) });

  for (const [name, password] of [
    ['anna', 'wrong'],
    ['nobody', 'wrong'],
    ['old', 'wrong'],
    ['old', 'x'.repeat(100)],
    ['ANNA', PASSWORD],
    ['anna', ''],
    ['', ''],
    ['anna\0', PASSWORD],
  ] as const) {
    const reply = await logIn(app, name, password);
    expect([reply.status, reply.text]).toEqual([403, '403 Forbidden\n']);
    expect(reply.headers).not.toHaveProperty('set-cookie');
  }
});

test('an invalid login request is refused without details', async () => {
  await using app = await startTestApp();
  for (const body of [
    '',
    'null',
    '[]',
    '{}',
    '{"username":"anna"}',
    '{"username":1,"password":true}',
    '{"username":{"$ne":1},"password":"x"}',
    'username=anna&password=x',
    Buffer.from([0xff, 0xfe, 0x00]),
    'x'.repeat(1024 * 1024 + 1),
    'x'.repeat(8 * 1024 * 1024),
  ]) {
    const reply = await app.visitor.post('/api/login', { body });
    expect([reply.status, reply.text]).toEqual([403, '403 Forbidden\n']);
  }
  expect((await app.visitor.get('/api/login')).status).toBe(405);
});

test('a body far too long is refused in the same words, also when it does not say how long it is', async () => {
  await using app = await startTestApp();
  for (const headers of [{}, { 'content-length': 20 * 1024 * 1024 }]) {
    const asked = openRequest('POST', `${app.url}/api/login`, headers);
    for (let sent = 0; sent < 20; sent += 1) await asked.send(Buffer.alloc(1024 * 1024, 'x'));
    asked.end();
    expect(await asked.status).toBe(403);
  }
});

function trusting(proxies: readonly string[], allowedOrigins: readonly string[] = []) {
  return { proxies, allowedOrigins, allowRemoteNoauth: false };
}

test('concurrent renewals work, and an earlier token stays valid', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();

  const renewals = await Promise.all(Array.from({ length: 5 }, () => anna.post('/api/renew')));

  for (const renewal of renewals) {
    expect(renewal.status).toBe(200);
    expect(renewal.headers['x-renew-token']).toBe('false');
    expect(payloadOf(renewal.text).sid).toBe(payloadOf(anna.token).sid);
    expect(payloadOf(renewal.text).exp).toBeGreaterThanOrEqual(payloadOf(anna.token).exp);
    expect(await statusOf(app.client(renewal.text))).toBe(200);
  }
  expect(await statusOf(anna)).toBe(200);
});

test('a renewal needs the token in the header, not only in the cookie', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  const cookie = `auth=${anna.token}`;
  expect((await app.visitor.post('/api/renew', { headers: { cookie } })).status).toBe(401);
  expect((await app.visitor.post('/api/renew')).status).toBe(401);
});

test('a token expires even if its session continues', async () => {
  await using app = await startTestApp({
    config: { sessions: { idleMs: 60_000, maxAgeMs: 86_400_000 } },
  });
  const anna = await app.logIn();
  const renewed = app.client((await anna.post('/api/renew')).text);
  expect(await statusOf(anna)).toBe(200);

  setClockForward(payloadOf(renewed.token).exp * 1_000 - Date.now() + 100);
  expect(await statusOf(anna)).toBe(401);
  expect(await statusOf(renewed)).toBe(401);
  expect((await renewed.post('/api/renew')).status).toBe(401);
});

test('no renewal takes a session beyond its absolute end', async () => {
  await using app = await startTestApp({
    config: { sessions: { idleMs: 7_200_000, maxAgeMs: 60_000 } },
  });
  const anna = await app.logIn();
  const { iat } = payloadOf(anna.token);
  expect(payloadOf(anna.token).exp - iat).toBeLessThanOrEqual(60);
  const renewed = await anna.post('/api/renew');
  expect(payloadOf(renewed.text).exp - iat).toBeLessThanOrEqual(61);
});

test('logging out ends every token of the session at once, and no other session', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  const renewed = app.client((await anna.post('/api/renew')).text);
  const elsewhere = app.client((await logIn(app, 'anna', PASSWORD)).text);
  expect(await Promise.all([anna, renewed, elsewhere].map(statusOf))).toEqual([200, 200, 200]);

  const reply = await renewed.post('/api/logout');

  expect([reply.status, reply.text]).toEqual([204, '']);
  expect(reply.headers['set-cookie']).toEqual([
    'auth=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict',
  ]);
  expect(await Promise.all([anna, renewed, elsewhere].map(statusOf))).toEqual([401, 401, 200]);
  expect((await anna.post('/api/renew')).status).toBe(401);
  expect((await anna.post('/api/logout')).status).toBe(401);
});

test('a new password ends the other sessions of its user only', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  const other = app.client((await logIn(app, 'anna', PASSWORD)).text);
  const bert = await app.logIn({ username: 'bert' });
  expect(await Promise.all([anna, other, bert].map(statusOf))).toEqual([200, 200, 200]);

  const passwordHash = await hashPassword('an entirely new password');
  const keepSession = hashSecretId(payloadOf(anna.token).sid);
  await app.db.write(async (tx) => {
    const user = await findUserByName(tx, 'anna');
    await setPassword(tx, user?.id ?? 0, { passwordHash, keepSession, nowMs: Date.now() });
  });

  expect(await Promise.all([anna, other, bert].map(statusOf))).toEqual([200, 401, 200]);
  expect((await logIn(app, 'anna', PASSWORD)).status).toBe(403);
  expect((await logIn(app, 'anna', 'an entirely new password')).status).toBe(200);
});

test('all requests of a deleted user get 401', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  expect(await statusOf(anna)).toBe(200);

  await app.db.write((tx) => tx.deleteFrom('user').where('username', '=', 'anna').execute());

  expect(await statusOf(anna)).toBe(401);
  expect((await anna.post('/api/renew')).status).toBe(401);
  expect((await anna.post('/api/logout')).status).toBe(401);
  expect((await anna.get('/api/users/2')).status).toBe(401);
});

test('permissions that change count for the next request already', async () => {
  await using app = await startTestApp({ files: { '/a.txt': 'x' } });
  const anna = await app.logIn();
  expect((await anna.get('/api/raw/a.txt')).status).toBe(200);

  await app.db.write(async (tx) => {
    const user = await findUserByName(tx, 'anna');
    if (user === undefined) throw new Error('anna is there');
    const perm = { ...user.perm, download: false };
    await updateUser(tx, user.id, { changes: { perm }, nowMs: Date.now() });
  });

  expect((await anna.get('/api/raw/a.txt')).status).toBe(403);
});

test('the cookie is accepted for reading only, and sent to the base path', async () => {
  await using app = await startTestApp({
    files: { '/a.txt': 'x' },
    config: { baseUrl: '/fb', trust: trusting(['127.0.0.1']) },
  });
  await app.addUser();

  const plain = await logIn(app, 'anna', PASSWORD);
  expect(plain.headers['set-cookie']).toEqual([
    `auth=${plain.text}; Path=/fb/; Max-Age=7200; HttpOnly; SameSite=Strict`,
  ]);
  const secure = await logIn(app, 'anna', PASSWORD, { 'x-forwarded-proto': 'https' });
  expect(secure.headers['set-cookie']?.[0]).toMatch(/; Secure$/);

  const headers = { cookie: `other=1; auth=${plain.text}` };
  expect((await app.visitor.get('/api/raw/a.txt', { headers })).text).toBe('x');
  expect((await app.visitor.head('/api/raw/a.txt', { headers })).status).toBe(200);
  expect((await app.visitor.post('/api/resources/b.txt', { headers })).status).toBe(401);
  expect((await app.visitor.patch('/api/tus/b.txt', { headers })).status).toBe(401);
  expect((await app.visitor.delete('/api/tus/b.txt', { headers })).status).toBe(401);
  expect((await app.visitor.post('/api/logout', { headers })).status).toBe(401);
  expect(await app.filesOnDisk()).toEqual({ '/a.txt': 'x' });
});

test('a token counts nowhere but in its header and its cookie', async () => {
  await using app = await startTestApp();
  const { token = '' } = await app.logIn();

  expect((await app.visitor.get(`${LOOK}?auth=${token}`)).status).toBe(401);
  for (const headers of [
    { authorization: `Bearer ${token}` },
    { 'x-auth': `Bearer ${token}` },
    { 'x-auth': `${token}.x` },
    { 'x-auth': token.slice(0, -2) },
    { cookie: `Auth=${token}` },
    { 'x-auth': '..' },
    { 'x-auth': 'a.b.c' },
  ]) {
    expect((await app.visitor.get(LOOK, { headers })).status).toBe(401);
  }
  const headers = { 'x-auth': 'nonsense', cookie: `auth=${token}` };
  expect((await app.visitor.get(LOOK, { headers })).status).toBe(200);
});

test('a token that this server did not sign for a living session opens nothing', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  const ours = await readOrCreateSigningKey(app.db);
  const { sid, user } = payloadOf(anna.token);
  const now = Math.floor(Date.now() / 1_000);
  const good = { user, sid, iss: 'File Browser', iat: now, exp: now + 600 };

  const signed = (payload: Record<string, unknown>, key: Uint8Array, alg = 'HS256') =>
    new SignJWT(payload).setProtectedHeader({ alg, typ: 'JWT' }).sign(key);
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const { exp: _, ...endless } = good;
  const { sid: __, ...nameless } = good;

  expect(await statusOf(app.client(await signed(good, ours)))).toBe(200);
  for (const forged of [
    await signed(good, randomBytes(64)),
    await signed(good, ours, 'HS512'),
    `${part({ alg: 'none', typ: 'JWT' })}.${part(good)}.`,
    `${part({ alg: 'none', typ: 'JWT' })}.${part(good)}.x`,
    await signed(endless, ours),
    await signed(nameless, ours),
    await signed({ ...good, exp: now - 1 }, ours),
    await signed({ ...good, sid: randomBytes(32).toString('base64url') }, ours),
    await signed({ ...good, sid: hashSecretId(sid) }, ours),
    await signed({ ...good, sid: '' }, ours),
    await signed({ ...good, sid: { $ne: '' } }, ours),
    await signed({ ...good, nbf: now + 600 }, ours),
  ]) {
    expect(await statusOf(app.client(forged))).toBe(401);
  }
});

test('only a changed user is asked to renew', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  const bert = await app.logIn({ username: 'bert' });
  const advice = async (client: Client) => (await client.get(LOOK)).headers['x-renew-token'];
  expect(await advice(anna)).toBeUndefined();

  const later = Date.now() + 1_000;
  await app.db.write(async (tx) => {
    const user = await findUserByName(tx, 'anna');
    await updateUser(tx, user?.id ?? 0, { changes: { locale: 'de' }, nowMs: later });
  });

  expect(await advice(anna)).toBe('true');
  expect((await anna.get('/api/raw/none')).headers['x-renew-token']).toBe('true');
  expect(await advice(bert)).toBeUndefined();
  setClockForward(1_100);
  const renewed = await anna.post('/api/renew');
  expect(payloadOf(renewed.text).user).toMatchObject({ locale: 'de' });
  expect(await advice(app.client(renewed.text))).toBeUndefined();
});

test('in a short session every response asks for renewal, also a file', async () => {
  await using app = await startTestApp({
    files: { '/a.txt': 'x' },
    config: { sessions: { idleMs: 600_000, maxAgeMs: 86_400_000 } },
  });
  const anna = await app.logIn();
  for (const path of [LOOK, '/api/raw/a.txt', '/api/raw/none', '/api/tus/none']) {
    expect((await anna.get(path)).headers['x-renew-token']).toBe('true');
  }
});

test('without authentication every login is accepted as the first user, and tokens are checked', async () => {
  await using app = await startTestApp({ settings: { authMethod: 'noauth' } });
  await app.addUser();

  for (const body of ['', '{"username":"anna","password":"x"}', 'nonsense']) {
    const reply = await app.visitor.post('/api/login', { body });
    expect(reply.status).toBe(200);
    expect(payloadOf(reply.text).user).toMatchObject({ username: 'admin' });
    expect(await statusOf(app.client(reply.text))).toBe(200);
  }
  expect(await statusOf(app.visitor)).toBe(401);
});

test('a password hash of File Browser 2 is accepted, and replaced at the first login', async () => {
  await using app = await startTestApp();
  const old = hashSync(PASSWORD, 10);
  expect(compareSync(PASSWORD, old)).toBe(true);
  await app.addUser({ passwordHash: old });
  const storedHash = async () => (await findUserByName(app.db.read, 'anna'))?.passwordHash;

  expect((await logIn(app, 'anna', 'wrong')).status).toBe(403);
  expect(await storedHash()).toBe(old);
  const first = await logIn(app, 'anna', PASSWORD);
  expect(first.status).toBe(200);
  expect(await storedHash()).toMatch(/^\$argon2id\$/);
  expect((await logIn(app, 'anna', PASSWORD)).status).toBe(200);
  expect(await statusOf(app.client(first.text))).toBe(200);
});

test('a page of another origin cannot log anyone in', async () => {
  await using app = await startTestApp({
    config: { trust: trusting([], ['https://cloud.example']) },
  });
  await app.addUser();
  const { host } = new URL(app.url);
  const attempt = async (headers: Record<string, string>) =>
    (await logIn(app, 'anna', PASSWORD, headers)).status;

  for (const headers of [
    {},
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { origin: `http://${host}` },
    { origin: `https://${host}`, 'sec-fetch-site': 'same-origin' },
    { origin: 'https://cloud.example' },
    { origin: 'https://cloud.example', 'sec-fetch-site': 'cross-site' },
  ]) {
    expect([headers, await attempt(headers)]).toEqual([headers, 200]);
  }
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'nonsense' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `http://${host}.evil.example` },
    { origin: 'http://127.0.0.1:1' },
    { origin: `http://${host}`, 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' },
  ]) {
    expect([headers, await attempt(headers)]).toEqual([headers, 403]);
  }
});

test('sessions survive a restart, and their stored form does not give access', async () => {
  await using app = await startTestApp();
  const anna = await app.logIn();
  const { sid } = payloadOf(anna.token);
  const live = await findActiveSession(app.db.read, hashSecretId(sid), Date.now());
  expect(JSON.stringify(live)).not.toContain(sid);

  await using again = await app.restart();
  expect(await statusOf(again.client(anna.token))).toBe(200);
});

test("a login and a logout clear the browser's cache of the previous user", async () => {
  await using app = await startTestApp();
  await app.addUser();

  const login = await logIn(app, 'anna', PASSWORD);
  const renewal = await app.client(login.text).post('/api/renew');
  const logout = await app.client(login.text).post('/api/logout');

  expect(login.headers['clear-site-data']).toBe('"cache"');
  expect(renewal.headers['clear-site-data']).toBeUndefined();
  expect(logout.headers['clear-site-data']).toBe('"cache"');
});
