import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { send, type Call } from './http/send.ts';
import { NGINX, Proxy, withinHttp } from './server/proxy.ts';
import { freePort } from './server/running-server.ts';
import { useServer } from './server/use-server.ts';

const PASSWORD = 'a password that only the proxy knows';

/** Returns the example of the operator's guide. */
function configuration(port: number, target: number): string {
  return withinHttp(`
      server {
        listen 127.0.0.1:${port};
        location / {
          auth_basic "Files";
          auth_basic_user_file users;
          proxy_pass http://127.0.0.1:${target};
          proxy_set_header X-User $remote_user;
          proxy_set_header Authorization "";
          proxy_set_header Host $http_host;
          proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
          proxy_set_header X-Forwarded-Proto $scheme;
        }
      }`);
}

describe.skipIf(!NGINX.isInstalled)(
  `behind an nginx that authenticates users${NGINX.isInstalled ? '' : ' (not run: nginx is not installed)'}`,
  () => {
    const served = useServer({ setup: 'proxy' });
    let nginx: Proxy;
    let port = 0;

    beforeAll(async () => {
      port = await freePort();
      nginx = new Proxy(NGINX, inject('scratch'), configuration(port, served().server.port));
      const users = ['bob', 'newcomer'].map((name) => `${name}:{PLAIN}${PASSWORD}\n`);
      nginx.write('users', users.join(''));
      await nginx.start(port);
    });
    afterAll(() => nginx?.stop());

    const asked = (username: string | undefined, call: Call) => {
      const basic = Buffer.from(`${username}:${PASSWORD}`).toString('base64');
      const own = username === undefined ? {} : { Authorization: `Basic ${basic}` };
      return send(port, { ...call, headers: { ...own, ...call.headers } });
    };
    const logIn = (username: string | undefined, headers: Record<string, string> = {}) =>
      asked(username, { method: 'POST', path: '/api/login', headers });

    it('the proxy’s user is logged in, whatever the browser sends', async () => {
      const reply = await logIn('bob', { 'X-User': 'admin', 'X-Forwarded-For': '203.0.113.9' });
      expect(reply.status).toBe(200);
      const token = { 'X-Auth': reply.body.toString() };
      const own = await asked('bob', { path: '/api/users/2', headers: token });
      expect(JSON.parse(own.body.toString())).toMatchObject({ username: 'bob' });
      const page = await asked('bob', { path: '/' });
      expect(page.body.toString()).toContain('"LoginPage":false');
      const sessions = await asked('bob', { path: '/api/sessions', headers: token });
      expect(JSON.parse(sessions.body.toString())).toMatchObject([
        { address: '127.0.0.1', current: true },
      ]);
    });

    it('a user of the proxy gets an account with the first request', async () => {
      expect((await logIn('newcomer')).status).toBe(200);
      const again = await logIn('newcomer');
      const token = { 'X-Auth': again.body.toString() };
      const listing = await asked('newcomer', { path: '/api/resources/', headers: token });
      expect(listing.status).toBe(200);
    });

    it('a user unknown to the proxy is refused', async () => {
      expect((await logIn(undefined)).status).toBe(401);
      expect((await logIn('mallory')).status).toBe(401);
    });
  },
);

describe('past the proxy that authenticates users', () => {
  const served = useServer({ setup: 'proxy', flags: ['--trustedProxies', '192.0.2.1'] });

  it('the header is ignored, and the log says what to set', async () => {
    const headers = { 'X-User': 'admin', 'X-Forwarded-For': '192.0.2.1' };
    const { server } = served();
    const reply = await send(server.port, { method: 'POST', path: '/api/login', headers });
    expect([reply.status, reply.body.toString()]).toEqual([403, '403 Forbidden\n']);
    await expect.poll(() => server.output).toContain('if it should be, set --trustedProxies');
  });
});
