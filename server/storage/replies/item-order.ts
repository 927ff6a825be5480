import type { Sorting } from '#contract/files.ts';
import { compareNaturally, sortKey } from './natural-order.ts';
import type { ListingRow } from './listing-row.ts';

/** A folder counts as this many bytes plus its own size (compatibility.md 3.7). */
const FOLDER_BYTES = -(2 ** 31);

type Sortable = Pick<ListingRow, 'name' | 'stat'>;

/** Sorts as File Browser 2 does, where the direction of names is inverted. `entries` are in byte order. */
export function sortEntries<Entry extends Sortable>(
  entries: readonly Entry[],
  sorting: Sorting,
): Entry[] {
  const { by, asc } = sorting;
  if (sortsByName(sorting)) return foldersFirst(sortByName(entries, ({ name }) => name, asc));
  if (by === 'size') return sortBy(entries, sizeOf, asc);
  if (by === 'modified') return sortBy(entries, ({ stat }) => stat.modifiedNs, asc);
  return [...entries];
}

/**
 * Returns true if entries are sorted by name: also for unknown columns in ascending order; in descending order these
 * stay in byte order (compatibility.md 3.7).
 */
export function sortsByName({ by, asc }: Sorting): boolean {
  return by === 'name' || (asc && by !== 'size' && by !== 'modified');
}

/** Sorts by name. `reversed` is the order that clients request as ascending: from Z to A. */
export function sortByName<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  reversed: boolean,
): Item[] {
  const keyed = items.map((item) => ({ item, key: sortKey(nameOf(item)) }));
  const direction = reversed ? -1 : 1;
  keyed.sort((a, b) => direction * compareNaturally(a.key, b.key));
  return keyed.map(({ item }) => item);
}

function foldersFirst<Entry extends Sortable>(entries: readonly Entry[]): Entry[] {
  return [...entries.filter(isFolder), ...entries.filter((entry) => !isFolder(entry))];
}

function isFolder({ stat }: Sortable): boolean {
  return stat.kind === 'folder';
}

function sizeOf(entry: Sortable): number {
  return isFolder(entry) ? FOLDER_BYTES + entry.stat.size : entry.stat.size;
}

function sortBy<Entry extends Sortable, Key extends number | bigint>(
  entries: readonly Entry[],
  keyOf: (entry: Entry) => Key,
  ascending: boolean,
): Entry[] {
  const direction = ascending ? 1 : -1;
  return [...entries].sort((a, b) => {
    const x = keyOf(a);
    const y = keyOf(b);
    return x === y ? 0 : (x < y ? -1 : 1) * direction;
  });
}
