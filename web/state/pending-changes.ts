import type { Entry, Folder } from '#contract/files.ts';
import { createStore } from 'zustand/vanilla';
import { sortedEntries } from './listing-order.ts';

/** A change that has been requested and is shown as if it were done: a deletion of entries, or a rename of one. */
export interface PendingChange {
  readonly id: number;
  /** New paths by the paths of the entries; undefined for entries that are being deleted. */
  readonly moves: ReadonlyMap<string, string | undefined>;
}

/** Changes in the order of their requests: a later one may be about an entry that has got a name from an earlier one, or for itself. */
export type PendingChanges = readonly PendingChange[];

/**
 * Changes that are not done yet. They are kept beside the cache of the server's replies, so that a listing that is read
 * meanwhile does not revert them (docs/decisions/0025-pending-changes.md).
 */
export const pendingChanges = createStore<{ readonly changes: PendingChanges }>(() => ({
  changes: [],
}));

/** Paths on the server by the paths that the page shows for entries whose rename is under way. */
const renames = new Map<string, Promise<string>>();

/**
 * Returns the path of an entry on the server, after a pending rename of it has ended. Every operation on an entry that
 * is shown under a new name starts with this.
 */
export function settledPath(path: string): Promise<string> {
  return renames.get(path) ?? Promise.resolve(path);
}

/** Makes `settledPath` wait for a rename that is under way, until the returned function is called. */
export function beginRename(newPath: string, settled: Promise<string>): () => void {
  renames.set(newPath, settled);
  return () => {
    if (renames.get(newPath) === settled) renames.delete(newPath);
  };
}

/** Returns true if the entry that the page has shown at the path is being deleted. */
export function isBeingDeleted(path: string, changes: PendingChanges): boolean {
  const last = changes.findLast((change) => change.moves.has(path) || newPathOf(change) === path);
  return last !== undefined && newPathOf(last) === undefined;
}

/** Maximum size of a folder that is sorted again after a rename. In larger ones, the entry moves when the server has answered. */
const MAX_SORTED = 5_000;

/** Returns the folder with its pending changes, or the same object if there are none. */
export function withPending(folder: Folder, changes: PendingChanges): Folder {
  const items = entriesWithPending(folder.items, changes);
  if (items === folder.items) return folder;
  const mustSort =
    changes.some((change) => newPathOf(change) !== undefined) && items.length <= MAX_SORTED;
  return { ...folder, items: [...(mustSort ? sortedEntries(items, folder.sorting) : items)] };
}

/** Returns the new path of the renamed entry; undefined for a deletion. */
function newPathOf({ moves }: PendingChange): string | undefined {
  const [newPath] = moves.values();
  return newPath;
}

/** Returns the entries with their pending changes in the same order, or the same list if there are none. */
export function entriesWithPending(
  entries: readonly Entry[],
  changes: PendingChanges,
): readonly Entry[] {
  const isConcerned = ({ path }: Entry) => changes.some(({ moves }) => moves.has(path));
  if (changes.length === 0 || !entries.some(isConcerned)) return entries;
  return entries.flatMap((entry) => {
    const path = shownPath(entry.path, changes);
    if (path === undefined) return [];
    return path === entry.path ? entry : withNewPath(entry, path);
  });
}

/** Returns the path under which the page shows an entry; undefined while it is being deleted. */
export function shownPath(path: string, changes: PendingChanges): string | undefined {
  let shown: string | undefined = path;
  for (const { moves } of changes) {
    if (shown !== undefined && moves.has(shown)) shown = moves.get(shown);
  }
  return shown;
}

function withNewPath(entry: Entry, path: string): Entry {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return { ...entry, name, path, extension: entry.isDir ? '' : extensionOf(name) };
}

/** Returns the extension of a file name with its dot; '' without one. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot);
}
