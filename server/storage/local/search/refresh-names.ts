import type { TreePath } from '#contract/paths.ts';
import { AppError } from '../../../errors.ts';
import type { Task } from '../../../lib/serve-tasks.ts';
import type { RootDescriptor } from '../root-descriptor.ts';
import { openFolderAt } from '../descriptors.ts';
import { errnoOf } from '../node-error.ts';
import { closeQuietly } from '../read-file.ts';
import { openFolderIfPresent } from '../walks/start.ts';
import { Descent } from '../walks/descent.ts';
import { folderStateIn, folderStateOf, type FolderState } from '../walks/folder-state.ts';
import type { IncompleteWalk } from '../walks/incomplete-walk.ts';
import { FolderChildren, ROOT_FOLDER } from './folder-table.ts';
import { KnownNames } from './known-names.ts';
import { enterIfThere, readBelow, readFolder, type Reading, reopenRoot } from './read-names.ts';

/** The folders that a refresh reads again. */
export interface FoldersToRead {
  /** Folders that are read again in any case. */
  readonly folders: readonly TreePath[];
  /** True to also read all folders that appear to have changed. */
  readonly isWhole: boolean;
}

/** State of one refresh. */
interface Refresh extends Reading {
  readonly root: RootDescriptor;
  /** The folders at the beginning of the refresh. */
  readonly children: FolderChildren;
  readonly known: KnownNames;
  /** The folders that this refresh has read. */
  readonly done: Set<number>;
}

/**
 * Reads changed folders again, and makes the names in the store equal to those on the disk. Keeps the names of folders for which the server
 * lacks descriptors or memory.
 */
export function* refreshNames(
  root: RootDescriptor,
  reading: Reading,
  { folders, isWhole }: FoldersToRead,
): Task<void> {
  const children = new FolderChildren(reading.store.folders);
  const known = new KnownNames(reading.store, children);
  const refresh = { ...reading, root, children, known, done: new Set<number>() };
  for (const path of folders) yield* refreshFolder(refresh, path);
  if (isWhole) yield* refreshAll(refresh);
}

/** Skips a folder that is unknown or gone: refreshing its parent folder handles that. */
function* refreshFolder(refresh: Refresh, path: TreePath): Task<void> {
  const folder = refresh.children.at(path);
  if (folder === undefined) return;
  const fd = openIfAllowed(refresh, path);
  if (fd === undefined) return;
  try {
    yield* readAgain(refresh, fd, folder);
  } finally {
    closeQuietly(fd);
  }
}

function openIfAllowed({ root, walk }: Refresh, path: TreePath): number | undefined {
  try {
    return openFolderIfPresent(root, path);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (errnoOf(error.cause) !== undefined) walk.skip(error.cause);
    return undefined;
  }
}

interface Level {
  readonly folder: number;
  readonly children: Uint32Array;
  next: number;
}

/** Walks through all known folders, and reads those again whose state differs from the stored one. */
function* refreshAll(refresh: Refresh): Task<void> {
  const fd = reopenRoot(refresh.root, refresh.walk);
  if (fd === undefined) return;
  const descent = new Descent(fd);
  const levels: Level[] = [];
  try {
    levels.push(yield* enterFolder(refresh, descent.fd, ROOT_FOLDER));
    while (levels.length > 0) {
      const child = nextChild(refresh, descent.fd, levels.at(-1));
      if (child !== undefined) {
        if (enterIfThere(descent, refresh.store.folders.nameOf(child), refresh.walk))
          levels.push(yield* enterFolder(refresh, descent.fd, child));
      } else {
        levels.pop();
        if (levels.length > 0) descent.leave();
      }
      yield;
    }
  } catch (error) {
    // A folder was moved away in the meantime. The next refresh notices.
    if (!(error instanceof AppError)) refresh.walk.skip(error);
  } finally {
    descent.close();
  }
}

/** Reads the folder that the walk has entered again if it has changed. */
function* enterFolder(refresh: Refresh, fd: number, folder: number): Task<Level> {
  const { folders } = refresh.store;
  const state = stateIfReadable(refresh.walk, () => folderStateOf(fd));
  if (state === undefined || !folders.isUnchanged(folder, state))
    yield* readAgain(refresh, fd, folder);
  return { folder, children: refresh.children.of(folder), next: 0 };
}

/** Returns the next folder in this one that has changed, or contains folders that may have. */
function nextChild(
  { store: { folders }, children, walk }: Refresh,
  fd: number,
  level: Level | undefined,
): number | undefined {
  while (level !== undefined && level.next < level.children.length) {
    const child = level.children[level.next] ?? 0;
    level.next += 1;
    if (!folders.isThere(child)) continue;
    const state = stateIfReadable(walk, () => folderStateIn(fd, folders.nameOf(child)));
    if (state === undefined) continue;
    if (children.of(child).length > 0 || !folders.isUnchanged(child, state)) return child;
  }
  return undefined;
}

function stateIfReadable(
  walk: IncompleteWalk,
  read: () => FolderState | undefined,
): FolderState | undefined {
  try {
    return read();
  } catch (error) {
    walk.skip(error);
    return undefined;
  }
}

/** Reads the names in a folder, removes those that are gone, and adds new ones with everything below. */
function* readAgain(refresh: Refresh, fd: number, folder: number): Task<void> {
  const { store, known, walk, done } = refresh;
  if (done.has(folder)) return;
  done.add(folder);
  const entries = readFolder(refresh, fd, folder);
  yield;
  if (entries === undefined) return;
  const former = yield* known.inFolder(folder);
  const fresh: string[] = [];
  for (const { name, kind } of entries) {
    if (typeof name !== 'string') continue;
    const isFolder = kind === 'folder';
    const isKnown = former.entries.get(name)?.isFolder === isFolder;
    if (isKnown) former.entries.delete(name);
    else store.add(folder, name, isFolder);
    if (isFolder && !(isKnown && former.folders.has(name))) fresh.push(name);
    yield;
  }
  // The remaining names are gone, or have become something else.
  yield* known.forget(former);
  for (const name of fresh) {
    const below = openFolderIfThere(fd, name, walk);
    const added = store.folders.add(folder, name);
    if (below !== undefined) yield* readBelow(refresh, below, added);
  }
}

function openFolderIfThere(fd: number, name: string, walk: IncompleteWalk): number | undefined {
  try {
    return openFolderAt(fd, name, false);
  } catch (error) {
    walk.skip(error);
    return undefined;
  }
}
