import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { withTimeout } from '../lib/with-timeout.ts';
import { DatabaseUnavailable } from './database-unavailable.ts';
import { connectionConfig } from './guarded-pool.ts';
import type { Lease, LeaseOutcome } from './lease.ts';
import { openFailure } from './open-failure.ts';
import {
  endSession,
  endStrayConnections,
  nameOfLease,
  type Session,
  tryLock,
} from './postgres-owner.ts';
import { withoutPassword } from './postgres.ts';

const CONNECT_TIMEOUT_MS = 10_000;
/** Time that PostgreSQL may take to end the session of a killed process. Milliseconds. */
const ENDING_SESSION_MS = 2_000;
const RETRY_MS = 250;
/**
 * Interval of the checks of the connection, by which a standby server sees that this one is alive, and maximum time of a query.
 * Milliseconds.
 */
const CHECK_EVERY_MS = 5_000;
const CHECK_TIMEOUT_MS = 10_000;
/** Maximum time that closing a connection waits for PostgreSQL. Milliseconds. */
const END_MS = 1_000;
/** Maximum time that writes wait after the connection was lost. After that they are refused at once. Milliseconds. */
const GRACE_MS = 5_000;

/** Disables the timeout of idle sessions, which PostgreSQL 14 and newer have, for this session. */
const KEEP_IDLE_SESSION = `select set_config(name, '0', false) from pg_settings where name = 'idle_session_timeout'`;

/**
 * Takes a lease by an advisory lock, which PostgreSQL releases when the session ends. After the connection was lost, the lease
 * connects and takes the lock again; meanwhile `held` waits. Rejects with StartupError if it cannot connect.
 */
export async function leasePostgres(url: string): Promise<LeaseOutcome> {
  const lease = new PostgresLease(url);
  return (await lease.takeSoon()) === 'held' ? { kind: 'held', lease } : { kind: 'taken' };
}

/** How a session gets a lease. */
export interface LeaseKind {
  /**
   * Takes the lease for `owner` if no other server has it. `earlier` is the session that had it before its connection broke, which PostgreSQL
   * may not have noticed yet.
   */
  take(client: Client, owner: string, earlier: Session | undefined): Promise<boolean>;
  /** Sentence for the operator when another server has the lease that this one had. */
  readonly lost: string;
}

/** The lease of a server that is alone. */
const EXCLUSIVE: LeaseKind = {
  async take(client, _owner, earlier) {
    if (await tryLock(client)) return true;
    if (earlier === undefined) return false;
    await endSession(client, earlier);
    const deadline = performance.now() + ENDING_SESSION_MS;
    while (!(await tryLock(client))) {
      if (performance.now() > deadline) return false;
      await delay(RETRY_MS);
    }
    return true;
  },
  lost: 'another server has taken over the database',
};

type State =
  | { readonly kind: 'held' }
  /** `over` resolves when the lease is held again, lost or released. `graceEndsAt` is a time of `performance.now`. */
  | { readonly kind: 'regaining'; readonly over: Promise<void>; readonly graceEndsAt: number }
  | { readonly kind: 'lost' }
  | { readonly kind: 'released' };

/** A lease by a lock of a PostgreSQL session. It counts as held from the first `take` that resolves with `held`. */
export class PostgresLease implements Lease {
  readonly owner = randomBytes(8).toString('hex');
  readonly lost: Promise<string>;
  readonly #url: string;
  readonly #kind: LeaseKind;
  #reportLost: (reason: string) => void = () => undefined;
  #state: State = { kind: 'held' };
  #client: Client | undefined;
  /** The session that has the lock, or had it last. */
  #session: Session | undefined;
  #check: NodeJS.Timeout | undefined;

  constructor(url: string, kind: LeaseKind = EXCLUSIVE) {
    this.#url = url;
    this.#kind = kind;
    this.lost = new Promise((resolve) => (this.#reportLost = resolve));
  }

  async held(): Promise<void> {
    if (this.#state.kind === 'held') return;
    if (this.#state.kind === 'regaining') {
      const { over, graceEndsAt } = this.#state;
      await withTimeout(graceEndsAt - performance.now(), over).catch(() => undefined);
    }
    this.connection();
  }

  async release(): Promise<void> {
    this.#state = { kind: 'released' };
    await this.#disconnect();
  }

  /** Takes the lease, also from a process that has just been killed. Rejects with StartupError if it cannot connect. */
  async takeSoon(): Promise<'held' | 'taken'> {
    const deadline = performance.now() + ENDING_SESSION_MS;
    try {
      for (;;) {
        const outcome = await this.take();
        if (outcome === 'held' || performance.now() > deadline) return outcome;
        await delay(RETRY_MS);
      }
    } catch (error) {
      throw openFailure(error, withoutPassword(this.#url));
    }
  }

  /** Takes the lease if no other server has it. Rejects when PostgreSQL cannot be reached. */
  async take(): Promise<'held' | 'taken'> {
    const client = this.#makeClient();
    this.#client = client;
    try {
      await client.connect();
      await client.query(KEEP_IDLE_SESSION);
      if (!(await this.#kind.take(client, this.owner, this.#session))) {
        await this.#disconnect();
        return 'taken';
      }
      await endStrayConnections(client);
      this.#session = await sessionOf(client);
    } catch (error) {
      void this.#disconnect();
      throw error;
    }
    this.#check = setInterval(() => {
      client.query('select 1').catch(() => this.#onBroken(client));
    }, CHECK_EVERY_MS).unref();
    return 'held';
  }

  /** Returns the connection that holds the lease. Throws DatabaseUnavailable while there is none. */
  protected connection(): Client {
    if (this.#state.kind === 'held' && this.#client !== undefined) return this.#client;
    throw new DatabaseUnavailable('the connection that holds the lease of the database is lost');
  }

  #makeClient(): Client {
    const client = new Client({
      ...connectionConfig(this.#url),
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: CHECK_TIMEOUT_MS,
      application_name: nameOfLease(this.owner),
    });
    client.on('error', () => this.#onBroken(client));
    client.on('end', () => this.#onBroken(client));
    return client;
  }

  #onBroken(client: Client): void {
    if (client !== this.#client || this.#state.kind !== 'held' || this.#session === undefined) {
      return;
    }
    void this.#disconnect();
    const graceEndsAt = performance.now() + GRACE_MS;
    this.#state = { kind: 'regaining', over: this.#regain(), graceEndsAt };
  }

  /** Connects again and takes the lease, until it is held, lost or released. */
  async #regain(): Promise<void> {
    for (;;) {
      await delay(RETRY_MS, undefined, { ref: false });
      const outcome = await this.take().catch(() => 'unreachable' as const);
      if (this.#state.kind === 'released') return this.#disconnect();
      if (outcome === 'held') {
        this.#state = { kind: 'held' };
        return;
      }
      if (outcome === 'taken') {
        this.#state = { kind: 'lost' };
        this.#reportLost(this.#kind.lost);
        return;
      }
    }
  }

  async #disconnect(): Promise<void> {
    clearInterval(this.#check);
    const client = this.#client;
    this.#client = undefined;
    // The other end of a broken connection does not answer.
    if (client !== undefined) await withTimeout(END_MS, client.end()).catch(() => undefined);
  }
}

/** Returns the session of a connection. */
async function sessionOf(client: Client): Promise<Session> {
  const { rows } = await client.query<Session>(
    `select pid, backend_start::text as "startedAt" from pg_stat_activity where pid = pg_backend_pid()`,
  );
  const [session] = rows;
  if (session === undefined) throw new Error('PostgreSQL does not know this session');
  return session;
}
