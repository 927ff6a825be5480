import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { openTestHttp } from './http.test-tools.ts';

const config = { access: 'open', audit: 'nothing' } as const;

/** Sends bytes over one connection and returns all that comes back. */
async function exchange(sent: string, baseUrl = ''): Promise<string> {
  const app = openTestHttp({ baseUrl });
  app.get('/a', { config }, () => 'in');
  app.post('/type', { config }, (request) => request.headers['content-type']);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo; // it listens on TCP
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.end(sent);
  return text(socket);
}

const statusOf = (answer: string) => /^HTTP\/1\.1 (?<status>\d+)/.exec(answer)?.groups?.['status'];
const get = (target: string, headers = 'Host: files\r\n') =>
  `GET ${target} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n`;

test('a request with one Host is answered, and one with two is refused', async () => {
  expect(statusOf(await exchange(get('/a')))).toBe('200');
  expect(statusOf(await exchange(get('/a', 'Host: files\r\nhOST: files\r\n')))).toBe('400');
});

test.each(['/a/../b', '/a/..', '/./a', '/%2e%2e/a', '/a%00', '/%', 'http://other/a', '*'])(
  'the target %s is refused before any route is called',
  async (target) => {
    expect(statusOf(await exchange(get(target)))).toBe('400');
  },
);

test('the base URL without its slash leads to the one with it', async () => {
  const answer = await exchange(get('/base'), '/base');
  expect(statusOf(answer)).toBe('301');
  expect(answer).toMatch(/^location: \/base\/\r$/im);
  expect(statusOf(await exchange(get('/base/a'), '/base'))).toBe('200');
});

test('a body is never read by its type: every type but that of tus is bytes', async () => {
  const post = (type: string) =>
    `POST /type HTTP/1.1\r\nHost: files\r\n${type}Content-Length: 2\r\nConnection: close\r\n\r\n{]`;
  for (const type of ['', 'Content-Type: application/json\r\n', 'Content-Type: nonsense\r\n']) {
    expect(await exchange(post(type))).toMatch(/\r\n\r\napplication\/octet-stream$/);
  }
  const tus = 'Content-Type: application/offset+octet-stream\r\n';
  expect(await exchange(post(tus))).toMatch(/\r\n\r\napplication\/offset\+octet-stream$/);
});

test('input that is not HTTP gets one plain response, and the connection is closed', async () => {
  for (const [sent, status] of [
    ['nonsense\r\n\r\n', '400'],
    ['GET /a HTTP/1.1\r\nHost: files\r\nContent-Length: -1\r\n\r\n', '400'],
    [get('/a', `Host: files\r\nX-Long: ${'x'.repeat(20_000)}\r\n`), '431'],
  ] as const) {
    const answer = await exchange(sent);
    expect(statusOf(answer)).toBe(status);
    expect(answer).toContain('Connection: close\r\n');
    const [, body = ''] = answer.split('\r\n\r\n');
    expect(body).toMatch(/^\d{3} [A-Z][A-Za-z ]+\n$/);
    expect(answer).toContain(`Content-Length: ${body.length}\r\n`);
  }
});

test('input that is not HTTP ends a response that has begun, and adds nothing to it', async () => {
  const app = openTestHttp();
  let hasBegun: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (hasBegun = resolve));
  app.get('/slow', { config }, (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'Content-Length': '40' });
    reply.raw.write('first part ', () => hasBegun());
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo; // it listens on TCP
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const answer = text(socket);
  socket.write('GET /slow HTTP/1.1\r\nHost: files\r\n\r\n');
  await begun;
  socket.write('nonsense\r\n\r\n');
  expect((await answer.catch(() => 'first part ')).endsWith('first part ')).toBe(true);
});
