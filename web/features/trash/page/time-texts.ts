import { capitalized, memoized } from '../../../i18n/format.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Formats a duration in whole days, or in hours below two days: '30 days'. */
export function daysText(ms: number, locale: string): string {
  if (ms >= 2 * DAY_MS) return durationFormat(locale, 'day').format(Math.round(ms / DAY_MS));
  return durationFormat(locale, 'hour').format(Math.max(1, Math.round(ms / HOUR_MS)));
}

/** Formats the time until the deletion in whole days, or in hours on the last one, for a cell of its own: 'In 12 days'. */
export function untilText(expiresAt: number, locale: string, now = Date.now()): string {
  const left = Math.max(0, expiresAt - now);
  const format = relativeFormat(locale);
  const text =
    left >= DAY_MS
      ? format.format(Math.round(left / DAY_MS), 'day')
      : format.format(Math.max(1, Math.ceil(left / HOUR_MS)), 'hour');
  return capitalized(text, locale);
}

const durationFormat = memoized(
  (locale: string, unit: string) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }),
);

const relativeFormat = memoized(
  (locale: string) => new Intl.RelativeTimeFormat(locale, { numeric: 'always' }),
);
