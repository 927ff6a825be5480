import type { Entry, Folder, Sorting } from '#contract/files.ts';
import { sortedEntries } from './listing-order.ts';
import type { ItemOrder } from './selectable-list/selectable-list.ts';

/** Entries of a folder in display order: folders first, then files. */
export interface ListingEntries extends ItemOrder<Entry> {
  readonly folders: readonly Entry[];
  readonly files: readonly Entry[];
}

/**
 * Returns the entries of a folder in the requested order. Sorts only if the server's order differs from it. Folders are
 * sorted by name when sorting by size, because their sizes are unknown.
 */
export function listingEntries(folder: Folder, sorting: Sorting): ListingEntries {
  const folders = folder.items.filter((entry) => entry.isDir);
  const files = folder.items.filter((entry) => !entry.isDir);
  const isSorted = sameSorting(folder.sorting, sorting);
  const areFoldersSorted = isSorted && sorting.by !== 'size';
  return entriesOf(
    areFoldersSorted ? folders : sortedEntries(folders, folderSorting(sorting)),
    isSorted ? files : sortedEntries(files, sorting),
  );
}

function folderSorting(sorting: Sorting): Sorting {
  return sorting.by === 'size' ? { by: 'name', asc: false } : sorting;
}

function sameSorting(a: Sorting, b: Sorting): boolean {
  return a.by === b.by && a.asc === b.asc;
}

function entriesOf(folders: readonly Entry[], files: readonly Entry[]): ListingEntries {
  const at = (index: number) => folders[index] ?? files[index - folders.length];
  const count = folders.length + files.length;
  let indexes: Map<string, number> | undefined;

  return {
    folders,
    files,
    count,
    at,
    pathAt: (index) => at(index)?.path,
    indexOf(path) {
      // Created on first use, so that it does not delay the display.
      indexes ??= indexesOf(folders, files);
      return indexes.get(path) ?? -1;
    },
  };
}

function indexesOf(folders: readonly Entry[], files: readonly Entry[]): Map<string, number> {
  const indexes = new Map<string, number>();
  for (const group of [folders, files]) {
    for (const entry of group) indexes.set(entry.path, indexes.size);
  }
  return indexes;
}

/** If more than one in this number of entries is chosen, iterating over all is faster than looking each up and sorting. */
const LOOK_UP_RATIO = 8;

/** Returns the entries with these paths, in display order. */
export function chosenEntries(entries: ListingEntries, paths: ReadonlySet<string>): Entry[] {
  if (paths.size === 0) return [];
  if (paths.size * LOOK_UP_RATIO > entries.count) {
    const isChosen = ({ path }: Entry) => paths.has(path);
    return [...entries.folders.filter(isChosen), ...entries.files.filter(isChosen)];
  }
  return [...paths]
    .map((path) => entries.indexOf(path))
    .filter((index) => index >= 0)
    .toSorted((a, b) => a - b)
    .flatMap((index) => entries.at(index) ?? []);
}

/**
 * Returns the next entry after `from` whose name starts with `typed`, wrapping around; -1 if there is none. With
 * more than one letter, the current entry can match too.
 */
export function indexByTyping(
  entries: ItemOrder<{ readonly name: string }>,
  typed: string,
  from: number,
): number {
  const wanted = typed.toLowerCase();
  const first = typed.length > 1 ? from : from + 1;
  for (let step = 0; step < entries.count; step += 1) {
    const index = (Math.max(0, first) + step) % entries.count;
    if (entries.at(index)?.name.toLowerCase().startsWith(wanted)) return index;
  }
  return -1;
}
