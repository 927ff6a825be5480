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
 * `entries` in the order the server would send them in. Names are made into keys once: comparing
 * 100,000 of them through a collator takes seconds. Ties go by the names as they are, as there.
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

/** Is the column's arrow to point up, that is: A→Z, small to large, old to new? */
export function isRising({ by, asc }: Sorting): boolean {
  return by === 'name' ? !asc : asc;
}

/** What a click on a column asks for: its own rising order first, then the other way round. */
export function nextSorting(current: Sorting, by: Sorting['by']): Sorting {
  const rising = current.by === by ? !isRising(current) : true;
  return { by, asc: by === 'name' ? !rising : rising };
}
