import type { Client } from 'pg';
import { setTimeout as delay } from 'node:timers/promises';

// First of the two numbers of each advisory lock: "FB" and a number; claims.ts uses number 2. The second one is a hash of the schema.
/** Lock that stands for the lease. */
const LOCK_CLASS = 0x4642_0001;
/** Lock of the server of a cluster that is starting. */
export const START_CLASS = 0x4642_0003;
/** Lock of the server that leads a cluster. */
const LEADER_CLASS = 0x4642_0004;
/** Beginnings of the names of connections: of the one with the lease, and of the others. */
const LEASE = 'filebrowser lease ';
const CONNECTION = 'filebrowser ';
const LOCK_OF_SCHEMA = "hashtext(coalesce(current_schema(), ''))";

/** Time without a query on its connection after which a server with the lease counts as dead. Milliseconds. */
const SILENCE_MS = 20_000;
/** Time within which PostgreSQL ends sessions that it was told to end. Milliseconds. */
const ENDING_SESSIONS_MS = 10_000;
const POLL_EVERY_MS = 100;

/** Lists the session that holds the lease. The numbers of a lock are unsigned in `pg_locks`. */
const SESSION_WITH_LEASE = `select session.*
  from pg_locks held join pg_stat_activity session using (pid)
  where held.locktype = 'advisory' and held.granted and held.objsubid = 2
    and held.database = (select oid from pg_database where datname = current_database())
    and held.classid = ${LOCK_CLASS}
    and held.objid = (${LOCK_OF_SCHEMA}::bigint & 4294967295)::oid`;

/** Ends the connections of servers that hold no lease, in any schema: servers of other schemas have leases of their own. */
const END_STRAY_CONNECTIONS = `select pg_terminate_backend(stray.pid) from pg_stat_activity stray
  where stray.datname = current_database() and stray.usename = current_user
    and stray.application_name ~ '^${CONNECTION}[0-9a-f]+$'
    and not exists (
      select 1 from pg_locks held join pg_stat_activity session using (pid)
      where held.locktype = 'advisory' and held.granted and held.classid = ${LOCK_CLASS}
        and session.application_name =
          '${LEASE}' || substr(stray.application_name, ${CONNECTION.length + 1}))`;

type Queries = Pick<Client, 'query'>;

/** Identity of a PostgreSQL session. */
export interface Session {
  readonly pid: number;
  readonly startedAt: string;
}

/** The session of PostgreSQL that holds the lease. */
export interface LeaseHolder {
  readonly pid: number;
  /** Name of its connection. */
  readonly name: string;
  /** Time since its last query, by the clock of PostgreSQL. Milliseconds; undefined if it belongs to another role. */
  readonly silentMs: number | undefined;
}

/** Returns the name of the connection that holds the lease of a server. */
export function nameOfLease(owner: string): string {
  return `${LEASE}${owner}`;
}

/** Returns the name of the other connections of a server. */
export function nameOfConnections(owner: string): string {
  return `${CONNECTION}${owner}`;
}

/** Takes the lock that stands for the lease, if no other session has it. */
export function tryLock(client: Queries): Promise<boolean> {
  return tryAdvisoryLock(client, 'pg_try_advisory_lock', LOCK_CLASS);
}

/** Takes the same lock together with other sessions, unless one has it alone. */
export function tryLockShared(client: Queries): Promise<boolean> {
  return tryAdvisoryLock(client, 'pg_try_advisory_lock_shared', LOCK_CLASS);
}

/** Takes the lock of the server that is starting, if no other session has it. Servers of a cluster start one after the other. */
export function tryLockOfStart(client: Queries): Promise<boolean> {
  return tryAdvisoryLock(client, 'pg_try_advisory_lock', START_CLASS);
}

/** Releases the lock of the server that is starting, so that the next one can start. */
export async function unlockStart(client: Queries): Promise<void> {
  await client.query(`select pg_advisory_unlock(${START_CLASS}, ${LOCK_OF_SCHEMA})`);
}

/** Takes the lock of the server that leads a cluster, if no other session has it. */
export function tryLockOfLeader(client: Queries): Promise<boolean> {
  return tryAdvisoryLock(client, 'pg_try_advisory_lock', LEADER_CLASS);
}

async function tryAdvisoryLock(
  client: Queries,
  take: 'pg_try_advisory_lock' | 'pg_try_advisory_lock_shared',
  lockClass: number,
): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(
    `select ${take}(${lockClass}, ${LOCK_OF_SCHEMA}) as held`,
  );
  return rows[0]?.held === true;
}

/** Lists the sessions that hold the lease: one, or those of the servers of a cluster. */
export async function listHolders(client: Queries): Promise<LeaseHolder[]> {
  const { rows } = await client.query<{ pid: number; name: string; silentMs: number | null }>(
    `select pid, application_name as name,
      (extract(epoch from clock_timestamp() - query_start) * 1000)::float8 as "silentMs"
      from (${SESSION_WITH_LEASE}) as holder`,
  );
  return rows.map((holder) => ({ ...holder, silentMs: holder.silentMs ?? undefined }));
}

/** Returns the server whose connection with the lease has this name. */
export function ownerOfLease(name: string): string {
  return name.slice(LEASE.length);
}

/** Returns whether the lease is held by a session of `owner`. */
export async function holdsLease(client: Queries, owner: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select 1 from (${SESSION_WITH_LEASE}) as holder where application_name = $1`,
    [nameOfLease(owner)],
  );
  return rowCount === 1;
}

/** Ends a session, if it still exists. */
export async function endSession(client: Queries, { pid, startedAt }: Session): Promise<void> {
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where pid = $1 and backend_start::text = $2',
    [pid, startedAt],
  );
}

/**
 * Ends the sessions that hold the lease and have been silent for too long: their servers count as dead. Returns the number of sessions that
 * have held it until now.
 */
export async function endSilentHolders(client: Queries, silenceMs = SILENCE_MS): Promise<number> {
  const holders = await listHolders(client);
  for (const holder of holders) {
    if ((holder.silentMs ?? 0) > silenceMs) await endHolder(client, holder);
  }
  return holders.length;
}

async function endHolder(client: Queries, { pid, name }: LeaseHolder): Promise<void> {
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where pid = $1 and application_name = $2',
    [pid, name],
  );
}

/**
 * Ends all connections of servers without a lease, which have died, are suspended or have lost it. Resolves when none of them can commit
 * anything any more; throws when PostgreSQL does not end them in time.
 */
export async function endStrayConnections(client: Queries): Promise<void> {
  const deadline = performance.now() + ENDING_SESSIONS_MS;
  for (;;) {
    const { rowCount } = await client.query(END_STRAY_CONNECTIONS);
    if (rowCount === 0) return;
    if (performance.now() > deadline) throw new Error('PostgreSQL does not end old connections');
    await delay(POLL_EVERY_MS);
  }
}
