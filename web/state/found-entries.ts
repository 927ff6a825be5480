import type { Entry } from '#contract/files.ts';
import type { SelectionOrder } from './selection.ts';
import { folderHolding } from './transfer-plan.ts';

/** What a search has found, in the order in which it came. */
export interface FoundEntries extends SelectionOrder {
  at(index: number): Entry | undefined;
  /** Those whose paths are in `paths`, in the order they are shown. */
  chosen(paths: ReadonlySet<string>): Entry[];
}

export function foundEntries(entries: readonly Entry[]): FoundEntries {
  let places: Map<string, number> | undefined;
  const indexOf = (path: string) => {
    // Made when it is first asked for: showing what is found must not wait for it.
    places ??= new Map(entries.map((entry, index) => [entry.path, index]));
    return places.get(path) ?? -1;
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

/** The deepest folder that holds all of them: '' for the home. */
export function folderOfAll(entries: readonly Entry[]): string {
  const [first, ...others] = entries.map(folderHolding);
  let common = first ?? '';
  for (const folder of others) {
    while (!`${folder}/`.startsWith(`${common}/`)) common = folderHolding({ path: common });
  }
  return common;
}

/** Without what lies in a folder that is among them: whatever happens to the folder happens to all that is in it. */
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
