import { setTimeout as delay } from 'node:timers/promises';
import { isOpen } from '#contract/jobs.ts';
import type { OperationOutcome, OperationState } from '#contract/operations.ts';
import { type TreePath, withoutPrefix } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { AppError } from '../errors.ts';
import { withoutUndefined } from '../lib/without-undefined.ts';
import type { Database } from '../metadata/database.ts';
import { type AskedOfJob, takeRefusal } from '../metadata/asked-of-job.ts';
import { findJob, findJobByKey, type StoredJob, updateJob } from '../metadata/jobs.ts';
import { wrongJobState } from './job-errors.ts';

/** Interval at which a message is sent again, and the row of a job is read again. Milliseconds. */
const POLL_EVERY_MS = 250;
/** Time within which another server has to do what a user asks. Milliseconds. */
const ANSWERS_WITHIN_MS = 10_000;

/** States of a job in which a user may ask for each action. */
const STATES: Readonly<Record<AskedOfJob['action'], readonly StoredJob['state'][]>> = {
  pause: ['queued', 'running'],
  resume: ['paused'],
  cancel: ['queued', 'running', 'paused'],
};

interface Dependencies {
  readonly db: Pick<Database, 'read' | 'write'>;
  readonly cluster: Cluster;
}

/**
 * Finds the jobs of other servers of the cluster in the database, and passes requests of users on to these servers: stores each request in the
 * row of the job and sends a message; see `JobRequests`.
 */
export class RemoteJobs {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Asks the server that works on a job. Resolves when it has done so; a cancelled copy may still be removed then. Throws `locked` when the
   * state of the job does not allow it.
   */
  async ask({ id }: Pick<StoredJob, 'id'>, asked: AskedOfJob): Promise<void> {
    const { db, cluster } = this.#dependencies;
    const server = await db.write(async (tx) => {
      const job = await findJob(tx, id);
      const isAllowed = job !== undefined && STATES[asked.action].includes(job.state);
      if (!isAllowed || job.server === undefined || job.server === cluster.server) return undefined;
      await updateJob(tx, id, { asked });
      return job.server;
    });
    if (server === undefined) throw wrongJobState();
    const untilMs = performance.now() + ANSWERS_WITHIN_MS;
    do {
      cluster.send({ kind: 'job-asked', server });
      await delay(POLL_EVERY_MS);
      const job = await findJob(db.read, id);
      if (job?.asked === undefined) {
        if (await db.write((tx) => takeRefusal(tx, id, asked))) throw wrongJobState();
        return;
      }
      if (asked.action === 'cancel' && job.state === 'cancelled') return;
    } while (performance.now() < untilMs);
    throw new AppError('not-answering', 'the server that works on the job does not answer');
  }

  /** Returns the job of an operation of a user, if another server works on it or has done so. */
  async find(userId: number, key: string): Promise<StoredJob | undefined> {
    const { db, cluster } = this.#dependencies;
    if (cluster.server === undefined) return undefined;
    const job = await findJobByKey(db.read, userId, key);
    return job?.server === cluster.server ? undefined : job;
  }

  /** Returns the outcome of an operation of another server, when it has ended. Undefined if no other server knows it. */
  async outcomeOf(userId: number, key: string): Promise<OperationOutcome | undefined> {
    for (;;) {
      const job = await this.find(userId, key);
      if (job === undefined || !isInProgress(job)) return job?.outcome.reply;
      await delay(POLL_EVERY_MS);
    }
  }

  async stateOf(actor: Actor, key: string): Promise<OperationState | undefined> {
    const job = await this.find(actor.userId, key);
    if (job === undefined) return undefined;
    if (!isInProgress(job)) return job.outcome.reply && { state: 'ended', ...job.outcome.reply };
    const seen = (path: TreePath) => withoutPrefix(actor.root, path) ?? path;
    const { kind, from, to, items, bytes, totalItems, totalBytes } = job;
    return {
      state: 'running',
      key,
      kind,
      from: seen(from),
      entries: items,
      bytes,
      ...withoutUndefined({
        to: to && seen(to),
        totalEntries: totalItems,
        totalBytes,
      }),
    };
  }
}

/**
 * Returns true for a job whose operation has not ended. A job that was cancelled is stored as such before its operation ends and its reply
 * is known; that of a server that has died meanwhile is never known.
 */
function isInProgress(job: StoredJob): boolean {
  if (isOpen(job)) return true;
  const endedAt = job.endedAt ?? 0;
  return job.outcome.reply === undefined && Date.now() - endedAt < ANSWERS_WITHIN_MS;
}
