import { closeSync, ftruncateSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  downloadPath,
  fromAnotherAddress,
  sharesOf,
  createShare,
  passwordHeader,
  sharePath,
  tokenOf,
  visit,
} from './http/public-shares.ts';
import { inDatabase } from './server/in-database.ts';
import { useServer } from './server/use-server.ts';

const served = useServer({ flags: ['--trustedProxies', '127.0.0.1'] });

describe('a share that expires', () => {
  it(
    'works until its last second and not after it, in every call',
    { timeout: 30_000 },
    async () => {
      const ends = { expires: 2, unit: 'seconds' } as const;
      const open = await createShare(served(), 'bob', '/docs/', ends);
      const locked = await createShare(served(), 'bob', '/docs/', { ...ends, password: 'p' });
      const token = await tokenOf(served(), locked.hash, 'p');
      const paths = [
        sharePath(open.hash),
        downloadPath(open.hash, '/b.txt'),
        `${downloadPath(open.hash, '/')}?algo=zip`,
        `${sharePath(locked.hash)}?token=${token}`,
        `${downloadPath(locked.hash, '/b.txt')}?token=${token}`,
      ];
      const wrong: string[] = [];
      while (Date.now() < (locked.expire + 2) * 1_000) {
        for (const path of paths) {
          const { expire } = path.includes(open.hash) ? open : locked;
          const begunAt = Date.now();
          const { status } = await visit(served(), path, fromAnotherAddress());
          const wasAlive = Date.now() < expire * 1_000;
          const wasGone = begunAt >= expire * 1_000;
          if (wasAlive && status !== 200) wrong.push(`${path}: ${status} before its end`);
          if (wasGone && status !== 404) wrong.push(`${path}: ${status} after its end`);
        }
        await sleep(20);
      }
      expect(wrong).toEqual([]);
      const left = (await sharesOf(served(), 'bob')).map(({ hash }) => hash);
      expect(left).not.toContain(open.hash);
      expect(left).not.toContain(locked.hash);
      const revoke = await served().as('bob', {
        method: 'DELETE',
        path: `/api/share/${open.hash}`,
      });
      expect(revoke.status).toBe(404);
    },
  );

  it('is refused for the token and the right password, too', { timeout: 20_000 }, async () => {
    const { hash, expire } = await createShare(served(), 'bob', '/a.txt', {
      expires: '1',
      unit: 'seconds',
      password: 'p',
    });
    await sleep(Math.max(0, expire * 1_000 - Date.now()) + 20);
    expect((await visit(served(), sharePath(hash), passwordHeader('p'))).status).toBe(404);
    expect((await visit(served(), sharePath(hash))).status).toBe(404);
  });

  it('stays expired after a restart, and the others stay valid', { timeout: 30_000 }, async () => {
    const brief = await createShare(served(), 'bob', '/a.txt', { expires: '1', unit: 'seconds' });
    const lasting = await createShare(served(), 'bob', '/a.txt', { password: 'p' });
    const token = await tokenOf(served(), lasting.hash, 'p');
    await sleep(1_100);
    await served().server.kill();
    await served().server.resume();
    expect((await visit(served(), sharePath(brief.hash))).status).toBe(404);
    expect((await visit(served(), `${sharePath(lasting.hash)}?token=${token}`)).status).toBe(200);
    await sleep(1_500);
    const rows = inDatabase(served().server, (database) =>
      database.prepare('select count(*) as rows from share where hash = ?').get(brief.hash),
    );
    expect(rows).toEqual({ rows: 0 });
  });
});

describe('a changed clock', () => {
  it('is the server’s, to the second, for all calls of a share', async () => {
    const { hash } = await createShare(served(), 'bob', '/docs/', { expires: '1', unit: 'days' });
    const endAt = (fromNow: number) =>
      inDatabase(served().server, (database) =>
        database
          .prepare('update share set expire = ? where hash = ?')
          .run(Math.floor(Date.now() / 1_000) + fromNow, hash),
      );
    const statuses = async () => {
      const listed = (await sharesOf(served(), 'bob')).some((link) => link.hash === hash);
      const uses = await served().as('bob', { path: `/api/links/${hash}/uses` });
      const adopted = await served().as('bob', {
        method: 'POST',
        path: `/api/links/${hash}/adopt`,
      });
      const visits = await Promise.all(
        [sharePath(hash), downloadPath(hash, '/b.txt')].map((path) => visit(served(), path)),
      );
      return [
        listed ? 200 : 404,
        uses.status,
        adopted.status,
        ...visits.map(({ status }) => status),
      ];
    };
    for (const [fromNow, status] of [
      [86_400, 200],
      [0, 404],
      [-86_400, 404],
      [3_600, 200],
      [-1, 404],
      [60, 200],
    ] as const) {
      endAt(fromNow);
      expect([fromNow, await statuses()]).toEqual([
        fromNow,
        Array.from({ length: 5 }, () => status),
      ]);
    }
  });
});

describe('a share that is deleted during its use', () => {
  it('refuses all visitors from then on, twenty at once', { timeout: 60_000 }, async () => {
    const { hash } = await createShare(served(), 'bob', '/docs/');
    let revokedAt = Number.POSITIVE_INFINITY;
    let askedAt = Number.POSITIVE_INFINITY;
    const wrong: string[] = [];
    const counts = { before: 0, after: 0 };
    const visitor = async (number: number) => {
      const paths = [
        sharePath(hash),
        downloadPath(hash, '/b.txt'),
        `${downloadPath(hash, '/')}?algo=tar`,
      ];
      // Makes sure that each visitor sends one more request after the deletion, also on a slow machine.
      let isAskedAfter = false;
      while (!isAskedAfter || Date.now() < revokedAt + 500) {
        const begunAt = performance.timeOrigin + performance.now();
        const { status } = await visit(served(), paths[number % 3] ?? '', fromAnotherAddress());
        const endedAt = performance.timeOrigin + performance.now();
        if (endedAt < askedAt) counts.before += 1;
        if (endedAt < askedAt && status !== 200) wrong.push(`${status} before`);
        if (begunAt > revokedAt) {
          isAskedAfter = true;
          counts.after += 1;
        }
        if (begunAt > revokedAt && status !== 404) wrong.push(`${status} after`);
        if (status !== 200 && status !== 404) wrong.push(`${status} in between`);
      }
    };
    const visitors = Array.from({ length: 20 }, (_, number) => visitor(number));
    while (counts.before < 60) await sleep(20);
    askedAt = performance.timeOrigin + performance.now();
    const reply = await served().as('bob', { method: 'DELETE', path: `/api/share/${hash}` });
    revokedAt = performance.timeOrigin + performance.now();
    await Promise.all(visitors);
    expect(reply.status).toBe(200);
    expect(wrong).toEqual([]);
    expect(counts.before).toBeGreaterThanOrEqual(60);
    expect(counts.after).toBeGreaterThanOrEqual(20);
  });

  it('sends no wrong bytes to twenty running downloads', { timeout: 60_000 }, async () => {
    const size = 24 * 1024 * 1024;
    const file = openSync(join(served().server.root, 'bob/large.bin'), 'w');
    ftruncateSync(file, size);
    closeSync(file);
    const { hash } = await createShare(served(), 'bob', '/large.bin');
    const fetching = Array.from({ length: 20 }, async () => {
      const reply = await visit(served(), downloadPath(hash), fromAnotherAddress()).catch(
        () => undefined,
      );
      return reply === undefined ? 'cut' : `${reply.status} ${reply.body.length}`;
    });
    await sleep(50);
    await served().as('bob', { method: 'DELETE', path: `/api/share/${hash}` });
    expect((await visit(served(), downloadPath(hash), fromAnotherAddress())).status).toBe(404);
    const outcomes = new Set(await Promise.all(fetching));
    for (const outcome of outcomes) {
      expect([`200 ${size}`, 'cut', `404 ${'404 Not Found\n'.length}`]).toContain(outcome);
    }
  });
});
