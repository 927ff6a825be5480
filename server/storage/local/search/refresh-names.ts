import type { TreePath } from '#contract/paths.ts';
import { AppError } from '../../../errors.ts';
import type { Progress, Task } from '../../../lib/serve-tasks.ts';
import { type RootDescriptor, rootFd } from '../root-descriptor.ts';
import { openFolderAt, reopenFolder } from '../descriptors.ts';
import { errnoOf } from '../node-error.ts';
import { closeQuietly } from '../read-file.ts';
import { openFolderIfPresent } from '../walks/start.ts';
import { Descent } from '../walks/descent.ts';
import { folderStateIn, folderStateOf } from '../walks/folder-state.ts';
import { FolderChildren, ROOT_FOLDER } from './folder-table.ts';
import { KnownNames } from './known-names.ts';
import type { NameStore } from './name-store.ts';
import { enterIfThere, readBelow, readFolder } from './read-names.ts';

/** The folders that a refresh reads again. */
export interface FoldersToRead {
  /** Folders that are read again in any case. */
  readonly folders: readonly TreePath[];
  /** True to also read all folders that appear to have changed. */
  readonly isWhole: boolean;
}

/** State of one refresh. */
interface Refresh {
  readonly root: RootDescriptor;
  readonly store: NameStore;
  readonly progress: Progress;
  /** The folders at the beginning of the refresh. */
  readonly children: FolderChildren;
  readonly known: KnownNames;
  /** The folders that this refresh has read. */
  readonly done: Set<number>;
}

/** Reads changed folders again, and makes the names in the store equal to those on the disk. */
export function* refreshNames(
  root: RootDescriptor,
  store: NameStore,
  { folders, isWhole }: FoldersToRead,
  progress: Progress,
): Task<void> {
  const children = new FolderChildren(store.folders);
  const known = new KnownNames(store, children);
  const refresh = { root, store, progress, children, known, done: new Set<number>() };
  for (const path of folders) yield* refreshFolder(refresh, path);
  if (isWhole) yield* refreshAll(refresh);
}

/** Skips a folder that is unknown or gone: refreshing its parent folder handles that. */
function* refreshFolder(refresh: Refresh, path: TreePath): Task<void> {
  const folder = refresh.children.at(path);
  if (folder === undefined) return;
  const fd = openIfAllowed(refresh.root, path);
  if (fd === undefined) return;
  try {
    yield* readAgain(refresh, fd, folder);
  } finally {
    closeQuietly(fd);
  }
}

function openIfAllowed(root: RootDescriptor, path: TreePath): number | undefined {
  try {
    return openFolderIfPresent(root, path);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
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
  const descent = new Descent(reopenFolder(rootFd(refresh.root)));
  const levels: Level[] = [];
  try {
    levels.push(yield* enterFolder(refresh, descent.fd, ROOT_FOLDER));
    while (levels.length > 0) {
      const child = nextChild(refresh, descent.fd, levels.at(-1));
      if (child !== undefined) {
        if (enterIfThere(descent, refresh.store.folders.nameOf(child)))
          levels.push(yield* enterFolder(refresh, descent.fd, child));
      } else {
        levels.pop();
        if (levels.length > 0) descent.leave();
      }
      yield;
    }
  } catch (error) {
    // A folder was moved away in the meantime. The next refresh notices.
    if (!(error instanceof AppError)) throw error;
  } finally {
    descent.close();
  }
}

/** Reads the folder that the walk has entered again if it has changed. */
function* enterFolder(refresh: Refresh, fd: number, folder: number): Task<Level> {
  const { folders } = refresh.store;
  if (!folders.isUnchanged(folder, folderStateOf(fd))) yield* readAgain(refresh, fd, folder);
  return { folder, children: refresh.children.of(folder), next: 0 };
}

/** Returns the next folder in this one that has changed, or contains folders that may have. */
function nextChild(
  { store: { folders }, children }: Refresh,
  fd: number,
  level: Level | undefined,
): number | undefined {
  while (level !== undefined && level.next < level.children.length) {
    const child = level.children[level.next] ?? 0;
    level.next += 1;
    if (!folders.isThere(child)) continue;
    const state = folderStateIn(fd, folders.nameOf(child));
    if (state === undefined) continue;
    if (children.of(child).length > 0 || !folders.isUnchanged(child, state)) return child;
  }
  return undefined;
}

/** Reads the names in a folder, removes those that are gone, and adds new ones with everything below. */
function* readAgain(refresh: Refresh, fd: number, folder: number): Task<void> {
  const { store, known, progress, done } = refresh;
  if (done.has(folder)) return;
  done.add(folder);
  const entries = readFolder(store, fd, folder);
  yield;
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
    const below = openFolderIfThere(fd, name);
    const added = store.folders.add(folder, name);
    if (below !== undefined) yield* readBelow(store, below, added, progress);
  }
}

function openFolderIfThere(fd: number, name: string): number | undefined {
  try {
    return openFolderAt(fd, name, false);
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return undefined;
  }
}
