import type { PoolClient, QueryResult } from 'pg';
import type { PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { DatabaseUnavailable } from './database-unavailable.ts';
import { ConnectionLost, isLostConnection } from './postgres-failures.ts';

/** Functions of the pool that a guarded client needs. */
export interface ClientSource {
  /** Returns a connected client. Rejects with DatabaseUnavailable when none is free in time. */
  acquire(untilMs: number): Promise<PoolClient>;
  /** Returns whether the client's connection has failed. */
  isBroken(client: PoolClient): boolean;
  /** Reports a failure of a connection. */
  suspect(error: unknown): void;
}

/** Time limits in milliseconds. */
export interface TimeLimits {
  /** Time limit of one statement. */
  readonly queryMs: number;
  /** Time limit from `begin` to the end of the last statement. */
  readonly transactionMs: number;
  /** Time for which statements outside transactions, and the beginnings of transactions, are repeated on new connections. */
  readonly repeatMs: number;
}

/** Time by which the server ends a statement before the client stops waiting, so that the connection stays usable. */
const SERVER_IS_EARLIER_MS = 1_000;
/** Requires that a commit is on disk before it is acknowledged, even if the database or the role has another setting. */
const COMMIT_TO_DISK = `select set_config('synchronous_commit', 'on', true)
  where current_setting('synchronous_commit') = 'off'`;
/** Time for which the server waits for the next statement of a transaction, in case this process is suspended. */
const SERVER_WAITS_MS = 30_000;

/**
 * A connection as Kysely uses it. Each statement has a time limit, and so has each transaction. A connection that fails is
 * closed; reads outside transactions and `begin` are then repeated on another one. Within a transaction the failure is a
 * ConnectionLost, and `rollback` does nothing, as the server rolls back by itself.
 */
export class GuardedClient implements PostgresPoolClient {
  readonly #source: ClientSource;
  readonly #limits: TimeLimits;
  readonly #begin: string;
  #client: PoolClient | undefined;
  #state: 'outside' | 'inside' | 'lost' = 'outside';
  #transactionEndsAt = Infinity;

  constructor(source: ClientSource, limits: TimeLimits, client: PoolClient) {
    this.#source = source;
    this.#limits = limits;
    this.#client = client;
    // In one message, and for this transaction only, because a connection pooler would not keep session settings.
    this.#begin = [
      'begin',
      `set local statement_timeout = ${limits.queryMs - SERVER_IS_EARLIER_MS}`,
      `set local idle_in_transaction_session_timeout = ${SERVER_WAITS_MS}`,
      COMMIT_TO_DISK,
    ].join('; ');
  }

  query<Row>(text: string, values: readonly unknown[]): Promise<PostgresQueryResult<Row>>;
  query(cursor: unknown): never;
  query(text: unknown, values: readonly unknown[] = []): unknown {
    if (typeof text !== 'string') throw new Error('cursors are not supported');
    return this.#run(text, values);
  }

  release(): void {
    this.#giveBack();
  }

  async #run(text: string, values: readonly unknown[]): Promise<QueryResult> {
    if (text === 'rollback' && this.#state === 'lost') return this.#endLost();
    if (this.#state !== 'outside') return this.#runInside(text, values);
    if (text !== 'begin') return this.#runOutside(text, values);
    const result = await this.#runOutside(this.#begin, []);
    this.#state = 'inside';
    this.#transactionEndsAt = performance.now() + this.#limits.transactionMs;
    return result;
  }

  async #runInside(text: string, values: readonly unknown[]): Promise<QueryResult> {
    const client = this.#client;
    if (client === undefined) throw new ConnectionLost('work', undefined);
    if (performance.now() >= this.#transactionEndsAt) {
      throw this.#lose('work', new TimedOut('the transaction took too long'));
    }
    try {
      const result = await this.#send(client, text, values);
      if (text === 'commit' || text === 'rollback') this.#leave('outside');
      return result;
    } catch (error) {
      if (!this.#hasFailed(client, error)) throw error;
      throw this.#lose(text === 'commit' ? 'commit' : 'work', error);
    }
  }

  /** Gives up the connection and the transaction on it. Returns the error for the statement. */
  #lose(during: ConnectionLost['during'], error: unknown): ConnectionLost {
    this.#fail(error);
    this.#leave('lost');
    return new ConnectionLost(during, error);
  }

  async #runOutside(text: string, values: readonly unknown[]): Promise<QueryResult> {
    const untilMs = performance.now() + this.#limits.repeatMs;
    for (;;) {
      this.#client ??= await this.#source.acquire(untilMs);
      try {
        return await this.#send(this.#client, text, values);
      } catch (error) {
        if (!this.#hasFailed(this.#client, error)) throw error;
        this.#fail(error);
        if (performance.now() < untilMs) continue;
        throw new DatabaseUnavailable('the database does not answer', { cause: error });
      }
    }
  }

  async #send(client: PoolClient, text: string, values: readonly unknown[]): Promise<QueryResult> {
    const leftMs = this.#transactionEndsAt - performance.now();
    const limitMs = Math.min(this.#limits.queryMs, leftMs);
    const result: QueryResult | QueryResult[] = await withinMs(
      limitMs,
      client.query(text, [...values]),
    );
    // Several statements in one message have several results.
    const [first] = Array.isArray(result) ? result : [result];
    if (first === undefined) throw new Error('the database returned no result');
    return first;
  }

  #hasFailed(client: PoolClient, error: unknown): boolean {
    return error instanceof TimedOut || isLostConnection(error) || this.#source.isBroken(client);
  }

  /** Closes a connection that has failed. */
  #fail(error: unknown): void {
    this.#giveBack(error);
    this.#source.suspect(error);
  }

  /** Returns the connection to the pool, which closes it after a failure or within a transaction. */
  #giveBack(failure?: unknown): void {
    const client = this.#client;
    this.#client = undefined;
    client?.release(failure !== undefined || this.#state === 'inside');
  }

  #leave(state: 'outside' | 'lost'): void {
    this.#state = state;
    this.#transactionEndsAt = Infinity;
  }

  #endLost(): QueryResult {
    this.#state = 'outside';
    return { command: 'ROLLBACK', rowCount: 0, oid: 0, fields: [], rows: [] };
  }
}

class TimedOut extends Error {
  override readonly name = 'TimedOut';
}

async function withinMs<T>(limitMs: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TimedOut('no answer in time')), limitMs);
  });
  try {
    return await Promise.race([answer, limit]);
  } finally {
    clearTimeout(timer);
  }
}
