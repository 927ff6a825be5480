import type { TFunction } from 'i18next';

/** When to try again, as exactly as the server has said. */
export function waitText(t: TFunction, seconds: number | undefined): string {
  return seconds === undefined
    ? t('public.throttledForNow')
    : t('public.throttled', { count: Math.max(1, seconds) });
}
