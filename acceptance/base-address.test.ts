import { describe, expect, it } from 'vitest';
import { readIndexPage } from './replay/index-page.ts';
import { header, send } from './http/send.ts';
import { useServer } from './server/use-server.ts';

const served = useServer({ setup: 'base-url' });

describe('below a base address', () => {
  for (const front of ['/fb', '']) {
    const proxy = front === '' ? 'a proxy that strips it' : 'one that does not';
    it(`serves page, files and calls behind ${proxy}`, async () => {
      const { server, sessions } = served();
      const page = await send(server.port, { path: `${front}/files/x` });
      expect(readIndexPage(page.body.toString())['config']).toMatchObject({
        BaseURL: '/fb',
        StaticURL: '/fb/static',
      });
      expect((await send(server.port, { path: `${front}/static/img/logo.svg` })).status).toBe(200);
      const token = await sessions.tokenOf('bob');
      const headers = { 'X-Auth': token };
      expect(
        (await send(server.port, { path: `${front}/api/resources/docs/`, headers })).status,
      ).toBe(200);
      const upload = await send(server.port, {
        method: 'POST',
        path: `${front}/api/tus/up${front.length}.bin`,
        headers: { ...headers, 'Upload-Length': '3' },
      });
      expect(header(upload, 'location')).toBe(`/fb/api/tus/up${front.length}.bin`);
    });
  }

  for (const front of ['/fb', '']) {
    it(`serves visitors of a share at ${front}/share`, async () => {
      const { server, as } = served();
      const made = await as('bob', {
        method: 'POST',
        path: `${front}/api/share/docs/`,
        body: '{}',
      });
      const { hash } = JSON.parse(made.body.toString()) as { readonly hash: string };
      const get = (path: string) => send(server.port, { path: `${front}${path}` });
      const page = await get(`/share/${hash}`);
      expect(readIndexPage(page.body.toString())).toMatchObject({
        config: { BaseURL: '/fb', StaticURL: '/fb/static' },
        title: 'docs – File Browser',
      });
      expect((await get(`/api/public/share/${hash}/`)).status).toBe(200);
      expect((await get(`/api/public/dl/${hash}/b.txt`)).body.toString()).toBe('bee\n');
      expect((await get(`/api/public/dl/${hash}`)).headers.has('location')).toBe(false);
    });
  }

  it('limits its cookie to its own path', async () => {
    const { port } = served().server;
    const body = JSON.stringify({ username: 'bob', password: 'B0b-long-passw' });
    const reply = await send(port, { method: 'POST', path: '/fb/api/login', body });
    expect(header(reply, 'set-cookie')).toMatch(/; ?Path=\/fb\/(?:;|$)/i);
  });

  it('redirects only the bare base address', async () => {
    const { port } = served().server;
    const bare = await send(port, { path: '/fb' });
    expect([bare.status, header(bare, 'location')]).toEqual([301, '/fb/']);
    expect((await send(port, { path: '/fbx/' })).status).toBe(200);
    expect((await send(port, { path: '/fbx/api/usage/' })).headers.has('location')).toBe(false);
  });

  it('takes the base address off once', async () => {
    const reply = await send(served().server.port, { path: '/fb/fb/api/resources/' });
    expect(header(reply, 'content-type')).toMatch(/^text\/html/);
  });
});
