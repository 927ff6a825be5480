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
/** Jobs that are worked on at once on one device, and of one user there. Others wait; shorter operations never do. */
const JOBS_OF_DEVICE = { maxConcurrent: 3, maxPerUser: 2, maxQueued: Infinity };

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

interface Kept {
  /** Resolves when the operation is a job, or will not become one. */
  becoming: Promise<void> | undefined;
  timer: NodeJS.Timeout | undefined;
  job: LiveJob | undefined;
}

/** Makes a job of each operation that takes long: stores it, lets it wait for its device, and stores how it ends. */
export class JobTracker implements OperationTracker {
  readonly #dependencies: TrackerDependencies;
  readonly #kept = new Map<RunningOperation, Kept>();
  readonly #live = new Map<number, LiveJob>();
  readonly #limiters = new Map<string, ConcurrencyLimiter>();
  readonly #timer: NodeJS.Timeout;

  constructor(dependencies: TrackerDependencies) {
    this.#dependencies = dependencies;
    this.#timer = setInterval(() => void this.#storeAll(), STORE_EVERY_MS).unref();
  }

  get live(): ReadonlyMap<number, LiveJob> {
    return this.#live;
  }

  begin(running: RunningOperation): void {
    const kept: Kept = { becoming: undefined, timer: undefined, job: undefined };
    this.#kept.set(running, kept);
    kept.timer = setTimeout(() => {
      kept.becoming = this.#promote(running, kept).catch((err: unknown) => {
        // The operation goes on as one that ends with the process.
        this.#dependencies.log.warn({ err }, 'job not stored');
      });
    }, this.#dependencies.longMs ?? LONG_MS);
  }

  /** Takes over a job of an earlier process. Call it when the operation is known to `begin`, before its work begins. */
  async adopt(running: RunningOperation, stored: StoredJob): Promise<void> {
    const kept = this.#kept.get(running);
    clearTimeout(kept?.timer);
    if (kept) await this.#makeLive(running, kept, stored);
  }

  async end(running: RunningOperation, ended: Ended): Promise<void> {
    const kept = this.#kept.get(running);
    this.#kept.delete(running);
    clearTimeout(kept?.timer);
    kept?.job?.end();
    await kept?.becoming;
    const job = kept?.job;
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

  /** Ends a copy with what is copied. A restart does the same. */
  async endWithPart(job: LiveJob, reason: Error): Promise<void> {
    const options = { ...job.seen.options, endsWithPart: true };
    await this.#dependencies.db.write((tx) => updateJob(tx, job.id, { options }), {
      isIdempotent: true,
    });
    job.endWithPart(reason);
  }

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

  /** Returns what keeps a job informed of its journal record. */
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
    for (const { timer } of this.#kept.values()) clearTimeout(timer);
  }

  async #promote(running: RunningOperation, kept: Kept): Promise<void> {
    const { db } = this.#dependencies;
    const job = newJob(running, this.#dependencies.server);
    const id = await db.write((tx) => insertJob(tx, job));
    await this.#makeLive(running, kept, { ...job, id });
  }

  async #makeLive(running: RunningOperation, kept: Kept, stored: StoredJob): Promise<void> {
    const { id } = stored;
    const limiter = await this.#limiterFor(stored.to ?? stored.from);
    const job = new LiveJob(stored, running, { limiter, onState: () => this.#storeState(job) });
    kept.job = job;
    this.#live.set(id, job);
    running.outlivesRestart = stored.options.endsWithClient !== true;
    const observer = this.observerOf(stored);
    running.onRecord = (record) => record.setObserver(observer);
    if (running.record !== undefined) await this.#observe(id, running.record, observer);
    running.onProgress = () => this.announce(job.seen);
    this.announce(job.seen);
    // A job waits for its slot without delaying its end.
    if (running.interrupted !== undefined || stored.state === 'queued') await job.queue();
    else void job.queue();
  }

  /** Lets a job take part in a journal record that its operation has begun already, and stores which one it is. */
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
        // The database does not answer. The next turn stores it.
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

/** Actions that each kind of job does at its source and at its destination. The others authorize each item when its turn comes. */
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
