import { hostname } from 'node:os';
import type { CountTogether } from '../lib/rate-limiter.ts';
import type { Logger } from '../logger.ts';
import {
  insertServer,
  listServers,
  markServerEnded,
  removeServers,
} from '../metadata/cluster-servers.ts';
import { removeClaimsOfOthers } from '../metadata/claims.ts';
import type { Database } from '../metadata/database.ts';
import type { SharedLease } from '../metadata/shared-lease.ts';
import type { Cluster, ClusterMessage, MessageListener } from './cluster.ts';
import type { ClusterMessages } from './cluster-messages.ts';

/** Interval at which a server checks the others. Milliseconds. */
const CHECK_EVERY_MS = 1_000;
/** Time for which a server may be without its lease, for instance after a lost connection, before it counts as dead. Milliseconds. */
const MISSING_MS = 3_000;

interface Dependencies {
  readonly db: Database;
  readonly lease: SharedLease;
  readonly messages: ClusterMessages;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/**
 * This server as a member of a cluster. One of the members leads: it looks for servers that have lost their lease, makes sure that they
 * cannot commit anything any more, and recovers their work. All members end the lease of one that is silent.
 */
export class ClusterMember implements Cluster {
  readonly server: string;
  readonly #dependencies: Dependencies;
  /** Times at which servers without a lease were first seen, by `performance.now`. */
  readonly #missingSince = new Map<string, number>();
  /** See `onDeath` of Cluster. */
  #recover: () => Promise<() => void> = () => Promise.resolve(() => undefined);
  #isLeader = false;
  /** True when this server leads and has recovered everything that dead servers have left. */
  #hasRecovered = false;
  #timer: NodeJS.Timeout | undefined;
  #checking: Promise<void> = Promise.resolve();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.server = dependencies.lease.owner;
  }

  get isLeader(): boolean {
    return this.#isLeader;
  }

  /** Joins the cluster. Call it before the server works on anything. */
  async join(): Promise<void> {
    const { db, messages } = this.#dependencies;
    await insertServer(db, { id: this.server, name: hostname() });
    await messages.begin();
  }

  /** Checks the other servers now and regularly from now on. Recovers what they have left, if this server leads. */
  async begin(): Promise<void> {
    await this.#check();
    this.#checkLater();
  }

  /** Lets the next server start. */
  ready(): Promise<void> {
    return this.#dependencies.lease.ready();
  }

  /** Leaves the cluster. Another server goes on with jobs of this one at once. */
  async leave(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#checking;
    const { db, messages } = this.#dependencies;
    // While the database is unavailable, the others find out by the lease.
    await db
      .write((tx) => markServerEnded(tx, this.server, () => Promise.resolve(false)))
      .catch(() => undefined);
    await messages.close();
  }

  send(message: ClusterMessage): void {
    this.#dependencies.messages.send(message);
  }

  onMessage(listener: MessageListener): void {
    this.#dependencies.messages.onMessage(listener);
  }

  onMissed(listener: () => void): void {
    this.#dependencies.messages.onMissed(listener);
  }

  readonly countTogether: CountTogether = (limit) => ({
    send: (key, by) => this.send({ kind: 'counted', limit, key, by }),
    onReceived: (listener) =>
      this.onMessage((message) => {
        if (message.kind === 'counted' && message.limit === limit)
          listener(message.key, message.by);
      }),
  });

  onDeath(recover: () => Promise<() => void>): void {
    this.#recover = recover;
  }

  /** See WorkOwner. The leader recovers the work of all servers that are not in use. */
  async abandoned(): Promise<(server: string | undefined) => boolean> {
    const inUse = new Set(await this.#inUse());
    const isLeader = this.#isLeader;
    return (server) =>
      server === this.server || (isLeader && (server === undefined || !inUse.has(server)));
  }

  #checkLater(): void {
    this.#timer = setTimeout(() => {
      this.#checking = this.#check()
        .catch((err: unknown) => this.#dependencies.log.warn({ err }, 'other servers not checked'))
        .finally(() => {
          if (this.#timer !== undefined) this.#checkLater();
        });
    }, CHECK_EVERY_MS).unref();
  }

  /** Ends the lease of silent servers, tries to lead, and, as the leader, recovers the work of dead servers. */
  async #check(): Promise<void> {
    const { lease, log } = this.#dependencies;
    await lease.endSilent();
    const wasLeader = this.#isLeader;
    this.#isLeader = await lease.tryToLead();
    if (!this.#isLeader) {
      this.#hasRecovered = false;
      return;
    }
    if (!wasLeader) log.info('this server leads the cluster');
    const dead = await this.#markDead();
    if (dead.length === 0 && this.#hasRecovered) return;
    this.#hasRecovered = false;
    await lease.endStrayConnections();
    // Claims the paths that the dead servers were changing, before their own claims are removed.
    const begin = await this.#recover();
    try {
      await this.#forget(dead);
      this.#hasRecovered = true;
    } finally {
      // Also after a failure: recovery releases the claimed paths, and the next check removes the dead servers.
      begin();
    }
  }

  /** Marks servers as dead that have left, or have been without a lease for too long. Returns those that are marked. */
  async #markDead(): Promise<string[]> {
    const { db, lease, log } = this.#dependencies;
    const servers = await listServers(db.read);
    const alive = new Set(await lease.alive());
    const now = performance.now();
    const dead: string[] = [];
    for (const { id, name, endedAt } of servers) {
      if (alive.has(id)) {
        this.#missingSince.delete(id);
        continue;
      }
      const since = this.#missingSince.get(id) ?? now;
      this.#missingSince.set(id, since);
      if (endedAt === undefined && now - since < MISSING_MS) continue;
      const isAlive = async () => (await lease.alive()).includes(id);
      if (!(await db.write((tx) => markServerEnded(tx, id, isAlive)))) continue;
      if (endedAt === undefined) log.warn({ server: name }, 'a server of the cluster has died');
      dead.push(id);
    }
    return dead;
  }

  /** Removes dead servers and all their claims from the database. This server has claimed the paths of their work. */
  async #forget(dead: readonly string[]): Promise<void> {
    const inUse = await this.#inUse();
    await this.#dependencies.db.write(
      async (tx) => {
        await removeClaimsOfOthers(tx, inUse);
        await removeServers(tx, dead);
      },
      { isIdempotent: true },
    );
    for (const id of dead) this.#missingSince.delete(id);
  }

  /** Returns the servers that hold the lease, and those that may be about to take it again. */
  async #inUse(): Promise<string[]> {
    const { db, lease } = this.#dependencies;
    const servers = await listServers(db.read);
    const expected = servers.filter(({ endedAt }) => endedAt === undefined).map(({ id }) => id);
    return [...new Set([...(await lease.alive()), ...expected])];
  }
}
