import type { Entry, Folder } from '#contract/files.ts';
import { notifyManager, type QueryClient } from '@tanstack/react-query';
import { folderQuery } from '../api/files.ts';
import {
  beginRename,
  type PendingChange,
  type PendingChanges,
  pendingChanges,
  settledPath,
  withPending,
} from './pending-changes.ts';

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
  const endRename = beginRename(newPath, settled);
  const id = begin(new Map([[path, newPath]]));
  await settled;
  const isRenamed = await work;
  await finish(shownIn, id, () => isRenamed);
  endRename();
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

function withLastName(path: string, name: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1) + name;
}
