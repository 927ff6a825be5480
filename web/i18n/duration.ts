import { memoized } from './format.ts';

const MINUTE = 60;

/** Formats a duration in its largest unit below hours, or in hours and minutes: '34 sec', '5 min', '1 hr 20 min'. */
export function formatDuration(seconds: number, locale: string): string {
  if (seconds < MINUTE) return unitFormat(locale, 'second').format(Math.ceil(seconds));
  const minutes = Math.ceil(seconds / MINUTE);
  if (minutes < 60) return unitFormat(locale, 'minute').format(minutes);
  const hours = unitFormat(locale, 'hour').format(Math.floor(minutes / 60));
  return minutes % 60 === 0
    ? hours
    : `${hours} ${unitFormat(locale, 'minute').format(minutes % 60)}`;
}

const unitFormat = memoized(
  (locale: string, unit: string) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }),
);
