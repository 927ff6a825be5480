import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Health } from '#contract/health.ts';
import { AppError } from '../../errors.ts';
import { Probe } from '../../lib/probe.ts';
import { startTestApp, WATCHING } from '../../testing/app.ts';
import { aStoredUser } from '../../testing/stored-records.ts';
import { checkHealth } from './check-health.ts';

const ADMIN = { username: 'root', perm: { ...aStoredUser().perm, admin: true } };
const TOKEN = 'a-token-for-the-monitor';
const AS_MONITOR = { headers: { authorization: `Bearer ${TOKEN}` } };
const WITH_TOKEN = { watching: { ...WATCHING, monitorToken: TOKEN } };

test('everyone gets OK while the server runs, and no more, as in File Browser 2', async () => {
  await using app = await startTestApp();
  const reply = await app.visitor.get('/health');
  expect([reply.status, reply.text]).toEqual([200, '{"status":"OK"}']);
  expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect((await app.visitor.post('/health?fuller')).text).toBe('{"status":"OK"}');
});

test('administrators get the state of all components', async () => {
  await using app = await startTestApp({ files: { '/a': 'x' }, readsNames: true });
  const admin = await app.logIn(ADMIN);
  const upload = { 'upload-length': '9', 'tus-resumable': '1.0.0' };
  expect((await admin.post('/api/tus/b', { headers: upload })).status).toBe(201);
  expect((await admin.get('/api/resources/')).status).toBe(200);

  const reply = await admin.get('/health?full');
  expect(reply.status).toBe(200);
  expect(reply.json<Health>()).toEqual({
    status: 'OK',
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    uptimeSeconds: expect.any(Number),
    database: { status: 'OK', ms: expect.any(Number) },
    root: {
      status: 'OK',
      ms: expect.any(Number),
      freeBytes: expect.any(Number),
      totalBytes: expect.any(Number),
    },
    threads: { status: 'OK', ms: expect.any(Number) },
    index: expect.objectContaining({ state: expect.stringMatching(/^(building|ready)$/) }),
    uploads: { unfinished: 1 },
  });
  const { freeBytes = 0, totalBytes = 0 } = reply.json<Health>().root;
  expect(freeBytes).toBeGreaterThan(0);
  expect(totalBytes).toBeGreaterThanOrEqual(freeBytes);
});

test('other clients do not, however they request it', async () => {
  await using app = await startTestApp({ config: WITH_TOKEN });
  const anna = await app.logIn();
  for (const query of ['full', 'full=', 'full=false', 'x=1&full', '%66ull']) {
    expect((await anna.get(`/health?${query}`)).status).toBe(403);
    expect((await app.visitor.get(`/health?${query}`)).status).toBe(401);
    expect((await app.visitor.post(`/health?${query}`)).status).toBe(401);
  }
  const wrong = ['Bearer', 'Bearer ', `Basic ${TOKEN}`, `Bearer ${TOKEN}x`, `Bearer ${TOKEN} x`];
  for (const authorization of wrong) {
    const reply = await app.visitor.get('/health?full', { headers: { authorization } });
    expect([authorization, reply.status]).toEqual([authorization, 401]);
  }
  expect((await app.visitor.get('/health?full', AS_MONITOR)).text).toContain('"version"');

  await using without = await app.restart({ watching: WATCHING });
  expect((await without.visitor.get('/health?full', AS_MONITOR)).status).toBe(401);
});

test('the token opens nothing else', async () => {
  await using app = await startTestApp({ config: WITH_TOKEN, files: { '/a': 'secret' } });
  for (const path of ['/api/resources/', '/api/raw/a', '/api/users', '/api/settings']) {
    expect((await app.visitor.get(path, AS_MONITOR)).status).toBe(401);
  }
});

test('a database that does not answer causes 503, and the monitoring token works without it', async () => {
  await using app = await startTestApp({ config: WITH_TOKEN });
  await app.db.close();
  const reply = await app.visitor.get('/health?full', AS_MONITOR);
  expect(reply.status).toBe(503);
  expect(reply.json<Health>()).toMatchObject({
    status: 'DOWN',
    database: { status: 'DOWN', reason: expect.any(String) },
    uploads: {},
  });
  expect((await app.visitor.get('/health')).text).toBe('{"status":"OK"}');
});

test('a database whose tables cannot be read causes 503 too', async () => {
  await using app = await startTestApp({ config: WITH_TOKEN });
  await app.db.write((tx) => sql`drop table upload`.execute(tx));
  const reply = await app.visitor.get('/health?full', AS_MONITOR);
  expect(reply.status).toBe(503);
  expect(reply.json<Health>()).toMatchObject({ database: { status: 'DOWN' }, uploads: {} });
});

test('names the threads if only they do not answer', async () => {
  const probe = <Seen>(check: () => Promise<Seen>) => new Probe(check, 1_000);
  const health = await checkHealth({
    checks: {
      database: probe(() => Promise.resolve(0)),
      root: probe(() => Promise.resolve({})),
      threads: probe(() => Promise.reject(new AppError('storage-failed', 'a thread has ended'))),
    },
    version: '3.0.0',
    index: () => ({ state: 'off', names: 0, readAt: undefined }),
  });
  expect(health).toMatchObject({
    status: 'DOWN',
    database: { status: 'OK' },
    root: { status: 'OK' },
    threads: { status: 'DOWN', reason: 'storage-failed' },
  });
});
