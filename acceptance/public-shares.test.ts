import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { sha256Of } from './archives/unpacked.ts';
import { PHOTO_FILES } from './fixtures/photos.ts';
import { downloadPath, createShare, sharePath, visit } from './http/public-shares.ts';
import { header, send } from './http/send.ts';
import { sharePhotos } from './http/shared-photos.ts';
import { useServer } from './server/use-server.ts';

const served = useServer();
let folder = '';
let open = '';
let locked = '';
let token = '';
let large = '';

beforeAll(async () => {
  const photos = await sharePhotos(served());
  ({ folder, open, locked, token } = photos);
  large = (await createShare(served(), 'bob', `${photos.path}large.bin`)).hash;
});

describe('a shared file, fetched by curl', () => {
  const whole = PHOTO_FILES['large.bin'] ?? Buffer.alloc(0);

  it.each([
    ['0-0', whole.subarray(0, 1)],
    ['1000-', whole.subarray(1_000)],
    ['-7', whole.subarray(-7)],
    ['1048570-1048590', whole.subarray(1_048_570, 1_048_591)],
    ['0-', whole],
  ])('comes in the range %s', (range, bytes) => {
    const { status, stdout } = curl('-r', range, address(downloadPath(large, '/large.bin')));
    expect([status, sha256Of(stdout)]).toEqual([0, sha256Of(bytes)]);
  });

  it('is complete after an interruption and a resume', () => {
    const target = join(mkdtempSync(join(inject('scratch'), 'curl-')), 'large.bin');
    const from = address(downloadPath(open, '/large.bin'));
    curl('--max-filesize', '1', '-o', target, '-r', '0-999999', from);
    writeFileSync(target, whole.subarray(0, 1_000_000));
    expect(curl('-C', '-', '-o', target, from).status).toBe(0);
    expect(sha256Of(readFileSync(target))).toBe(sha256Of(whole));
  });

  it('is sent in several ranges at once', () => {
    const { stdout } = curl('-r', '0-3,100-103', address(downloadPath(open, '/large.bin')));
    expect(stdout.toString('latin1')).toContain(`Content-Range: bytes 100-103/${whole.length}`);
  });

  it('is refused beyond its end with its size', async () => {
    const reply = await visit(served(), downloadPath(large), { Range: 'bytes=9999999-' });
    expect([reply.status, header(reply, 'content-range')]).toEqual([
      416,
      `bytes */${whole.length}`,
    ]);
  });

  it('reports its size and name to a HEAD', async () => {
    const reply = await send(served().server.port, { method: 'HEAD', path: downloadPath(large) });
    expect([reply.status, reply.body.length]).toEqual([200, 0]);
    expect(header(reply, 'content-length')).toBe(`${whole.length}`);
    expect(header(reply, 'accept-ranges')).toBe('bytes');
    expect(header(reply, 'content-disposition')).toBe("attachment; filename*=utf-8''large.bin");
  });

  it('is not sent again to a client that has it', async () => {
    const first = await visit(served(), downloadPath(large));
    const since = { 'If-Modified-Since': header(first, 'last-modified') };
    expect((await visit(served(), downloadPath(large), since)).status).toBe(304);
  });

  it('accepts any file name at the end of the address', () => {
    for (const name of ['', '/', '/large.bin', '/photo.jpg', '/a/b/c.txt']) {
      const { status, stdout } = curl('-f', address(downloadPath(large, name)));
      expect([name, status, sha256Of(stdout)]).toEqual([name, 0, sha256Of(whole)]);
    }
  });

  it('is sent for the password in the header, and for the token in the address', () => {
    const from = address(downloadPath(locked, '/a.txt'));
    expect(curl('-f', from).status).not.toBe(0);
    expect(curl('-f', '-H', 'X-SHARE-PASSWORD: p', from).stdout.toString()).toBe('hello');
    expect(curl('-f', `${from}?token=${token}`).stdout.toString()).toBe('hello');
  });
});

describe('shared bytes', () => {
  it('are sent as an attachment that no browser executes', async () => {
    const reply = await visit(served(), downloadPath(open, '/sub/page.html'));
    expect(header(reply, 'content-type')).toBe('application/octet-stream');
    expect(header(reply, 'content-disposition')).toMatch(/^attachment;/);
    expect(header(reply, 'x-content-type-options')).toBe('nosniff');
  });

  it('are sent as text where a page would show them, without anything executable', async () => {
    const reply = await visit(served(), `${downloadPath(open, '/sub/page.html')}?inline=true`);
    expect(header(reply, 'content-type')).toBe('text/plain; charset=utf-8');
    expect(header(reply, 'content-security-policy')).toContain('sandbox');
    expect(header(reply, 'cache-control')).toBe('private, no-cache');
  });

  it('set no cookie and send no other challenge', async () => {
    for (const path of [sharePath(open), sharePath(locked), downloadPath(open, '/a.txt')]) {
      const reply = await visit(served(), path);
      expect(reply.headers.has('set-cookie')).toBe(false);
      expect(reply.headers.has('www-authenticate')).toBe(false);
      expect(reply.headers.has('access-control-allow-origin')).toBe(false);
    }
  });
});

describe('the details of a share', () => {
  it('are the same with and without a session', async () => {
    const visitor = await visit(served(), sharePath(open));
    for (const username of ['bob', 'carol', 'admin', 'nothing']) {
      const reply = await served().as(username, { path: sharePath(open) });
      expect(reply.body.equals(visitor.body)).toBe(true);
    }
    for (const username of ['bob', 'admin']) {
      expect((await served().as(username, { path: sharePath(locked) })).status).toBe(401);
    }
  });

  it('never contain file contents, checksums, or the real path', async () => {
    for (const query of ['', '?checksum=md5', '?content=true']) {
      const reply = await visit(served(), `${sharePath(open, '/a.txt')}${query}`, {
        'X-Encoding': 'true',
      });
      const facts = JSON.parse(reply.body.toString()) as Record<string, unknown>;
      expect(facts).toMatchObject({ path: '/a.txt', name: 'a.txt', size: 5, type: 'text' });
      expect(Object.keys(facts)).not.toContain('content');
      expect(Object.keys(facts)).not.toContain('checksums');
      expect(reply.body.toString()).not.toContain('bob');
    }
  });

  it('name the shown folder, and use paths relative to the shared one', async () => {
    const facts = async (below: string) =>
      JSON.parse((await visit(served(), sharePath(open, below))).body.toString()) as {
        readonly items: readonly { readonly path: string }[];
      };
    expect(await facts('')).toMatchObject({ path: '/', name: 'photos of ü', isDir: true });
    expect(await facts('/sub/')).toMatchObject({ path: '/sub', name: 'sub', isDir: true });
    expect((await facts('/sub')).items.map(({ path }) => path).toSorted()).toEqual([
      '/sub/deeper',
      '/sub/page.html',
      '/sub/новый 😀.txt',
    ]);
  });

  it('contain a token only for a share with a password', async () => {
    const { token: none } = JSON.parse(
      (await visit(served(), sharePath(open))).body.toString(),
    ) as {
      readonly token?: string;
    };
    expect(none).toBeUndefined();
    expect(token).toMatch(/^[\w-]{128}$/);
  });
});

describe('unknown calls of visitors', () => {
  it.each([
    '/api/public/share',
    '/api/public/share/',
    '/api/public/dl',
    '/api/public/dl/',
    '/api/public',
    '/api/public/',
  ])('%s is 404', async (path) => {
    expect((await visit(served(), path)).status).toBe(404);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])(
    '%s changes nothing through a share',
    async (method) => {
      for (const path of [sharePath(open, '/a.txt'), downloadPath(open, '/a.txt')]) {
        const reply = await send(served().server.port, { method, path, body: 'x' });
        expect([405, 404]).toContain(reply.status);
        if (reply.status === 405) expect(header(reply, 'allow')).toContain('GET');
      }
      const { hash } = await createShare(served(), 'bob', '/docs/');
      for (const call of ['resources', 'raw', 'tus', 'search', 'usage', 'share', 'command']) {
        const path = `/api/public/${call}/${hash}/b.txt`;
        const reply = await send(served().server.port, { method, path, body: 'x' });
        expect([404, 405]).toContain(reply.status);
      }
      expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('hello');
    },
  );
});

function address(path: string): string {
  return `http://${served().server.host}${path}`;
}

function curl(...args: readonly string[]): { status: number | null; stdout: Buffer } {
  const { status, stdout, error } = spawnSync('curl', ['-sS', '--path-as-is', ...args], {
    maxBuffer: 1 << 26,
  });
  if (error) throw new Error('curl cannot be run', { cause: error });
  return { status, stdout };
}
