import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { membersOf } from './archives/compare-archive.ts';
import { header, send } from './http/send.ts';
import { useServer } from './server/use-server.ts';

const served = useServer();
const get = (path: string, username = 'carol') => served().as(username, { path });

/** The Content-Type by extension, with the function that decompresses the archive. */
const FORMATS = [
  ['zip', '.zip', 'zip', 'none'],
  ['tar', '.tar', 'tar', 'none'],
  ['targz', '.tar.gz', 'tar', 'gzip'],
  ['tarbz2', '.tar.bz2', 'tar', 'bzip2'],
  ['tarxz', '.tar.xz', 'tar', 'xz'],
  ['tarlz4', '.tar.lz4', 'tar', 'lz4'],
  ['tarsz', '.tar.sz', 'tar', 'snappy'],
  ['tarbr', '.tar.br', 'tar', 'brotli'],
  ['tarzst', '.tar.zst', 'tar', 'zstd'],
] as const;

describe('downloading several items', () => {
  it.each(FORMATS)('packs a folder as %s', async (algo, extension, format, compression) => {
    const reply = await get(`/api/raw/linkcopy2?algo=${algo}`);
    expect(reply.status).toBe(200);
    expect(header(reply, 'content-disposition')).toBe(
      `attachment; filename*=utf-8''linkcopy2${extension}`,
    );
    const names = membersOf(format, compression, reply.body).map(({ name, type, size }) => [
      name,
      type,
      size,
    ]);
    expect(names).toEqual([
      ['dirlink/', 'dir', 0],
      ['dirlink/in.txt', 'file', 2],
      ['sub/', 'dir', 0],
      ['sub/in.txt', 'file', 2],
    ]);
  });

  it('reports the length of a zip in advance, also to a HEAD', async () => {
    const path = '/api/raw/names?algo=zip';
    const reply = await get(path);
    expect(Number(header(reply, 'content-length'))).toBe(reply.body.length);
    const head = await served().as('carol', { method: 'HEAD', path });
    expect([head.status, head.body.length]).toEqual([200, 0]);
    expect(header(head, 'content-length')).toBe(header(reply, 'content-length'));
  });

  it('reports missing and refused items before the first byte', async () => {
    const ask = async (files: string) =>
      (await get(`/api/raw/work?files=${files}&algo=tar`)).status;
    expect(await ask('one.txt,none.txt')).toBe(404);
    expect(await ask('one.txt,..')).toBe(400);
    expect((await get('/api/raw/src?files=open.txt,secret&algo=tar', 'ruled')).status).toBe(403);
    expect((await get('/api/raw/work?algo=tar', 'nodownload')).status).toBe(403);
    expect((await send(served().server.port, { path: '/api/raw/work?algo=tar' })).status).toBe(401);
  });

  it('never leaves the scope, and does not follow cyclic symlinks', async () => {
    const { root } = served().server;
    const folder = join(root, 'bob/circle');
    mkdirSync(folder);
    writeFileSync(join(folder, 'a.txt'), 'a');
    for (const [target, name] of [
      ['.', 'itself'],
      ['..', 'up'],
      ['../../work/one.txt', 'out.txt'],
      ['/etc', 'etc'],
      ['nowhere', 'broken'],
    ] as const) {
      symlinkSync(target, join(folder, name));
    }
    const reply = await get('/api/raw/circle?algo=tar', 'bob');
    const names = membersOf('tar', 'none', reply.body).map(({ name }) => name);
    expect(names.filter((name) => !name.startsWith('up/'))).toEqual(['a.txt']);
    expect(names).toContain('up/a.txt');
    expect(names.some((name) => name.startsWith('up/circle/up/'))).toBe(false);
  });

  it('accepts a selection that is too long for an address', async () => {
    const { root } = served().server;
    mkdirSync(join(root, 'many'));
    const names = Array.from({ length: 2_000 }, (_, index) => `name, number ${index}`);
    for (const name of names) writeFileSync(join(root, 'many', name), name);
    const body = JSON.stringify({ folder: '/many', names });
    const kept = await served().as('carol', { method: 'POST', path: '/api/selections', body });
    expect(kept.status).toBe(200);
    const { id } = JSON.parse(kept.body.toString()) as { id: string };

    const reply = await get(`/api/raw/many?selection=${id}&algo=targz`);
    expect(header(reply, 'content-disposition')).toContain('_many.tar.gz');
    const found = membersOf('tar', 'gzip', reply.body).map(({ name }) => name);
    expect(found).toEqual(names.toSorted());
    expect((await get(`/api/raw/many?selection=${id}`, 'admin')).status).toBe(404);
  });
});
