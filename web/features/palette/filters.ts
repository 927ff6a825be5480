import type { Entry } from '#contract/files.ts';
import type { ParseKeys } from 'i18next';

/** A restriction of the files. At most one of each group is on. */
export interface Filter {
  readonly id: string;
  readonly group: 'kind' | 'date' | 'size';
  readonly label: ParseKeys;
  /** Part of the search query. */
  readonly term?: string;
  isMatch(entry: Entry, now: number): boolean;
}

/** Size from which files are large, in bytes. */
export const LARGE_BYTES = 10 * 1024 * 1024;

const DAY_MS = 24 * 60 * 60 * 1_000;

const changedWithin =
  (days: number): Filter['isMatch'] =>
  ({ modified }, now) =>
    now - Date.parse(modified) <= days * DAY_MS;

/** All filters, in display order. The search has terms for types; the others apply to its results. */
export const FILTERS: readonly Filter[] = [
  { id: 'folder', group: 'kind', label: 'listing.folders', isMatch: ({ isDir }) => isDir },
  ofType('image', 'search.images'),
  ofType('video', 'search.videos'),
  ofType('audio', 'search.music'),
  {
    id: 'pdf',
    group: 'kind',
    label: 'search.pdfs',
    term: 'type:pdf',
    isMatch: ({ extension }) => extension.toLowerCase() === '.pdf',
  },
  { id: 'week', group: 'date', label: 'palette.pastWeek', isMatch: changedWithin(7) },
  { id: 'month', group: 'date', label: 'palette.pastMonth', isMatch: changedWithin(30) },
  {
    id: 'large',
    group: 'size',
    label: 'palette.large',
    isMatch: ({ isDir, size }) => !isDir && size >= LARGE_BYTES,
  },
];

function ofType(type: Entry['type'], label: ParseKeys): Filter {
  return {
    id: type,
    group: 'kind',
    label,
    term: `type:${type}`,
    isMatch: (entry) => entry.type === type,
  };
}

/** Turns a filter on or off. Turning it on turns off the others of its group. */
export function toggled(filters: readonly Filter[], filter: Filter): readonly Filter[] {
  if (filters.includes(filter)) return filters.filter((one) => one !== filter);
  return [...filters.filter(({ group }) => group !== filter.group), filter];
}
