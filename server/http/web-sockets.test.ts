import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import fastify from 'fastify';
import { onTestFinished, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { acceptWebSockets } from './web-sockets.ts';

/** Starts a server that closes idle connections after a moment, with a WebSocket that is idle for longer. */
async function startServer(): Promise<number> {
  const app = fastify({ connectionTimeout: 300 });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_, payload, done) => done(null, payload));
  app.get('/hello', () => 'hello');
  app.get('/slow', async () => {
    await delay(100);
    return 'slow';
  });
  app.get('/large', (_, reply) => reply.send(Readable.from(largeChunks())));
  app.put('/body', (request) => text(request.raw).then((body) => `got ${body}`));
  await app.register(async (scope) => {
    await acceptWebSockets(scope, { baseUrl: '', prefix: '/talk/', mostMessageBytes: 64 });
    scope.route({
      method: 'GET',
      url: '/talk/*',
      handler: () => 'plain',
      wsHandler: (socket) => {
        setTimeout(() => socket.send('still here'), 600);
      },
    });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  return (app.server.address() as AddressInfo).port; // it listens on TCP
}

const LARGE_BYTES = 32 * 1024 * 1024;

function* largeChunks(): Iterable<Buffer> {
  const chunk = Buffer.alloc(64 * 1024, 'x');
  for (let sent = 0; sent < LARGE_BYTES; sent += chunk.length) yield chunk;
}

/** Sends requests over one connection, the last of which closes it, and returns all responses. */
function exchange(port: number, ...requests: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(requests.join(''));
  return text(socket);
}

const H2C =
  'Host: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAA\r\n';
const LAST = 'GET /hello HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

test('a request that offers another protocol is answered in HTTP, with its body, and the connection stays open', async () => {
  const port = await startServer();
  const got = await exchange(port, `GET /hello HTTP/1.1\r\n${H2C}\r\n`, LAST);
  expect(got.match(/HTTP\/1\.1 200 OK\r\n/g)).toHaveLength(2);

  const body = 'x'.repeat(100_000);
  const put = `PUT /body HTTP/1.1\r\n${H2C}Content-Length: ${body.length}\r\n\r\n${body}`;
  const answers = await exchange(port, put, LAST);
  expect(answers).toContain(`got ${body}`);
  expect(answers.match(/HTTP\/1\.1 200 OK\r\n/g)).toHaveLength(2);
});

test.each(['/slow', '/large'])(
  'a request that offers another protocol after an unfinished reply of %s is answered after it',
  async (first) => {
    const port = await startServer();
    const got = await exchange(
      port,
      `GET ${first} HTTP/1.1\r\nHost: a\r\n\r\n`,
      `GET /hello HTTP/1.1\r\n${H2C}\r\n`,
      `GET /slow HTTP/1.1\r\n${H2C}\r\n`,
      LAST,
    );
    const heads = got.match(/HTTP\/1\.1 200 OK\r\n/g);
    expect(heads).toHaveLength(4);
    expect(got.match(/hello|slow/g)).toEqual(
      first === '/slow' ? ['slow', 'hello', 'slow', 'hello'] : ['hello', 'slow', 'hello'],
    );
    expect(got.length).toBeGreaterThan(first === '/large' ? LARGE_BYTES : 0);
  },
);

test('a handshake on a route without a WebSocket is an ordinary call', async () => {
  const port = await startServer();
  const asked =
    'Host: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
    'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n';
  expect(await exchange(port, `GET /hello HTTP/1.1\r\n${asked}\r\n`, LAST)).toMatch(/hello/);
  const put = `PUT /body HTTP/1.1\r\n${asked}Content-Length: 3\r\n\r\nabc`;
  expect(await exchange(port, put, LAST)).toContain('got abc');
  expect(await exchange(port, `POST /talk/x HTTP/1.1\r\n${asked}\r\n`, LAST)).toContain('404');
});

test('a WebSocket may be silent for longer than other connections', async () => {
  const socket = new WebSocket(`ws://127.0.0.1:${await startServer()}/talk/x`);
  const [message] = (await once(socket, 'message')) as [Buffer];
  expect(message.toString()).toBe('still here');
  socket.close();
  await once(socket, 'close');
});
