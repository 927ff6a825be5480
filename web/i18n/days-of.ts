import { capitalized, formatDay, relativeFormat } from './format.ts';

export interface Group<Item> {
  readonly title: string;
  readonly items: readonly Item[];
}

const DAY_MS = 86_400_000;

/** Groups items, the latest first, by their local day: "Today", "Yesterday", "12 Mar 2025". */
export function daysOf<Item>(
  items: readonly Item[],
  timeOf: (item: Item) => number,
  locale: string,
  now = Date.now(),
): Group<Item>[] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const title = dayTitle(timeOf(item), locale, now);
    const known = groups.get(title);
    if (known) known.push(item);
    else groups.set(title, [item]);
  }
  return [...groups].map(([title, own]) => ({ title, items: own }));
}

/** Returns "Today", "Yesterday" or a date for a local day. */
export function dayTitle(time: number, locale: string, now: number): string {
  const days = Math.round((startOfDay(time) - startOfDay(now)) / DAY_MS);
  if (days < -1 || days > 0) return formatDay(new Date(time), locale);
  return capitalized(relativeFormat(locale).format(days, 'day'), locale);
}

function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}
