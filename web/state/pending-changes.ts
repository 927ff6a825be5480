import type { Entry, Folder } from '#contract/files.ts';
import { notifyManager, type QueryClient } from '@tanstack/react-query';
import { createStore } from 'zustand/vanilla';
import { folderQuery } from '../api/files.ts';
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

let lastId = 0;

function begin(moves: PendingChange['moves']): number {
  const id = ++lastId;
  pendingChanges.setState(({ changes }) => ({ changes: [...changes, { id, moves }] }));
  return id;
}

/**
 * Records that other entries have these paths now. Changes of the entries that had them, which are done, do not concern the new ones: all
 * changes, or those before the one with the id `before`.
 */
export function noteAppeared(paths: readonly string[], before = Infinity): void {
  const isConcerned = ({ id, moves }: PendingChange) =>
    id < before && paths.some((path) => moves.has(path));
  const { changes } = pendingChanges.getState();
  if (!changes.some(isConcerned)) return;
  const without = ({ moves }: PendingChange) => {
    const left = new Map(moves);
    for (const path of paths) left.delete(path);
    return left;
  };
  pendingChanges.setState({
    changes: changes.map((change) =>
      isConcerned(change) ? { ...change, moves: without(change) } : change,
    ),
  });
}

/** Returns true if the entry that the page has shown at the path is being deleted. */
export function isBeingDeleted(path: string, changes: PendingChanges): boolean {
  const last = changes.findLast((change) => change.moves.has(path) || newPathOf(change) === path);
  return last !== undefined && newPathOf(last) === undefined;
}

/** Resolves when the entries that have the path and are being deleted or renamed are gone from it; undefined if there are none. */
export function vacated(path: string): Promise<void> | undefined {
  const { changes } = pendingChanges.getState();
  const leaving = new Set(changes.flatMap(({ id, moves }) => (moves.has(path) ? id : [])));
  const isOver = ({ changes }: { readonly changes: PendingChanges }) =>
    !changes.some(({ id }) => leaving.has(id));
  if (leaving.size === 0) return undefined;
  return new Promise<void>((resolve) => {
    const stop = pendingChanges.subscribe((now) => {
      if (!isOver(now)) return;
      stop();
      resolve();
    });
  });
}

const listeners = new Set<(happened: PendingChange) => void>();

/**
 * Calls `listener` with each change that has happened, without the part of it that failed, before it stops being pending.
 * Returns a function that removes it.
 */
export function onHappened(listener: (happened: PendingChange) => void): () => void {
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
  const id = begin(new Map(paths.map((path) => [path, undefined])));
  const gone = new Set(await work);
  await finish(shownIn, id, (path) => gone.has(path));
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
  const id = begin(new Map([[path, newPath]]));
  await settled;
  const isRenamed = await work;
  await finish(shownIn, id, () => isRenamed);
  if (renames.get(newPath) === settled) renames.delete(newPath);
}

/**
 * Reloads the folder of a change whose work has ended, and removes the change in the same update of the page, so that old
 * entries do not appear in between. If the folder cannot be read now, what has happened is written into its listing, which
 * stays out of date.
 */
async function finish(
  { queries, folder }: ShownIn,
  id: number,
  isDone: (path: string) => boolean,
): Promise<void> {
  const { queryKey } = folderQuery(folder.endsWith('/') ? folder : `${folder}/`);
  // A folder that is not displayed is removed from the cache. Otherwise its old entries would be shown first when it is opened.
  queries.removeQueries({ queryKey, exact: true, type: 'inactive' });
  await queries.invalidateQueries({ queryKey });
  const happened = { id, moves: new Map([...movesOf(id)].filter(([path]) => isDone(path))) };
  const query = queries.getQueryCache().find<Folder>({ queryKey, exact: true });
  const known = query?.state.data;
  // A file has no items; its address may have named a folder before.
  if (query?.state.isInvalidated && known !== undefined && 'items' in known) {
    // The error of the attempt remains.
    query.setState({ data: withPending(known, [happened]) });
  }
  notifyManager.schedule(() => {
    for (const listener of listeners) listener(happened);
    pendingChanges.setState(({ changes }) => ({ changes: changes.filter((one) => one.id !== id) }));
    noteAppeared(
      [...happened.moves.values()].filter((path) => path !== undefined),
      id,
    );
  });
}

function movesOf(id: number): PendingChange['moves'] {
  return pendingChanges.getState().changes.find((one) => one.id === id)?.moves ?? new Map();
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

function withLastName(path: string, name: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1) + name;
}

/** Returns the extension of a file name with its dot; '' without one. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot);
}
