import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { markServerEnded } from '../metadata/cluster-servers.ts';
import type { Database } from '../metadata/database.ts';
import { leaseDatabase } from '../metadata/lease-database.ts';
import { leaseTogether } from '../metadata/shared-lease.ts';
import { aMember, joinForTest, twoMembers } from '../testing/cluster-member.ts';
import { emptyPostgres, missingPostgres } from '../testing/engines.ts';
import { until } from '../testing/open-request.ts';
import type { ClusterMessage } from './cluster.ts';

const missing = missingPostgres();

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
      expect(await leaseTogether(config.url, new AbortController().signal)).toBeUndefined();
      await outcome.lease.release();
    });

    test('leads if it is the first; another one does when it has left', async () => {
      const [one, two] = await twoMembers();
      expect([one.member.isLeader, two.member.isLeader]).toEqual([true, false]);
      await one.leave();
      await until(() => Promise.resolve(two.member.isLeader));
    });

    test('stays a member after its connection was cut', async () => {
      const [one, two] = await twoMembers();
      const lost = vi.fn();
      void two.lease.lost.then(lost);
      await cutLease(one.db, two.member.server);
      await delay(5_000);
      await two.lease.held();
      expect(lost).not.toHaveBeenCalled();
      expect(await one.lease.alive()).toHaveLength(2);
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
      const claims = () => one.db.read.selectFrom('pathClaim').select('id').execute();
      const steps: string[] = [];
      one.member.onDeath(async () => {
        const isAbandoned = await one.member.abandoned();
        if (!isAbandoned('dead')) return () => undefined;
        steps.push('dead');
        expect(await claims()).toEqual([{ id: 'copy' }]);
        return () => void steps.push('recovered');
      });
      await one.member.begin();
      // It may be about to get its lease back.
      expect(steps).toEqual([]);
      expect(await claims()).toEqual([{ id: 'copy' }]);
      await until(() => Promise.resolve(steps.length === 2));
      expect(await claims()).toEqual([]);
      expect(await one.db.read.selectFrom('uploadClaim').selectAll().execute()).toEqual([]);
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
    await until(() => Promise.resolve(missed.mock.calls.length > 2));
    expect(missed).toHaveBeenCalledTimes(3);
  });
});
