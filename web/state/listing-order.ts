import type { Entry, Sorting } from '#contract/files.ts';

/**
 * Returns a key that sorts by code units in the server's order: lower case, with runs of digits as numbers. A run
 * becomes a digit, its length and its digits, so that longer numbers are greater.
 */
export function naturalKey(name: string): string {
  const folded = name.toLowerCase();
  if (!/\d/.test(folded)) return folded;
  return folded.replace(/\d+/g, (run) => {
    const digits = run.replace(/^0+/, '');
    return `0${String.fromCharCode(digits.length)}${digits}`;
  });
}

/** Returns milliseconds since 1970 including the fractions that RFC 3339 allows; 0 if invalid. */
export function timeOf(modified: string): number {
  const milliseconds = Date.parse(modified);
  if (Number.isNaN(milliseconds)) return 0;
  const beyond = /\.\d{3}(\d{1,6})/.exec(modified)?.[1] ?? '';
  return milliseconds + Number(`0.${beyond}0`);
}

/**
 * Sorts entries in the server's order. Each name is converted to a key once, because a collator takes seconds for
 * 100,000 names. Ties compare the original names.
 */
export function sortedEntries(entries: readonly Entry[], { by, asc }: Sorting): readonly Entry[] {
  const { keyOf, compare } = orderOf({ by, asc });
  const keyed = entries.map((entry) => ({ entry, key: keyOf(entry) }));
  return keyed.sort(compare).map(({ entry }) => entry);
}

/** Returns sorted entries with others in order. Computes the keys of only a few of the sorted ones. */
export function withInserted(
  sorted: readonly Entry[],
  others: readonly Entry[],
  sorting: Sorting,
): readonly Entry[] {
  const { keyOf, compare } = orderOf(sorting);
  const keyed = (entry: Entry) => ({ entry, key: keyOf(entry) });
  const merged: Entry[] = [];
  let taken = 0;
  for (const other of sortedEntries(others, sorting)) {
    const index = firstIndex((at) => compare(keyed(sorted[at] ?? other), keyed(other)) < 0, {
      from: taken,
      to: sorted.length,
    });
    for (; taken < index; taken += 1) merged.push(sorted[taken] ?? other);
    merged.push(other);
  }
  return merged.concat(sorted.slice(taken));
}

/** Returns the first index for which `isBefore` is false, by bisection. */
function firstIndex(
  isBefore: (index: number) => boolean,
  range: { from: number; to: number },
): number {
  let { from, to } = range;
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (isBefore(middle)) from = middle + 1;
    else to = middle;
  }
  return from;
}

interface Keyed {
  readonly entry: Entry;
  readonly key: string | number;
}

function orderOf({ by, asc }: Sorting) {
  // compatibility.md 3.7: for names, and only for names, `asc: false` is A→Z.
  const direction = asc === (by !== 'name') ? 1 : -1;
  const keyOf = (entry: Entry) => {
    if (by === 'size') return entry.size;
    return by === 'modified' ? timeOf(entry.modified) : naturalKey(entry.name);
  };
  const compare = (a: Keyed, b: Keyed) => {
    if (a.key !== b.key) return a.key < b.key ? -direction : direction;
    return a.entry.name < b.entry.name ? -1 : 1;
  };
  return { keyOf, compare };
}

/** Returns true for ascending order: A→Z, small to large, old to new. */
export function isAscending({ by, asc }: Sorting): boolean {
  return by === 'name' ? !asc : asc;
}

/** Returns the sorting after a click on a column: ascending first, then reversed. */
export function nextSorting(current: Sorting, by: Sorting['by']): Sorting {
  const ascending = current.by === by ? !isAscending(current) : true;
  return { by, asc: by === 'name' ? !ascending : ascending };
}
