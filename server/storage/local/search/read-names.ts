import type { Progress, Task } from '../../../lib/serve-tasks.ts';
import { AppError } from '../../../errors.ts';
import { type RootDescriptor, rootFd } from '../root-descriptor.ts';
import { reopenFolder } from '../descriptors.ts';
import { errnoOf } from '../node-error.ts';
import { Descent } from '../walks/descent.ts';
import { isSettled, folderStateOf } from '../walks/folder-state.ts';
import { type NamedEntry, readEntriesSync } from '../walks/read-entries.ts';
import { ROOT_FOLDER } from './folder-table.ts';
import { NameStore } from './name-store.ts';

/** Of so many names an index takes a sixth of a gigabyte; beyond them the tree is walked instead. */
export const MOST_NAMES = 5_000_000;

/** A step is mostly one name. To ask after each whose turn it is costs more than the name. */
const STEPS_AT_ONCE = 32;

interface Level {
  readonly folder: number;
  readonly entries: readonly NamedEntry[];
  next: number;
}

/** Reads all names of a tree, depth first, or some more than MOST_NAMES of them. */
export function* readTree(root: RootDescriptor, progress: Progress): Task<NameStore> {
  const store = new NameStore();
  yield* readBelow(store, reopenFolder(rootFd(root)), ROOT_FOLDER, progress);
  return store;
}

/** Reads the names in a folder that has none yet, and in all below it. Takes its descriptor over. */
export function* readBelow(
  store: NameStore,
  fd: number,
  folder: number,
  progress: Progress,
): Task<void> {
  const descent = new Descent(fd);
  const levels: Level[] = [];
  try {
    levels.push(readLevel(store, descent.fd, folder));
    while (levels.length > 0 && progress.entries <= MOST_NAMES) {
      takeStep(store, descent, levels);
      progress.entries += 1;
      if (progress.entries % STEPS_AT_ONCE === 0) yield;
    }
  } catch (error) {
    // A folder was moved away on the way up, for instance: those that were not gone through are read again.
    for (const level of levels) store.folders.forgetState(level.folder);
    if (errnoOf(error) === undefined && !(error instanceof AppError)) throw error;
  } finally {
    descent.close();
  }
}

/** Adds the next name, and goes into it when it is a folder, so that what is in it stands behind it. */
function takeStep(store: NameStore, descent: Descent, levels: Level[]): void {
  const level = levels.at(-1);
  const entry = level?.entries[level.next];
  if (level === undefined || entry === undefined) {
    levels.pop();
    if (levels.length > 0) descent.leave();
    return;
  }
  level.next += 1;
  const { name, kind } = entry;
  // No path can address what is no UTF-8.
  if (typeof name !== 'string') return;
  store.add(level.folder, name, kind === 'folder');
  if (kind !== 'folder') return;
  const folder = store.folders.add(level.folder, name);
  if (enterIfThere(descent, name)) levels.push(readLevel(store, descent.fd, folder));
}

/** False when it may not be entered, or is none any more: left without a mark, it is tried again. */
export function enterIfThere(descent: Descent, name: string): boolean {
  try {
    descent.enter(name);
    return true;
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return false;
  }
}

function readLevel(store: NameStore, fd: number, folder: number): Level {
  return { folder, entries: readFolder(store, fd, folder), next: 0 };
}

/** What is in a folder, in the order of bytes, and notes how it is; nothing when it may not be read. */
export function readFolder(store: NameStore, fd: number, folder: number): NamedEntry[] {
  // Looked at first: what changes while it is read shows later.
  const state = folderStateOf(fd);
  const entries = readIfAllowed(fd);
  if (entries !== undefined && isSettled(state, Date.now())) store.folders.setState(folder, state);
  else store.folders.forgetState(folder);
  return entries ?? [];
}

function readIfAllowed(fd: number): NamedEntry[] | undefined {
  try {
    return readEntriesSync(fd, { includeTemporary: false });
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return undefined;
  }
}
