import { setTimeout as delay } from 'node:timers/promises';
import type { PostgresPool } from 'kysely';
import { Client, Pool, type PoolClient, type PoolConfig } from 'pg';
import { Availability, type AvailabilityEvent } from './availability.ts';
import { DatabaseUnavailable } from './database-unavailable.ts';
import { type ClientSource, GuardedClient, type TimeLimits } from './guarded-client.ts';
import { withTimeout } from '../lib/with-timeout.ts';
import { holdsLease, nameOfConnections } from './postgres-owner.ts';

/** Number of connections, and time limits in milliseconds. */
export interface PoolLimits extends TimeLimits {
  readonly connections: number;
  /** Time limit for connecting, and for waiting for a free connection. */
  readonly connectMs: number;
  /** Time limit for checking whether the database answers again. */
  readonly probeMs: number;
}

export const POOL_LIMITS: PoolLimits = {
  connections: 10,
  connectMs: 5_000,
  queryMs: 10_000,
  transactionMs: 30_000,
  repeatMs: 5_000,
  probeMs: 3_000,
};

/** Idle time after which the system checks whether the other end of a connection still exists. */
const KEEP_ALIVE_AFTER_MS = 10_000;
const PAUSE_MS = 50;
/** Maximum time that closing waits for connections in use. */
const CLOSE_WITHIN_MS = 2_000;

/** Returns the settings that all connections have in common. */
export function connectionConfig(
  connectionString: string,
): Pick<PoolConfig, 'connectionString' | 'keepAlive' | 'keepAliveInitialDelayMillis'> {
  return {
    connectionString,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  };
}

/** Calls `listener` when the connection of a client fails. Without a listener, Node would end the process. */
export function onFailure(pool: Pool, listener: (client: PoolClient) => void): void {
  // pg-pool removes its own listener while a client is in use.
  pool.on('connect', (client) => client.on('error', () => listener(client)));
  pool.on('error', () => undefined);
}

/** A pool of connections that continues to work after the database server restarts or stops answering for a time. */
export class GuardedPool implements PostgresPool, ClientSource {
  readonly #config: PoolConfig;
  readonly #limits: PoolLimits;
  readonly #availability: Availability;
  readonly #broken = new WeakSet<PoolClient>();
  readonly #owner: string | undefined;
  /** Connections that were made while the lease was held. */
  readonly #checked = new WeakSet<PoolClient>();
  readonly #listeners: ((event: AvailabilityEvent) => void)[] = [];
  #pool: Pool;

  /** @param owner server whose lease each connection must find held; undefined for a process without a lease */
  constructor(
    config: PoolConfig & { readonly connectionString: string },
    limits = POOL_LIMITS,
    owner?: string,
  ) {
    this.#limits = limits;
    this.#owner = owner;
    this.#config = {
      ...config,
      ...connectionConfig(config.connectionString),
      ...(owner !== undefined && { application_name: nameOfConnections(owner) }),
      max: limits.connections,
      connectionTimeoutMillis: limits.connectMs,
    };
    this.#pool = this.#newPool();
    this.#availability = new Availability({
      probe: () => probe(this.#config, limits.probeMs),
      onChange: (event) => this.#changed(event),
    });
  }

  onAvailability(listener: (event: AvailabilityEvent) => void): void {
    this.#listeners.push(listener);
  }

  async connect(limits: TimeLimits = this.#limits): Promise<GuardedClient> {
    const client = await this.acquire(performance.now() + limits.repeatMs);
    return new GuardedClient(this, limits, client);
  }

  /** Returns the same connections, with transactions without a time limit. */
  withoutTransactionLimit(): PostgresPool {
    const limits = { ...this.#limits, transactionMs: Infinity };
    return { connect: () => this.connect(limits), end: async () => undefined };
  }

  async acquire(untilMs: number): Promise<PoolClient> {
    for (;;) {
      await this.#availability.ready();
      try {
        return await this.#connected();
      } catch (cause) {
        this.suspect(cause);
        if (performance.now() >= untilMs) {
          throw new DatabaseUnavailable('the database cannot be reached', { cause });
        }
        await delay(PAUSE_MS);
      }
    }
  }

  isBroken(client: PoolClient): boolean {
    return this.#broken.has(client);
  }

  suspect(error: unknown): void {
    this.#availability.suspect(error);
  }

  async end(): Promise<void> {
    this.#availability.close();
    await Promise.race([this.#pool.end(), delay(CLOSE_WITHIN_MS, undefined, { ref: false })]);
  }

  /**
   * Returns a connection of the pool. Checks on a new one that this server holds the lease. A server that takes the lease over ends all
   * connections of this one afterwards, so none that has passed the check before is left.
   */
  async #connected(): Promise<PoolClient> {
    const client = await this.#pool.connect();
    if (this.#owner === undefined || this.#checked.has(client)) return client;
    const isHeld = withTimeout(this.#limits.connectMs, holdsLease(client, this.#owner));
    if ((await isHeld.catch(() => false)) === true) {
      this.#checked.add(client);
      return client;
    }
    client.release(true);
    throw new DatabaseUnavailable('the lease of the database is not held');
  }

  #newPool(): Pool {
    const pool = new Pool(this.#config);
    onFailure(pool, (client) => this.#broken.add(client));
    return pool;
  }

  #changed(event: AvailabilityEvent): void {
    // Connections from before the outage may be dead.
    if (event.kind === 'back') {
      void this.#pool.end().catch(() => undefined);
      this.#pool = this.#newPool();
    }
    for (const listener of this.#listeners) listener(event);
  }
}

async function probe(config: PoolConfig, limitMs: number): Promise<void> {
  const client = new Client({
    ...config,
    connectionTimeoutMillis: limitMs,
    query_timeout: limitMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
  } finally {
    void client.end().catch(() => undefined);
  }
}
