import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { DatabaseConfig } from '../config/config.ts';
import { connectionConfig } from './guarded-pool.ts';
import type { ReachedLease } from './lease.ts';
import { leaseDatabase } from './lease-database.ts';
import { PostgresLease } from './lease-postgres.ts';
import { endSilentHolders } from './postgres-owner.ts';

const POLL_EVERY_MS = 500;
/** Maximum time of connecting to PostgreSQL, and of a query. Milliseconds. */
const ANSWER_MS = 10_000;

export interface WaitOptions {
  /** Ends the waiting. */
  readonly signal: AbortSignal;
  /** Called when the database stops answering while the server waits. The server goes on waiting. */
  onUnreachable(error: unknown): void;
  /** Default: 20 seconds. */
  readonly silenceMs?: number | undefined;
}

/**
 * Waits until no other server has the lease of the database, and takes it. On PostgreSQL, it also takes the lease from a server that has
 * been silent for `silenceMs` because it is suspended, cut off, or its machine is dead; all connections of that server are ended first,
 * and it gets no new ones. Resolves with undefined when the signal aborts.
 */
export async function awaitLease(
  config: DatabaseConfig,
  options: WaitOptions,
): Promise<ReachedLease | undefined> {
  if (config.kind === 'postgres') return awaitPostgresLease(config.url, options);
  while (!options.signal.aborted) {
    const outcome = await leaseDatabase(config);
    if (outcome.kind !== 'taken') return outcome;
    await delay(POLL_EVERY_MS);
  }
  return undefined;
}

async function awaitPostgresLease(
  url: string,
  options: WaitOptions,
): Promise<ReachedLease | undefined> {
  let isReachable = true;
  while (!options.signal.aborted) {
    try {
      const lease = await watchAndTake(url, options);
      if (lease !== undefined) return { kind: 'held', lease };
      isReachable = true;
    } catch (error) {
      if (isReachable) options.onUnreachable(error);
      isReachable = false;
    }
    await delay(POLL_EVERY_MS);
  }
  return undefined;
}

/**
 * Waits on one connection until the lease is free, and tries to take it. Resolves with undefined when another server was faster or the
 * signal aborts.
 */
async function watchAndTake(
  url: string,
  { signal, silenceMs }: WaitOptions,
): Promise<PostgresLease | undefined> {
  const watcher = new Client({
    ...connectionConfig(url),
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    application_name: 'filebrowser standby',
  });
  // Its queries fail as well.
  watcher.on('error', () => undefined);
  try {
    await watcher.connect();
    while (!signal.aborted) {
      if ((await endSilentHolders(watcher, silenceMs)) === 0) {
        const lease = new PostgresLease(url);
        return (await lease.take()) === 'held' ? lease : undefined;
      }
      await delay(POLL_EVERY_MS);
    }
    return undefined;
  } finally {
    void watcher.end().catch(() => undefined);
  }
}
