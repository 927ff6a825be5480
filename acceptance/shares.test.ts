import { beforeAll, describe, expect, it } from 'vitest';
import {
  downloadPath,
  sharesOf,
  createShare,
  sharePath,
  tokenOf,
  visit,
  type Share,
} from './http/public-shares.ts';
import { send, type Reply } from './http/send.ts';
import { inDatabase } from './server/in-database.ts';
import { useServer } from './server/use-server.ts';

const served = useServer();

const parsed = ({ body }: Reply): unknown => JSON.parse(body.toString());
const ask = (username: string | undefined, path: string, method = 'GET') =>
  served().as(username, { method, path });
const create = (username: string | undefined, path: string, body: unknown = {}) =>
  served().as(username, { method: 'POST', path: `/api/share${path}`, body: JSON.stringify(body) });

describe('permissions for shares', () => {
  let bobs: Share;
  beforeAll(async () => {
    bobs = await createShare(served(), 'bob', '/docs/');
  });

  const calls = () =>
    [
      ['GET', '/api/shares'],
      ['GET', '/api/share/docs/'],
      ['POST', '/api/share/docs/'],
      ['GET', `/api/links/${bobs.hash}/uses`],
      ['POST', `/api/links/${bobs.hash}/adopt`],
      ['DELETE', `/api/share/${bobs.hash}`],
    ] as const;
  const statuses = (username: string | undefined) =>
    Promise.all(
      calls().map(async ([method, path]) => {
        const reply = await served().as(username, { method, path, body: '{}' });
        return reply.status;
      }),
    );

  it('every call needs a session', async () => {
    expect(await statuses(undefined)).toEqual([401, 401, 401, 401, 401, 401]);
  });

  it.each(['noshare', 'nodownload', 'nothing'])('%s refuses every call', async (username) => {
    expect(await statuses(username)).toEqual([403, 403, 403, 403, 403, 403]);
  });

  it('another user sees and changes only their own', async () => {
    const [all, , made, uses, adopt, revoke] = await statuses('nomodify');
    expect([all, made, uses, adopt, revoke]).toEqual([200, 200, 403, 403, 403]);
    const own = await sharesOf(served(), 'nomodify');
    expect(own.map(({ userID }) => userID)).toEqual([6]);
    expect((parsed(await ask('nomodify', '/api/share/docs/')) as readonly Share[]).length).toBe(1);
  });

  it('an administrator lists everyone’s with their names, by path, and may delete them', async () => {
    const all = parsed(await ask('admin', '/api/shares')) as readonly (Share & {
      username: string;
    })[];
    expect(all.map(({ username }) => username)).toEqual(['bob', 'nomodify']);
    expect(all.every(({ path }) => path === '/docs/')).toBe(true);
    const there = parsed(await ask('admin', '/api/share/bob/docs/')) as readonly Share[];
    expect(there.map(({ hash }) => hash)).toContain(bobs.hash);
    const own = parsed(await ask('bob', '/api/shares')) as readonly object[];
    expect(own.every((link) => !('username' in link))).toBe(true);
    const brief = await createShare(served(), 'bob', '/a.txt');
    expect((await ask('admin', `/api/share/${brief.hash}`, 'DELETE')).status).toBe(200);
    expect((await visit(served(), sharePath(brief.hash))).status).toBe(404);
  });

  it('an item that is hidden from a user cannot be shared', async () => {
    for (const [username, path, status] of [
      ['bob', '/none', 404],
      ['bob', '/a.txt/below', 404],
      ['bob', '/../work/one.txt', 400],
      ['bob', '/%2e%2e/work/one.txt', 400],
      ['bob', '/docs%2f..%2f..%2fwork', 400],
      ['bob', '/a.txt%00', 400],
      ['bob', '/%zz', 400],
      ['ruled', '/src/secret', 403],
      ['ruled', '/src/secret/key.txt', 403],
      ['ruled', '/deep/', 403],
      ['ruled', '/links/in-file', 403],
      ['dots', '/dots/.dotfile', 403],
      ['dots', '/dots/.dotdir/', 403],
      ['carol', '/links/out-file', 403],
      ['carol', '/links/out-dir/x.txt', 403],
    ] as const) {
      expect([path, (await create(username, path)).status]).toEqual([path, status]);
    }
  });
});

describe('a new share', () => {
  it('has 128 random bits, and reveals nothing about its password', async () => {
    const made = await Promise.all(
      Array.from({ length: 20 }, () => create('bob', '/a.txt', { password: 'secret-password' })),
    );
    const hashes = made.map((reply) => (parsed(reply) as Share).hash);
    expect(new Set(hashes).size).toBe(20);
    for (const hash of hashes) expect(hash).toMatch(/^[\w-]{22}$/);
    const replies = [...made, await ask('bob', '/api/shares'), await ask('admin', '/api/shares')];
    for (const { body } of replies) {
      expect(body.toString()).not.toMatch(
        /secret-password|argon2|passwordHash|password_hash|token/,
      );
    }
  });

  it.each([
    [{}, 0],
    [{ expires: '' }, 0],
    [{ expires: '0', unit: 'days' }, 0],
    [{ expires: 0 }, 0],
    [{ expires: '90', unit: 'seconds' }, 90],
    [{ expires: 90, unit: 'minutes' }, 5_400],
    [{ expires: '2' }, 7_200],
    [{ expires: '3', unit: 'days' }, 259_200],
    [{ expires: '2147483647', unit: 'days' }, 2_147_483_647 * 86_400],
  ])('created with %j expires after this number of seconds: %i', async (body, seconds) => {
    const expectExpiry = expiryFromNow(seconds);
    const { expire } = parsed(await create('bob', '/a.txt', body)) as Share;
    if (seconds === 0) expect(expire).toBe(0);
    else expectExpiry(expire);
  });

  it.each([
    { expires: '-1' },
    { expires: -1 },
    { expires: '2147483648' },
    { expires: 2_147_483_648 },
    { expires: '1.5' },
    { expires: 1.5 },
    { expires: '1e3' },
    { expires: '0x10' },
    { expires: ' 1' },
    { expires: 'x' },
    { expires: true },
    { expires: [1] },
    { expires: '1', unit: 'weeks' },
    { expires: '1', unit: 'Hours' },
    { password: 7 },
    [],
    'text',
    null,
  ])('is refused with %j', async (body) => {
    const before = (await sharesOf(served(), 'bob')).length;
    expect((await create('bob', '/a.txt', body)).status).toBe(400);
    expect((await sharesOf(served(), 'bob')).length).toBe(before);
  });

  it('takes its expiry from the address if the body has none, as old clients send it', async () => {
    const expectFiveDays = expiryFromNow(432_000);
    const ofQuery = parsed(await create('bob', '/a.txt?expires=5&unit=days')) as Share;
    expectFiveDays(ofQuery.expire);
    const expectAnHour = expiryFromNow(3_600);
    const ofBody = parsed(
      await create('bob', '/a.txt?expires=5&unit=days', { expires: '1', unit: 'hours' }),
    ) as Share;
    expectAnHour(ofBody.expire);
  });

  it('opens with any password, sent as old clients send it', async () => {
    for (const password of [
      'p',
      ' ',
      'ü +%&',
      '日本語',
      '%41',
      '%zz',
      'x'.repeat(73),
      '😀'.repeat(50),
    ]) {
      const { hash } = await createShare(served(), 'bob', '/a.txt', { password });
      expect(await tokenOf(served(), hash, password)).toMatch(/^[\w-]{128}$/);
    }
  });

  it('accepts an unencoded password, too', async () => {
    const { hash } = await createShare(served(), 'bob', '/a.txt', { password: '%41b+c' });
    const open = async (sent: string) =>
      (await visit(served(), sharePath(hash), { 'X-SHARE-PASSWORD': sent })).status;
    expect(await open('%41b+c')).toBe(200);
    expect(await open('%2541b%2Bc')).toBe(200);
    expect(await open('Ab c')).toBe(401);
  });
});

describe('shares of File Browser 2', () => {
  it('keep working with their eight characters', async () => {
    const { hash } = await createShare(served(), 'bob', '/a.txt');
    inDatabase(served().server, (database) =>
      database.prepare('update share set hash = ? where hash = ?').run('aB3_-xYz', hash),
    );
    expect((await visit(served(), downloadPath('aB3_-xYz'))).body.toString()).toBe('hello');
    expect((await visit(served(), downloadPath('ab3_-xyz'))).status).toBe(404);
    expect((await ask('bob', '/api/share/aB3_-xYz', 'DELETE')).status).toBe(200);
    expect((await visit(served(), downloadPath('aB3_-xYz'))).status).toBe(404);
  });

  it('with a password but without its hash refuse everyone', async () => {
    const { hash } = await createShare(served(), 'bob', '/a.txt', { password: 'p' });
    inDatabase(served().server, (database) =>
      database.prepare("update share set passwordHash = '' where hash = ?").run(hash),
    );
    for (const path of [sharePath(hash), `${sharePath(hash)}?token=`, downloadPath(hash)]) {
      expect([401, 404]).toContain((await visit(served(), path)).status);
    }
    expect([401, 404]).toContain(
      (await visit(served(), sharePath(hash), { 'X-SHARE-PASSWORD': '' })).status,
    );
  });
});

describe('unknown hashes', () => {
  it.each([
    'nosuch',
    '%2e%2e',
    '..%2f..%2fetc',
    '%00',
    'x'.repeat(5_000),
    '%F0%9F%98%80',
    "'%20or%201=1--",
    '__proto__',
    'constructor',
    '%25',
    ' ',
  ])('are refused without a 5xx: %s', async (hash) => {
    const path = encodeURI(decodeURI(hash) === ' ' ? '%20' : hash).replaceAll('%25', '%');
    for (const [method, address] of [
      ['GET', sharePath(path)],
      ['GET', downloadPath(path)],
      ['HEAD', downloadPath(path)],
      ['GET', `/api/public/preview/thumb/${path}/x.png`],
      ['POST', `/api/public/selections/${path}`],
    ] as const) {
      const { status } = await send(served().server.port, { method, path: address });
      expect([address.slice(0, 60), [400, 404, 414].includes(status), status]).toEqual([
        address.slice(0, 60),
        true,
        status,
      ]);
    }
    for (const [method, address] of [
      ['DELETE', `/api/share/${path}`],
      ['GET', `/api/links/${path}/uses`],
      ['POST', `/api/links/${path}/adopt`],
    ] as const) {
      const { status } = await served().as('bob', { method, path: address });
      expect([address.slice(0, 60), [400, 404, 414].includes(status), status]).toEqual([
        address.slice(0, 60),
        true,
        status,
      ]);
    }
  });
});

/** Returns an assertion that an expiry in Unix seconds is `seconds` after a moment between this call and the assertion. */
function expiryFromNow(seconds: number): (expire: number) => void {
  const earliest = Math.floor(Date.now() / 1_000) + seconds;
  return (expire) => {
    expect(expire).toBeGreaterThanOrEqual(earliest);
    expect(expire).toBeLessThanOrEqual(Math.ceil(Date.now() / 1_000) + seconds);
  };
}
