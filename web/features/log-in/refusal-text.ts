import type { TFunction } from 'i18next';
import { ApiError } from '../../api/http.ts';
import { failureText } from '../../i18n/failure-text.ts';

/** Returns the message for a failed login. */
export function refusalText(t: TFunction, failure: unknown): string {
  if (!(failure instanceof ApiError)) return failureText(t, failure);
  if (failure.status === 403) return t('session.wrongCredentials');
  if (failure.status !== 429) return failureText(t, failure);
  const seconds = failure.retryAfterSeconds;
  return seconds === undefined
    ? t('session.throttledForNow')
    : t('session.throttled', { count: seconds });
}
