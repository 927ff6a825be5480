import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
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
import { header, send } from './http/send.ts';
import { inDatabase } from './server/in-database.ts';
import { useServer } from './server/use-server.ts';

const served = useServer({ flags: ['--trustedProxies', '127.0.0.1'] });

describe('guessing passwords', () => {
  it('of a share is throttled with a Retry-After', { timeout: 60_000 }, async () => {
    const { hash } = await createShare(served(), 'bob', '/a.txt', { password: 'right' });
    const other = await createShare(served(), 'bob', '/a.txt', { password: 'right' });
    const guesser = fromAnotherAddress();
    const statuses: number[] = [];
    let message = '';
    for (let guess = 0; guess < 60 && statuses.at(-1) !== 429; guess += 1) {
      const reply = await visit(served(), sharePath(hash), {
        ...guesser,
        ...passwordHeader(`${guess}`),
      });
      statuses.push(reply.status);
      message = header(reply, 'retry-after');
    }
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect(Number(message)).toBeGreaterThan(0);
    const right = { ...guesser, ...passwordHeader('right') };
    expect((await visit(served(), sharePath(hash), right)).status).toBe(429);
    // Other shares and log-ins are not throttled.
    expect(
      (
        await visit(served(), sharePath(other.hash), {
          ...fromAnotherAddress(),
          ...passwordHeader('right'),
        })
      ).status,
    ).toBe(200);
    expect((await visit(served(), sharePath(other.hash))).status).toBe(401);
  });

  it('does not count visits without a password', { timeout: 60_000 }, async () => {
    const { hash } = await createShare(served(), 'bob', '/a.txt', { password: 'right' });
    const visitor = fromAnotherAddress();
    for (let visits = 0; visits < 80; visits += 1) {
      expect((await visit(served(), sharePath(hash), visitor)).status).toBe(401);
    }
    const right = { ...visitor, ...passwordHeader('right') };
    expect((await visit(served(), sharePath(hash), right)).status).toBe(200);
  });

  it(
    'of one share from many addresses is throttled as well, and its token still works',
    { timeout: 120_000 },
    async () => {
      const { hash } = await createShare(served(), 'bob', '/a.txt', { password: 'right' });
      const token = await tokenOf(served(), hash, 'right');
      let status = 0;
      for (let guess = 0; guess < 400 && status !== 429; guess += 1) {
        const headers = { ...fromAnotherAddress(), ...passwordHeader(`${guess}`) };
        ({ status } = await visit(served(), sharePath(hash), headers));
      }
      expect(status).toBe(429);
      expect(
        (await visit(served(), `${sharePath(hash)}?token=${token}`, fromAnotherAddress())).status,
      ).toBe(200);
    },
  );
});

describe('guessing hashes', () => {
  it(
    'is throttled for a client that tries many unknown ones, and for no other',
    { timeout: 60_000 },
    async () => {
      const { hash } = await createShare(served(), 'bob', '/a.txt');
      const guesser = fromAnotherAddress();
      const open = (headers: Record<string, string>) => visit(served(), sharePath(hash), headers);
      expect((await open(guesser)).status).toBe(200);
      const statuses = new Map<number, number>();
      for (let batch = 0; batch < 60 && !statuses.has(429); batch += 1) {
        const tried = Array.from({ length: 10 }, (_, number) =>
          visit(served(), downloadPath(`guess-${batch}-${number}-abcdefghij`), guesser),
        );
        for (const { status } of await Promise.all(tried)) {
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }
      }
      expect(new Set(statuses.keys())).toEqual(new Set([404, 429]));
      expect(statuses.get(404)).toBeGreaterThanOrEqual(100);
      // A share that the client used before still works for it, and everything works for others.
      expect((await open(guesser)).status).toBe(200);
      expect((await open(fromAnotherAddress())).status).toBe(200);
    },
  );
});

describe('the record of uses', () => {
  it('shows only the owner who came and what they downloaded', { timeout: 30_000 }, async () => {
    const { hash } = await createShare(served(), 'bob', '/docs/', { password: 'p' });
    const visitor = { 'X-Forwarded-For': '203.0.113.7' };
    await visit(served(), sharePath(hash), { ...visitor, ...passwordHeader('wrong') });
    await visit(served(), sharePath(hash), { ...visitor, ...passwordHeader('p') });
    await visit(served(), downloadPath(hash, '/b.txt'), { ...visitor, ...passwordHeader('p') });
    await recorded(hash, 3);
    const ask = (username: string) => served().as(username, { path: `/api/links/${hash}/uses` });
    const uses = await usesOf(hash);
    expect(uses.map(({ kind, address }) => `${kind} ${address}`)).toEqual([
      'downloaded 203.0.113.7',
      'opened 203.0.113.7',
      'wrong-password 203.0.113.7',
    ]);
    expect(uses[0]).toMatchObject({ path: '/b.txt', bytes: 4, whole: true });
    const statuses = await Promise.all(
      ['carol', 'nothing', 'admin'].map(async (name) => (await ask(name)).status),
    );
    expect(statuses).toEqual([403, 403, 200]);
    expect((await send(served().server.port, { path: `/api/links/${hash}/uses` })).status).toBe(
      401,
    );
    expect(await sharesOf(served(), 'bob')).toContainEqual(
      expect.objectContaining({ hash, opened: 1, downloaded: 1 }),
    );
  });

  it('survives the end of the server, also an immediate one', { timeout: 30_000 }, async () => {
    const { hash } = await createShare(served(), 'bob', '/a.txt');
    await visit(served(), downloadPath(hash), fromAnotherAddress());
    await recorded(hash, 1);
    await served().server.kill();
    await served().server.resume();
    const reply = await served().as('bob', { path: `/api/links/${hash}/uses` });
    expect(JSON.parse(reply.body.toString())).toMatchObject({
      uses: [{ kind: 'downloaded', bytes: 5 }],
    });
  });

  it(
    'combines the ranges of one file, and marks aborted downloads',
    { timeout: 30_000 },
    async () => {
      const { root } = served().server;
      writeFileSync(join(root, 'bob/parts.bin'), Buffer.alloc(8 * 1024 * 1024, 1));
      const { hash } = await createShare(served(), 'bob', '/parts.bin');
      const inParts = { 'X-Forwarded-For': '203.0.113.8' };
      for (const range of ['bytes=0-3999999', 'bytes=4000000-7999999', 'bytes=8000000-']) {
        await visit(served(), downloadPath(hash), { ...inParts, Range: range });
      }
      await visit(served(), `${downloadPath(hash)}?inline=true`, {
        'X-Forwarded-For': '203.0.113.9',
      });
      await cutOff(downloadPath(hash), { 'X-Forwarded-For': '203.0.113.10' });
      await send(served().server.port, { method: 'HEAD', path: downloadPath(hash) });
      const summaries = async () =>
        (await usesOf(hash))
          .map(({ kind, address, bytes, whole }) => `${address} ${kind} ${summaryOf(bytes, whole)}`)
          .toSorted();
      await expect
        .poll(summaries, { timeout: 15_000 })
        .toEqual([
          '203.0.113.10 downloaded a part',
          `203.0.113.8 downloaded all ${8 * 1024 * 1024}`,
          `203.0.113.9 viewed all ${8 * 1024 * 1024}`,
        ]);
    },
  );

  it('ends with its share', { timeout: 30_000 }, async () => {
    const { hash } = await createShare(served(), 'bob', '/a.txt');
    await visit(served(), downloadPath(hash), fromAnotherAddress());
    await recorded(hash, 1);
    await served().as('bob', { method: 'DELETE', path: `/api/share/${hash}` });
    const rows = inDatabase(served().server, (database) =>
      database.prepare('select count(*) as rows from shareUse where hash = ?').get(hash),
    );
    expect(rows).toEqual({ rows: 0 });
  });
});

interface Use {
  readonly kind: string;
  readonly address: string;
  readonly path: string;
  readonly bytes: number;
  readonly whole: boolean;
}

async function usesOf(hash: string): Promise<readonly Use[]> {
  const { body } = await served().as('bob', { path: `/api/links/${hash}/uses` });
  return (JSON.parse(body.toString()) as { readonly uses: readonly Use[] }).uses;
}

function summaryOf(bytes: number, isWhole: boolean): string {
  if (isWhole) return `all ${bytes}`;
  return bytes < 8 * 1024 * 1024 ? 'a part' : `${bytes}`;
}

/** Waits until this number of uses is in the database; the server stores them in batches. */
async function recorded(hash: string, uses: number): Promise<void> {
  await expect.poll(() => usesOf(hash), { timeout: 15_000 }).toHaveLength(uses);
}

/** Disconnects after the first bytes. */
function cutOff(path: string, headers: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const { port } = served().server;
    const sent = request({ host: '127.0.0.1', port, path, headers, agent: false }, (reply) => {
      reply.once('data', () => {
        sent.destroy();
        resolve();
      });
    });
    sent.on('error', (error) => (sent.destroyed ? undefined : reject(error))).end();
  });
}
