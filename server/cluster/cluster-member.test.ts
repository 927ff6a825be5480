import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { DatabaseConfig } from '../config/config.ts';
import { markServerEnded } from '../metadata/cluster-servers.ts';
import type { Database } from '../metadata/database.ts';
import { leaseDatabase } from '../metadata/lease-database.ts';
import { leaseTogether } from '../metadata/shared-lease.ts';
import { joinForTest, type TestMember } from '../testing/cluster-member.ts';
import { emptyPostgres, missingPostgres } from '../testing/engines.ts';
import { until } from '../testing/open-request.ts';
import { treePath } from '../testing/stored-records.ts';
import { ClusterPathLocks } from '../tree/cluster-path-locks.ts';
import type { ClusterMessage } from './cluster.ts';

const missing = missingPostgres();
const LOCKED = { code: 'locked' };

vi.setConfig({ testTimeout: 40_000 });

/** Joins the cluster of a database and begins to look after the others. The member leaves at the end of the test. */
async function aMember(config: DatabaseConfig): Promise<TestMember> {
  const joined = await joinForTest(config);
  await joined.member.begin();
  await joined.member.ready();
  onTestFinished(() => joined.leave().catch(() => undefined));
  return joined;
}

async function twoMembers(): Promise<[TestMember, TestMember]> {
  const config = await emptyPostgres();
  return [await aMember(config), await aMember(config)];
}

function locksOf({ db, member }: TestMember): ClusterPathLocks {
  return new ClusterPathLocks({ db, owner: member });
}

const exclusive = (path: string) => ({ path: treePath(path), access: 'exclusive' }) as const;
const shared = (path: string) => ({ path: treePath(path), access: 'shared' }) as const;

/** Ends the connection with the lease of a server, as a broken network does. */
function cutLease(db: Database, server: string): Promise<unknown> {
  return db.write((tx) =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = ${`filebrowser lease ${server}`}`.execute(tx),
  );
}

describe.skipIf(missing !== undefined)(
  `a member of a cluster${missing === undefined ? '' : ` (not run: ${missing})`}`,
  () => {
    test('has the lease together with others, but not with a server alone', async () => {
      const config = await emptyPostgres();
      const { member } = await aMember(config);
      expect(await leaseDatabase(config)).toEqual({ kind: 'taken' });
      await member.leave();
    });

    test('does not join while a server alone uses the database', async () => {
      const config = await emptyPostgres();
      const outcome = await leaseDatabase(config);
      if (outcome.kind !== 'held' || config.kind !== 'postgres') throw new Error('no lease');
      expect(await leaseTogether(config.url)).toBeUndefined();
      await outcome.lease.release();
    });

    test('leads if it is the first; another one does when it has left', async () => {
      const [one, two] = await twoMembers();
      expect([one.member.isLeader, two.member.isLeader]).toEqual([true, false]);
      await one.leave();
      await until(() => Promise.resolve(two.member.isLeader));
    });

    test('keeps its place after its connection was cut', async () => {
      const [one, two] = await twoMembers();
      const lost = vi.fn();
      void two.lease.lost.then(lost);
      await cutLease(one.db, two.member.server);
      await delay(5_000);
      await two.lease.held();
      expect(lost).not.toHaveBeenCalled();
      expect(one.member.size()).toBe(2);
    });

    test('is refused for good once it counts as dead', async () => {
      const [one, two] = await twoMembers();
      const { server } = two.member;
      await one.db.write((tx) => markServerEnded(tx, server, () => Promise.resolve(false)));
      await cutLease(one.db, server);
      expect(await two.lease.lost).toContain('another server has taken over');
      await expect(two.db.write(() => Promise.resolve())).rejects.toMatchObject({
        code: 'database-unavailable',
      });
    });

    test('recovers the work of a dead one before others may touch it', async () => {
      const config = await emptyPostgres();
      const one = await joinForTest(config);
      onTestFinished(() => one.leave());
      await one.db.write(async (tx) => {
        const dead = { id: 'dead', name: 'machine', startedAt: 1, endedAt: null };
        await tx.insertInto('clusterServer').values(dead).execute();
        const claim = { id: 'copy', server: 'dead', path: '/docs', access: 'exclusive' };
        await tx.insertInto('pathClaim').values(claim).execute();
        await tx.insertInto('uploadClaim').values({ key: 'upload', server: 'dead' }).execute();
      });
      const locks = locksOf(one);
      const write = () => locks.write([treePath('/docs/a.txt')], () => Promise.resolve('written'));
      const steps: string[] = [];
      one.member.onDeath(async () => {
        const isAbandoned = await one.member.abandoned();
        if (!isAbandoned('dead')) return () => undefined;
        steps.push('dead');
        await expect(write()).rejects.toMatchObject(LOCKED);
        const release = await locks.recover([exclusive('/docs')]);
        expect(release).toBeDefined();
        return () => {
          steps.push('recovered');
          release?.();
        };
      });
      await one.member.begin();
      // It may be about to get its lease back.
      expect(steps).toEqual([]);
      await expect(write()).rejects.toMatchObject(LOCKED);
      await until(() => Promise.resolve(steps.length === 2));
      await until(async () => (await write().catch(() => '')) === 'written');
      const claims = one.db.read.selectFrom('uploadClaim').selectAll();
      expect(await claims.execute()).toEqual([]);
      expect(await one.db.read.selectFrom('clusterServer').select('id').execute()).toHaveLength(1);
    });

    test('refuses to change tables that others use', async () => {
      const [one, two] = await twoMembers();
      await expect(one.lease.requireAlone()).rejects.toThrow('Stop all servers');
      await two.leave();
      await one.lease.requireAlone();
    });
  },
);

describe.skipIf(missing !== undefined)('path locks of a cluster', () => {
  test('refuse what an operation of another server excludes', async () => {
    const [one, two] = (await twoMembers()).map(locksOf) as [ClusterPathLocks, ClusterPathLocks];
    const nothing = () => Promise.resolve();
    await one.claim([exclusive('/docs'), shared('/from')], async () => {
      await expect(two.write([treePath('/docs/a.txt')], nothing)).rejects.toMatchObject(LOCKED);
      await expect(two.claim([exclusive('/Docs/sub')], nothing)).rejects.toMatchObject(LOCKED);
      await expect(two.claim([exclusive('/')], nothing)).rejects.toMatchObject(LOCKED);
      await expect(two.claim([exclusive('/from/sub')], nothing)).rejects.toMatchObject(LOCKED);
      expect(await two.recover([exclusive('/docs')])).toBeUndefined();
      await two.claim([shared('/from/sub')], nothing);
      await two.write([treePath('/from/a.txt')], nothing);
      expect(await two.isChanging(treePath('/docs/a.txt'))).toBe(true);
      expect(await two.isChanging(treePath('/from/a.txt'))).toBe(false);
    });
    await two.claim([exclusive('/')], nothing);
  });

  test('let a write, and an operation above it, wait for the write of another server', async () => {
    const [one, two] = (await twoMembers()).map(locksOf) as [ClusterPathLocks, ClusterPathLocks];
    const steps: string[] = [];
    const path = treePath('/docs/a.txt');
    let end = (): void => undefined;
    const first = one.write([path], () => new Promise<void>((resolve) => (end = resolve)));
    await until(() => Promise.resolve(end.length === 1));
    const second = two.write([path], async () => void steps.push('write'));
    const above = two.claim([exclusive('/docs')], async () => void steps.push('claim'));
    await delay(300);
    expect(steps).toEqual([]);
    end();
    await Promise.allSettled([first, second, above]);
    expect(steps).toContain('write');
  });
});

describe.skipIf(missing !== undefined)('messages of a cluster', () => {
  const counted = (key: string): ClusterMessage => ({ kind: 'counted', limit: 'test', key, by: 1 });

  test('reach the other servers, in their order, and not the sender', async () => {
    const [one, two] = await twoMembers();
    const [here, there] = [vi.fn(), vi.fn()];
    one.member.onMessage(here);
    two.member.onMessage(there);
    // Several notifications.
    const keys = Array.from({ length: 500 }, (_, n) => `${n} ${'ä'.repeat(50)}`);
    for (const key of keys) one.member.send(counted(key));
    await until(() => Promise.resolve(there.mock.calls.length === keys.length));
    expect(there.mock.calls).toEqual(keys.map((key) => [counted(key)]));
    expect(here).not.toHaveBeenCalled();
  });

  test('that are lost are reported: because they are too long, too many, or the connection was cut', async () => {
    const [one, two] = await twoMembers();
    const missed = vi.fn();
    two.member.onMissed(missed);
    one.member.send(counted('x'.repeat(8_000)));
    await until(() => Promise.resolve(missed.mock.calls.length === 1));
    for (let n = 0; n < 2_001; n += 1) one.member.send(counted(`${n}`));
    await until(() => Promise.resolve(missed.mock.calls.length === 2));
    await two.db.write((tx) =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = ${`filebrowser ${two.member.server}`} and query like 'listen%'`.execute(
        tx,
      ),
    );
    await until(() => Promise.resolve(missed.mock.calls.length === 3));
  });
});
