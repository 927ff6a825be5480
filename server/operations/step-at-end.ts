import { type JobError, type JobFailure, type JobKind, MAX_JOB_ERRORS } from '#contract/jobs.ts';
import type { OperationOutcome } from '#contract/operations.ts';
import { REFUSAL_HEADER } from '#contract/refusals.ts';
import type { JobOutcome, JobStep } from '../metadata/jobs.ts';
import type { NotCopied } from '../storage/walk-outcomes.ts';
import { EntriesLeft } from '../tree/temporary-entry.ts';
import { NoLongerAllowed } from './job-errors.ts';
import type { LiveJob } from './live-job.ts';
import type { Ended } from './operations.ts';

/** Reason that is reported for the entries that each kind of job leaves. */
const REASONS: Readonly<Record<JobKind, JobError['reason']>> = {
  copy: 'left-out',
  move: 'not-removed',
  delete: 'left-out',
  restore: 'not-restored',
  purge: 'not-removed',
  undo: 'not-undone',
};

/** Returns what is stored about a job when its operation ends. */
export function stepAtEnd(job: LiveJob, ended: Ended): JobStep {
  const { items, bytes, totalItems, totalBytes } = job.seen;
  const progress = { items, bytes, totalItems, totalBytes };
  if (ended.kind === 'stopped') return progress;
  const endedAt = Date.now();
  if (ended.kind === 'done') {
    const { reply, result, left } = ended.end;
    const errors = errorsOf(left, REASONS[job.seen.kind]);
    const unreadable = left?.unreadable?.count ?? 0;
    const outcome = { reply, result, ...errors };
    if (left?.isPartial) {
      const kept = job.seen.items;
      return { ...progress, state: 'cancelled', endedAt, outcome: { ...outcome, kept } };
    }
    if (unreadable > 0) {
      const failure = { status: 403, text: `${unreadable} items could not be read` };
      return { ...progress, state: 'failed', endedAt, outcome: { ...outcome, failure } };
    }
    return { ...progress, state: 'done', endedAt, outcome };
  }
  const { error, reply } = ended;
  const outcome = { reply, failure: failureOf(error, reply), kept: job.running.kept };
  if (job.running.wasCancelledBy(error) && !(error instanceof NoLongerAllowed))
    return { ...progress, state: 'cancelled', endedAt, outcome };
  const left = error instanceof EntriesLeft ? errorsOf(error.left, 'not-removed') : {};
  return { ...progress, state: 'failed', endedAt, outcome: { ...outcome, ...left } };
}

/** Returns the failure that is stored with a job, for an error and its reply. */
export function failureOf(error: unknown, { status, text, headers }: OperationOutcome): JobFailure {
  const refusal = headers[REFUSAL_HEADER.toLowerCase()];
  const reason = error instanceof NoLongerAllowed ? error.message : text.trim();
  return { status, text: reason, ...(refusal !== undefined && { refusal }) };
}

function errorsOf(left: NotCopied | undefined, reason: JobError['reason']): JobOutcome {
  if (left === undefined || left.count === 0) return {};
  const unreadable = new Set(left.unreadable?.names);
  const errors = left.names.slice(0, MAX_JOB_ERRORS).map((item) => ({
    item: item.toWellFormed(),
    reason: unreadable.has(item) ? ('unreadable' as const) : reason,
  }));
  return { errors, errorCount: left.count };
}
