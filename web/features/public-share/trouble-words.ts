import type { TFunction } from 'i18next';
import { ApiError } from '../../api/http.ts';

/** Returns the message for visitors about a failed request. */
export function troubleWords(t: TFunction, failure: unknown): string {
  const status = failure instanceof ApiError ? failure.status : undefined;
  if (status === 0 || status === 502 || status === 503) return t('trouble.noConnection');
  if (status === 401) return t('trouble.password');
  if (status === 403) return t('trouble.refused');
  if (status === 404) return t('trouble.gone');
  if (status === 429) return t('trouble.tooOften');
  return t('trouble.other');
}

/** Returns true if the share may have ended, so that it should be checked again. */
export function mayHaveEnded(failure: unknown): boolean {
  return failure instanceof ApiError && [401, 403, 404].includes(failure.status);
}
