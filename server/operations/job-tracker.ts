import type { JobKind } from '#contract/jobs.ts';
import type { TreePath } from '#contract/paths.ts';
import type { FileAction } from '#contract/permissions.ts';
import { toTreePath } from '../access/actor-paths.ts';
import type { Authenticator } from '../access/authenticator.ts';
import type { JobChanges } from '../events/user-changes.ts';
import { bootId } from '../lib/boot-id.ts';
import { ConcurrencyLimiter } from '../lib/concurrency-limiter.ts';
import { withoutUndefined } from '../lib/without-undefined.ts';
import type { Logger } from '../logger.ts';
import type { Database } from '../metadata/database.ts';
import { insertJob, type NewJob, type StoredJob, updateJob } from '../metadata/jobs.ts';
import { isAuthorized } from '../tree/authorize.ts';
import { deviceAt } from '../tree/evidence.ts';
import type { RecordObserver, JournalRecord } from '../tree/journal-record.ts';
import type { Tree } from '../tree/tree.ts';
import { NoLongerAllowed } from './job-errors.ts';
import { describeJob, type SeenJob } from './job-view.ts';
import { LiveJob } from './live-job.ts';
import type { Ended, OperationTracker } from './operations.ts';
import type { RunningOperation } from './running-operation.ts';
import { stepAtEnd } from './step-at-end.ts';

/** Time after which an operation becomes a job. Milliseconds. */
const LONG_MS = 1_000;
/** Interval at which the progress of a job is stored, and its user checked. Milliseconds. */
const STORE_EVERY_MS = 5_000;
/** Maximum number of jobs that are worked on at once on one device, and of one user there. Others wait; operations that are no jobs never do. */
const JOBS_OF_DEVICE = { maxConcurrent: 3, maxPerUser: 2, maxQueued: Infinity };

/** Services that jobs use. */
export interface TrackerDependencies {
  readonly db: Database;
  readonly tree: Tree;
  readonly authenticator: Pick<Authenticator, 'actorOf'>;
  readonly changes: JobChanges;
  readonly log: Logger;
  /** Id of this server in a cluster. */
  readonly server?: string | undefined;
  /** Time after which an operation becomes a job, in milliseconds. Tests shorten it. */
  readonly longMs?: number | undefined;
}

/** State of an operation in progress. */
interface Tracked {
  /** Set when the operation is being made a job. Resolves when it is one, or could not be stored. */
  becoming: Promise<void> | undefined;
  /** Makes the operation a job after LONG_MS. */
  timer: NodeJS.Timeout | undefined;
  job: LiveJob | undefined;
}

/** Makes a job of each operation that takes long: stores it, lets it wait for a slot of its device, and stores its progress and its end. */
export class JobTracker implements OperationTracker {
  readonly #dependencies: TrackerDependencies;
  readonly #tracked = new Map<RunningOperation, Tracked>();
  readonly #live = new Map<number, LiveJob>();
  readonly #limiters = new Map<string, ConcurrencyLimiter>();
  readonly #timer: NodeJS.Timeout;

  constructor(dependencies: TrackerDependencies) {
    this.#dependencies = dependencies;
    this.#timer = setInterval(() => void this.#storeAll(), STORE_EVERY_MS).unref();
  }

  /** Jobs whose operations are in progress in this process, by their ids. */
  get live(): ReadonlyMap<number, LiveJob> {
    return this.#live;
  }

  begin(running: RunningOperation): void {
    const tracked: Tracked = { becoming: undefined, timer: undefined, job: undefined };
    this.#tracked.set(running, tracked);
    tracked.timer = setTimeout(() => {
      tracked.becoming = this.#promote(running, tracked).catch((err: unknown) => {
        // The operation goes on as one that ends with the process.
        this.#dependencies.log.warn({ err }, 'job not stored');
      });
    }, this.#dependencies.longMs ?? LONG_MS);
  }

  /** Makes an operation the work of a stored job. Call it after `begin`, before the work of the operation begins. */
  async adopt(running: RunningOperation, stored: StoredJob): Promise<void> {
    const tracked = this.#tracked.get(running);
    clearTimeout(tracked?.timer);
    if (tracked) await this.#makeLive(running, tracked, stored);
  }

  async end(running: RunningOperation, ended: Ended): Promise<void> {
    const tracked = this.#tracked.get(running);
    this.#tracked.delete(running);
    clearTimeout(tracked?.timer);
    tracked?.job?.end();
    await tracked?.becoming;
    const job = tracked?.job;
    if (job === undefined) return;
    job.end();
    const step = stepAtEnd(job, ended);
    try {
      await this.#dependencies.db.write((tx) => updateJob(tx, job.id, step), {
        isIdempotent: true,
      });
    } catch (err) {
      this.#dependencies.log.warn({ err, job: job.id }, 'end of a job not stored');
    }
    this.#live.delete(job.id);
    if (ended.kind !== 'stopped') this.announce({ ...job.seen, ...withoutUndefined(step) });
  }

  /** Marks a job as cancelled, so that a restart does not go on with it, and cancels its operation. */
  async cancel(job: LiveJob, reason: Error): Promise<void> {
    job.ending = 'given-up';
    const { db } = this.#dependencies;
    const step = { state: 'cancelled', endedAt: Date.now() } as const;
    await db.write((tx) => updateJob(tx, job.id, step), { isIdempotent: true });
    job.running.cancel(reason, { midway: true });
  }

  /** Ends a copy early, with what is copied. Stored, so that the copy also ends early after a restart. */
  async endWithPart(job: LiveJob, reason: Error): Promise<void> {
    const options = { ...job.seen.options, endsWithPart: true };
    await this.#dependencies.db.write((tx) => updateJob(tx, job.id, { options }), {
      isIdempotent: true,
    });
    job.endWithPart(reason);
  }

  /** Sends a changed job to the live pages of its user. */
  announce(job: SeenJob & { readonly userId: number }): void {
    void this.#dependencies.authenticator.actorOf(job.userId).then(
      (actor) => {
        if (actor === undefined) return;
        const shown = describeJob(job, actor.root);
        this.#dependencies.changes.announce(job.userId, { kind: 'changed', job: shown });
      },
      () => undefined,
    );
  }

  /** Returns an observer that stores in a job which journal record it has, and the end of the record, in the same transactions. */
  observerOf({ id: jobId, options }: Pick<StoredJob, 'id' | 'options'>): RecordObserver {
    const endsWithPart = () =>
      options.endsWithPart === true || this.#live.get(jobId)?.ending === 'with-part';
    return {
      begun: (tx, operationId) => updateJob(tx, jobId, { operationId }),
      ended: (tx, { isComplete }) =>
        updateJob(tx, jobId, {
          operationId: undefined,
          ...(isComplete && { state: endsWithPart() ? 'cancelled' : 'done', endedAt: Date.now() }),
        }),
    };
  }

  close(): void {
    clearInterval(this.#timer);
    for (const { timer } of this.#tracked.values()) clearTimeout(timer);
  }

  /** Makes a running operation a job. */
  async #promote(running: RunningOperation, tracked: Tracked): Promise<void> {
    const { db } = this.#dependencies;
    const job = newJob(running, this.#dependencies.server);
    const id = await db.write((tx) => insertJob(tx, job));
    await this.#makeLive(running, tracked, { ...job, id });
  }

  async #makeLive(running: RunningOperation, tracked: Tracked, stored: StoredJob): Promise<void> {
    const { id } = stored;
    const limiter = await this.#limiterFor(stored.to ?? stored.from);
    const job = new LiveJob(stored, running, { limiter, onState: () => this.#storeState(job) });
    tracked.job = job;
    this.#live.set(id, job);
    running.outlivesRestart = stored.options.endsWithClient !== true;
    const observer = this.observerOf(stored);
    running.onRecord = (record) => record.setObserver(observer);
    if (running.record !== undefined) await this.#observe(id, running.record, observer);
    running.onProgress = () => this.announce(job.seen);
    this.announce(job.seen);
    // Work that has not begun yet waits for a slot first. An operation that is running already pauses by itself while it has none.
    if (running.interrupted !== undefined || stored.state === 'queued') await job.queue();
    else void job.queue();
  }

  /** Adds the observer of a job to the journal record that its operation has begun already, and stores which record it is. */
  async #observe(jobId: number, record: JournalRecord, observer: RecordObserver): Promise<void> {
    record.setObserver(observer);
    const { id: operationId } = record;
    if (operationId === undefined) return;
    await this.#dependencies.db.write((tx) => updateJob(tx, jobId, { operationId }));
  }

  async #limiterFor(path: TreePath): Promise<ConcurrencyLimiter> {
    const device = await deviceAt(this.#dependencies.tree.driver, path).catch(() => '');
    const limiter = this.#limiters.get(device) ?? new ConcurrencyLimiter(JOBS_OF_DEVICE);
    this.#limiters.set(device, limiter);
    return limiter;
  }

  #storeState(job: LiveJob): void {
    const { state, items, bytes } = job.seen;
    this.announce(job.seen);
    this.#dependencies.db
      .write((tx) => updateJob(tx, job.id, { state, items, bytes }))
      .catch((err: unknown) => this.#dependencies.log.warn({ err, job: job.id }, 'job not stored'));
  }

  async #storeAll(): Promise<void> {
    for (const job of this.#live.values()) {
      const { items, bytes, totalItems, totalBytes } = job.seen;
      const step = { items, bytes, totalItems, totalBytes };
      try {
        await this.#dependencies.db.write((tx) => updateJob(tx, job.id, step));
        if (!(await this.mayGoOn(job.seen)))
          job.running.cancel(new NoLongerAllowed(), { midway: true });
      } catch {
        // The database does not answer. The next interval stores it.
      }
    }
  }

  /** Returns false when the user was removed or may not do this any more. */
  async mayGoOn(job: Pick<StoredJob, 'userId' | 'kind' | 'from' | 'to'>): Promise<boolean> {
    const actor = await this.#dependencies.authenticator.actorOf(job.userId);
    if (actor === undefined) return false;
    const actions = ACTIONS[job.kind];
    if (actions === undefined) return true;
    const { from, to } = actions;
    return (
      isAuthorized(actor, from, [job.from]) &&
      (job.to === undefined || isAuthorized(actor, to, [job.to]))
    );
  }
}

interface Actions {
  readonly from: FileAction;
  readonly to: FileAction;
}

/** Actions for which a user must be authorized at the source and the destination of a job. Kinds without them authorize each of their items. */
const ACTIONS: Readonly<Record<JobKind, Actions | undefined>> = {
  copy: { from: 'see', to: 'create' },
  move: { from: 'rename', to: 'rename' },
  delete: { from: 'delete', to: 'delete' },
  restore: undefined,
  purge: undefined,
  undo: undefined,
};

function newJob(running: RunningOperation, server: string | undefined): NewJob {
  const { actor, kind, from, to, options, cancelled } = running.begun;
  return {
    key: running.key,
    kind,
    userId: actor.userId,
    username: actor.username,
    from: toTreePath(actor, from),
    to: to && toTreePath(actor, to),
    options: { ...options, ...(cancelled && { endsWithClient: true }) },
    state: 'running',
    items: running.progress.entries,
    bytes: running.progress.bytes,
    totalItems: running.progress.totalEntries,
    totalBytes: running.progress.totalBytes,
    startedAt: running.startedAt,
    endedAt: undefined,
    operationId: running.record?.id,
    bootId: bootId(),
    outcome: {},
    server,
    asked: undefined,
  };
}
