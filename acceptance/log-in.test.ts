import { describe, expect, it } from 'vitest';
import { header, send } from './http/send.ts';
import { useServer } from './server/use-server.ts';

const LISTING = '/api/resources/';
const CREDENTIALS = JSON.stringify({ username: 'bob', password: 'B0b-long-passw' });

describe('logging in', () => {
  const served = useServer();
  const logIn = (headers: Record<string, string> = {}, body = CREDENTIALS) =>
    send(served().server.port, { method: 'POST', path: '/api/login', headers, body });
  const listWith = async (headers: Record<string, string>, path = LISTING) =>
    (await send(served().server.port, { path, headers })).status;

  it('returns a token and a cookie that scripts cannot read', async () => {
    const reply = await logIn();
    expect(reply.status).toBe(200);
    expect(reply.body.toString().split('.')).toHaveLength(3);
    const cookie = header(reply, 'set-cookie');
    expect(cookie.split(';')[0]).toBe(`auth=${reply.body.toString()}`);
    expect(cookie).toMatch(/; ?HttpOnly/i);
    expect(cookie).toMatch(/; ?SameSite=Strict/i);
    expect(cookie).toMatch(/; ?Path=\/(?:;|$)/i);
    expect(cookie).not.toMatch(/; ?Secure/i);
  });

  it('accepts the token from X-Auth, and from the cookie for reading only', async () => {
    const token = await served().sessions.tokenOf('bob');
    expect(await listWith({ 'X-Auth': token })).toBe(200);
    expect(await listWith({ Cookie: `auth=${token}` })).toBe(200);
    expect(await listWith({ Cookie: `theme=dark; auth=${token}; x=y` })).toBe(200);
    expect(await listWith({ Authorization: `Bearer ${token}` })).toBe(401);
    expect(await listWith({}, `${LISTING}?auth=${token}`)).toBe(401);
    const { port } = served().server;
    const cookie = { Cookie: `auth=${token}` };
    const post = await send(port, {
      method: 'POST',
      path: '/api/resources/c.txt',
      headers: cookie,
      body: 'x',
    });
    const head = await send(port, { method: 'HEAD', path: LISTING, headers: cookie });
    const renewal = await send(port, { method: 'POST', path: '/api/renew', headers: cookie });
    expect([post.status, head.status, renewal.status]).toEqual([401, 200, 401]);
  });

  it('prefers X-Auth to Authorization', async () => {
    const token = await served().sessions.tokenOf('bob');
    expect(await listWith({ 'X-Auth': token, Authorization: 'Basic Ym9iOngK' })).toBe(200);
  });

  it('ends all tokens of a session at log-out, and of no other session', async () => {
    const { sessions, server } = served();
    const [first, other] = [await sessions.logIn('bob'), await sessions.logIn('bob')];
    const renewed = await send(server.port, {
      method: 'POST',
      path: '/api/renew',
      headers: { 'X-Auth': first },
    });
    const second = renewed.body.toString();
    const logOut = await send(server.port, {
      method: 'POST',
      path: '/api/logout',
      headers: { 'X-Auth': second },
    });
    expect([logOut.status, logOut.body.length]).toEqual([204, 0]);
    expect(header(logOut, 'set-cookie')).toMatch(
      /^auth=;.*(?:Max-Age=0|Expires=Thu, 01 Jan 1970)/i,
    );
    expect(await listWith({ 'X-Auth': first })).toBe(401);
    expect(await listWith({ 'X-Auth': second })).toBe(401);
    expect(await listWith({ 'X-Auth': other })).toBe(200);
  });

  it('renews one token several times at once, and the old one stays valid', async () => {
    const token = await served().sessions.logIn('bob');
    const renew = () =>
      send(served().server.port, {
        method: 'POST',
        path: '/api/renew',
        headers: { 'X-Auth': token },
      });
    const replies = await Promise.all([renew(), renew(), renew()]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const reply of replies) {
      expect(header(reply, 'x-renew-token')).toBe('false');
      expect(await listWith({ 'X-Auth': reply.body.toString() })).toBe(200);
    }
    expect(await listWith({ 'X-Auth': token })).toBe(200);
  });

  it('refuses a token whose payload was changed', async () => {
    const [head, payload = '', signature] = (await served().sessions.tokenOf('bob')).split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as {
      user: { id: number };
    };
    claims.user.id = 1;
    const forged = [
      head,
      Buffer.from(JSON.stringify(claims)).toString('base64url'),
      signature,
    ].join('.');
    expect(await listWith({ 'X-Auth': forged })).toBe(401);
  });

  it('keeps the session id outside of the user object', async () => {
    const [, payload = ''] = (await served().sessions.tokenOf('bob')).split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<
      string,
      unknown
    >;
    expect(Object.keys(claims['user'] as object).toSorted()).toEqual(
      [
        'id',
        'locale',
        'viewMode',
        'singleClick',
        'redirectAfterCopyMove',
        'perm',
        'commands',
        'lockPassword',
        'hideDotfiles',
        'dateFormat',
        'username',
        'aceEditorTheme',
      ].toSorted(),
    );
  });

  it('refuses pages of other origins, and accepts its own', async () => {
    const { host } = served().server;
    const statuses = [
      await logIn({ 'Sec-Fetch-Site': 'cross-site' }),
      await logIn({ 'Sec-Fetch-Site': 'same-site' }),
      await logIn({ Origin: 'https://elsewhere.test' }),
      await logIn({ Origin: 'null' }),
      await logIn({ 'Sec-Fetch-Site': 'same-origin', Origin: `http://${host}` }),
      await logIn({ 'Sec-Fetch-Site': 'none' }),
      await logIn({ Origin: `http://${host}` }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([403, 403, 403, 403, 200, 200, 200]);
  });

  it('ignores the content type of a log-in', async () => {
    expect((await logIn({ 'Content-Type': 'text/plain' })).status).toBe(200);
    expect((await logIn({ 'Content-Type': 'application/x-www-form-urlencoded' })).status).toBe(200);
  });

  it('waits for the body of a client that expects 100 Continue', async () => {
    expect((await logIn({ Expect: '100-continue' })).status).toBe(200);
  });

  it('survives a restart with its sessions', async () => {
    const { server, sessions } = served();
    const token = await sessions.logIn('carol');
    await server.kill();
    await server.resume();
    expect(await listWith({ 'X-Auth': token })).toBe(200);
  });
});

describe('guessing passwords', () => {
  const served = useServer();

  it('is throttled with 429, and the right password works later', async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 60 && !statuses.includes(429); attempt++) {
      const body = JSON.stringify({ username: 'bob', password: `guess ${attempt}` });
      const reply = await send(served().server.port, { method: 'POST', path: '/api/login', body });
      statuses.push(reply.status);
      if (reply.status === 429) {
        expect(reply.body.toString()).toBe('429 Too Many Requests\n');
        expect(Number(header(reply, 'retry-after'))).toBeGreaterThan(0);
      }
    }
    expect(statuses).toContain(403);
    expect(statuses).toContain(429);
    expect(new Set(statuses)).toEqual(new Set([403, 429]));
  });
});

describe('without log-in', () => {
  const served = useServer({ setup: 'noauth' });

  it('logs every client in as the first user, and still requires the token', async () => {
    const { port } = served().server;
    const reply = await send(port, { method: 'POST', path: '/api/login', body: '{}' });
    expect(reply.status).toBe(200);
    const token = reply.body.toString();
    expect((await send(port, { path: LISTING })).status).toBe(401);
    expect((await send(port, { path: LISTING, headers: { 'X-Auth': token } })).status).toBe(200);
  });
});
