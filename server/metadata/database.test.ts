import { once } from 'node:events';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { modulePath, spawnScript } from '../testing/child-script.ts';
import { describeOnEachEngine, openForTest, temporaryFolder } from '../testing/engines.ts';
import { aStoredUser } from '../testing/stored-records.ts';
import { openDatabase } from './database.ts';
import { isUniqueViolation } from './dialect.ts';
import { inspectDatabase } from './inspect-database.ts';
import { countUsers, findUserByName, insertUser } from './users.ts';

describeOnEachEngine('the database', ({ open, emptyDatabase, kind }) => {
  test('opening it again keeps everything and changes no table', async () => {
    const config = await emptyDatabase();
    const first = await openDatabase(config);
    await first.write((tx) => insertUser(tx, aStoredUser(), 0));
    const steps = await migrationsOf(first);
    await first.close();

    const second = await openForTest(config);
    expect(await countUsers(second.read)).toBe(1);
    expect(await migrationsOf(second)).toEqual(steps);
  });

  test('servers that start at the same moment on a new database all come up', async () => {
    const config = await emptyDatabase();
    const servers = ['one', 'two', 'three'].map((username) =>
      spawnScript(`
        import { openDatabase } from '${modulePath('metadata/database.ts')}';
        import { insertUser } from '${modulePath('metadata/users.ts')}';
        import { aStoredUser } from '${modulePath('testing/stored-records.ts')}';
        const db = await openDatabase(${JSON.stringify(config)});
        await db.write((tx) => insertUser(tx, aStoredUser({ username: '${username}' }), 0));
        await db.close();`),
    );
    const ends = await Promise.all(servers.map((server) => once(server, 'close')));
    expect(ends.map(([code]) => Number(code))).toEqual([0, 0, 0]);
    expect(await countUsers((await openForTest(config)).read)).toBe(3);
  });

  test('refuses a newer schema with one line, and does not change it', async () => {
    const config = await emptyDatabase();
    const db = await openForTest(config);
    await recordStep(db, '9999-later');
    await expect(openDatabase(config)).rejects.toMatchObject({
      name: 'StartupError',
      message: expect.stringMatching(/newer version of File Browser.*9999-later/),
    });
  });

  test('works with a step of a newer version whose name says that it may', async () => {
    const config = await emptyDatabase();
    const db = await openForTest(config);
    await db.write((tx) => insertUser(tx, aStoredUser(), 0));
    await recordStep(db, '9999-later-compatible');
    const again = await openForTest(config);
    expect(await countUsers(again.read)).toBe(1);
    const inspected = await inspectDatabase(config);
    expect(inspected.age).toBe('current');
    await inspected.close();
    await recordStep(again, '9999-more');
    await expect(openDatabase(config)).rejects.toThrow('9999-more');
  });

  test('a server may add to the tables that others use, and not change them', async () => {
    const config = await emptyDatabase();
    const db = await openForTest(config);
    const requireAlone = () => Promise.reject(new Error('other servers use the tables'));
    const before = await migrationsOf(db);
    await undoFoldersOfEntries(db);
    const added = await openDatabase(config, 'server', { requireAlone });
    await added.close();
    expect(await namesOf(db)).toEqual(before.map(({ name }) => name));

    await undoFoldersOfEntries(db);
    await db.write((tx) =>
      sql`delete from "schemaMigration" where name = '0029-cluster'`.execute(tx),
    );
    await expect(openDatabase(config, 'server', { requireAlone })).rejects.toThrow(
      'other servers use the tables',
    );
    expect(await namesOf(db)).toHaveLength(before.length - 2);
  });

  test('a transaction that fails leaves nothing behind', async () => {
    const db = await open();
    const failing = db.write(async (tx) => {
      await insertUser(tx, aStoredUser(), 0);
      throw new Error('cut off');
    });
    await expect(failing).rejects.toThrow('cut off');
    expect(await countUsers(db.read)).toBe(0);
  });

  test('sees changes of another connection at once', async () => {
    const config = await emptyDatabase();
    const [one, other] = [await openForTest(config), await openForTest(config)];
    await one.write((tx) => insertUser(tx, aStoredUser({ username: 'anna' }), 0));
    expect(await findUserByName(other.read, 'anna')).toBeDefined();
  });

  test('two servers that write at the same time both succeed', async () => {
    const config = await emptyDatabase();
    const [one, other] = [await openForTest(config), await openForTest(config)];
    await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        (n % 2 === 0 ? one : other).write(async (tx) => {
          await countUsers(tx);
          await insertUser(tx, aStoredUser({ username: `user ${n}` }), 0);
        }),
      ),
    );
    expect(await countUsers(one.read)).toBe(40);
  });

  test('distinguishes a repeated name from other failures', async () => {
    const db = await open();
    const stored = await db.write((tx) => insertUser(tx, aStoredUser(), 0));
    const repeated = await db
      .write((tx) =>
        tx
          .insertInto('session')
          .values([1, 2].map(() => ({ ...noSession, userId: stored.id })))
          .execute(),
      )
      .catch((error: unknown) => error);
    const orphan = await db
      .write((tx) =>
        tx
          .insertInto('session')
          .values({ ...noSession, userId: 99 })
          .execute(),
      )
      .catch((error: unknown) => error);
    expect(isUniqueViolation(repeated)).toBe(true);
    expect(orphan).toBeInstanceOf(Error);
    expect(isUniqueViolation(orphan)).toBe(false);
  });

  test('has a change stamp that moves with each write, and for those of other processes within a second', async () => {
    const db = await open();
    const stamp = db.changeStamp();
    await db.write((tx) => insertUser(tx, aStoredUser({ username: 'stamped' }), 0));
    const moved = db.changeStamp();
    expect(moved).toBeGreaterThan(stamp ?? Number.POSITIVE_INFINITY);
    // SQLite knows; PostgreSQL does not tell.
    if (kind === 'sqlite') expect(db.changeStamp()).toBe(moved);
    else await expect.poll(() => db.changeStamp(), { timeout: 1_000 }).not.toBe(moved);
  });
});

test('reports an unreachable PostgreSQL in one line, without the password', async () => {
  const folder = temporaryFolder();
  const url = `postgresql://fb:secret@localhost/files?host=${encodeURIComponent(folder)}`;
  const failure = await openDatabase({ kind: 'postgres', url }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: 'StartupError' });
  expect(String(failure)).toContain('postgres://localhost/files');
  expect(String(failure)).not.toContain('secret');
  expect(String(failure)).not.toContain('\n');
});

const noSession = { idHash: 'same', createdAt: 0, expiresAt: 0, endsAt: 0 };

type Opened = Awaited<ReturnType<typeof openDatabase>>;

interface Step {
  readonly name: string;
}

async function migrationsOf(db: Opened): Promise<readonly Step[]> {
  return await db.write(
    async (tx) => (await sql<Step>`select * from "schemaMigration" order by name`.execute(tx)).rows,
  );
}

async function namesOf(db: Opened): Promise<string[]> {
  return (await migrationsOf(db)).map(({ name }) => name);
}

async function recordStep(db: Opened, name: string): Promise<void> {
  await db.write((tx) =>
    sql`insert into "schemaMigration" (name, timestamp) values (${name}, '2030-01-01')`.execute(tx),
  );
}

/** Undoes the newest step that adds only. */
async function undoFoldersOfEntries(db: Opened): Promise<void> {
  await db.write(async (tx) => {
    await tx.schema.alterTable('audit').dropColumn('folders').execute();
    await sql`delete from "schemaMigration" where name = '0031-folders-of-entries-compatible'`.execute(
      tx,
    );
  });
}
