import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { accountOfUser } from '../lib/accounts.ts';
import { ConcurrencyLimiter } from '../lib/concurrency-limiter.ts';
import { until } from '../testing/open-request.ts';
import { openTestHttp } from './http.test-tools.ts';
import { acquireSlot } from './concurrency-limit.ts';

const MIB = 1024 * 1024;
const PIECE = Buffer.alloc(64 * 1024);
const SLOWEST = { bytes: PIECE.length, withinMs: 500 };

/** A route whose replies hold the only slot; the reply is 64 MiB in small pieces. */
async function openSlowRoute() {
  const app = openTestHttp();
  const limiter = new ConcurrencyLimiter({ maxConcurrent: 1, maxPerUser: 1, maxQueued: 4 });
  const config = { access: 'open', audit: 'nothing' } as const;
  app.get('/large', { config }, async (_request, reply) => {
    await acquireSlot(reply, limiter, accountOfUser(1), SLOWEST);
    reply.hijack();
    reply.raw.writeHead(200, { 'content-length': 64 * MIB });
    for (let sent = 0; sent < 64 * MIB && !reply.raw.destroyed; sent += PIECE.length) {
      await new Promise((resolve) => reply.raw.write(PIECE, resolve));
    }
    reply.raw.end();
    return reply;
  });
  app.get('/idle', { config }, async (_request, reply) => {
    await acquireSlot(reply, limiter, accountOfUser(1), SLOWEST);
    await delay(3 * SLOWEST.withinMs);
    return reply.send('done');
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo; // It listens on a port.
  return { port };
}

function ask(port: number, path: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  socket.on('error', () => undefined);
  return socket;
}

test('a client that reads nothing loses its slot to the next one', async () => {
  const { port } = await openSlowRoute();
  const stalled = ask(port, '/large').pause();
  await delay(100);
  const next = ask(port, '/large');
  let bytes = 0;
  next.on('data', (chunk: Buffer) => (bytes += chunk.length));
  await until(() => bytes > 64 * MIB, 20_000);
  expect(bytes).toBeGreaterThan(64 * MIB);
  stalled.destroy();
}, 30_000);

test('a client that reads slowly but steadily gets everything', async () => {
  const { port } = await openSlowRoute();
  const slow = ask(port, '/large');
  let bytes = 0;
  let sincePause = 0;
  slow.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    sincePause += chunk.length;
    if (sincePause < 2 * MIB) return;
    sincePause = 0;
    slow.pause();
    setTimeout(() => slow.resume(), 60);
  });
  await until(() => bytes > 64 * MIB || slow.destroyed);
  expect(bytes).toBeGreaterThan(64 * MIB);
  slow.destroy();
}, 60_000);

test('time during which the server itself works does not count', async () => {
  const { port } = await openSlowRoute();
  let text = '';
  const client = ask(port, '/idle').on('data', (chunk: Buffer) => (text += chunk.toString()));
  await until(() => text.endsWith('done') || client.destroyed);
  expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  client.destroy();
});
