import type { Client } from 'pg';
import { setTimeout as delay } from 'node:timers/promises';

/** First of the two numbers of the advisory lock: "FB" and a version. The second number stands for the schema. */
const LOCK_CLASS = 0x4642_0001;
/** Beginnings of the names of connections: of the one with the lease, and of the others. */
const LEASE = 'filebrowser lease ';
const CONNECTION = 'filebrowser ';
const LOCK_OF_SCHEMA = "hashtext(coalesce(current_schema(), ''))";

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

/** Servers of other schemas have leases of their own. */
const END_STRAY_CONNECTIONS = `select pg_terminate_backend(stray.pid) from pg_stat_activity stray
  where stray.datname = current_database() and stray.usename = current_user
    and stray.application_name ~ '^${CONNECTION}[0-9a-f]+$'
    and not exists (
      select 1 from pg_locks held join pg_stat_activity session using (pid)
      where held.locktype = 'advisory' and held.granted and held.classid = ${LOCK_CLASS}
        and session.application_name =
          '${LEASE}' || substr(stray.application_name, ${CONNECTION.length + 1}))`;

type Queries = Pick<Client, 'query'>;

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
export async function tryLock(client: Queries): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(
    `select pg_try_advisory_lock(${LOCK_CLASS}, ${LOCK_OF_SCHEMA}) as held`,
  );
  return rows[0]?.held === true;
}

/** Returns undefined while no session holds the lease. */
export async function findHolder(client: Queries): Promise<LeaseHolder | undefined> {
  const { rows } = await client.query<{ pid: number; name: string; silentMs: number | null }>(
    `select pid, application_name as name,
      (extract(epoch from clock_timestamp() - query_start) * 1000)::float8 as "silentMs"
      from (${SESSION_WITH_LEASE}) as holder`,
  );
  const [holder] = rows;
  return holder && { ...holder, silentMs: holder.silentMs ?? undefined };
}

/** Returns whether the lease is held by a session of `owner`. */
export async function holdsLease(client: Queries, owner: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `select 1 from (${SESSION_WITH_LEASE}) as holder where application_name = $1`,
    [nameOfLease(owner)],
  );
  return rowCount === 1;
}

/** Ends the session that holds the lease. */
export async function endHolder(client: Queries, { pid, name }: LeaseHolder): Promise<void> {
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
