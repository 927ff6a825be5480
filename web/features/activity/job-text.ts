import type { Job } from '#contract/jobs.ts';
import { nameOf, type TreePath } from '#contract/paths.ts';
import { readRefusal } from '#contract/refusals.ts';
import type { TFunction } from 'i18next';
import { ApiError } from '../../api/http.ts';
import { failureText } from '../../i18n/failure-text.ts';
import { isolate } from '../../lib/isolate.ts';

/** Returns the name of the first item of a job, or that of the trash for a job that empties it. */
export function nameOfJob(t: TFunction, { from, kind, count }: Job): string {
  if (kind === 'purge' && count === undefined) return t('shell.trash');
  return nameOf(from as TreePath); // The server sends paths.
}

/** Returns the kind of a job, the name of its first item, and the number of further items. */
export function titleOfJob(t: TFunction, job: Job): string {
  const { kind, count } = job;
  if (kind === 'purge' && count === undefined) return t('activity.emptying');
  const others = count === undefined || count < 2 ? '' : ` +${count - 1}`;
  return `${verbOf(t, kind)} ${isolate(nameOfJob(t, job))}${others}`;
}

function verbOf(t: TFunction, kind: Job['kind']): string {
  if (kind === 'restore') return t('activity.restoring');
  if (kind === 'undo') return t('activity.undoing');
  return t(`acts.one.${kind === 'purge' ? 'delete' : kind}`);
}

/** Returns a word for the state, with the reason of a failure; undefined for a job that runs, whose figures say more. */
export function stateOfJob(t: TFunction, job: Job): string | undefined {
  switch (job.state) {
    case 'running':
      return undefined;
    case 'queued':
      return t('uploads.waiting');
    case 'paused':
      return t('activity.paused');
    case 'done':
      return t('uploads.done');
    case 'cancelled':
      return t('uploads.cancelled');
    case 'failed':
      return failedText(t, job);
  }
}

function failedText(t: TFunction, { failure, errors }: Job): string {
  // Items that could not be read are listed below the state.
  if (failure === undefined || errors.some(({ reason }) => reason === 'unreadable'))
    return t('activity.failed');
  const { status, text, refusal } = failure;
  const thrown = new ApiError(status, text, { refusal: readRefusal(refusal) });
  return `${t('activity.failed')}: ${failureText(t, thrown)}`;
}
