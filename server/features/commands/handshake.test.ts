import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import { expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';
import {
  opened,
  openShell,
  refusedHandshake,
  runInShell,
  SHELL_ON,
  type ShellOptions,
} from '../../testing/shell.ts';

const NOBODY = { token: undefined };
const FORGED = `${'a'.repeat(20)}.${'b'.repeat(40)}.${'c'.repeat(43)}`;

/** Returns the outcome for a client that sends its token only in the cookie. */
function byCookie(app: TestApp, { token }: Client, headers: Record<string, string> = {}) {
  return outcome(app, { headers: { cookie: `auth=${token}`, ...headers } });
}

/** Returns 101 if the shell accepts, otherwise the status of the refusal. */
async function outcome(
  app: Pick<TestApp, 'url'>,
  options: ShellOptions,
  client: Pick<Client, 'token'> = NOBODY,
): Promise<number> {
  const connection = openShell(app, client, options);
  const refused = refusedHandshake(connection).catch(() => 101);
  const status = await refused;
  if (status !== 101) return status;
  connection.socket.send('echo hi');
  expect(await connection.closed).toEqual({ code: 1000, reason: 'exit 0' });
  expect(connection.messages).toEqual(['hi']);
  return status;
}

test('a token in the header or in the address is accepted from any client without an Origin header', async () => {
  await using app = await startTestApp({ config: SHELL_ON });
  const anna = await app.logIn({ commands: ['echo'] });
  expect(await runInShell(app, anna, 'echo hi')).toMatchObject({ messages: ['hi'] });
  expect(await outcome(app, { query: `?auth=${anna.token}` })).toBe(101);
  // An Origin header must be our own.
  const foreign = { headers: { origin: 'http://evil.example' } };
  expect(await outcome(app, { query: `?auth=${anna.token}`, ...foreign })).toBe(403);

  expect(await outcome(app, {})).toBe(401);
  expect(await outcome(app, { query: `?auth=${FORGED}` })).toBe(401);
  expect(await outcome(app, { query: '?auth=' })).toBe(401);
  expect(await outcome(app, { query: `?auth=${anna.token}&auth=${FORGED}` })).toBe(400);
  expect(await outcome(app, { query: `?auth=${anna.token}&auth=${anna.token}` })).toBe(101);
});

test('other calls do not accept a token in the address', async () => {
  await using app = await startTestApp({ config: SHELL_ON });
  const anna = await app.logIn();
  for (const path of ['/api/resources/', '/api/raw/', '/api/sessions']) {
    expect((await app.visitor.get(`${path}?auth=${anna.token}`)).status).toBe(401);
  }
});

test('the cookie is accepted only if the browser states that our own page sends the request', async () => {
  await using app = await startTestApp({ config: SHELL_ON });
  const anna = await app.logIn({ commands: ['echo'] });
  expect(await byCookie(app, anna)).toBe(403);
  expect(await byCookie(app, anna, { origin: app.url })).toBe(101);
  expect(await byCookie(app, anna, { 'sec-fetch-site': 'same-origin' })).toBe(101);
  for (const origin of ['http://evil.example', 'null', `${app.url}1`, 'http://127.0.0.1']) {
    expect([origin, await byCookie(app, anna, { origin })]).toEqual([origin, 403]);
  }
  for (const site of ['cross-site', 'same-site']) {
    const headers = { 'sec-fetch-site': site, origin: app.url };
    expect([site, await byCookie(app, anna, headers)]).toEqual([site, 403]);
  }
  expect(await outcome(app, { headers: { cookie: 'auth=none', origin: app.url } })).toBe(401);
});

test('the host in forwarded headers of a trusted proxy is ours', async () => {
  const headers = { origin: 'https://files.example', 'x-forwarded-host': 'files.example' };
  const trust = { proxies: ['127.0.0.1'], allowedOrigins: [], allowRemoteNoauth: false };

  await using untrusting = await startTestApp({ config: SHELL_ON });
  const anna = await untrusting.logIn({ commands: ['echo'] });
  expect(await byCookie(untrusting, anna, headers)).toBe(403);

  await using proxied = await startTestApp({ config: { ...SHELL_ON, trust, baseUrl: '/fb' } });
  const bert = await proxied.logIn({ commands: ['echo'] });
  expect(await byCookie(proxied, bert, headers)).toBe(101);
  const underBase = { url: `${proxied.url}/fb` };
  const cookie = `auth=${bert.token}`;
  expect(await outcome(underBase, { headers: { cookie, ...headers } })).toBe(101);
  expect(await byCookie(proxied, bert, { ...headers, origin: 'https://evil.example' })).toBe(403);

  const allowedOrigins = ['https://files.example'];
  await using named = await startTestApp({
    config: { ...SHELL_ON, trust: { ...trust, proxies: [], allowedOrigins } },
  });
  const carl = await named.logIn({ commands: ['echo'] });
  expect(await byCookie(named, carl, { origin: 'https://files.example' })).toBe(101);
});

test('requests that are not a handshake, and invalid paths, are refused with an explanation', async () => {
  await using app = await startTestApp({ config: SHELL_ON, files: { '/docs/a.txt': 'a' } });
  const anna = await app.logIn({ commands: ['echo'] });
  const plain = await anna.get('/api/command/docs');
  expect([plain.status, plain.text]).toEqual([
    400,
    '400 Bad Request (this address is for WebSockets)\n',
  ]);
  expect((await anna.get('/api/command')).status).toBe(400);
  expect((await anna.get('/api/commandx')).status).toBe(404);
  for (const method of ['POST', 'PUT', 'DELETE']) {
    const { status, headers } = await anna.send(method, '/api/command/docs');
    expect([method, status, headers.allow]).toEqual([method, 405, 'GET, HEAD']);
  }
  for (const path of [
    '/..%2f',
    '/docs/..%2f..%2fetc',
    '/a%00b',
    '/%zz',
    '/%ff',
    `/${'x'.repeat(5_000)}`,
  ]) {
    expect([path, await outcome(app, { path }, anna)]).toEqual([path, 400]);
  }
  expect(await outcome(app, { path: '//docs//' }, anna)).toBe(101);
  const keyless = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
  expect((await anna.get('/api/command/', { headers: keyless })).status).toBe(400);
});

test('the number of connections of a user is limited, without affecting others', async () => {
  await using app = await startTestApp({ config: SHELL_ON });
  const anna = await app.logIn({ username: 'anna', commands: ['echo'] });
  const bert = await app.logIn({ username: 'bert', commands: ['echo'] });
  const connections = Array.from({ length: 100 }, () => openShell(app, anna));
  const statuses = await Promise.all(
    connections.map((each) => refusedHandshake(each).catch(() => 101)),
  );
  expect(statuses.filter((status) => status === 101)).toHaveLength(64);
  expect(statuses.filter((status) => status === 429)).toHaveLength(36);
  expect(await runInShell(app, bert, 'echo hi')).toMatchObject({ messages: ['hi'] });

  for (const { socket } of connections) socket.terminate();
  await expect.poll(() => outcome(app, {}, anna)).toBe(101);
});

test('the log contains no tokens', async () => {
  const path = join(tmpdir(), `filebrowser-log-${randomUUID()}`);
  await using app = await startTestApp({ config: { ...SHELL_ON, log: { kind: 'file', path } } });
  const anna = await app.logIn({ commands: ['echo'] });
  const query = `?auth=${anna.token}`;
  const foreign = { headers: { origin: 'http://evil.example' } };
  await outcome(app, { query });
  await outcome(app, { query, ...foreign });
  await outcome(app, { query, path: '/..%2f' });
  await outcome(app, { query: `${query}&auth=x` });
  await byCookie(app, anna);
  await app.visitor.get(`/api/command/${query}`);
  const broken = openShell(app, NOBODY, { query });
  await opened(broken);
  broken.socket.send(Buffer.alloc(20_000));
  await broken.closed.catch(() => undefined);

  const log = () => readFile(path, 'utf8');
  await expect.poll(log).toContain('WebSocket connection failed');
  expect(await log()).toContain('if the page is yours, set --allowedOrigins');
  expect(await log()).toContain('refused a cookie without Origin');
  expect(await log()).not.toContain(anna.token?.split('.')[2] ?? 'a token');
});

test('a current browser has access with the cookie of a log-in', async () => {
  await using app = await startTestApp({ config: SHELL_ON });
  const anna = await app.logIn({ commands: ['echo'] });
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/api/command/`, {
    origin: app.url,
    headers: { cookie: `other=1; auth=${anna.token}`, 'sec-fetch-site': 'same-origin' },
    perMessageDeflate: true,
  });
  await opened({ socket, messages: [], closed: Promise.resolve({ code: 0, reason: '' }) });
  expect(socket.extensions).toBe('');
  socket.terminate();
});
