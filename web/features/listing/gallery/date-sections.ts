import type { Entry } from '#contract/files.ts';
import { capitalized, dayTitle } from '../../../i18n/days-of.ts';
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
  const monthOf = (date: Date) => 12 * date.getFullYear() + date.getMonth();
  const months = runsOf(dates, monthOf, Number.POSITIVE_INFINITY) ?? [];
  const format = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric' });
  return months.map(({ first, count }) => ({
    group: 'files',
    title: capitalized(format.format(first), locale),
    count,
  }));
}

/** Dates that follow each other and have the same key. */
interface Run {
  readonly key: string | number;
  readonly first: Date;
  count: number;
}

/** Returns the runs; undefined for more than `most`. */
function runsOf(
  dates: readonly Date[],
  keyOf: (date: Date) => string | number,
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
