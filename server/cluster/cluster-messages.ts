import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { Logger } from '../logger.ts';
import { connectionConfig } from '../metadata/guarded-pool.ts';
import { nameOfConnections } from '../metadata/postgres-owner.ts';
import type { ClusterMessage, MessageListener } from './cluster.ts';

/** Interval at which messages are sent, so that PostgreSQL gets at most ten a second from each server. Milliseconds. */
const SEND_EVERY_MS = 100;
/** PostgreSQL takes notifications of less than 8,000 bytes. */
const MAX_BYTES = 7_500;
/** Maximum number of waiting messages. Beyond it, they are dropped, and the receivers get a notice that they have missed some. */
const MAX_WAITING = 2_000;
const RECONNECT_AFTER_MS = 1_000;
const QUERY_TIMEOUT_MS = 10_000;

/** A notification: the server that sends it, and messages. Null stands for messages that were lost. */
interface Envelope {
  readonly from: string;
  readonly messages: readonly (ClusterMessage | null)[];
}

interface Dependencies {
  readonly url: string;
  readonly server: string;
  readonly log: Pick<Logger, 'warn'>;
}

/**
 * Sends messages to the other servers of the cluster, and receives theirs, by notifications of PostgreSQL on a connection of its own. Messages
 * are lost while the connection is down; `onMissed` is called afterwards, here and at the other servers.
 */
export class ClusterMessages {
  readonly #dependencies: Dependencies;
  readonly #channel: string;
  readonly #listeners: MessageListener[] = [];
  readonly #missedListeners: (() => void)[] = [];
  #client: Client | undefined;
  #waiting: (ClusterMessage | null)[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** `scope` distinguishes clusters that share a database. */
  constructor(dependencies: Dependencies, scope: string) {
    this.#dependencies = dependencies;
    // Names of channels have at most 63 bytes.
    this.#channel = `filebrowser_${createHash('sha256').update(scope).digest('hex').slice(0, 16)}`;
  }

  /** Connects. If that fails, goes on trying in the background. */
  async begin(): Promise<void> {
    await this.#connect().catch(() => void this.#reconnect());
  }

  send(message: ClusterMessage): void {
    if (this.#waiting.length >= MAX_WAITING) this.#waiting = [null];
    this.#waiting.push(message);
    this.#timer ??= setTimeout(() => void this.#flush(), SEND_EVERY_MS).unref();
  }

  onMessage(listener: MessageListener): void {
    this.#listeners.push(listener);
  }

  onMissed(listener: () => void): void {
    this.#missedListeners.push(listener);
  }

  async close(): Promise<void> {
    await this.#flush();
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#client?.end().catch(() => undefined);
  }

  async #connect(): Promise<void> {
    const { url, server } = this.#dependencies;
    const client = new Client({
      ...connectionConfig(url),
      connectionTimeoutMillis: QUERY_TIMEOUT_MS,
      query_timeout: QUERY_TIMEOUT_MS,
      application_name: nameOfConnections(server),
    });
    const onEnd = (): void => {
      if (this.#client !== client) return;
      this.#client = undefined;
      void this.#reconnect();
    };
    client.on('error', onEnd);
    client.on('end', onEnd);
    client.on('notification', ({ payload }) => this.#receive(payload));
    try {
      await client.connect();
      await client.query(`listen ${client.escapeIdentifier(this.#channel)}`);
      if (this.#isClosed) throw new Error('closed meanwhile');
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
    this.#client = client;
  }

  /** Connects again after a failure. Reports to all servers that messages may have been lost meanwhile. */
  async #reconnect(): Promise<void> {
    while (!this.#isClosed) {
      await delay(RECONNECT_AFTER_MS, undefined, { ref: false });
      try {
        if (!this.#isClosed) await this.#connect();
        break;
      } catch {
        // PostgreSQL does not answer yet.
      }
    }
    if (this.#isClosed) return;
    this.#waiting = [null];
    for (const listener of this.#missedListeners) listener();
    await this.#flush();
  }

  async #flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const client = this.#client;
    if (client === undefined || this.#isClosed) return;
    for (const payload of this.#payloads(this.#waiting.splice(0))) {
      // A failure means that the connection is lost, which `onEnd` handles.
      await client
        .query('select pg_notify($1, $2)', [this.#channel, payload])
        .catch(() => undefined);
    }
  }

  /** Joins messages to as few notifications as possible. One that is too long for a notification counts as lost. */
  #payloads(messages: readonly (ClusterMessage | null)[]): string[] {
    const payloads: string[] = [];
    let texts: string[] = [];
    let bytes = 0;
    const end = (): void => {
      const from = JSON.stringify(this.#dependencies.server);
      if (texts.length > 0) payloads.push(`{"from":${from},"messages":[${texts.join()}]}`);
      texts = [];
      bytes = 0;
    };
    for (const message of messages) {
      const whole = JSON.stringify(message);
      const text = Buffer.byteLength(whole) > MAX_BYTES - 100 ? 'null' : whole;
      bytes += Buffer.byteLength(text) + 1;
      if (bytes > MAX_BYTES - 100) {
        end();
        bytes = Buffer.byteLength(text) + 1;
      }
      texts.push(text);
    }
    end();
    return payloads;
  }

  #receive(payload: string | undefined): void {
    const { server, log } = this.#dependencies;
    let envelope: Envelope;
    try {
      // Only servers of the cluster send to this channel.
      envelope = JSON.parse(payload ?? '') as Envelope;
    } catch (err) {
      log.warn({ err }, 'a message of another server cannot be read');
      return;
    }
    if (envelope.from === server) return;
    for (const message of envelope.messages) {
      if (message === null) for (const listener of this.#missedListeners) listener();
      else for (const listener of this.#listeners) listener(message);
    }
  }
}
