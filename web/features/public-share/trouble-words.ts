import type { TFunction } from 'i18next';
import { ApiError } from '../../api/http.ts';

/** Why something behind a link did not come, in a sentence for somebody who has never seen this program. */
export function troubleWords(t: TFunction, failure: unknown): string {
  const status = failure instanceof ApiError ? failure.status : undefined;
  if (status === 0 || status === 502 || status === 503) return t('trouble.noConnection');
  if (status === 401) return t('trouble.password');
  if (status === 403) return t('trouble.refused');
  if (status === 404) return t('trouble.gone');
  if (status === 429) return t('trouble.tooOften');
  return t('trouble.other');
}

/** Whether the link itself may have ended, so that the page had better look. */
export function mayHaveEnded(failure: unknown): boolean {
  return failure instanceof ApiError && [401, 403, 404].includes(failure.status);
}
