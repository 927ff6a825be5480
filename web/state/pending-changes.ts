import type { Entry, Folder } from '#contract/files.ts';
import { createStore } from 'zustand/vanilla';
import { sortedEntries } from './listing-order.ts';

/** What has been asked of the server and is shown as if it were done. Reading a folder anew does not bring it back. */
export interface PendingChanges {
  /** The paths of entries that are being deleted. */
  readonly gone: ReadonlySet<string>;
  /** New names by the paths of the entries that are to have them. */
  readonly renamed: ReadonlyMap<string, string>;
}

export const pendingChanges = createStore<PendingChanges>(() => ({
  gone: new Set(),
  renamed: new Map(),
}));

/** Entries are shown no longer, until the returned function is called. */
export function showGone(paths: readonly string[]): () => void {
  pendingChanges.setState(({ gone }) => ({ gone: new Set([...gone, ...paths]) }));
  return () =>
    pendingChanges.setState(({ gone }) => {
      const left = new Set(gone);
      for (const path of paths) left.delete(path);
      return { gone: left };
    });
}

/** An entry is shown under a new name, until the returned function is called. */
export function showRenamed(path: string, name: string): () => void {
  pendingChanges.setState(({ renamed }) => ({ renamed: new Map(renamed).set(path, name) }));
  return () =>
    pendingChanges.setState(({ renamed }) => {
      const left = new Map(renamed);
      left.delete(path);
      return { renamed: left };
    });
}

/** Above this, sorting anew would be felt; the entry goes to its place when the server says so. */
const SORTED_AT_ONCE = 5_000;

/** The folder as it will be; the very same object when nothing is pending in it. */
export function withPending(folder: Folder, pending: PendingChanges): Folder {
  const items = entriesWithPending(folder.items, pending);
  if (items === folder.items) return folder;
  const goesToItsPlace = pending.renamed.size > 0 && items.length <= SORTED_AT_ONCE;
  return { ...folder, items: [...(goesToItsPlace ? sortedEntries(items, folder.sorting) : items)] };
}

/** The entries as they will be, in the same order; the very same list when nothing is pending among them. */
export function entriesWithPending(
  entries: readonly Entry[],
  { gone, renamed }: PendingChanges,
): readonly Entry[] {
  const left = gone.size === 0 ? entries : entries.filter(({ path }) => !gone.has(path));
  if (renamed.size > 0 && left.some(({ path }) => renamed.has(path))) {
    return left.map((entry) => withName(entry, renamed.get(entry.path)));
  }
  return left.length === entries.length ? entries : left;
}

function withName(entry: Entry, name: string | undefined): Entry {
  if (name === undefined) return entry;
  const path = entry.path.slice(0, entry.path.lastIndexOf('/') + 1) + name;
  return { ...entry, name, path, extension: entry.isDir ? '' : extensionOf(name) };
}

function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot);
}
