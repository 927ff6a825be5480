import type { TFunction } from 'i18next';

/** What a failed call means, in a sentence. Works on anything thrown; knows failures by their `status`. */
export function failureText(t: TFunction, failure: unknown): string {
  const reason = failure instanceof Error ? failure.message : String(failure);
  const status = failure instanceof Error && 'status' in failure ? failure.status : undefined;
  if (failure instanceof Error && failure.name === 'OutcomeUnknown')
    return t('errors.outcomeUnknown');
  if (status === 0) return t('errors.noConnection');
  if (status === 403) return t('errors.forbidden');
  if (status === 404) return t('errors.notFound');
  if (status === 409) return t('errors.alreadyExists');
  if (status === 413) return t('errors.tooLarge');
  if (status === 423) return t('errors.locked');
  if (status === 429) return t('errors.tooManyRequests');
  if (status === 500) return t('errors.internal');
  if (status === 507) return t('errors.noSpace');
  return t('errors.unknown', { reason });
}
