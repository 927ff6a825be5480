import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { StartupError } from '../lib/startup-error.ts';
import { type LeaseKind, PostgresLease } from './lease-postgres.ts';
import {
  endSession,
  endSilentHolders,
  endStrayConnections,
  listHolders,
  ownerOfLease,
  type Session,
  tryLockOfLeader,
  tryLockOfStart,
  tryLockShared,
  unlockStart,
} from './postgres-owner.ts';

const RETRY_MS = 200;

/** Locks the row of a server, so that it is not marked as dead at the same moment. */
const LOCK_ROW = 'select 1 from "clusterServer" where id = $1 and "endedAt" is null for update';

/** Returns the lease of a server of a cluster, which several servers hold at the same time. The signal ends the waiting for the first take. */
function sharedUntil(signal: AbortSignal): LeaseKind {
  return {
    take: (client, owner, earlier) =>
      earlier === undefined ? takeFirst(client, signal) : takeAgain(client, owner, earlier),
    lost: 'another server has taken over the work of this one, which did not answer',
  };
}

/**
 * The lease of a server of a cluster. Until `ready` is called, no other server of the cluster starts. A server alone cannot have the lease at
 * the same time.
 */
export class SharedLease extends PostgresLease {
  /** The connection whose session has the lock of the leader. */
  #leadsOn: Client | undefined;

  constructor(url: string, signal: AbortSignal) {
    super(url, sharedUntil(signal));
  }

  /** Lets the next server start. */
  async ready(): Promise<void> {
    await unlockStart(this.connection());
  }

  /** Resolves with true if this server leads the cluster. It leads until the connection with its lease is lost. */
  async tryToLead(): Promise<boolean> {
    const connection = this.connection();
    if (this.#leadsOn === connection) return true;
    const isLeader = await tryLockOfLeader(connection);
    if (isLeader) this.#leadsOn = connection;
    return isLeader;
  }

  /** Returns the servers that hold the lease. */
  async alive(): Promise<string[]> {
    return (await listHolders(this.connection())).map(({ name }) => ownerOfLease(name));
  }

  /** Takes the lease from servers that have been silent for too long: they are suspended, cut off, or their machine is dead. */
  async endSilent(): Promise<void> {
    await endSilentHolders(this.connection());
  }

  /** Throws a StartupError while other servers hold the lease. */
  async requireAlone(): Promise<void> {
    if ((await this.alive()).length === 1) return;
    throw new StartupError(
      'this version changes tables of the database, and other servers of the cluster use them. Stop all servers, and start this one first.',
    );
  }

  /** Returns the name of the schema, which tells clusters apart that share a database. */
  async schema(): Promise<string> {
    const { rows } = await this.connection().query<{ name: string | null }>(
      'select current_schema() as name',
    );
    return rows[0]?.name ?? '';
  }

  /** Resolves when servers without the lease cannot commit anything any more. */
  endStrayConnections(): Promise<void> {
    return endStrayConnections(this.connection());
  }
}

/**
 * Takes a shared lease, and waits while another server is starting. Resolves with undefined while a server alone uses the database, and with
 * `stopped` when the signal aborts. Rejects with StartupError if it cannot connect.
 */
export async function leaseTogether(
  url: string,
  signal: AbortSignal,
): Promise<SharedLease | 'stopped' | undefined> {
  const lease = new SharedLease(url, signal);
  try {
    return (await lease.takeSoon()) === 'held' ? lease : undefined;
  } catch (error) {
    if (signal.aborted) return 'stopped';
    throw error;
  }
}

/** Waits until no other server is starting. */
async function takeFirst(client: Client, signal: AbortSignal): Promise<boolean> {
  while (!(await tryLockOfStart(client))) await delay(RETRY_MS, undefined, { signal });
  return tryLockShared(client);
}

/**
 * Takes the lease again after the connection was lost. Resolves with false if the server was marked as dead meanwhile: others recover its work
 * then, and it must not go on.
 */
async function takeAgain(client: Client, owner: string, earlier: Session): Promise<boolean> {
  await client.query('begin');
  const { rowCount } = await client.query(LOCK_ROW, [owner]);
  const isTaken = rowCount === 1 && (await tryLockShared(client));
  await client.query('commit');
  // The earlier session may still hold the lock of the leader.
  if (isTaken) await endSession(client, earlier);
  return isTaken;
}
