import { describe, expect, inject, test } from 'vitest';
import { emptyPostgres, openForTest } from '../testing/engines.ts';
import { startPostgresProxy } from '../testing/postgres-proxy.ts';
import { aStoredUser } from '../testing/stored-records.ts';
import type { Database, Writer } from './database.ts';
import { DatabaseUnavailable } from './database-unavailable.ts';
import { storeSessionUses } from './session-uses.ts';
import { insertSession } from './sessions.ts';
import { setPassword } from './set-password.ts';
import { countUsers, findUserByName, insertUser } from './users.ts';
import '../testing/databases.ts';

/** Opens a database behind a proxy that can cut its connections. */
async function openBehindProxy() {
  const config = await emptyPostgres();
  if (config.kind !== 'postgres') throw new Error('not a database server');
  const proxy = await startPostgresProxy(config.url);
  const db = await openForTest({ kind: 'postgres', url: proxy.url });
  return { db, proxy };
}

const addUser = (username: string) => (tx: Writer) =>
  insertUser(tx, aStoredUser({ username }), Date.now());

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe.skipIf('missing' in inject('postgres'))('connections to PostgreSQL', () => {
  test('a read is repeated when its connection is cut', async () => {
    const { db, proxy } = await openBehindProxy();
    await using _ = proxy;
    await db.write(addUser('anna'));
    proxy.cutAt('from "user"', 'after');
    expect(await findUserByName(db.read, 'anna')).toMatchObject({ username: 'anna' });
    expect(proxy.cuts).toBe(1);
  });

  test.each(['begin', 'insert into "user"'])(
    'a transaction is repeated when its connection is cut at "%s", and is stored once',
    async (statement) => {
      const { db, proxy } = await openBehindProxy();
      await using _ = proxy;
      proxy.cutAt(statement, 'after');
      await db.write(addUser('anna'));
      expect([proxy.cuts, await countUsers(db.read)]).toEqual([1, 1]);
    },
  );

  test('a transaction without a response to its commit is not repeated, and its outcome is unknown', async () => {
    const { db, proxy } = await openBehindProxy();
    await using _ = proxy;
    let runs = 0;
    proxy.cutAt('commit\0', 'after');
    const failure = await failureOf(
      db.write((tx) => {
        runs += 1;
        return addUser('anna')(tx);
      }),
    );
    expect(failure).toBeInstanceOf(DatabaseUnavailable);
    expect(failure).toMatchObject({ code: 'database-unavailable', outcome: 'unknown' });
    expect([runs, await countUsers(db.read)]).toEqual([1, 1]);
  });

  test('idempotent work is repeated in that case', async () => {
    const { db, proxy } = await openBehindProxy();
    await using _ = proxy;
    const { id } = await db.write(addUser('anna'));
    let runs = 0;
    proxy.cutAt('commit\0', 'before');
    await db.write(
      async (tx) => {
        runs += 1;
        await setPassword(tx, id, { passwordHash: 'new', nowMs: 1 });
      },
      { isIdempotent: true },
    );
    expect(runs).toBe(2);
    expect(await findUserByName(db.read, 'anna')).toMatchObject({ passwordHash: 'new' });
  });

  test('an error of the work is passed on unchanged, and the connection stays usable', async () => {
    const { db, proxy } = await openBehindProxy();
    await using _ = proxy;
    await db.write(addUser('anna'));
    const failure = await failureOf(db.write(addUser('anna')));
    expect(failure).toMatchObject({ code: 'already-exists' });
    expect(await countUsers(db.read)).toBe(1);
  });

  test('two transactions that lock in opposite orders both succeed', async () => {
    const { db, proxy } = await openBehindProxy();
    await using _ = proxy;
    const ids: number[] = [];
    for (const name of ['anna', 'ben']) ids.push((await db.write(addUser(name))).id);
    let runs = 0;
    let release = (): void => undefined;
    const bothHaveOne = new Promise<void>((resolve) => {
      release = resolve;
    });
    const lockBoth = (order: readonly number[]) =>
      db.write(async (tx) => {
        runs += 1;
        const isSecond = runs === 2;
        for (const [index, id] of order.entries()) {
          await tx.updateTable('user').set({ updatedAt: 7 }).where('id', '=', id).execute();
          if (index > 0) continue;
          if (isSecond) release();
          await bothHaveOne;
        }
      });
    await Promise.all([lockBoth(ids), lockBoth(ids.toReversed())]);
    expect(runs).toBeGreaterThan(2);
  });

  test('uses of sessions and changes of passwords go on beside each other without a failure', async () => {
    const { db, proxy } = await openBehindProxy();
    await using _ = proxy;
    const userIds = await addUsersWithSessions(db);
    for (let round = 0; round < 5; round += 1) {
      const uses = userIds.flatMap((userId) =>
        [...Array(4).keys()].map((session) => ({
          idHash: `${userId}-${session}`,
          userId,
          address: '::1',
          at: 1_000 + round,
        })),
      );
      await Promise.all([
        db.write((tx) => storeSessionUses(tx, uses)),
        db.write((tx) => storeSessionUses(tx, uses.toReversed())),
        ...userIds.map((id) =>
          db.write((tx) =>
            setPassword(tx, id, { passwordHash: 'x', keepSession: `${id}-0`, nowMs: round }),
          ),
        ),
      ]);
    }
    const { count } = await db.read
      .selectFrom('session')
      .select((is) => is.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBe(userIds.length);
  });

  test('while connections are refused, callers wait for a moment and are refused then', async () => {
    const { db, proxy } = await openBehindProxy();
    await using _ = proxy;
    const events: string[] = [];
    db.onAvailability(({ kind }) => events.push(kind));
    proxy.cutAt('from "user"', 'before', { refuse: true });
    expect(await failureOf(countUsers(db.read))).toMatchObject({
      code: 'database-unavailable',
      retryAfterSeconds: expect.any(Number),
    });
    expect(await failureOf(db.write(addUser('anna')))).toMatchObject({ outcome: 'not-stored' });
    proxy.goOn();
    await expect.poll(() => countUsers(db.read).catch(() => undefined)).toBe(0);
    expect(events).toEqual(['lost', 'back']);
  });
});

async function addUsersWithSessions(db: Database): Promise<number[]> {
  const ids: number[] = [];
  for (const name of ['anna', 'ben', 'cleo', 'dora']) {
    const { id } = await db.write(addUser(name));
    ids.push(id);
    await db.write(async (tx) => {
      for (let session = 0; session < 4; session += 1) {
        await insertSession(tx, {
          idHash: `${id}-${session}`,
          userId: id,
          createdAt: 1,
          expiresAt: 2 ** 40,
          endsAt: 2 ** 40,
          device: '',
          address: '',
          lastUsedAt: 1,
        });
      }
    });
  }
  return ids;
}
