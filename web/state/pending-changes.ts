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

const listeners = new Set<(happened: PendingChanges) => void>();

/**
 * Calls `listener` with the changes that have happened, without those that failed, before they stop being pending. Returns
 * a function that removes it.
 */
export function onHappened(listener: (happened: PendingChanges) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Paths on the server by the paths that the page shows for entries whose rename is under way. */
const renames = new Map<string, Promise<string>>();

/**
 * Returns the path of an entry on the server, after a pending rename of it has ended. Every operation on an entry that
 * is shown under a new name starts with this.
 */
export function settledPath(path: string): Promise<string> {
  return renames.get(path) ?? Promise.resolve(path);
}

/** The cached listing in which a change is shown. */
interface ShownIn {
  readonly queries: QueryClient;
  readonly folder: string;
}

/**
 * Hides entries until `work` has ended and their folder has been read again. `work` resolves to the paths of the entries
 * that are gone.
 */
export async function hideWhile(
  shownIn: ShownIn,
  paths: readonly string[],
  work: Promise<readonly string[]>,
): Promise<void> {
  pendingChanges.setState(({ gone }) => ({ gone: new Set([...gone, ...paths]) }));
  const gone = new Set(await work);
  await refresh(shownIn, { gone, renamed: new Map() }, () =>
    pendingChanges.setState((pending) => {
      const left = new Set(pending.gone);
      for (const path of paths) left.delete(path);
      return { gone: left };
    }),
  );
}

/**
 * Shows an entry under a new name until `work` has ended and its folder has been read again. `work` resolves to true
 * when the entry has been renamed.
 */
export async function showRenamedWhile(
  shownIn: ShownIn,
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
  const renamed = new Map((await work) ? [[path, name]] : []);
  await refresh(shownIn, { gone: new Set(), renamed }, () => {
    if (renames.get(newPath) === settled) renames.delete(newPath);
    pendingChanges.setState(({ renamed }) => {
      const left = new Map(renamed);
      left.delete(path);
      return { renamed: left };
    });
  });
}

/**
 * Reloads a folder, and calls `onShown` in the same update of the page, so that old entries do not appear in between. If
 * the folder cannot be read now, what has `happened` is written into its listing, which stays out of date.
 */
async function refresh(
  { queries, folder }: ShownIn,
  happened: PendingChanges,
  onShown: () => void,
): Promise<void> {
  const { queryKey } = folderQuery(folder.endsWith('/') ? folder : `${folder}/`);
  // A folder that is not displayed is removed from the cache. Otherwise its old entries would be shown first when it is opened.
  queries.removeQueries({ queryKey, exact: true, type: 'inactive' });
  await queries.invalidateQueries({ queryKey });
  const query = queries.getQueryCache().find<Folder>({ queryKey, exact: true });
  const known = query?.state.data;
  // A file has no items; its address may have named a folder before.
  if (query?.state.isInvalidated && known !== undefined && 'items' in known) {
    // The error of the attempt remains.
    query.setState({ data: withPending(known, happened) });
  }
  notifyManager.schedule(() => {
    for (const listener of listeners) listener(happened);
    onShown();
  });
}

/** Maximum size of a folder that is sorted again after a rename. In larger ones, the entry moves when the server has answered. */
const MAX_SORTED = 5_000;

/** Returns the folder with its pending changes, or the same object if there are none. */
export function withPending(folder: Folder, pending: PendingChanges): Folder {
  const items = entriesWithPending(folder.items, pending);
  if (items === folder.items) return folder;
  const mustSort = pending.renamed.size > 0 && items.length <= MAX_SORTED;
  return { ...folder, items: [...(mustSort ? sortedEntries(items, folder.sorting) : items)] };
}

/** Returns the entries with their pending changes in the same order, or the same list if there are none. */
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

/** Returns the path under which the page shows an entry. If it is renamed several times in a row, the last name counts. */
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
