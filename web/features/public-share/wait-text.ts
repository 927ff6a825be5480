import type { TFunction } from 'i18next';

/** Returns the message about the time of the next attempt. */
export function waitText(t: TFunction, seconds: number | undefined): string {
  return seconds === undefined
    ? t('public.throttledForNow')
    : t('public.throttled', { count: Math.max(1, seconds) });
}
