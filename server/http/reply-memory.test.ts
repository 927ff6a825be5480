import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openTestHttp } from './http.test-tools.ts';
import { startTestApp } from '../testing/app.ts';
import { until } from '../testing/open-request.ts';

/** The largest text that the page opens. Quotes are two characters in JSON. */
const LARGE_TEXT = '"'.repeat(10_000_000);

test('a client that requests many texts and reads none neither fills the memory nor affects others', async () => {
  await using app = await startTestApp({ files: { '/large.txt': LARGE_TEXT } });
  const who = await app.logIn();
  const status = async () => (await who.head('/api/resources/large.txt')).status;

  const idle = Array.from({ length: 12 }, () => {
    const connection = connect(Number(new URL(app.url).port), '127.0.0.1').pause();
    connection.write(
      `GET /api/resources/large.txt HTTP/1.1\r\nHost: files\r\nX-Auth: ${who.token}\r\n\r\n`,
    );
    return connection;
  });
  await until(async () => (await status()) === 429, 20_000);
  const another = await app.logIn({ username: 'another' });
  expect((await another.get('/api/resources/large.txt')).status).toBe(200);
  for (const connection of idle) connection.destroy();

  await delay(100);
  await until(async () => (await status()) === 200);
  expect((await who.get('/api/resources/large.txt')).status).toBe(200);
}, 60_000);

const MIB = 1024 * 1024;
/** More than the buffer of a Unix socket, and less than the previous limit. */
const REPLY_BYTES = 250_000;

/**
 * Starts an app on a Unix socket, whose buffers are small, with replies of a moderate size. The path contains the
 * id of the user, or of the owner of a share.
 */
async function openModerateReplies(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'filebrowser-replies-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const app = openTestHttp();
  app.decorateRequest('visitor', undefined);
  app.decorateRequest('session', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    const actor = { userId: Number(request.url.split('/').at(-1)) };
    // The code under test reads no other fields.
    if (request.url.startsWith('/share')) request.visitor = { actor } as FastifyRequest['visitor'];
    else request.session = { actor } as FastifyRequest['session'];
    done();
  });
  const config = { access: 'open', audit: 'nothing' } as const;
  for (const route of ['/:id', '/share/:id'])
    app.get(route, { config }, (_request, reply) => reply.send('x'.repeat(REPLY_BYTES)));
  const path = join(folder, 'socket');
  await app.listen({ path });
  return path;
}

/** Returns the statuses of several replies whose clients read only the beginning. */
function beginReplies(path: string, user: number | string, times: number): Promise<number[]> {
  return Promise.all(
    Array.from({ length: times }, () => {
      const socket = connect(path);
      onTestFinished(() => void socket.destroy());
      socket.write(`GET /${user} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
      return new Promise<number>((resolve, reject) => {
        socket.on('error', reject).once('readable', () => {
          const head = String(socket.read(12));
          socket.pause();
          resolve(Number(head.slice(-3)));
        });
      });
    }),
  );
}

test('many replies of moderate size count as well: less than 100 MB of one user, 200 MB of all', async () => {
  const path = await openModerateReplies();
  let all = 0;
  for (const userId of [1, 2, 3, 4]) {
    const statuses = await beginReplies(path, userId, 450);
    const bytes = statuses.filter((status) => status === 200).length * REPLY_BYTES;
    expect(bytes).toBeLessThanOrEqual(100 * MIB);
    all += bytes;
    expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
  }
  expect(all).toBeGreaterThan(150 * MIB);
  expect(all).toBeLessThanOrEqual(200 * MIB);
}, 60_000);

test('visitors who read nothing leave half of the memory to users, also to the owners of the shares', async () => {
  const path = await openModerateReplies();
  let all = 0;
  for (const owner of [1, 2, 3, 4]) {
    const statuses = await beginReplies(path, `share/${owner}`, 200);
    const bytes = statuses.filter((status) => status === 200).length * REPLY_BYTES;
    expect(bytes).toBeLessThanOrEqual(32 * MIB);
    all += bytes;
  }
  expect(all).toBeGreaterThan(90 * MIB);
  expect(all).toBeLessThanOrEqual(100 * MIB);
  for (const user of [1, 2, 3, 4]) {
    const statuses = await beginReplies(path, user, 50);
    expect(new Set(statuses)).toEqual(new Set([200]));
  }
}, 60_000);

test('the connection of a client that does not take a reply is closed', async () => {
  const path = await openModerateReplies();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const socket = connect(path);
  const isClosed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.write('GET /1 HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await new Promise((resolve) => socket.once('readable', resolve));
  vi.advanceTimersByTime(10 * 60_000);
  socket.on('error', () => undefined).resume();
  await isClosed;
  expect(socket.bytesRead).toBeLessThan(REPLY_BYTES);
});
