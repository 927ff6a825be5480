import { type JobKind } from '#contract/jobs.ts';
import { type OperationOutcome } from '#contract/operations.ts';
import { type TreePath, withoutPrefix } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import type { AppError } from '../errors.ts';
import { bootId } from '../lib/boot-id.ts';
import { errorReply } from '../http/error-reply.ts';
import { type StoredJob, updateJob } from '../metadata/jobs.ts';
import type { InterruptedRecord, OperationControl } from '../tree/operation-control.ts';
import { discardResumable, type ResumableRecord } from '../tree/recover-operations.ts';
import { NoLongerAllowed } from './job-errors.ts';
import type { JobTracker, TrackerDependencies } from './job-tracker.ts';
import { OperationCancelled, type OperationEnd, type Operations } from './operations.ts';
import { type BegunOperation, RunningOperation } from './running-operation.ts';
import { failureOf } from './step-at-end.ts';

/** The work of a job, with paths from the root of the server. */
export interface JobRequest extends Pick<StoredJob, 'from' | 'to' | 'options'> {
  /** How far an earlier attempt has come; undefined for a new job. */
  readonly before?: Pick<StoredJob, 'items' | 'totalItems'> | undefined;
}

/** Does the work of a job. It authorizes the actor, as for a request. */
export type PerformJob = (
  actor: Actor,
  request: JobRequest,
  control: OperationControl,
) => Promise<OperationEnd>;

/**
 * Starts stored jobs that an earlier process has left or a user retries, and ends those that cannot go on. The function that does the work of
 * each kind of job is registered first.
 */
export class JobRunner {
  readonly #dependencies: TrackerDependencies;
  readonly #tracker: JobTracker;
  readonly #operations: Operations;
  readonly #kinds = new Map<JobKind, PerformJob>();
  /** Ids of jobs that are being started. */
  readonly #starting = new Set<number>();

  constructor(dependencies: TrackerDependencies, tracker: JobTracker, operations: Operations) {
    this.#dependencies = dependencies;
    this.#tracker = tracker;
    this.#operations = operations;
  }

  register(kind: JobKind, perform: PerformJob): void {
    this.#kinds.set(kind, perform);
  }

  isStarting(id: number): boolean {
    return this.#starting.has(id);
  }

  /** Starts a job. `interrupted` is its incomplete copy, if there is one. Resolves when the work has begun, or the job was ended instead. */
  async start(job: StoredJob, interrupted: ResumableRecord | undefined): Promise<void> {
    this.#starting.add(job.id);
    try {
      const actor = await this.#dependencies.authenticator.actorOf(job.userId);
      if (actor === undefined || !(await this.#tracker.mayGoOn(job)))
        return await this.end(job, interrupted, new NoLongerAllowed());
      this.#run(job, actor, interrupted);
    } finally {
      this.#starting.delete(job.id);
    }
  }

  #run(job: StoredJob, actor: Actor, resumable: ResumableRecord | undefined): void {
    const { tree, log } = this.#dependencies;
    const perform = this.#kinds.get(job.kind);
    if (perform === undefined) throw new Error(`no job of the kind "${job.kind}" is registered`);
    const interrupted = resumable && interruptedRecord(resumable, job);
    const running = new RunningOperation(begunOf(job, actor), job.key, interrupted);
    if (job.options.endsWithPart === true) running.endWithPart(new OperationCancelled());
    const work = async (control: OperationControl): Promise<OperationEnd> => {
      await this.#tracker.adopt(running, { ...job, state: 'queued' });
      control.cancelled.throwIfAborted();
      control.stopping.throwIfAborted();
      return perform(actor, { ...job, before: job }, control);
    };
    void this.#operations.start(running, work).catch(async (err: unknown) => {
      log.info({ job: job.id, reason: err instanceof Error ? err.message : '' }, 'job not done');
      // The operation has failed before it took over the record of the incomplete copy.
      const isLeft = resumable !== undefined && running.record === undefined;
      if (isLeft && !this.#operations.stopping.aborted)
        await discard(tree, resumable, this.#operations);
    });
  }

  /** Ends a job that this process does not work on. */
  async end(
    job: StoredJob,
    interrupted: ResumableRecord | undefined,
    error: AppError,
  ): Promise<void> {
    const { db, tree } = this.#dependencies;
    const state = error instanceof OperationCancelled ? 'cancelled' : 'failed';
    const reply = replyOf(error);
    const outcome = { reply, failure: failureOf(error, reply) };
    const step = { state, endedAt: Date.now(), outcome } as const;
    await db.write((tx) => updateJob(tx, job.id, step), { isIdempotent: true });
    this.#tracker.announce({ ...job, ...step });
    if (interrupted !== undefined) await discard(tree, interrupted, this.#operations);
  }
}

/** Returns how the incomplete copy is continued: after a restart of the machine, the contents of its files are compared. */
function interruptedRecord(interrupted: ResumableRecord, job: StoredJob): InterruptedRecord {
  const continues = job.bootId === bootId() ? 'by-time' : 'comparing-contents';
  return { record: interrupted.record, release: interrupted.release, continues };
}

/** Returns the operation of a job, with paths as its user sees them now. */
export function begunOf(job: StoredJob, actor: Actor): BegunOperation & { readonly key: string } {
  const seen = (path: TreePath) => withoutPrefix(actor.root, path) ?? path;
  return {
    actor,
    kind: job.kind,
    from: seen(job.from),
    to: job.to && seen(job.to),
    options: job.options,
    key: job.key,
  };
}

/** Removes an incomplete copy that will not be continued. */
async function discard(
  tree: TrackerDependencies['tree'],
  interrupted: ResumableRecord,
  { stopping }: Operations,
): Promise<void> {
  // Entries that cannot be removed now are removed by the recovery of the next start.
  await discardResumable(tree, interrupted, stopping).catch(() => undefined);
}

function replyOf(error: AppError): OperationOutcome {
  const { status, body, headers = {} } = errorReply(error);
  return { status, text: body, headers };
}
