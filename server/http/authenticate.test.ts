import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { createAuthenticator } from '../access/authenticator.ts';
import { signToken } from '../access/session-token.ts';
import { hashSecretId, newSecretId } from '../lib/secret-id.ts';
import { insertSession } from '../metadata/sessions.ts';
import { insertUser } from '../metadata/users.ts';
import { openForTest, temporaryFolder } from '../testing/engines.ts';
import { aStoredUser } from '../testing/stored-records.ts';
import { actorOf, authenticateRequests, sessionOf } from './authenticate.ts';
import { openTestHttp } from './http.test-tools.ts';
import { createMonitorCheck } from './monitor-token.ts';
import type { RouteAccess } from './route-access.ts';

const KEY = new Uint8Array(32).fill(7);
const HOUR = 3_600;
const now = () => Math.floor(Date.now() / 1_000);

async function openWithUsers() {
  const file = join(temporaryFolder(), 'filebrowser.db');
  await copyFile(inject('migratedDatabase'), file);
  const db = await openForTest({ kind: 'sqlite', file });
  const app = openTestHttp();
  const uses: string[] = [];
  const authenticator = createAuthenticator({
    db,
    signingKey: KEY,
    protectedPaths: [],
    foldsCase: () => false,
  });
  authenticateRequests(app, authenticator, {
    uses: { record: ({ user }) => void uses.push(user.username) },
    isMonitor: createMonitorCheck('monitor-secret'),
  });

  /** Adds a user with a session that lasts a day, and returns a token of it. */
  async function tokenFor(username: string, { admin = false, lasts = 2 * HOUR } = {}) {
    const sessionId = newSecretId();
    const perm = { ...aStoredUser().perm, admin };
    const createdAt = Date.now() - 5_000;
    const user = await db.write(async (tx) => {
      const inserted = await insertUser(tx, aStoredUser({ username, perm }), createdAt);
      await insertSession(tx, {
        idHash: hashSecretId(sessionId),
        userId: inserted.id,
        createdAt,
        expiresAt: createdAt + 24 * HOUR * 1_000,
        endsAt: createdAt + 24 * HOUR * 1_000,
        device: '',
        address: '',
        lastUsedAt: createdAt,
      });
      return inserted;
    });
    return signToken(KEY, { sessionId, user, issuedAt: now(), expiresAt: now() + lasts });
  }

  async function ask(
    url: string,
    options: { token?: string; method?: 'GET' | 'POST'; headers?: object } = {},
  ) {
    const { token, method = 'GET', headers = {} } = options;
    const given = token === undefined ? {} : { 'x-auth': token };
    return app.inject({ method, url, headers: { ...given, ...headers } });
  }
  return { app, db, uses, tokenFor, ask };
}

const handler = () => 'in';

describe('a route for', () => {
  const STATUS: Readonly<Record<RouteAccess, readonly [number, number, number, number]>> = {
    open: [200, 200, 200, 200],
    share: [200, 200, 200, 200],
    authenticated: [401, 200, 200, 401],
    admin: [401, 403, 200, 401],
    monitor: [401, 403, 200, 200],
  };
  const all = Object.keys(STATUS) as RouteAccess[]; // they are its only keys

  test.each(all)('"%s" accepts only its clients, with GET, HEAD and POST', async (access) => {
    const { app, tokenFor, ask } = await openWithUsers();
    app.get('/route', { config: { access } }, handler);
    app.post('/route', { config: { access } }, handler);
    const [user, admin] = [await tokenFor('anna'), await tokenFor('root', { admin: true })];
    for (const method of ['GET', 'POST'] as const) {
      const statuses = [
        await ask('/route', { method }),
        await ask('/route', { method, token: user }),
        await ask('/route', { method, token: admin }),
        await ask('/route', { method, headers: { authorization: 'Bearer monitor-secret' } }),
      ].map(({ statusCode }) => statusCode);
      expect(statuses).toEqual(STATUS[access]);
    }
    const head = await app.inject({ method: 'HEAD', url: '/route' });
    expect(head.statusCode).toBe(STATUS[access][0]);
  });

  test('everyone can call it, but its parameter needs the access of a monitor', async () => {
    const { app, tokenFor, ask } = await openWithUsers();
    app.get('/health', { config: { access: 'open', monitorAsksFor: 'details' } }, handler);
    expect((await ask('/health')).statusCode).toBe(200);
    for (const query of ['?details', '?details=', '?details=1']) {
      expect((await ask(`/health${query}`)).statusCode).toBe(401);
    }
    const token = await tokenFor('anna');
    expect((await ask('/health?details', { token })).statusCode).toBe(403);
    const headers = { authorization: 'Bearer monitor-secret' };
    expect((await ask('/health?details', { headers })).statusCode).toBe(200);
  });

  test('without an access, the server does not start', () => {
    expect(() => openTestHttp().get('/forgotten', handler)).toThrow(
      'GET /forgotten does not declare its access',
    );
  });
});

describe('a token', () => {
  test('with another key, without a session, or expired is refused', async () => {
    const { app, tokenFor, ask } = await openWithUsers();
    app.get('/route', { config: { access: 'authenticated' } }, handler);
    const good = await tokenFor('anna');
    const user = { ...aStoredUser(), id: 1 };
    const contents = { sessionId: newSecretId(), user, issuedAt: now(), expiresAt: now() + HOUR };
    const [head, claims, signature = ''] = good.split('.');
    const bad = [
      await signToken(KEY, contents),
      await signToken(new Uint8Array(32).fill(8), contents),
      await tokenFor('late', { lasts: -1 }),
      [head, claims, signature.slice(1)].join('.'),
      [head, claims, ''].join('.'),
      'a.b.c',
      'abc',
      '',
    ];
    expect((await ask('/route', { token: good })).statusCode).toBe(200);
    for (const token of bad) expect((await ask('/route', { token })).statusCode).toBe(401);
  });

  test('in a cookie counts for reading only', async () => {
    const { app, tokenFor, ask } = await openWithUsers();
    app.get('/route', { config: { access: 'authenticated' } }, handler);
    app.post('/route', { config: { access: 'authenticated' } }, handler);
    const headers = { cookie: `auth=${await tokenFor('anna')}` };
    expect((await ask('/route', { headers })).statusCode).toBe(200);
    expect((await ask('/route', { headers, method: 'POST' })).statusCode).toBe(401);
  });

  test('in a cookie is accepted on a same-origin route only if the browser states the page', async () => {
    const { app, tokenFor, ask } = await openWithUsers();
    app.get('/route', { config: { access: 'authenticated', sameOrigin: true } }, handler);
    const token = await tokenFor('anna');
    const cookie = `auth=${token}`;
    expect((await ask('/route', { headers: { cookie } })).statusCode).toBe(403);
    const own = { cookie, 'sec-fetch-site': 'same-origin' };
    expect((await ask('/route', { headers: own })).statusCode).toBe(200);
    expect((await ask('/route', { token })).statusCode).toBe(200);
  });

  test('in the address counts only where the route says so', async () => {
    const { app, tokenFor, ask } = await openWithUsers();
    app.get('/plain', { config: { access: 'authenticated' } }, handler);
    app.get('/socket', { config: { access: 'authenticated', tokenInQuery: true } }, handler);
    const token = await tokenFor('anna');
    expect((await ask(`/plain?auth=${token}`)).statusCode).toBe(401);
    expect((await ask(`/socket?auth=${token}`)).statusCode).toBe(200);
    expect((await ask('/socket?auth=a.b.c')).statusCode).toBe(401);
  });

  test('that ends within an hour, or is older than the last change of its user, is to be renewed', async () => {
    const { app, db, tokenFor, ask } = await openWithUsers();
    app.get('/route', { config: { access: 'authenticated' } }, handler);
    const renews = async (token: string) =>
      (await ask('/route', { token })).headers['x-renew-token'] === 'true';
    expect(await renews(await tokenFor('fresh'))).toBe(false);
    expect(await renews(await tokenFor('ending', { lasts: HOUR - 10 }))).toBe(true);
    const changed = await tokenFor('changed');
    const updatedAt = Date.now() + 10_000;
    await db.write((tx) => tx.updateTable('user').set({ updatedAt }).execute());
    expect(await renews(changed)).toBe(true);
  });
});

test('the handler gets the user, and every use of a session is recorded', async () => {
  const { app, uses, tokenFor, ask } = await openWithUsers();
  app.get('/route', { config: { access: 'authenticated' } }, (request) => ({
    username: sessionOf(request).user.username,
    root: actorOf(request).root,
  }));
  app.get('/open', { config: { access: 'open' } }, (request) => sessionOf(request).user.username);
  const token = await tokenFor('anna');
  expect((await ask('/route', { token })).json()).toEqual({ username: 'anna', root: '/' });
  await ask('/route');
  expect((await ask('/open', { token })).statusCode).toBe(500);
  expect(uses).toEqual(['anna']);
});

test('a session that ends while a body arrives is refused when it is checked again', async () => {
  const { app, db, tokenFor, ask } = await openWithUsers();
  app.route({
    method: 'POST',
    url: '/slow',
    config: { access: 'authenticated' },
    async handler(request) {
      await request.reauthorize?.();
      await db.write((tx) => tx.deleteFrom('session').execute());
      // The authenticator asks the database at most once in each turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
      await request.reauthorize?.();
      return 'in';
    },
  });
  const token = await tokenFor('anna');
  expect((await ask('/slow', { token, method: 'POST' })).statusCode).toBe(401);
});

test.each([
  ['Bearer monitor-secret', true],
  ['bearer monitor-secret', true],
  ['Bearer monitor-secret2', false],
  ['Bearer monitor-secre', false],
  ['Bearer  monitor-secret', false],
  ['Bearer monitor-secret x', false],
  ['Basic monitor-secret', false],
  ['monitor-secret', false],
  ['Bearer ', false],
  ['', false],
])('the header "%s" is that of the monitor: %s', async (authorization, isMonitor) => {
  const app = openTestHttp();
  const check = createMonitorCheck('monitor-secret');
  const none = createMonitorCheck(undefined);
  app.get('/route', { config: { access: 'open' } }, (request) => [check(request), none(request)]);
  const reply = await app.inject({ url: '/route', headers: { authorization } });
  expect(reply.json()).toEqual([isMonitor, false]);
});
