import type { Invitation, InvitedUser } from '#contract/invitations.ts';
import { afterEach, expect, test, vi } from 'vitest';
import {
  PASSWORD as OLD_PASSWORD,
  startTestApp,
  type TestApp,
  type TestAppOptions,
} from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';
import { aStoredUser } from '../../testing/stored-records.ts';

const PASSWORD = 'Fresh-passw0rd';
const WEEK_MS = 7 * 24 * 60 * 60_000;

afterEach(() => void vi.useRealTimers());

interface Opened extends AsyncDisposable {
  readonly app: TestApp;
  readonly admin: Client;
  /** ID of the user `bob`. */
  readonly id: number;
}

async function start(options: TestAppOptions = {}): Promise<Opened> {
  const app = await startTestApp(options);
  const perm = { ...aStoredUser().perm, admin: true };
  const admin = await app.logIn({ username: 'chief', perm });
  const { id } = await app.addUser({ username: 'bob' });
  return { app, admin, id, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

async function invite({ admin, id }: Opened): Promise<Invitation> {
  const reply = await admin.post(`/api/users/${id}/invitation`, { body: '{}' });
  expect(reply.status).toBe(201);
  return reply.json<Invitation>();
}

const open = (app: TestApp, token: string) =>
  app.visitor.post('/api/invitation', { body: JSON.stringify({ token }) });

const accept = (app: TestApp, token: string, password = PASSWORD) =>
  app.visitor.post('/api/invitation/accept', { body: JSON.stringify({ token, password }) });

const logIn = (app: TestApp, username: string, password: string) =>
  app.visitor.post('/api/login', { body: JSON.stringify({ username, password }) });

test('an invited user sets a password once, and logs in with it', async () => {
  await using opened = await start();
  const { app } = opened;
  const { token, expires } = await invite(opened);
  expect(Date.parse(expires) - Date.now()).toBeGreaterThan(WEEK_MS - 60_000);

  expect((await open(app, token)).json<InvitedUser>()).toEqual({ username: 'bob' });
  expect((await accept(app, token)).text).toBe('200 OK\n');
  expect((await logIn(app, 'bob', PASSWORD)).status).toBe(200);
  expect((await open(app, token)).status).toBe(404);
  expect((await accept(app, token, 'An0ther-passw0rd')).status).toBe(404);
  expect((await logIn(app, 'bob', PASSWORD)).status).toBe(200);
});

test('a refused password leaves the invitation', async () => {
  await using opened = await start();
  const { app } = opened;
  const { token } = await invite(opened);
  const refused = await accept(app, token, 'short');
  expect([refused.status, refused.headers['x-refusal']]).toEqual([400, 'password-too-short 12']);
  expect((await accept(app, token)).status).toBe(200);
});

test('of two answers at once, one sets the password', async () => {
  await using opened = await start();
  const { app } = opened;
  const { token } = await invite(opened);
  const passwords = ['The-first-passw0rd', 'The-second-passw0rd'];
  const replies = await Promise.all(passwords.map((password) => accept(app, token, password)));
  expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200, 404,
  ]);
  const right = passwords[replies.findIndex(({ status }) => status === 200)] ?? '';
  expect((await logIn(app, 'bob', right)).status).toBe(200);
});

test('an invitation ends with a newer one, another password, the user, and after a week', async () => {
  await using opened = await start();
  const { app } = opened;
  const first = await invite(opened);
  const second = await invite(opened);
  expect((await open(app, first.token)).status).toBe(404);
  expect((await open(app, second.token)).status).toBe(200);

  const { admin, id } = opened;
  const change = { what: 'user', which: ['password'], data: { id, password: PASSWORD } };
  expect((await admin.put(`/api/users/${id}`, { body: JSON.stringify(change) })).status).toBe(200);
  expect((await open(app, second.token)).status).toBe(404);

  const third = await invite(opened);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + WEEK_MS + 1 });
  expect((await open(app, third.token)).status).toBe(404);
  expect((await accept(app, third.token)).status).toBe(404);
  vi.useRealTimers();

  const fourth = await invite(opened);
  await admin.send('DELETE', `/api/users/${id}`);
  expect((await accept(app, fourth.token)).status).toBe(404);
});

test('accepting ends the sessions of the user', async () => {
  await using opened = await start();
  const { app } = opened;
  const client = app.client((await logIn(app, 'bob', OLD_PASSWORD)).text);
  expect((await client.get('/api/resources/')).status).toBe(200);
  const { token } = await invite(opened);
  await accept(app, token);
  expect((await client.get('/api/resources/')).status).toBe(401);
});

test('only administrators invite, with their password where it is required', async () => {
  await using opened = await start({ config: { users: { requireCurrentPassword: true } } });
  const { app, admin, id } = opened;
  const client = app.client((await logIn(app, 'bob', OLD_PASSWORD)).text);
  const url = `/api/users/${id}/invitation`;
  expect((await client.post(url, { body: '{}' })).status).toBe(403);
  expect((await app.visitor.post(url, { body: '{}' })).status).toBe(401);
  const without = await admin.post(url, { body: '{}' });
  expect([without.status, without.headers['x-refusal']]).toEqual([400, 'wrong-password']);
  const body = JSON.stringify({ current_password: OLD_PASSWORD });
  expect((await admin.post(url, { body })).status).toBe(201);
});

test('a server whose users have no passwords knows no invitations', async () => {
  await using app = await startTestApp({ settings: { authMethod: 'proxy' } });
  expect((await open(app, 'token')).status).toBe(405);
  expect((await accept(app, 'token')).status).toBe(405);
});

test('the database holds no token', async () => {
  await using opened = await start();
  const { app } = opened;
  const { token } = await invite(opened);
  const rows = await app.db.read.selectFrom('invitation').selectAll().execute();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(token);
});
