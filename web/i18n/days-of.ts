import { formatDay } from './format.ts';

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
    groups.set(title, [...(groups.get(title) ?? []), item]);
  }
  return [...groups].map(([title, own]) => ({ title, items: own }));
}

/** Returns "Today", "Yesterday" or a date for a local day. */
export function dayTitle(time: number, locale: string, now: number): string {
  const days = Math.round((startOfDay(time) - startOfDay(now)) / DAY_MS);
  if (days < -1 || days > 0) return formatDay(new Date(time), locale);
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(days, 'day');
  return capitalized(words, locale);
}

/** Returns a word or a date as it stands in a title: many languages write them in lower case within sentences. */
export function capitalized(text: string, locale: string): string {
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);
}

function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}
