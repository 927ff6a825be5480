import { describe, expect, it } from 'vitest';
import { header, send } from './http/send.ts';
import { useServer } from './server/use-server.ts';

const served = useServer();
const FILE = '/api/raw/a.txt';
const MODIFIED = 'Thu, 04 Mar 2021 05:06:07 GMT';
const EARLIER = 'Thu, 04 Mar 2021 05:06:06 GMT';

const get = (headers: Record<string, string>, path = FILE) => served().as('bob', { path, headers });

describe('downloading one file', () => {
  it('sends it as an attachment that no browser executes', async () => {
    const reply = await get({});
    expect([reply.status, reply.body.toString()]).toEqual([200, 'hello']);
    expect(header(reply, 'content-disposition')).toBe("attachment; filename*=utf-8''a.txt");
    expect(header(reply, 'content-type')).toBe('application/octet-stream');
    expect(header(reply, 'x-content-type-options')).toBe('nosniff');
    expect(header(reply, 'last-modified')).toBe(MODIFIED);
    expect(header(reply, 'content-length')).toBe('5');
  });

  it('sends ranges, also several at once', async () => {
    const one = await get({ Range: 'bytes=1-2' });
    expect([one.status, one.body.toString(), header(one, 'content-range')]).toEqual([
      206,
      'el',
      'bytes 1-2/5',
    ]);
    const two = await get({ Range: 'bytes=0-0,3-' });
    expect(two.status).toBe(206);
    const boundary = /^multipart\/byteranges; boundary=(\S+)$/.exec(
      header(two, 'content-type'),
    )?.[1];
    expect(boundary).toBeDefined();
    expect(two.body.toString()).toContain('Content-Range: bytes 3-4/5');
    expect(Number(header(two, 'content-length'))).toBe(two.body.length);
  });

  it('sends a range of a HEAD without its bytes', async () => {
    const reply = await served().as('bob', {
      method: 'HEAD',
      path: FILE,
      headers: { Range: 'bytes=1-2' },
    });
    expect([reply.status, header(reply, 'content-length'), reply.body.length]).toEqual([
      206,
      '2',
      0,
    ]);
  });

  it('refuses ranges beyond the end with the size', async () => {
    const reply = await get({ Range: 'bytes=9-' });
    expect([reply.status, header(reply, 'content-range')]).toEqual([416, 'bytes */5']);
  });

  it('sends the whole file when more ranges are asked than it has bytes', async () => {
    const reply = await get({ Range: 'bytes=0-4,0-4' });
    expect([reply.status, reply.body.toString()]).toEqual([200, 'hello']);
  });

  it('survives a range request with a thousand ranges', async () => {
    const many = Array.from({ length: 1_000 }, (_, at) => `${at % 5}-${at % 5}`).join(',');
    const reply = await get({ Range: `bytes=${many}` });
    expect([200, 206, 400, 416]).toContain(reply.status);
  });

  it('answers 304 for what the client already has', async () => {
    expect((await get({ 'If-Modified-Since': MODIFIED })).status).toBe(304);
    expect((await get({ 'If-Modified-Since': EARLIER })).status).toBe(200);
    expect((await get({ 'If-Unmodified-Since': EARLIER })).status).toBe(412);
    expect((await get({ 'If-Unmodified-Since': MODIFIED })).status).toBe(200);
    expect((await get({ 'If-None-Match': '*' })).status).toBe(304);
    expect((await get({ 'If-Match': '"other"' })).status).toBe(412);
  });

  it('resumes with a range only if the file is unchanged', async () => {
    const same = await get({ Range: 'bytes=1-2', 'If-Range': MODIFIED });
    expect([same.status, same.body.toString()]).toEqual([206, 'el']);
    const other = await get({ Range: 'bytes=1-2', 'If-Range': EARLIER });
    expect([other.status, other.body.toString()]).toEqual([200, 'hello']);
  });

  it('serves media with the cookie alone and with ranges', async () => {
    const token = await served().sessions.tokenOf('bob');
    const reply = await send(served().server.port, {
      path: '/api/raw/movie.mp4?inline=true',
      headers: { Cookie: `auth=${token}`, Range: 'bytes=0-9' },
    });
    expect([reply.status, reply.body.length, header(reply, 'content-type')]).toEqual([
      206,
      10,
      'video/mp4',
    ]);
  });

  it('lets pages of this origin frame a PDF, and runs no script in it', async () => {
    const reply = await served().as('carol', { path: '/api/raw/types/page.pdf?inline=true' });
    expect(header(reply, 'content-type')).toBe('application/pdf');
    expect(header(reply, 'x-frame-options')).not.toBe('DENY');
    expect(header(reply, 'content-security-policy')).not.toMatch(/frame-ancestors 'none'/);
  });

  it('serves HTML as text and SVG in a sandbox', async () => {
    const html = await served().as('carol', { path: '/api/raw/types/page.html?inline=true' });
    expect(header(html, 'content-type')).toMatch(/^text\/plain/);
    const svg = await served().as('carol', { path: '/api/raw/types/vector.svg?inline=true' });
    expect(header(svg, 'content-type')).toBe('image/svg+xml');
    expect(header(svg, 'content-security-policy')).toMatch(/\bsandbox\b/);
  });

  it('does not open a pipe', async () => {
    const reply = await served().as('carol', { path: '/api/raw/mixed/pipe.txt' });
    expect(reply.status).toBeLessThan(500);
  });

  it('refuses paths outside the scope, and reveals nothing about them', async () => {
    for (const path of [
      '/api/raw/links/out-file',
      '/api/raw/links/out-dir/x.txt',
      '/api/resources/links/out-dir/',
      '/api/usage/links/out-dir/',
    ]) {
      const reply = await served().as('carol', { path });
      expect([path, reply.status, reply.body.toString()]).toEqual([path, 403, '403 Forbidden\n']);
    }
  });
});

describe('listing', () => {
  it('marks symlinks that lead outside or nowhere as invalid', async () => {
    const reply = await served().as('carol', { path: '/api/resources/links/' });
    const { items } = JSON.parse(reply.body.toString()) as {
      items: { name: string; type: string; isSymlink: boolean }[];
    };
    const invalid = items.filter(({ type }) => type === 'invalid_link').map(({ name }) => name);
    expect(invalid.toSorted()).toEqual(['dangling', 'dangling-out', 'loop', 'out-dir', 'out-file']);
    expect(items.every(({ name, isSymlink }) => isSymlink || name.startsWith('real'))).toBe(true);
  });

  it('lists folders first and sorts digits as numbers', async () => {
    const reply = await served().as('bob', { path: '/api/resources/' });
    const { items, numDirs, numFiles } = JSON.parse(reply.body.toString()) as {
      items: { name: string }[];
      numDirs: number;
      numFiles: number;
    };
    expect(items.map(({ name }) => name)).toEqual([
      'docs',
      '.hidden',
      'a.txt',
      'movie.en.srt',
      'movie.mp4',
      'pic.png',
    ]);
    expect([numDirs, numFiles]).toEqual([1, 5]);
  });
});
