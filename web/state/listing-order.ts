import type { Entry, Sorting } from '#contract/files.ts';

/**
 * A text that compares by code units as the server compares names: letters folded to lower case,
 * digit runs as numbers. A run becomes a digit sign, its length and its digits, so that a longer
 * number is greater and digits keep their place among other characters.
 */
export function naturalKey(name: string): string {
  const folded = name.toLowerCase();
  if (!/\d/.test(folded)) return folded;
  return folded.replace(/\d+/g, (run) => {
    const digits = run.replace(/^0+/, '');
    return `0${String.fromCharCode(digits.length)}${digits}`;
  });
}

/** Milliseconds since 1970 with the fraction that RFC 3339 may carry beyond them; 0 when unreadable. */
export function timeOf(modified: string): number {
  const milliseconds = Date.parse(modified);
  if (Number.isNaN(milliseconds)) return 0;
  const beyond = /\.\d{3}(\d{1,6})/.exec(modified)?.[1] ?? '';
  return milliseconds + Number(`0.${beyond}0`);
}

/**
 * `entries` in the order asked for. Names are computed into keys once: comparing 100,000 names
 * through a collator takes seconds. Entries that are equal keep the order of their names.
 */
export function sortedEntries(entries: readonly Entry[], { by, asc }: Sorting): readonly Entry[] {
  const byName = inNameOrder(entries);
  // WIRE 3.7: for names, and only for names, `asc: false` is A→Z.
  if (by === 'name') return asc ? byName.toReversed() : byName;
  const numbers = by === 'size' ? (entry: Entry) => entry.size : timeOfEntry;
  return inNumberOrder(byName, numbers, asc ? 1 : -1);
}

const timeOfEntry = (entry: Entry) => timeOf(entry.modified);

interface Keyed<Key> {
  readonly entry: Entry;
  readonly key: Key;
}

function inNameOrder(entries: readonly Entry[]): readonly Entry[] {
  const keyed = entries.map((entry) => ({ entry, key: naturalKey(entry.name) }));
  keyed.sort(compareNames);
  return keyed.map(({ entry }) => entry);
}

function compareNames(a: Keyed<string>, b: Keyed<string>): number {
  if (a.key !== b.key) return a.key < b.key ? -1 : 1;
  if (a.entry.name === b.entry.name) return 0;
  return a.entry.name < b.entry.name ? -1 : 1;
}

function inNumberOrder(
  entries: readonly Entry[],
  numberOf: (entry: Entry) => number,
  direction: 1 | -1,
): readonly Entry[] {
  const keyed = entries.map((entry) => ({ entry, key: numberOf(entry) }));
  keyed.sort((a, b) => direction * (a.key - b.key));
  return keyed.map(({ entry }) => entry);
}

/** Is the column's arrow to point up, that is: A→Z, small to large, old to new? */
export function isRising({ by, asc }: Sorting): boolean {
  return by === 'name' ? !asc : asc;
}

/** What a click on a column asks for: its own rising order first, then the other way round. */
export function nextSorting(current: Sorting, by: Sorting['by']): Sorting {
  const rising = current.by === by ? !isRising(current) : true;
  return { by, asc: by === 'name' ? !rising : rising };
}
