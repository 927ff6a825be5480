import { isOpen, type Job, type JobAction, type JobKind } from '#contract/jobs.ts';
import { OUTCOME_KEPT_MS } from '#contract/operations.ts';
import { ROOT, type TreePath } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { AppError } from '../errors.ts';
import type { AskedOfJob } from '../metadata/asked-of-job.ts';
import {
  deleteEndedJob,
  findJob,
  listEndedJobs,
  listJobs,
  listOpenJobs,
  type StoredJob,
  updateJob,
} from '../metadata/jobs.ts';
import {
  type OperationOwners,
  releaseAll,
  type ResumableRecord,
} from '../tree/recover-operations.ts';
import { JobRequests } from './job-requests.ts';
import { describeJob } from './job-view.ts';
import { JobTracker, type TrackerDependencies } from './job-tracker.ts';
import { RemoteJobs } from './remote-jobs.ts';
import type { LiveJob } from './live-job.ts';
import { OperationCancelled, Operations } from './operations.ts';
import { retriedJob } from './retried-job.ts';
import { NoLongerAllowed, noSuchJob, wrongJobState } from './job-errors.ts';
import { JobRunner, begunOf, type PerformJob } from './job-runner.ts';

/** Maximum number of jobs in a list. */
const MAX_LISTED = 200;

interface JobDependencies extends TrackerDependencies {
  readonly cluster: Cluster;
}

/** A paused job of an earlier process, on which this process does not work. `interrupted` is its incomplete copy, if there is one. */
interface IdleJob {
  readonly interrupted: ResumableRecord | undefined;
}

/**
 * Lists, controls, continues and retries the jobs of all users: those that this process works on, those that an earlier one has left, and those
 * that have ended. Passes what concerns a job of another server of the cluster on to that server.
 */
export class Jobs {
  readonly operations: Operations;
  readonly #dependencies: JobDependencies;
  readonly #elsewhere: RemoteJobs;
  readonly #tracker: JobTracker;
  readonly #runner: JobRunner;
  readonly #idle = new Map<number, IdleJob>();
  readonly #requests: JobRequests;
  #hasRestoredOutcomes = false;

  constructor(dependencies: JobDependencies) {
    const { cluster } = dependencies;
    this.#dependencies = dependencies;
    this.#tracker = new JobTracker({ ...dependencies, server: cluster.server });
    this.#elsewhere = new RemoteJobs(dependencies);
    this.operations = new Operations(this.#tracker, this.#elsewhere);
    this.#runner = new JobRunner(dependencies, this.#tracker, this.operations);
    this.#requests = new JobRequests(dependencies, (job, asked) => this.#control(job, asked));
  }

  /** Registers how a kind of job is done. Call it before the first recovery. */
  register(kind: JobKind, perform: PerformJob): void {
    this.#runner.register(kind, perform);
  }

  /** Counts the jobs of this process by state. */
  counts(): Readonly<Record<LiveJob['state'], number>> {
    const counts = { queued: 0, running: 0, paused: this.#idle.size };
    for (const { state } of this.#tracker.live.values()) counts[state] += 1;
    return counts;
  }

  /** Lists the latest jobs of the actor, or those of all users. */
  async list(actor: Actor, { all }: { readonly all: boolean }): Promise<Job[]> {
    const userId = all ? undefined : actor.userId;
    const stored = await listJobs(this.#dependencies.db.read, { userId, most: MAX_LISTED });
    return stored.map((job) => this.#describe(job, all ? ROOT : actor.root));
  }

  /** Returns a job of the actor; for an administrator, of anyone. Throws `not-found`. */
  async get(actor: Actor, id: number): Promise<Job> {
    const job = await this.#find(actor, id);
    return this.#describe(job, job.userId === actor.userId ? actor.root : ROOT);
  }

  /**
   * Applies an action of a user to a job, here or on the server that works on it, and returns the changed job. Throws `locked` when the
   * state of the job does not allow the action. With `keepsPart`, a copy that is cancelled ends with what is copied; throws
   * `invalid-request` for other kinds of jobs.
   */
  async applyAction(
    actor: Actor,
    id: number,
    action: JobAction,
    { keepsPart = false }: { readonly keepsPart?: boolean } = {},
  ): Promise<Job> {
    const job = await this.#find(actor, id);
    if (keepsPart && job.kind !== 'copy')
      throw new AppError('invalid-request', 'only a copy can end with a part');
    if (action === 'retry') await this.#retry(job);
    else if (this.#isMine(job)) await this.#control(job, { action, keepsPart });
    else await this.#elsewhere.ask(job, { action, keepsPart });
    return this.get(actor, id);
  }

  /** Cancels an operation by its key. Resolves with false for an unknown key. */
  async cancelOperation(actor: Actor, key: string): Promise<boolean> {
    if (this.operations.cancel(actor.userId, key)) return true;
    const job = await this.#elsewhere.find(actor.userId, key);
    if (job === undefined || !isOpen(job)) return false;
    await this.#elsewhere.ask(job, { action: 'cancel', keepsPart: false });
    return true;
  }

  /** Forgets a job that has ended. */
  async forget(actor: Actor, id: number): Promise<void> {
    const job = await this.#find(actor, id);
    const isForgotten =
      !this.#tracker.live.has(id) &&
      (await this.#dependencies.db.write((tx) => deleteEndedJob(tx, id)));
    if (!isForgotten) throw wrongJobState();
    this.#dependencies.changes.announce(job.userId, { kind: 'forgotten', id });
  }

  /** Returns the observers of jobs, by the ids of their journal records. Recovery leaves incomplete copies of these records to `resumeJobs`. */
  async owners(): Promise<OperationOwners> {
    const owners = new Map<number, ReturnType<JobTracker['observerOf']>>();
    for (const job of await listOpenJobs(this.#dependencies.db.read)) {
      const { operationId, options } = job;
      if (operationId === undefined || options.endsWithClient === true) continue;
      owners.set(operationId, this.#tracker.observerOf(job));
    }
    return owners;
  }

  /**
   * Continues the jobs that an earlier process, or a server that has died, has left. Called by recovery when it has recovered everything else;
   * `resumable` are incomplete copies, whose paths it has claimed.
   */
  async resumeJobs(resumable: readonly ResumableRecord[]): Promise<void> {
    const records = new Map(resumable.map((interrupted) => [interrupted.operationId, interrupted]));
    try {
      const isAbandoned = await this.#dependencies.cluster.abandoned();
      for (const job of await listOpenJobs(this.#dependencies.db.read)) {
        const { id, operationId } = job;
        if (!isAbandoned(job.server)) continue;
        const isKnown =
          this.#tracker.live.has(id) || this.#idle.has(id) || this.#runner.isStarting(id);
        if (isKnown) continue;
        const interrupted = operationId === undefined ? undefined : records.get(operationId);
        await this.#resumeOne(job, interrupted);
        if (operationId !== undefined) records.delete(operationId);
      }
    } finally {
      // Releases the claims of copies that no job has continued. After a failure, the next recovery claims them again.
      releaseAll([...records.values()]);
    }
    await this.#restoreOutcomes();
  }

  /** Interrupts all operations. The next start goes on with jobs. */
  async stop(): Promise<void> {
    this.#tracker.close();
    await this.operations.stop();
  }

  async #resumeOne(job: StoredJob, interrupted: ResumableRecord | undefined): Promise<void> {
    if (job.options.endsWithClient === true)
      return this.#runner.end(job, interrupted, new OperationCancelled());
    const { server } = this.#dependencies.cluster;
    if (server !== undefined)
      await this.#dependencies.db.write((tx) => updateJob(tx, job.id, { server }));
    if (job.state === 'paused' || job.asked !== undefined) {
      if (job.asked?.action === 'pause')
        await this.#dependencies.db.write((tx) => updateJob(tx, job.id, { state: 'paused' }));
      this.#idle.set(job.id, { interrupted });
      // A user has asked the dead server for something.
      if (job.asked !== undefined) this.#requests.handle();
      return;
    }
    // Recovery could not complete its operation, and keeps it for the next start.
    if (job.operationId !== undefined && interrupted === undefined)
      return this.#runner.end(job, undefined, new AppError('storage-failed', 'interrupted'));
    await this.#runner.start(job, interrupted);
  }

  /** True for a job that this server works on, or has to. */
  #isMine({ id, server }: StoredJob): boolean {
    return (
      this.#tracker.live.has(id) ||
      this.#idle.has(id) ||
      server === this.#dependencies.cluster.server
    );
  }

  /** Performs what a user asks of a job of this server that has not ended. */
  async #control(job: StoredJob, { action, keepsPart }: AskedOfJob): Promise<void> {
    const live = this.#tracker.live.get(job.id);
    const idle = this.#idle.get(job.id);
    if (action === 'cancel' && keepsPart) await this.#endWithPart(job, live, idle);
    else if (live !== undefined) await this.#actOnLive(live, action);
    else if (idle !== undefined) await this.#actOnIdle(job, idle, action);
    else throw wrongJobState();
  }

  async #actOnLive(live: LiveJob, action: Exclude<JobAction, 'retry'>): Promise<void> {
    if (action === 'cancel') {
      if (live.ending === 'given-up') throw wrongJobState();
      return this.#tracker.cancel(live, new OperationCancelled());
    }
    const isPaused = live.state === 'paused';
    if (live.ending !== undefined || isPaused !== (action === 'resume')) throw wrongJobState();
    if (action === 'pause') return live.pause();
    if (await this.#tracker.mayGoOn(live.seen)) void live.queue();
    else live.running.cancel(new NoLongerAllowed(), { midway: true });
  }

  async #actOnIdle(
    job: StoredJob,
    { interrupted }: IdleJob,
    action: Exclude<JobAction, 'retry'>,
  ): Promise<void> {
    if (action === 'pause') throw wrongJobState();
    this.#idle.delete(job.id);
    if (action === 'cancel') await this.#runner.end(job, interrupted, new OperationCancelled());
    else await this.#runner.start({ ...job, state: 'queued' }, interrupted);
  }

  /** Ends a copy early, with what is copied. One that an earlier process has left is continued until it is known which files are complete. */
  async #endWithPart(
    job: StoredJob,
    live: LiveJob | undefined,
    idle: IdleJob | undefined,
  ): Promise<void> {
    if (live !== undefined) {
      if (live.ending !== undefined) throw wrongJobState();
      return this.#tracker.endWithPart(live, new OperationCancelled());
    }
    if (idle === undefined) throw wrongJobState();
    this.#idle.delete(job.id);
    const options = { ...job.options, endsWithPart: true };
    await this.#dependencies.db.write((tx) => updateJob(tx, job.id, { options, state: 'queued' }));
    await this.#runner.start({ ...job, options, state: 'queued' }, idle.interrupted);
  }

  /** Runs a failed or cancelled job again, or one that has left entries. */
  async #retry(job: StoredJob): Promise<void> {
    const again = this.#tracker.live.has(job.id) ? undefined : retriedJob(job);
    if (again === undefined) throw wrongJobState();
    const { server } = this.#dependencies.cluster;
    await this.#dependencies.db.write(async (tx) => {
      // Another server may be running it again.
      const present = await findJob(tx, job.id);
      if (present === undefined || isOpen(present)) throw wrongJobState();
      await updateJob(tx, job.id, { ...again, server });
    });
    await this.#runner.start({ ...job, ...again, server }, undefined);
  }

  /** Makes the outcomes of jobs from before a restart available by their keys, for clients that have lost the reply. Done once. */
  async #restoreOutcomes(): Promise<void> {
    if (this.#hasRestoredOutcomes) return;
    const { db, authenticator } = this.#dependencies;
    for (const job of await listEndedJobs(db.read, Date.now() - OUTCOME_KEPT_MS)) {
      const { reply } = job.outcome;
      const actor = reply && (await authenticator.actorOf(job.userId));
      if (reply && actor) this.operations.remember({ ...begunOf(job, actor), key: job.key }, reply);
    }
    this.#hasRestoredOutcomes = true;
  }

  async #find(actor: Actor, id: number): Promise<StoredJob> {
    const job = await findJob(this.#dependencies.db.read, id);
    const mayBeSeen = job?.userId === actor.userId || actor.permissions.has('admin');
    if (job === undefined || !mayBeSeen) throw noSuchJob();
    return job;
  }

  #describe(job: StoredJob, root: TreePath): Job {
    const live = this.#tracker.live.get(job.id);
    // A cancelled job is stored as cancelled while its operation still ends.
    return describeJob(live === undefined || live.ending === 'given-up' ? job : live.seen, root);
  }
}
