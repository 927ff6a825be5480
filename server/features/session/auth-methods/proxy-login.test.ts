import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Config } from '../../../config/config.ts';
import {
  defaultGlobalSettings,
  type StoredGlobalSettings,
} from '../../../metadata/setting-documents.ts';
import { writeAuthSettings } from '../../../metadata/settings.ts';
import { countUsers, findUserByName } from '../../../metadata/users.ts';
import { startTestApp, type TestApp } from '../../../testing/app.ts';
import { createClient, type Reply } from '../../../testing/client.ts';

const LOOK = '/api/resources/';

interface Options {
  readonly proxies?: readonly string[];
  readonly header?: string;
  readonly settings?: Partial<StoredGlobalSettings>;
}

async function appBehindProxy({ proxies = ['127.0.0.1'], header = 'X-User', settings }: Options) {
  const trust: Config['trust'] = { proxies, allowedOrigins: [], allowRemoteNoauth: false };
  const app = await startTestApp({
    config: { trust },
    settings: { authMethod: 'proxy', ...settings },
  });
  await app.db.write((tx) => writeAuthSettings(tx, { recaptcha: null, header, command: '' }));
  return app;
}

function logIn(app: TestApp, headers: Record<string, string>): Promise<Reply> {
  return app.visitor.post('/api/login', { headers });
}

function userIn(reply: Reply): Record<string, unknown> {
  const [, middle = ''] = reply.text.split('.');
  const payload = JSON.parse(Buffer.from(middle, 'base64url').toString()) as {
    user: Record<string, unknown>;
  }; // what a token holds
  return payload.user;
}

test('logs in the user named by the proxy, whatever else is sent, and needs the token from then on', async () => {
  await using app = await appBehindProxy({});
  const anna = await app.addUser({ username: 'anna' });

  const body = JSON.stringify({ username: 'admin', password: 'x' });
  const reply = await app.visitor.post('/api/login', { headers: { 'x-user': 'anna' }, body });

  expect(reply.status).toBe(200);
  expect(userIn(reply)).toMatchObject({ id: anna.id, username: 'anna' });
  expect((await app.client(reply.text).get(LOOK)).status).toBe(200);
  expect((await app.visitor.get(LOOK, { headers: { 'x-user': 'anna' } })).status).toBe(401);
});

test('creates a new user without special permissions and with a random password', async () => {
  const { defaults } = defaultGlobalSettings();
  await using app = await appBehindProxy({
    settings: {
      createUserDir: true,
      defaults: {
        ...defaults,
        scope: '',
        perm: { ...defaults.perm, admin: true },
        commands: ['ls'],
      },
    },
  });

  const reply = await logIn(app, { 'x-user': 'new.user' });

  expect(reply.status).toBe(200);
  expect(userIn(reply)).toMatchObject({
    username: 'new.user',
    lockPassword: true,
    commands: [],
    perm: { admin: false, execute: false, create: true, download: true },
  });
  expect(await findUserByName(app.db.read, 'new.user')).toMatchObject({ scope: '/users/new.user' });
  expect(await app.filesOnDisk()).toHaveProperty('/users/new.user/');
});

test('a name beyond ASCII arrives as UTF-8, and another case of it makes no second user', async () => {
  await using app = await appBehindProxy({});
  const header = Buffer.from('Zoë', 'utf8').toString('latin1');
  expect(userIn(await logIn(app, { 'x-user': header }))).toMatchObject({ username: 'Zoë' });
  const lower = Buffer.from('zoë', 'utf8').toString('latin1');
  expect((await logIn(app, { 'x-user': lower })).status).toBe(403);
  expect(await countUsers(app.db.read)).toBe(2);
});

test.each([
  ['no name', {}],
  ['an empty name', { 'x-user': '' }],
  ['a name of spaces', { 'x-user': '  ' }],
  ['a name that is no UTF-8', { 'x-user': 'Zo\xeb' }],
  ['a name that is no name of a person', { 'x-user': 'x'.repeat(300) }],
  ['two names joined by a comma', { 'x-user': 'admin, anna' }],
  ['two copies joined by a comma', { 'x-user': 'admin,admin' }],
  ['another header', { 'x-other': 'admin' }],
])('a proxy that sends %s signs nobody in', async (_, headers: Record<string, string>) => {
  await using app = await appBehindProxy({});
  const before = await countUsers(app.db.read);
  expect((await logIn(app, headers)).text).toBe('403 Forbidden\n');
  expect(await countUsers(app.db.read)).toBe(before);
});

test('refuses two names, one of which the browser may have sent', async () => {
  await using app = await appBehindProxy({});
  const status = await new Promise((resolve, reject) => {
    const { port } = new URL(app.url);
    const headers = ['Host', 'x', 'X-User', 'admin', 'X-User', 'anna', 'Content-Length', '0'];
    ask({ port, method: 'POST', path: '/api/login', headers }, (reply) => {
      reply.resume().on('end', () => resolve(reply.statusCode));
    })
      .on('error', reject)
      .end();
  });
  expect(status).toBe(403);
});

test.each([
  ['no proxy is trusted', []],
  ['only others are trusted', ['10.0.0.0/8', '127.0.0.2']],
])('ignores the header if %s, whatever addresses are forwarded', async (_, proxies) => {
  await using app = await appBehindProxy({ proxies });
  const reply = await logIn(app, { 'x-user': 'admin', 'x-forwarded-for': '10.0.0.1' });
  expect([reply.status, reply.text]).toEqual([403, '403 Forbidden\n']);
});

test('refuses logins while no header is configured', async () => {
  await using app = await appBehindProxy({ header: '' });
  expect((await logIn(app, { '': 'admin' }).catch(() => ({ status: 403 }))).status).toBe(403);
  expect((await logIn(app, { 'x-user': 'admin' })).status).toBe(403);
});

test('creates one user in several concurrent first calls, and accepts all of them', async () => {
  await using app = await appBehindProxy({ settings: { createUserDir: true } });
  const replies = await Promise.all(
    Array.from({ length: 6 }, () => logIn(app, { 'x-user': 'newcomer' })),
  );
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  expect(new Set(replies.map((reply) => userIn(reply)['id'])).size).toBe(1);
});

test('gives newcomers a home of their own where they would see the whole root', async () => {
  await using app = await appBehindProxy({});
  await writeFile(join(app.root, 'diary.txt'), 'private');
  const reply = await logIn(app, { 'x-user': 'newcomer' });
  expect(reply.status).toBe(200);
  const newcomer = app.client(reply.text);
  expect((await newcomer.get('/api/raw/diary.txt')).status).toBe(404);
  expect((await findUserByName(app.db.read, 'newcomer'))?.scope).toBe('/users/newcomer');
});

test('creates no user whose name can be mistaken for another one', async () => {
  await using app = await appBehindProxy({});
  await app.addUser({ username: 'anna' });
  const before = await countUsers(app.db.read);
  for (const name of [
    'Anna',
    '\uff41nna',
    'an\u200bna',
    'anna\u202e',
    '\u00a0anna',
    'an\u00a0na',
  ]) {
    const sent = Buffer.from(name).toString('latin1');
    expect((await logIn(app, { 'x-user': sent })).status).toBe(403);
  }
  expect(await countUsers(app.db.read)).toBe(before);
});

test('refuses a name whose home is invalid or belongs to another user', async () => {
  await using app = await appBehindProxy({
    settings: { createUserDir: true, userHomeBasePath: '/users' },
  });
  await app.addUser({ username: 'other', scope: '/users/team-x' });
  expect((await logIn(app, { 'x-user': 'team/x' })).status).toBe(403);
  expect((await logIn(app, { 'x-user': '..' })).status).toBe(403);
});

test('through a proxy that is a server of its own, the address of the visitor is noted', async () => {
  await using app = await appBehindProxy({});
  const proxy = await startProxy(app.url, 'anna');
  const throughProxy = createClient(proxy, undefined);

  const reply = await throughProxy.post('/api/login', { headers: { 'x-user': 'admin' } });

  expect(userIn(reply)).toMatchObject({ username: 'anna' });
  const anna = createClient(proxy, reply.text);
  const [session] = (await anna.get('/api/sessions')).json<{ address: string }[]>();
  expect(session?.address).toBe('203.0.113.9');
});

test('an expired token is refused, whatever the proxy says', async () => {
  await using app = await appBehindProxy({ settings: { logoutPage: '/x' } });
  await app.addUser({ username: 'anna' });
  const { text: token } = await logIn(app, { 'x-user': 'anna' });
  await app.client(token).post('/api/logout');
  for (const headers of [{ 'x-user': 'anna' }, { 'x-user': 'bob' }, {}] as Record<
    string,
    string
  >[]) {
    expect((await app.client(token).get(LOOK, { headers })).status).toBe(401);
  }
});

/** Sends requests like a proxy, with its own headers for user and client address instead of those of the browser. */
async function startProxy(target: string, username: string): Promise<string> {
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, 'x-user': username, 'x-forwarded-for': '203.0.113.9' };
    const { port } = new URL(target);
    const options = { port, method: incoming.method, path: incoming.url, headers };
    const passedOn = ask(options, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 500, reply.headers);
      reply.pipe(outgoing);
    });
    incoming.pipe(passedOn);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo; // on TCP it is an object
  return `http://127.0.0.1:${port}`;
}
