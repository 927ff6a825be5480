import type { Refusal } from '#contract/refusals.ts';
import type { TFunction } from 'i18next';

/** Returns the message for a failed call. Accepts any thrown value and identifies failures by their `status`. */
export function failureText(t: TFunction, failure: unknown): string {
  const refusal = refusalOf(failure);
  if (refusal) return refusalSentence(t, refusal);
  const reason = failure instanceof Error ? failure.message : String(failure);
  const status = failure instanceof Error && 'status' in failure ? failure.status : undefined;
  if (failure instanceof Error && failure.name === 'OutcomeUnknown')
    return t('errors.outcomeUnknown');
  if (
    failure instanceof Error &&
    'isCommandRefusal' in failure &&
    failure.isCommandRefusal === true
  )
    return t('errors.commandRefused');
  if (status === 0) return t('errors.noConnection');
  if (status === 403) return t('errors.forbidden');
  if (status === 404) return t('errors.notFound');
  if (status === 409) return t('errors.alreadyExists');
  if (status === 413) return t('errors.tooLarge');
  if (status === 423) return t('errors.locked');
  if (status === 429) return t('errors.tooManyRequests');
  if (status === 507) return t('errors.noSpace');
  if (typeof status === 'number' && status >= 500) return t('errors.internal');
  return t('errors.unknown', { reason });
}

/** Returns true for a defect of the server or the page, which users may want to report. */
export function isUnexpected(failure: unknown): boolean {
  if (!(failure instanceof Error) || refusalOf(failure)) return false;
  if ('isCommandRefusal' in failure && failure.isCommandRefusal === true) return false;
  if (failure.name === 'OutcomeUnknown') return false;
  const status = 'status' in failure ? failure.status : undefined;
  // 503 and 507 describe the state of the server's disks; without a status, the page itself failed.
  return status === undefined || (Number(status) >= 500 && status !== 503 && status !== 507);
}

/** Returns the refusal that the server explains; undefined for every other failure. */
export function refusalOf(failure: unknown): Refusal | undefined {
  return failure instanceof Error && 'refusal' in failure
    ? (failure.refusal as Refusal | undefined)
    : undefined;
}

/** Returns true when a call failed because the disk of the served files is missing or does not answer. */
export function isDiskUnavailable(failure: unknown): boolean {
  return refusalOf(failure)?.code === 'disk-unavailable';
}

/** Returns the message of a refusal; a general one for a code of a newer server, which this page does not have. */
export function refusalSentence(t: TFunction, { code, about }: Refusal): string {
  // Part of the first translations, because it is needed with the first listing.
  if (code === 'disk-unavailable') return t('errors.diskUnavailable');
  return t([`refusals.${code}`, 'errors.unknown'], { about, reason: code });
}
