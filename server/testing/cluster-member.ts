import { onTestFinished } from 'vitest';
import { ClusterMember } from '../cluster/cluster-member.ts';
import { ClusterMessages } from '../cluster/cluster-messages.ts';
import type { DatabaseConfig } from '../config/config.ts';
import { createLogger } from '../logger.ts';
import { type Database, openDatabase } from '../metadata/database.ts';
import { guardedByLease } from '../metadata/guarded-by-lease.ts';
import { leaseTogether, type SharedLease } from '../metadata/shared-lease.ts';
import { emptyPostgres } from './engines.ts';

/** A server of a cluster, without the server. */
export interface TestMember {
  readonly db: Database;
  readonly member: ClusterMember;
  readonly lease: SharedLease;
  /** Leaves the cluster and closes the database. */
  leave(): Promise<void>;
}

/** Joins the cluster of a database. `ready` of the member lets the next one join. */
export async function joinForTest(config: DatabaseConfig): Promise<TestMember> {
  if (config.kind !== 'postgres') throw new Error('clusters need PostgreSQL');
  const lease = await leaseTogether(config.url, new AbortController().signal);
  if (lease === undefined || lease === 'stopped')
    throw new Error('a server alone uses the database');
  const db = guardedByLease(await openDatabase(config, 'server', { owner: lease.owner }), lease);
  const log = createLogger({ kind: 'off' });
  const messages = new ClusterMessages({ url: config.url, server: lease.owner, log }, 'test');
  const member = new ClusterMember({ db, lease, messages, log });
  await member.join();
  return {
    db,
    member,
    lease,
    async leave() {
      await member.leave();
      await db.close();
      await lease.release();
    },
  };
}

/** Joins the cluster of a database and begins to look after the others. The member leaves at the end of the test. */
export async function aMember(config: DatabaseConfig): Promise<TestMember> {
  const joined = await joinForTest(config);
  await joined.member.begin();
  await joined.member.ready();
  onTestFinished(() => joined.leave().catch(() => undefined));
  return joined;
}

export async function twoMembers(): Promise<[TestMember, TestMember]> {
  const config = await emptyPostgres();
  return [await aMember(config), await aMember(config)];
}
