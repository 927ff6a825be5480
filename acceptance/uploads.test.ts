import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { header, keptConnection, type Call, type Reply } from './http/send.ts';
import { useServer } from './server/use-server.ts';

const served = useServer();
const CHUNK_TYPE = 'application/offset+octet-stream';

const onDisk = (path: string) => join(served().server.root, 'bob', path);
const begin = (name: string, length: number | string, query = '') =>
  served().as('bob', {
    method: 'POST',
    path: `/api/tus/${name}${query}`,
    headers: { 'Upload-Length': `${length}` },
  });
const append = (name: string, offset: number, body: Buffer | string, more: Partial<Call> = {}) =>
  served().as('bob', {
    method: 'PATCH',
    path: `/api/tus/${name}`,
    headers: { 'Content-Type': CHUNK_TYPE, 'Upload-Offset': `${offset}` },
    body,
    ...more,
  });
const ask = (name: string, username = 'bob') =>
  served().as(username, { method: 'HEAD', path: `/api/tus/${name}` });
const offsetOf = (reply: Reply) => [reply.status, header(reply, 'upload-offset')];

async function namesIn(folder: string): Promise<string[]> {
  const reply = await served().as('bob', { path: `/api/resources/${folder}` });
  const { items } = JSON.parse(reply.body.toString()) as { items: { name: string }[] };
  return items.map(({ name }) => name);
}

/** Sends a part of a chunk with a larger Content-Length, and leaves the connection open. */
async function startChunk(name: string, offset: number, promised: number, first: Buffer) {
  const { server, sessions } = served();
  const sent = request({
    host: '127.0.0.1',
    port: server.port,
    method: 'PATCH',
    path: `/api/tus/${name}`,
    agent: false,
    headers: {
      'X-Auth': await sessions.tokenOf('bob'),
      'Content-Type': CHUNK_TYPE,
      'Upload-Offset': `${offset}`,
      'Content-Length': `${promised}`,
    },
  });
  // Either side may break the connection.
  sent.on('error', () => undefined);
  sent.write(first);
  return sent;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 100 && !(await isSo()); turn++) await sleep(50);
}

describe('a resumable upload', () => {
  it('runs from beginning to end, and answers HEAD with its full offset afterwards', async () => {
    const made = await begin('up%20load.bin', 10, '?override=false');
    expect([made.status, header(made, 'location')]).toEqual([201, '/api/tus/up%20load.bin']);
    expect(offsetOf(await ask('up%20load.bin'))).toEqual([200, '0']);
    expect(offsetOf(await append('up%20load.bin', 0, '0123'))).toEqual([204, '4']);
    expect(offsetOf(await append('up%20load.bin', 4, '456789'))).toEqual([204, '10']);
    const after = await ask('up%20load.bin');
    expect(offsetOf(after)).toEqual([200, '10']);
    expect([header(after, 'upload-length'), header(after, 'cache-control')]).toEqual([
      '10',
      'no-store',
    ]);
    expect(readFileSync(onDisk('up load.bin'), 'utf8')).toBe('0123456789');
  });

  it('answers strict clients in their version', async () => {
    const made = await served().as('bob', {
      method: 'POST',
      path: '/api/tus/strict.bin',
      headers: {
        'Upload-Length': '1',
        'Tus-Resumable': '1.0.0',
        'Upload-Metadata': 'filename YQ==',
      },
    });
    expect([made.status, header(made, 'tus-resumable')]).toEqual([201, '1.0.0']);
  });

  it('is invisible until it is complete', async () => {
    await begin('hidden/part.bin', 6);
    await append('hidden/part.bin', 0, 'abc');
    expect(await namesIn('hidden/')).toEqual([]);
    expect((await served().as('bob', { path: '/api/raw/hidden/part.bin' })).status).toBe(404);
    for (const name of readdirSync(onDisk('hidden'))) {
      const path = `/hidden/${encodeURIComponent(name)}`;
      for (const call of ['/api/raw', '/api/resources']) {
        expect(
          (await served().as('bob', { path: `${call}${path}` })).status,
        ).toBeGreaterThanOrEqual(400);
      }
    }
    await append('hidden/part.bin', 3, 'def');
    expect(await namesIn('hidden/')).toEqual(['part.bin']);
    expect(readdirSync(onDisk('hidden'))).toEqual(['part.bin']);
  });

  it('keeps the old content until the new one is complete, and after a cancellation', async () => {
    const old = () => served().as('bob', { path: '/api/raw/docs/b.txt' });
    expect((await begin('docs/b.txt', 9)).status).toBe(409);
    expect((await begin('docs/b.txt', 9, '?override=true')).status).toBe(201);
    await append('docs/b.txt', 0, 'half');
    expect((await old()).body.toString()).toBe('bee\n');
    expect(
      (await served().as('bob', { method: 'DELETE', path: '/api/tus/docs/b.txt' })).status,
    ).toBe(204);
    expect((await old()).body.toString()).toBe('bee\n');
    expect(readdirSync(onDisk('docs'))).toEqual(['b.txt', 'c.txt']);
    await begin('docs/b.txt', 3, '?override=true');
    expect(offsetOf(await append('docs/b.txt', 0, 'new'))).toEqual([204, '3']);
    expect((await old()).body.toString()).toBe('new');
  });

  it('is complete at once without bytes', async () => {
    expect((await begin('zero.bin', 0)).status).toBe(201);
    expect(statSync(onDisk('zero.bin')).size).toBe(0);
    expect(offsetOf(await ask('zero.bin'))).toEqual([200, '0']);
  });

  it('refuses an invalid length and creates nothing', async () => {
    for (const length of ['-1', 'x', '1.5', '9223372036854775808', '1e3', '']) {
      expect([length, (await begin('never.bin', length)).status]).toEqual([length, 400]);
    }
    expect(existsSync(onDisk('never.bin'))).toBe(false);
    expect((await ask('never.bin')).status).toBe(404);
  });

  it('refuses a wrong offset and keeps the connection open', async () => {
    await begin('offset.bin', 4_000_000);
    await append('offset.bin', 0, 'first');
    const agent = keptConnection();
    const wrong = await append('offset.bin', 3, Buffer.alloc(3_000_000, 'x'), { agent });
    expect([wrong.status, wrong.body.toString()]).toEqual([409, '409 Conflict\n']);
    const next = await served().as('bob', { path: '/api/resources/a.txt', agent });
    agent.destroy();
    expect(next.status).toBe(200);
    expect(offsetOf(await ask('offset.bin'))).toEqual([200, '5']);
  });

  it('refuses more bytes than were declared, and keeps none of them', async () => {
    await begin('over.bin', 10);
    await append('over.bin', 0, '0123');
    expect((await append('over.bin', 4, '4567890')).status).toBe(413);
    expect(offsetOf(await ask('over.bin'))).toEqual([200, '4']);
    expect((await append('over.bin', 11, 'x')).status).toBe(400);
    expect((await append('over.bin', 4, '456789')).status).toBe(204);
  });

  it('refuses another content type and an invalid offset', async () => {
    await begin('type.bin', 4);
    const { as } = served();
    const patch = (headers: Record<string, string>) =>
      as('bob', { method: 'PATCH', path: '/api/tus/type.bin', headers, body: 'ab' });
    expect((await patch({ 'Content-Type': 'text/plain', 'Upload-Offset': '0' })).status).toBe(415);
    expect((await patch({ 'Upload-Offset': '0' })).status).toBe(415);
    const bad = await patch({ 'Content-Type': CHUNK_TYPE, 'Upload-Offset': 'x' });
    expect(bad.body.toString()).toBe('400 Bad Request (invalid upload offset)\n');
  });

  it('accepts one of two simultaneous chunks, and loses no byte', async () => {
    await begin('race.bin', 2_000_000);
    const [one, two] = [Buffer.alloc(1_000_000, 'a'), Buffer.alloc(1_000_000, 'b')];
    const replies = await Promise.all([append('race.bin', 0, one), append('race.bin', 0, two)]);
    const statuses = replies.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses[0]).toBe(204);
    expect([409, 423]).toContain(statuses[1]);
    expect(offsetOf(await ask('race.bin'))).toEqual([200, '1000000']);
    const winner = replies[0]?.status === 204 ? one : two;
    await append('race.bin', 1_000_000, Buffer.alloc(1_000_000, 'c'));
    const stored = readFileSync(onDisk('race.bin'));
    expect(stored.equals(Buffer.concat([winner, Buffer.alloc(1_000_000, 'c')]))).toBe(true);
  });

  it('reports the true offset at once after a lost connection', async () => {
    const bytes = randomBytes(600_000);
    await begin('lost.bin', bytes.length);
    const sent = await startChunk('lost.bin', 0, bytes.length, bytes.subarray(0, 300_000));
    await sleep(300);
    sent.destroy();
    await sleep(300);
    const offset = Number(header(await ask('lost.bin'), 'upload-offset'));
    expect(offset).toBeGreaterThanOrEqual(0);
    expect(offset).toBeLessThanOrEqual(300_000);
    expect((await append('lost.bin', offset, bytes.subarray(offset))).status).toBe(204);
    expect(readFileSync(onDisk('lost.bin')).equals(bytes)).toBe(true);
  });

  it('continues while the broken connection is still open', async () => {
    const bytes = randomBytes(400_000);
    await begin('hangs.bin', bytes.length);
    const sent = await startChunk('hangs.bin', 0, bytes.length, bytes.subarray(0, 100_000));
    await until(async () => Number(header(await ask('hangs.bin'), 'upload-offset')) > 0);
    const offset = Number(header(await ask('hangs.bin'), 'upload-offset'));
    const replies: number[] = [];
    for (let turn = 0; turn < 20 && !replies.includes(204); turn++) {
      const at = Number(header(await ask('hangs.bin'), 'upload-offset'));
      replies.push((await append('hangs.bin', at, bytes.subarray(at))).status);
      if (!replies.includes(204)) await sleep(250);
    }
    sent.destroy();
    expect(offset).toBeLessThanOrEqual(100_000);
    expect(replies.at(-1)).toBe(204);
    expect(readFileSync(onDisk('hangs.bin')).equals(bytes)).toBe(true);
  });

  it('continues byte for byte after the server was killed', async () => {
    const bytes = randomBytes(3_000_000);
    await begin('killed.bin', bytes.length);
    await append('killed.bin', 0, bytes.subarray(0, 1_000_000));
    const sent = await startChunk(
      'killed.bin',
      1_000_000,
      2_000_000,
      bytes.subarray(1_000_000, 1_700_000),
    );
    await sleep(200);
    await served().server.kill();
    sent.destroy();
    await served().server.resume();
    const offset = Number(header(await ask('killed.bin'), 'upload-offset'));
    expect(offset).toBeGreaterThanOrEqual(1_000_000);
    expect(offset).toBeLessThanOrEqual(1_700_000);
    expect((await append('killed.bin', offset, bytes.subarray(offset))).status).toBe(204);
    expect(readFileSync(onDisk('killed.bin')).equals(bytes)).toBe(true);
  });

  it('can be cancelled by the user who started it, without the permission to delete', async () => {
    const { as } = served();
    const path = '/api/tus/nd.bin';
    await as('nodelete', { method: 'POST', path, headers: { 'Upload-Length': '4' } });
    expect((await as('nodelete', { method: 'DELETE', path })).status).toBe(204);
    expect((await ask('nd.bin', 'nodelete')).status).toBe(404);
    expect((await as('bob', { method: 'DELETE', path: '/api/tus/a.txt' })).status).toBe(404);
    expect(existsSync(onDisk('a.txt'))).toBe(true);
  });

  it('needs the permission to modify for replacing a file, and the permission to create', async () => {
    const { as } = served();
    const headers = { 'Upload-Length': '3' };
    const replace = await as('nomodify', {
      method: 'POST',
      path: '/api/tus/a.txt?override=true',
      headers,
    });
    const create = await as('nocreate', { method: 'POST', path: '/api/tus/n.bin', headers });
    expect([replace.status, create.status]).toEqual([403, 403]);
  });

  it('does not follow a symlink out of the scope', async () => {
    const { as, server } = served();
    const headers = { 'Upload-Length': '3' };
    for (const path of [
      '/api/tus/links/out-dir/new.bin',
      '/api/tus/links/dangling-out',
      '/api/tus/links/out-file?override=true',
    ]) {
      expect([path, (await as('carol', { method: 'POST', path, headers })).status]).toEqual([
        path,
        403,
      ]);
    }
    expect(readdirSync(join(server.work, 'outside'))).toEqual(['dir', 'secret.txt']);
    expect(readdirSync(join(server.work, 'outside/dir'))).toEqual(['x.txt']);
  });
});

describe('uploading in one request', () => {
  const post = (path: string, body?: Buffer | string, more: Partial<Call> = {}) =>
    served().as('bob', {
      method: 'POST',
      path: `/api/resources/${path}`,
      ...(body === undefined ? {} : { body }),
      ...more,
    });

  it('reads a refused body to its end, so that the response arrives', async () => {
    const agent = keptConnection();
    const refused = await post('a.txt', Buffer.alloc(8_000_000, 'x'), { agent });
    expect([refused.status, refused.body.toString()]).toEqual([409, '409 Conflict\n']);
    const next = await served().as('bob', { path: '/api/resources/a.txt', agent });
    agent.destroy();
    expect(next.status).toBe(200);
    expect(readFileSync(onDisk('a.txt'), 'utf8')).toBe('hello');
  });

  it('keeps the old file complete when the connection breaks', async () => {
    const { server, sessions } = served();
    const sent = request({
      host: '127.0.0.1',
      port: server.port,
      method: 'POST',
      path: '/api/resources/a.txt?override=true',
      agent: false,
      headers: { 'X-Auth': await sessions.tokenOf('bob'), 'Content-Length': '1000000' },
    });
    sent.on('error', () => undefined);
    sent.write(Buffer.alloc(400_000, 'x'));
    await sleep(200);
    sent.destroy();
    await sleep(300);
    expect(readFileSync(onDisk('a.txt'), 'utf8')).toBe('hello');
    expect(
      readdirSync(onDisk('.')).filter((name) => name.endsWith('.part') && name.includes('a.txt')),
    ).toEqual([]);
  });

  it('returns the ETag that reading a new file gives', async () => {
    const made = await post('tagged.txt', 'tag');
    expect(header(made, 'etag')).toMatch(/^"[0-9a-f]+"$/);
  });

  it('creates folders, also existing ones', async () => {
    expect([(await post('twice/')).status, (await post('twice/')).status]).toEqual([200, 200]);
    expect(statSync(onDisk('twice')).isDirectory()).toBe(true);
  });

  it('treats JSON, forms and unknown types as plain bytes', async () => {
    for (const type of [
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'no type at all',
    ]) {
      const reply = await post('typed.txt?override=true', '{"half', {
        headers: { 'Content-Type': type },
      });
      expect([type, reply.status]).toEqual([type, 200]);
      expect(readFileSync(onDisk('typed.txt'), 'utf8')).toBe('{"half');
    }
  });

  it('accepts a body of unknown length', async () => {
    const headers = { 'Transfer-Encoding': 'chunked' };
    const { server, sessions } = served();
    const status = await new Promise<number | undefined>((resolve, reject) => {
      void sessions.tokenOf('bob').then((token) => {
        const sent = request(
          {
            host: '127.0.0.1',
            port: server.port,
            method: 'POST',
            path: '/api/resources/chunked.txt',
            headers: { ...headers, 'X-Auth': token },
          },
          (reply) => {
            reply.resume();
            resolve(reply.statusCode);
          },
        );
        sent.on('error', reject);
        sent.write('one ');
        sent.end('two');
      }, reject);
    });
    expect(status).toBe(200);
    expect(readFileSync(onDisk('chunked.txt'), 'utf8')).toBe('one two');
  });
});
