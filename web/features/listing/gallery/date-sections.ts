import type { Entry } from '#contract/files.ts';
import { dayTitle } from '../../../i18n/days-of.ts';
import { capitalized, memoized } from '../../../i18n/format.ts';
import type { ListingSection } from '../../../state/listing-rows.ts';

/** Maximum number of days with headings of their own. Files of more days have one for each month. */
const MAX_DAYS = 31;

/** Divides files, sorted by date, into days or months of the local time. */
export function dateSections(
  files: readonly Pick<Entry, 'modified'>[],
  locale: string,
  now = Date.now(),
): ListingSection[] {
  const dates = files.map(({ modified }) => new Date(modified));
  const days = runsOf(dates, (date) => date.toDateString(), MAX_DAYS);
  if (days !== undefined) {
    return days.map(({ first, count }) => ({
      group: 'files',
      title: dayTitle(first.getTime(), locale, now),
      count,
    }));
  }
  // Months of the calendar of the locale: those of the Persian one begin within Gregorian months.
  const format = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' });
  const titleOfDay = memoized((time: number) => capitalized(format.format(time), locale));
  const monthOf = (date: Date) => titleOfDay(new Date(date).setHours(0, 0, 0, 0));
  const months = runsOf(dates, monthOf, Number.POSITIVE_INFINITY) ?? [];
  return months.map(({ key, count }) => ({ group: 'files', title: key, count }));
}

/** Dates that follow each other and have the same key. */
interface Run {
  readonly key: string;
  readonly first: Date;
  count: number;
}

/** Divides dates into runs; undefined if there are more runs than `most`. */
function runsOf(
  dates: readonly Date[],
  keyOf: (date: Date) => string,
  most: number,
): Run[] | undefined {
  const runs: Run[] = [];
  for (const date of dates) {
    const key = keyOf(date);
    const last = runs.at(-1);
    if (last?.key === key) last.count += 1;
    else runs.push({ key, first: date, count: 1 });
    if (runs.length > most) return undefined;
  }
  return runs;
}
