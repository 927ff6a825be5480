import { describe, expect, it } from 'vitest';
import { header, sendRaw } from './http/send.ts';
import { useServer } from './server/use-server.ts';

const served = useServer();

describe('the form of a path', () => {
  const refused = [
    '/api/resources/docs/../a.txt',
    '/api/resources/docs/./b.txt',
    '/api/resources/..',
    '/api/resources/%2e%2e/x',
    '/api/resources/%2E./x',
    '/api/resources/docs%2F..%2Fa.txt',
    '/api/resources/docs/%2e/b.txt',
    '/api/resources/a.txt%00',
    '/api/resources/%zz',
    '/api/resources/%',
    '/api/resources/%4',
    '/api/raw/../secret',
    '/api/raw/docs%2f..%2fa.txt',
    '/api/usage/..',
    '/static/../api',
    '/files/../x',
    `/api/resources/${'n'.repeat(256)}`,
    `/api/resources/${'deep/'.repeat(900)}x`,
  ];
  for (const path of refused) {
    it(`refuses ${path.slice(0, 60)} with 400`, async () => {
      const reply = await served().as('bob', { path });
      expect(reply.status).toBe(400);
      expect(header(reply, 'location')).toBe('');
    });
  }

  it('refuses dot segments in changing requests, and writes nothing', async () => {
    const post = await served().as('bob', {
      method: 'POST',
      path: '/api/resources/..%2Fescape.txt',
      body: 'x',
    });
    const upload = await served().as('bob', {
      method: 'POST',
      path: '/api/tus/%2e%2e/escape.bin',
      headers: { 'Upload-Length': '1' },
    });
    expect([post.status, upload.status]).toEqual([400, 400]);
    expect((await served().as('carol', { path: '/api/resources/escape.txt' })).status).toBe(404);
  });

  for (const path of [
    '/api/resources//docs',
    '/api//resources/docs',
    '//api/resources/docs',
    '/api/resources/docs//b.txt/..%2F'.slice(0, 27),
  ]) {
    it(`answers ${path} as the cleaned path, without a redirect`, async () => {
      const reply = await served().as('bob', { path });
      expect(reply.status).toBe(200);
      expect(reply.headers.has('location')).toBe(false);
    });
  }

  it('treats an encoded slash at the end as part of the cleaned path', async () => {
    const reply = await served().as('bob', { path: '/api/resources/docs/%2F' });
    expect(reply.status).toBe(200);
    expect(JSON.parse(reply.body.toString())).toMatchObject({ name: 'docs', numFiles: 2 });
  });

  it('answers prefixes without their slash as with it, query kept', async () => {
    expect((await served().as('bob', { path: '/api/usage' })).status).toBe(200);
    expect((await served().as('bob', { path: '/api/resources?x=1' })).status).toBe(200);
    expect((await served().as('bob', { path: '/api/usagefoo' })).status).toBe(404);
  });

  it('refuses a query parameter given twice with different values', async () => {
    const path = '/api/resources/twice.txt?override=true&override=false';
    expect((await served().as('bob', { method: 'POST', path, body: 'x' })).status).toBe(400);
    const same = '/api/resources/twice.txt?override=true&override=true';
    expect((await served().as('bob', { method: 'POST', path: same, body: 'x' })).status).toBe(200);
  });

  it('refuses two Host headers', async () => {
    const text =
      'GET /health HTTP/1.1\r\nHost: a.test\r\nHost: b.test\r\nConnection: close\r\n\r\n';
    expect(await sendRaw(served().server.port, text)).toMatch(/^HTTP\/1\.1 400 /);
  });

  it('does not find a name that is invalid UTF-8', async () => {
    const reply = await served().as('carol', { path: '/api/resources/names/%ff' });
    expect([400, 404]).toContain(reply.status);
  });
});

describe('methods', () => {
  const wrong: readonly (readonly [string, string, RegExp])[] = [
    ['PUT', '/api/login', /^POST$/],
    ['GET', '/api/renew', /^POST$/],
    ['GET', '/api/logout', /^POST$/],
    ['POST', '/api/raw/a.txt', /\bGET\b.*\bHEAD\b|\bHEAD\b.*\bGET\b/],
    ['DELETE', '/api/usage/', /\bGET\b/],
    ['OPTIONS', '/api/resources/', /\bGET\b/],
    ['TRACE', '/api/raw/a.txt', /\bGET\b/],
    ['PUT', '/api/tus/x.bin', /\bPATCH\b/],
    ['POST', '/files/x', /\bGET\b/],
    ['DELETE', '/static/img/logo.svg', /\bGET\b/],
  ];
  for (const [method, path, allow] of wrong) {
    it(`refuses ${method} ${path} with 405 and lists the allowed methods`, async () => {
      const reply = await served().as('bob', { method, path });
      expect(reply.status).toBe(405);
      expect(header(reply, 'allow')).toMatch(allow);
      if (method !== 'HEAD') expect(reply.body.toString()).toBe('405 Method Not Allowed\n');
    });
  }

  it('answers 404 in text for an unknown call with any method', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      const reply = await served().as('bob', { method, path: '/api/nosuch' });
      expect([reply.status, reply.body.toString()]).toEqual([404, '404 Not Found\n']);
      expect(header(reply, 'content-type')).toBe('text/plain; charset=utf-8');
    }
  });

  for (const path of [
    '/',
    '/files/docs/',
    '/health',
    '/static/img/logo.svg',
    '/api/resources/',
    '/api/resources/a.txt',
    '/api/raw/a.txt',
    '/api/usage/',
  ]) {
    it(`answers HEAD ${path} as GET, without the body`, async () => {
      const get = await served().as('bob', { path });
      const head = await served().as('bob', { method: 'HEAD', path });
      expect([head.status, head.body.length]).toEqual([get.status, 0]);
      for (const name of [
        'content-type',
        'cache-control',
        'last-modified',
        'content-disposition',
        'accept-ranges',
      ]) {
        expect([name, header(head, name)]).toEqual([name, header(get, name)]);
      }
    });
  }
});
