import { randomBytes } from 'node:crypto';
import { readdir, readlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Client } from '../../testing/client.ts';
import { until } from '../../testing/open-request.ts';

const MIB = 1024 * 1024;
const DIGITS = '0123456789';

function ranged(who: Client, range: string, path = '/api/raw/digits.txt') {
  return who.get(path, { headers: { range } });
}

test('a file comes as an attachment that no browser shows, with all that clients build on', async () => {
  await using app = await startTestApp({ files: { '/docs/two words.html': '<h1>hi</h1>' } });
  await utimes(join(app.root, 'docs/two words.html'), 1_700_000_000, 1_700_000_000);
  const anna = await app.logIn();

  const reply = await anna.get('/api/raw/docs/two%20words.html');

  expect([reply.status, reply.text]).toEqual([200, '<h1>hi</h1>']);
  expect(reply.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': "attachment; filename*=utf-8''two%20words.html",
    'content-length': '11',
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    vary: 'Cookie, X-Auth, X-Share-Password',
    'last-modified': 'Tue, 14 Nov 2023 22:13:20 GMT',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
  });
  expect(reply.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox$/);

  const head = await anna.head('/api/raw/docs/two%20words.html');
  expect([head.status, head.text]).toEqual([200, '']);
  const { date: _, connection: __, ...expected } = reply.headers;
  expect(head.headers).toMatchObject(expected);
});

test('inline files that could run are sent as plain text in a sandbox', async () => {
  const files = {
    '/a.html': '<script>1</script>',
    '/a.js': 'alert(1)',
    '/a.svg': '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
    '/noname': '<!doctype html><script>1</script>',
    '/a.pdf': '%PDF-1.7',
    '/a.bin': 'a\0b',
  };
  await using app = await startTestApp({ files });
  const anna = await app.logIn();
  const typeOf = async (path: string) => {
    const reply = await anna.get(`/api/raw${path}?inline=true`);
    expect(reply.headers['content-disposition']).toMatch(/^inline; /);
    expect(reply.headers['x-content-type-options']).toBe('nosniff');
    const policy = String(reply.headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    return [reply.headers['content-type'], policy.includes('sandbox')];
  };

  expect(await typeOf('/a.html')).toEqual(['text/plain; charset=utf-8', true]);
  expect(await typeOf('/a.js')).toEqual(['text/plain; charset=utf-8', true]);
  expect(await typeOf('/noname')).toEqual(['text/plain; charset=utf-8', true]);
  expect(await typeOf('/a.svg')).toEqual(['image/svg+xml', true]);
  expect(await typeOf('/a.pdf')).toEqual(['application/pdf', false]);
  expect(await typeOf('/a.bin')).toEqual(['application/octet-stream', true]);
});

test('requested ranges of a file are sent', async () => {
  await using app = await startTestApp({ files: { '/digits.txt': DIGITS } });
  const anna = await app.logIn();

  for (const [range, text, contentRange] of [
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
    ['bytes=0-99', DIGITS, 'bytes 0-9/10'],
  ] as const) {
    const reply = await ranged(anna, range);
    expect([reply.status, reply.text]).toEqual([206, text]);
    expect(reply.headers).toMatchObject({
      'content-range': contentRange,
      'content-length': String(text.length),
    });
    const head = await anna.head('/api/raw/digits.txt', { headers: { range } });
    expect([head.status, head.text, head.headers['content-range']]).toEqual([
      206,
      '',
      contentRange,
    ]);
  }

  const several = await ranged(anna, 'bytes=0-1,5-6');
  expect(several.status).toBe(206);
  const [, boundary = ''] =
    /^multipart\/byteranges; boundary=(\w+)$/.exec(several.headers['content-type'] ?? '') ?? [];
  const part = (range: string, text: string) =>
    `--${boundary}\r\nContent-Range: bytes ${range}/10\r\nContent-Type: application/octet-stream\r\n\r\n${text}\r\n`;
  expect(several.text).toBe(`${part('0-1', '01')}${part('5-6', '56')}--${boundary}--\r\n`);
  expect(several.headers['content-length']).toBe(String(several.bytes.length));

  const beyond = await ranged(anna, 'bytes=10-');
  expect(beyond.status).toBe(416);
  expect(beyond.headers['content-range']).toBe('bytes */10');
  expect(beyond.headers).not.toHaveProperty('content-disposition');
  const malformed = await ranged(anna, 'bytes=5-2');
  expect([malformed.status, malformed.text]).toEqual([416, 'invalid range\n']);
  expect(malformed.headers).not.toHaveProperty('content-range');
  const tooMuch = await ranged(anna, 'bytes=0-9,0-9');
  expect([tooMuch.status, tooMuch.text]).toEqual([200, DIGITS]);
});

test('a client with the current file gets 304, and one with an older one the whole file', async () => {
  await using app = await startTestApp({ files: { '/digits.txt': DIGITS } });
  const anna = await app.logIn();
  const first = await anna.get('/api/raw/digits.txt');
  const etag = String(first.headers.etag);
  const modified = String(first.headers['last-modified']);
  const ask = (headers: Record<string, string>) => anna.get('/api/raw/digits.txt', { headers });

  for (const headers of [{ 'if-none-match': etag }, { 'if-modified-since': modified }]) {
    const reply = await ask(headers);
    expect([reply.status, reply.text]).toEqual([304, '']);
    expect(reply.headers.etag).toBe(etag);
  }
  expect((await ask({ 'if-match': '"other"' })).status).toBe(412);
  expect((await ask({ range: 'bytes=0-1', 'if-range': etag })).status).toBe(206);
  expect((await ask({ range: 'bytes=0-1', 'if-range': modified })).status).toBe(206);

  await writeFile(join(app.root, 'digits.txt'), 'abcdefghij');
  const changed = await ask({ range: 'bytes=0-1', 'if-range': etag });
  expect([changed.status, changed.text]).toEqual([200, 'abcdefghij']);
  expect((await ask({ 'if-none-match': etag })).status).toBe(200);
});

test('an empty file, and a missing one', async () => {
  await using app = await startTestApp({ files: { '/empty.txt': '' } });
  const anna = await app.logIn();

  const empty = await anna.get('/api/raw/empty.txt');
  expect([empty.status, empty.text, empty.headers['content-length']]).toEqual([200, '', '0']);
  expect((await ranged(anna, 'bytes=0-', '/api/raw/empty.txt')).status).toBe(200);
  for (const path of ['/api/raw/none', '/api/raw/none.txt', '/api/raw/empty.txt/x']) {
    const reply = await anna.get(path);
    expect(reply.status).toBeGreaterThanOrEqual(400);
    expect(reply.status).toBeLessThan(500);
    expect(reply.text).not.toContain(app.root);
  }
});

test('a large file is sent whole and in ranges, byte for byte, to many clients at once', async () => {
  await using app = await startTestApp();
  const bytes = randomBytes(5 * MIB + 123);
  await writeFile(join(app.root, 'large.bin'), bytes);
  const anna = await app.logIn();

  const replies = await Promise.all(
    Array.from({ length: 10 }, () => anna.get('/api/raw/large.bin')),
  );
  for (const reply of replies) expect(reply.bytes.equals(bytes)).toBe(true);

  const middle = await ranged(anna, `bytes=${MIB - 1}-${3 * MIB}`, '/api/raw/large.bin');
  expect(middle.bytes.equals(bytes.subarray(MIB - 1, 3 * MIB + 1))).toBe(true);
  const several = await ranged(anna, `bytes=0-9,${4 * MIB}-${5 * MIB}`, '/api/raw/large.bin');
  expect(several.headers['content-length']).toBe(String(several.bytes.length));
  expect(several.bytes.includes(bytes.subarray(4 * MIB, 5 * MIB + 1))).toBe(true);
});

/** Opens a connection that reads only when asked to. */
async function connectTo(app: TestApp): Promise<Socket> {
  const { port, hostname } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined).pause();
  await new Promise((resolve) => socket.once('connect', resolve));
  return socket;
}

function requestFor(path: string, who: Client): string {
  return `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Auth: ${who.token}\r\n\r\n`;
}

/** How often this process, which is the server's too, has a file open; its threads' own descriptors do not count. */
async function timesOpen(path: string): Promise<number> {
  const descriptors = await readdir('/proc/self/fd');
  const targets = descriptors.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''));
  return (await Promise.all(targets)).filter((target) => target === path).length;
}

test('a file that becomes shorter while it is sent closes the connection, and the server continues', async () => {
  await using app = await startTestApp();
  const path = join(app.root, 'large.bin');
  await writeFile(path, Buffer.alloc(32 * MIB, 1));
  const anna = await app.logIn();
  const socket = await connectTo(app);
  socket.write(requestFor('/api/raw/large.bin', anna));
  await delay(200);
  await truncate(path, 100);
  let received = 0;
  socket.on('data', (chunk: Buffer) => {
    received += chunk.length;
  });
  socket.resume();
  await new Promise((resolve) => socket.once('close', resolve));

  expect(received).toBeLessThan(32 * MIB);
  await until(async () => (await timesOpen(path)) === 0);
  expect((await anna.get('/api/raw/large.bin')).bytes).toHaveLength(100);
});

test('clients that leave in the middle leave no file open', async () => {
  await using app = await startTestApp();
  const path = join(app.root, 'large.bin');
  await writeFile(path, Buffer.alloc(32 * MIB, 1));
  const anna = await app.logIn();
  await anna.get('/api/raw/large.bin');
  const abort = async (index: number) => {
    const socket = await connectTo(app);
    const asked = requestFor('/api/raw/large.bin', anna);
    // Every other client sends two pipelined requests.
    socket.write(index % 2 === 0 ? asked : asked + asked);
    await delay(20 + (index % 10) * 5);
    socket.destroy();
  };

  await Promise.all(Array.from({ length: 25 }, (_, index) => abort(index)));

  await until(async () => (await timesOpen(path)) === 0);
  expect((await anna.get('/api/raw/large.bin')).bytes).toHaveLength(32 * MIB);
});

test('the ETag of a user’s file does not hold for the file that another user has at the same address', async () => {
  await using app = await startTestApp({
    files: { '/anna/notes.txt': 'of anna', '/ben/notes.txt': 'for ben' },
  });
  const time = new Date('2020-01-01T12:00:00Z');
  for (const name of ['anna', 'ben']) await utimes(join(app.root, name, 'notes.txt'), time, time);
  const anna = await app.logIn({ username: 'anna', scope: '/anna' });
  const ben = await app.logIn({ username: 'ben', scope: '/ben' });
  const { headers } = await anna.get('/api/raw/notes.txt');
  const asked = { headers: { 'if-none-match': String(headers.etag) } };

  const unchanged = await anna.get('/api/raw/notes.txt', asked);
  const other = await ben.get('/api/raw/notes.txt', asked);

  expect([unchanged.status, unchanged.text]).toEqual([304, '']);
  expect(unchanged.headers).toMatchObject({
    'cache-control': 'private, no-cache',
    vary: 'Cookie, X-Auth, X-Share-Password',
  });
  expect([other.status, other.text]).toEqual([200, 'for ben']);
});
