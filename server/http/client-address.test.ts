import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { type AuditPage, auditUrl } from '#contract/audit.ts';
import { PASSWORD, startTestApp, type TestApp } from '../testing/app.ts';
import { openRequest, until } from '../testing/open-request.ts';
import { aStoredUser } from '../testing/stored-records.ts';

const ADMIN = { username: 'root', perm: { ...aStoredUser().perm, admin: true } };

test('the address is recorded even if the client disconnects before the refusal', async () => {
  await using app = await startTestApp();
  const admin = await app.logIn(ADMIN);
  const entries = async () => (await admin.get(auditUrl({}))).json<AuditPage>().entries;

  const body = JSON.stringify({ username: 'whoever', password: 'a guess' });
  const guess = openRequest('POST', `${app.url}/api/login`, { 'content-length': body.length });
  await guess.send(body);
  // It has arrived, and its refusal takes a quarter of a second.
  await delay(100);
  guess.breakOff();
  await until(async () => (await entries()).some(({ username }) => username === 'whoever'));
  await app.logIn({ username: 'anna' });

  await until(async () => (await entries()).some(({ username }) => username === 'anna'));
  expect(await entries()).toContainEqual(
    expect.objectContaining({ username: 'whoever', status: 403, address: '127.0.0.1' }),
  );
});

test.each([
  ['192.0.2.7:5555', '192.0.2.7'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1'],
  ['::ffff:192.0.2.7', '::ffff:192.0.2.7'],
  ['host:80', 'host:80'],
])(
  'the address that a trusted proxy forwards as %s is recorded as %s',
  async (forwarded, shown) => {
    const trust = { proxies: ['127.0.0.1'], allowedOrigins: [], allowRemoteNoauth: false };
    await using app = await startTestApp({ config: { trust } });
    const admin = await app.logIn(ADMIN);
    const body = JSON.stringify({ username: 'whoever', password: 'a guess' });
    await app.visitor.post('/api/login', { body, headers: { 'x-forwarded-for': forwarded } });
    const { entries } = (await admin.get(auditUrl({}))).json<AuditPage>();
    expect(entries[0]).toMatchObject({ username: 'whoever', address: shown });
  },
);

test.each([
  ['192.0.2.7:5555, 10.0.0.5:40000', '192.0.2.7'],
  ['192.0.2.7, [fd00::5]:40000, 10.0.0.5', '192.0.2.7'],
  ['203.0.113.1, 192.0.2.7:5555, 10.0.0.5:40000', '192.0.2.7'],
])(
  'behind several trusted proxies that forward ports, the client of %s is %s',
  async (forwarded, shown) => {
    const proxies = ['127.0.0.1', '10.0.0.0/8', 'fd00::/8'];
    const trust = { proxies, allowedOrigins: [], allowRemoteNoauth: false };
    await using app = await startTestApp({ config: { trust } });
    const admin = await app.logIn(ADMIN);
    const body = JSON.stringify({ username: 'whoever', password: 'a guess' });
    await app.visitor.post('/api/login', { body, headers: { 'x-forwarded-for': forwarded } });
    const { entries } = (await admin.get(auditUrl({}))).json<AuditPage>();
    expect(entries[0]).toMatchObject({ username: 'whoever', address: shown });
  },
);

test('login works over a Unix socket, without client addresses', async () => {
  await using app = await startTestApp();
  const { username } = await app.addUser(ADMIN);
  const socketPath = await alsoOnSocket(app);

  const wrong = await askOver(socketPath, { username, password: 'wrong' });
  const right = await askOver(socketPath, { username, password: PASSWORD });

  expect([wrong.status, right.status]).toEqual([403, 200]);
  const { entries } = (await app.client(right.text).get(auditUrl({}))).json<AuditPage>();
  expect(entries.map(({ status, address }) => [status, address])).toEqual([
    [200, ''],
    [403, ''],
  ]);
});

/** The path of a Unix socket on which the app answers as well. */
async function alsoOnSocket({ server }: TestApp): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'filebrowser-socket-'));
  const path = join(folder, 's');
  const door = createServer((socket) => server.emit('connection', socket));
  await new Promise<void>((resolve) => door.listen(path, resolve));
  onTestFinished(async () => {
    door.close();
    await rm(folder, { recursive: true });
  });
  return path;
}

function askOver(
  socketPath: string,
  credentials: object,
): Promise<{ readonly status: number | undefined; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const asked = request({ socketPath, method: 'POST', path: '/api/login' }, (response) => {
      void text(response).then((said) => resolve({ status: response.statusCode, text: said }));
    });
    asked.on('error', reject).end(JSON.stringify(credentials));
  });
}
