import { mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Client, Reply } from '../../testing/client.ts';
import { until } from '../../testing/open-request.ts';
import { temporaryFolder } from '../../testing/engines.ts';
import { isInstalled, outputOf } from '../../testing/programs.ts';
import { namesInTar } from '../../testing/tar-names.ts';

const MIB = 1024 * 1024;
const FILES = {
  '/docs/a.txt': 'a',
  '/docs/b.txt': 'b',
  '/docs/sub/c, d.txt': 'c',
  '/docs/empty/': '',
  '/e.txt': 'e',
};

function archiveNameOf({ headers }: Reply): string {
  return decodeURIComponent(String(headers['content-disposition']).split("utf-8''")[1] ?? '');
}

/** Returns the name of an archive, and the names in it. */
async function namesIn(who: Client, path: string): Promise<[string, string[]]> {
  const reply = await who.get(path);
  if (reply.status !== 200) throw new Error(`${reply.status} ${reply.text}`);
  return [archiveNameOf(reply), namesInTar(reply.bytes)];
}

test('a folder is sent as one archive with a Content-Length, as an attachment', async () => {
  await using app = await startTestApp({ files: FILES });
  const anna = await app.logIn();

  for (const query of ['', '?algo=', '?algo=true', '?algo=zip', '?inline=true', '?files=']) {
    const reply = await anna.get(`/api/raw/docs${query}`);
    expect([query, reply.status, archiveNameOf(reply)]).toEqual([query, 200, 'docs.zip']);
    expect(reply.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(reply.bytes.length),
      'cache-control': 'no-cache, no-store, must-revalidate',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(reply.headers['content-disposition']).toMatch(/^attachment; /);
    expect(reply.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox$/);

    const head = await anna.head(`/api/raw/docs${query}`);
    expect([head.status, head.text]).toEqual([200, '']);
    const { date: _, connection: __, ...expected } = reply.headers;
    expect(head.headers).toMatchObject(expected);
  }
});

test('an archive has the requested format', async () => {
  await using app = await startTestApp({ files: FILES });
  const anna = await app.logIn();
  const members = ['a.txt', 'b.txt', 'empty/', 'sub/', 'sub/c, d.txt'];

  expect(await namesIn(anna, '/api/raw/docs?algo=tar')).toEqual(['docs.tar', members]);
  const packed = await anna.get('/api/raw/docs?algo=targz');
  expect([archiveNameOf(packed), namesInTar(gunzipSync(packed.bytes))]).toEqual([
    'docs.tar.gz',
    members,
  ]);
  expect(packed.headers['content-type']).toBe('application/x-gzip');
  expect(packed.headers).not.toHaveProperty('content-length');
  const rar = await anna.get('/api/raw/docs?algo=rar');
  expect([rar.status, rar.text]).toEqual([400, '400 Bad Request (unknown archive format)\n']);
});

describe('entries selected in an address', () => {
  test('have names relative to their common folder', async () => {
    await using app = await startTestApp({ files: FILES });
    const anna = await app.logIn();
    const ask = (path: string) => namesIn(anna, `/api/raw${path}&algo=tar`);

    expect(await ask('/?files=%2Fdocs%2Fa.txt%2C%2Fdocs%2Fb.txt')).toEqual([
      '_docs.tar',
      ['a.txt', 'b.txt'],
    ]);
    expect(await ask('/?files=%252Fdocs%252Fa.txt,%252Fe.txt')).toEqual([
      '_files.tar',
      ['docs/a.txt', 'e.txt'],
    ]);
    expect(await ask('/docs?files=a.txt,empty')).toEqual(['_docs.tar', ['a.txt', 'empty/']]);
    expect(await ask('/docs/sub?files=c%252C%2520d.txt')).toEqual(['c, d.txt.tar', ['c, d.txt']]);
    expect(await ask('/?files=docs')).toEqual([
      'docs.tar',
      ['a.txt', 'b.txt', 'empty/', 'sub/', 'sub/c, d.txt'],
    ]);
    expect(await ask('/docs?files=a.txt,a.txt')).toEqual(['a.txt.tar', ['a.txt']]);
  });

  test('that are missing or forbidden are refused before the first byte', async () => {
    await using app = await startTestApp({ files: FILES });
    mkdirSync(join(app.root, 'docs/.hidden'));
    symlinkSync('/etc/passwd', join(app.root, 'docs/out'));
    const anna = await app.logIn({ hideDotfiles: true });
    const statusOf = async (files: string) =>
      (await anna.get(`/api/raw/docs?files=${files}&algo=targz`)).status;

    expect(await statusOf('a.txt,none')).toBe(404);
    expect(await statusOf('none')).toBe(404);
    expect(await statusOf('a.txt,.hidden')).toBe(403);
    expect(await statusOf('out,a.txt')).toBe(403);
    expect(await statusOf('out')).toBe(403);
    expect(await statusOf('..%2Fe.txt,a.txt')).toBe(400);
    expect(await statusOf('%2500,a.txt')).toBe(400);
    expect(await statusOf('%25zz')).toBe(400);
  });

  test('are sent as a file if there is only one', async () => {
    await using app = await startTestApp({ files: FILES });
    const anna = await app.logIn();

    const reply = await anna.get('/api/raw/e.txt?files=x&algo=zip');
    expect([reply.text, archiveNameOf(reply)]).toEqual(['e', 'e.txt']);
  });
});

test('the archive of a scope does not reveal the name of its folder', async () => {
  await using app = await startTestApp({ files: { '/homes/bob/x.txt': '' } });
  const bob = await app.logIn({ username: 'bob', scope: '/homes/bob' });
  const root = await app.logIn({ username: 'root' });

  expect(await namesIn(bob, '/api/raw/?algo=tar')).toEqual(['files.tar', ['x.txt']]);
  expect(await namesIn(root, '/api/raw/?algo=tar')).toEqual([
    'files.tar',
    ['homes/', 'homes/bob/', 'homes/bob/x.txt'],
  ]);
});

test('names of selected entries are safe to unpack, like those in a folder', async () => {
  const files = { '/d/C:y': '1', '/d/sub/nul': '2', '/d/\u001B[2J': '3', '/d/C_y': '4' };
  await using app = await startTestApp({ files });
  const anna = await app.logIn();
  const list = [names('d/C:y'), names('d/sub/nul'), names('d/\u001B[2J')].join(',');
  expect((await namesIn(anna, `/api/raw/?algo=tar&files=${list}`))[1].toSorted()).toEqual([
    'C_y',
    '_[2J',
    'sub/_nul',
  ]);
  expect((await namesIn(anna, '/api/raw/d?algo=tar'))[1].toSorted()).toEqual([
    'C_y',
    'C_y(1)',
    '_[2J',
    'sub/',
    'sub/_nul',
  ]);
});

/** Returns a name for `files`, which is decoded twice. */
function names(path: string): string {
  return encodeURIComponent(encodeURIComponent(path));
}

describe('a selection too long for an address', () => {
  const select = (who: Client, body: unknown) =>
    who.post('/api/selections', { body: JSON.stringify(body) });

  test('is stored on the server and sent as an archive', async () => {
    const names = Array.from({ length: 800 }, (_, index) => `photo ${index}, копия.jpg`);
    const files = Object.fromEntries(names.map((name) => [`/album/${name}`, name]));
    await using app = await startTestApp({ files });
    const anna = await app.logIn();

    const kept = await select(anna, { folder: '/album', names });
    expect(kept.status).toBe(200);
    const { id } = kept.json<{ id: string }>();
    const reply = await anna.get(`/api/raw/album?selection=${id}&algo=zip`);

    expect([reply.status, archiveNameOf(reply)]).toEqual([200, '_album.zip']);
    if (!isInstalled('unzip')) return;
    const archive = join(temporaryFolder(), 'album.zip');
    writeFileSync(archive, reply.bytes);
    expect(outputOf('unzip', ['-Z', '-1', archive]).trim().split('\n').sort()).toEqual(
      names.sort(),
    );
    expect(outputOf('unzip', ['-tqq', archive])).toBe('');
  });

  test('may contain entries of several folders', async () => {
    await using app = await startTestApp({ files: FILES });
    const anna = await app.logIn();
    const names = ['docs/a.txt', 'e.txt'];
    const { id } = (await select(anna, { folder: '/', names })).json<{ id: string }>();

    const reply = await anna.get(`/api/raw/?selection=${id}&algo=tar`);
    expect(namesInTar(reply.bytes).sort()).toEqual(['docs/a.txt', 'e.txt']);
  });

  test('is valid for its owner, its folder and existing entries', async () => {
    await using app = await startTestApp({ files: FILES });
    const anna = await app.logIn({ username: 'anna' });
    const bert = await app.logIn({ username: 'bert' });
    const { id } = (await select(anna, { folder: '/docs', names: ['a.txt'] })).json<{
      id: string;
    }>();
    const ask = (who: Client, path: string) => who.get(`/api/raw${path}?selection=${id}&algo=tar`);

    expect(namesInTar((await ask(anna, '/docs')).bytes)).toEqual(['a.txt']);
    expect((await ask(bert, '/docs')).status).toBe(404);
    expect((await ask(anna, '/')).status).toBe(404);
    expect((await anna.get('/api/raw/docs?selection=no&algo=tar')).status).toBe(404);
    const gone = (await select(anna, { folder: '/docs', names: ['a.txt', 'gone'] })).json<{
      id: string;
    }>();
    expect((await anna.get(`/api/raw/docs?selection=${gone.id}&algo=tar`)).status).toBe(404);
  });

  test('is refused if it is invalid', async () => {
    await using app = await startTestApp({ files: FILES });
    const anna = await app.logIn();

    for (const body of [
      null,
      [],
      { folder: '/docs' },
      { folder: '/docs', names: [] },
      { folder: '/docs', names: [1] },
      { folder: '/docs', names: ['../e.txt'] },
      { folder: '/docs', names: ['..'] },
      { folder: '/', names: ['docs/../e.txt'] },
      { folder: '/', names: ['/docs//a.txt'] },
      { folder: '/docs', names: ['a\0b'] },
      { folder: '/../docs', names: ['a.txt'] },
    ]) {
      expect([body, (await select(anna, body)).status]).toEqual([body, 400]);
    }
    expect((await anna.post('/api/selections', { body: '{' })).status).toBe(400);
    expect((await select(app.visitor, { folder: '/', names: ['e.txt'] })).status).toBe(401);
    const long = { folder: '/', names: ['x'.repeat(17 * MIB)] };
    expect((await select(anna, long)).status).toBe(413);
  });
});

test('an archive needs the permission to download', async () => {
  await using app = await startTestApp({ files: FILES });
  const anna = await app.logIn({
    perm: {
      admin: false,
      execute: true,
      create: true,
      rename: true,
      modify: true,
      delete: true,
      share: false,
      download: false,
    },
  });

  for (const path of ['/api/raw/docs', '/api/raw/docs?files=a.txt,b.txt', '/api/raw/?algo=targz']) {
    expect((await anna.get(path)).status).toBe(403);
  }
});

/** Opens a connection that requests an archive and reads only when asked to. */
async function ask(app: TestApp, who: Client, path: string) {
  const { port, hostname } = new URL(app.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined).pause();
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nX-Auth: ${who.token}\r\n\r\n`);
  return socket;
}

test.each(['zip', 'tar'])(
  'a %s that cannot be completed closes the connection, and the server continues',
  async (algo) => {
    await using app = await startTestApp({ files: { '/docs/a.txt': 'a' } });
    const file = join(app.root, 'docs/large.bin');
    writeFileSync(file, Buffer.alloc(64 * MIB, 'not the same at all '));
    const anna = await app.logIn();
    const socket = await ask(app, anna, `/api/raw/docs?algo=${algo}`);
    await delay(300);
    truncateSync(file, 100);
    let received = '';
    socket.on('data', (chunk: Buffer) => (received += chunk.subarray(-10).toString('latin1')));
    socket.resume();
    await new Promise((resolve) => socket.once('close', resolve));

    expect(received.endsWith('0\r\n\r\n')).toBe(false);
    expect((await anna.get(`/api/raw/docs?algo=${algo}`)).status).toBe(200);
  },
);

test('a sent archive logs no warning', async () => {
  const path = join(temporaryFolder(), 'log');
  await using app = await startTestApp({ files: FILES, config: { log: { kind: 'file', path } } });
  const anna = await app.logIn();

  expect((await anna.get('/api/raw/docs')).status).toBe(200);
  expect((await anna.get('/api/raw/docs?algo=targz')).status).toBe(200);
  await delay(200);
  expect(complaintsIn(readFileSync(path, 'utf8'))).toEqual([]);
});

/** Returns the lines with warnings and errors. */
function complaintsIn(log: string): string[] {
  return log.split('\n').filter((line) => /"level":[4-6]0/.test(line));
}

test('clients that disconnect free their slots, and do not delay others', async () => {
  await using app = await startTestApp();
  writeFileSync(join(app.root, 'large.bin'), '');
  truncateSync(join(app.root, 'large.bin'), 512 * MIB);
  mkdirSync(join(app.root, 'small'));
  const anna = await app.logIn();
  const busy = await Promise.all(
    Array.from({ length: 4 }, () => ask(app, anna, '/api/raw/?files=large.bin&algo=tar')),
  );
  await delay(300);
  let isAnswered = false;
  const waiting = anna.get('/api/raw/small').then((reply) => {
    isAnswered = true;
    return reply;
  });
  await delay(200);
  expect(isAnswered).toBe(false);
  const bob = await app.logIn({ username: 'bob' });
  expect((await bob.get('/api/raw/small')).status).toBe(200);
  expect(isAnswered).toBe(false);

  for (const socket of busy) socket.destroy();
  await until(async () => isAnswered);
  expect((await waiting).status).toBe(200);
});
