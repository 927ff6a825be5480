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
  const direction = asc ? 1 : -1;
  if (by === 'size') return inOrder(entries, ({ size }) => size, direction);
  if (by === 'modified') return inOrder(entries, ({ modified }) => timeOf(modified), direction);
  // compatibility.md 3.7: for names, and only for names, `asc: false` is A→Z.
  return inOrder(entries, ({ name }) => naturalKey(name), -direction);
}

function inOrder<Key extends string | number>(
  entries: readonly Entry[],
  keyOf: (entry: Entry) => Key,
  direction: number,
): readonly Entry[] {
  const keyed = entries.map((entry) => ({ entry, key: keyOf(entry) }));
  keyed.sort((a, b) => {
    if (a.key !== b.key) return a.key < b.key ? -direction : direction;
    return a.entry.name < b.entry.name ? -1 : 1;
  });
  return keyed.map(({ entry }) => entry);
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
