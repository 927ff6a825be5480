import type { Job } from '#contract/jobs.ts';
import { nameOf, type TreePath } from '#contract/paths.ts';
import type { TFunction } from 'i18next';
import { isolate } from '../../lib/isolate.ts';

export function nameOfJob({ from }: Job): string {
  return nameOf(from as TreePath); // The server sends paths.
}

export function titleOfJob(t: TFunction, job: Job): string {
  return `${t(`acts.one.${job.kind}`)} ${isolate(nameOfJob(job))}`;
}

/** Returns a word for the state; undefined for a job that runs, whose figures say more. */
export function stateOfJob(t: TFunction, { state, failure }: Job): string | undefined {
  switch (state) {
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
      return failure === undefined
        ? t('activity.failed')
        : `${t('activity.failed')}: ${isolate(failure.text)}`;
  }
}
