import type { Entry, Folder } from '#contract/files.ts';
import { notifyManager, type QueryClient } from '@tanstack/react-query';
import { createStore } from 'zustand/vanilla';
import { folderQuery } from '../api/files.ts';
import { sortedEntries } from './listing-order.ts';

/**
 * Changes that have been requested and are shown as if they were done. They are kept beside the cache of the server's
 * replies, so that a listing that is read meanwhile does not revert them (docs/decisions/0025-pending-changes.md).
 */
export interface PendingChanges {
  /** Paths of entries that are being deleted. */
  readonly gone: ReadonlySet<string>;
  /** New names by the paths of the entries that are being renamed. */
  readonly renamed: ReadonlyMap<string, string>;
}

export const pendingChanges = createStore<PendingChanges>(() => ({
  gone: new Set(),
  renamed: new Map(),
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

/** Hides entries until `work` has ended and their folder has been read again. */
export async function hideWhile<Result>(
  { queries, folder }: { queries: QueryClient; folder: string },
  paths: readonly string[],
  work: Promise<Result>,
): Promise<Result> {
  pendingChanges.setState(({ gone }) => ({ gone: new Set([...gone, ...paths]) }));
  const result = await work;
  await refresh(queries, folder, () =>
    pendingChanges.setState(({ gone }) => {
      const left = new Set(gone);
      for (const path of paths) left.delete(path);
      return { gone: left };
    }),
  );
  return result;
}

/**
 * Shows an entry under a new name until `work` has ended and its folder has been read again. `work` resolves to true
 * when the entry has been renamed.
 */
export async function showRenamedWhile(
  { queries, folder }: { queries: QueryClient; folder: string },
  { path, name }: Pick<Entry, 'path' | 'name'>,
  work: Promise<boolean>,
): Promise<void> {
  const newPath = withLastName(path, name);
  const settled = Promise.all([settledPath(path), work]).then(([before, isRenamed]) =>
    isRenamed ? newPath : before,
  );
  renames.set(newPath, settled);
  pendingChanges.setState(({ renamed }) => ({ renamed: new Map(renamed).set(path, name) }));
  await settled;
  await refresh(queries, folder, () => {
    if (renames.get(newPath) === settled) renames.delete(newPath);
    pendingChanges.setState(({ renamed }) => {
      const left = new Map(renamed);
      left.delete(path);
      return { renamed: left };
    });
  });
}

/** Reads a folder again, and calls `onShown` together with the page's update, so that nothing old is shown between. */
async function refresh(queries: QueryClient, folder: string, onShown: () => void): Promise<void> {
  const { queryKey } = folderQuery(folder.endsWith('/') ? folder : `${folder}/`);
  // A folder that is not shown is forgotten, or its next visitor would see the old entries first.
  queries.removeQueries({ queryKey, exact: true, type: 'inactive' });
  await queries.invalidateQueries({ queryKey, exact: true });
  notifyManager.schedule(onShown);
}

/** Maximum number of entries that are sorted at once; in a larger folder, the server's next reply moves the entry. */
const SORTED_AT_ONCE = 5_000;

/** Returns the folder as it will be, or the same object when nothing in it is pending. */
export function withPending(folder: Folder, pending: PendingChanges): Folder {
  const items = entriesWithPending(folder.items, pending);
  if (items === folder.items) return folder;
  const goesToItsPlace = pending.renamed.size > 0 && items.length <= SORTED_AT_ONCE;
  return { ...folder, items: [...(goesToItsPlace ? sortedEntries(items, folder.sorting) : items)] };
}

/** Returns the entries as they will be, in the same order, or the same list when nothing among them is pending. */
export function entriesWithPending(
  entries: readonly Entry[],
  pending: PendingChanges,
): readonly Entry[] {
  const { gone, renamed } = pending;
  const isRenamed = renamed.size > 0 && entries.some(({ path }) => renamed.has(path));
  const named = isRenamed ? entries.map((entry) => withNewName(entry, pending)) : entries;
  const left = gone.size === 0 ? named : named.filter(({ path }) => !gone.has(path));
  return left.length === entries.length ? named : left;
}

/** Returns the path under which the page shows an entry. One that is renamed twice in a row gets its last name. */
export function shownPath(path: string, { renamed }: PendingChanges): string {
  let shown = path;
  for (let steps = 0; steps < renamed.size; steps += 1) {
    const name = renamed.get(shown);
    if (name === undefined) break;
    shown = withLastName(shown, name);
  }
  return shown;
}

function withNewName(entry: Entry, pending: PendingChanges): Entry {
  const path = shownPath(entry.path, pending);
  if (path === entry.path) return entry;
  const name = path.slice(path.lastIndexOf('/') + 1);
  return { ...entry, name, path, extension: entry.isDir ? '' : extensionOf(name) };
}

function withLastName(path: string, name: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1) + name;
}

/** Returns the extension of a file name with its dot; '' without one. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot);
}
