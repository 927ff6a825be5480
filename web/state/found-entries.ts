import type { Entry } from '#contract/files.ts';
import type { ItemOrder } from './selectable-list/selectable-list.ts';
import { folderHolding } from './transfer-plan.ts';

/** Results of a search in the order of their arrival. */
export interface FoundEntries extends ItemOrder<Entry> {
  /** Returns the results with these paths, in display order. */
  chosen(paths: ReadonlySet<string>): Entry[];
}

export function foundEntries(entries: readonly Entry[]): FoundEntries {
  let indexes: Map<string, number> | undefined;
  const indexOf = (path: string) => {
    // Created on first use, so that it does not delay the display.
    indexes ??= new Map(entries.map((entry, index) => [entry.path, index]));
    return indexes.get(path) ?? -1;
  };
  return {
    count: entries.length,
    at: (index) => entries[index],
    pathAt: (index) => entries[index]?.path,
    indexOf,
    chosen: (paths) =>
      [...paths]
        .map(indexOf)
        .filter((index) => index >= 0)
        .toSorted((a, b) => a - b)
        .flatMap((index) => entries[index] ?? []),
  };
}

/** Returns the deepest folder that contains all entries; '' is the home folder. */
export function folderOfAll(entries: readonly Entry[]): string {
  const [first, ...others] = entries.map(folderHolding);
  let common = first ?? '';
  for (const folder of others) {
    while (!`${folder}/`.startsWith(`${common}/`)) common = folderHolding({ path: common });
  }
  return common;
}

/** Removes entries inside other entries of the list, because operations on a folder include its contents. */
export function outermost(entries: readonly Entry[]): Entry[] {
  const folders = new Set(entries.filter(({ isDir }) => isDir).map(({ path }) => path));
  if (folders.size === 0) return [...entries];
  return entries.filter((entry) => !isInAny(folders, entry));
}

function isInAny(folders: ReadonlySet<string>, entry: Entry): boolean {
  let path = folderHolding(entry);
  while (path !== '' && !folders.has(path)) path = folderHolding({ path });
  return path !== '';
}
