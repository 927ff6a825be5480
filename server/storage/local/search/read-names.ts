import type { Progress, Task } from '../../../lib/serve-tasks.ts';
import { AppError } from '../../../errors.ts';
import { type RootDescriptor, rootFd } from '../root-descriptor.ts';
import { reopenFolder } from '../descriptors.ts';
import { Descent } from '../walks/descent.ts';
import { type IncompleteWalk, isLack } from '../walks/incomplete-walk.ts';
import { isSettled, folderStateOf } from '../walks/folder-state.ts';
import { type NamedEntry, readEntriesSync } from '../walks/read-entries.ts';
import { ROOT_FOLDER } from './folder-table.ts';
import type { NameStore } from './name-store.ts';

/** Maximum number of names in the index, which then takes a sixth of a gigabyte. Larger trees are walked instead. */
export const MAX_NAMES = 5_000_000;

/** Names per step, because checking for a pause after each would take longer than reading the name. */
const STEPS_AT_ONCE = 32;

/** A folder that the walk is in: its number, its entries, and the position of the next one. */
interface Level {
  readonly folder: number;
  readonly entries: readonly NamedEntry[];
  next: number;
}

/** The index that names are read into, and how far that is. */
export interface Reading {
  readonly store: NameStore;
  readonly progress: Progress;
  /** Collects the errors of folders that cannot be read. */
  readonly walk: IncompleteWalk;
}

/** Reads all names of a tree into an empty store, depth first, until it has more than MAX_NAMES. */
export function* readTree(root: RootDescriptor, reading: Reading): Task<void> {
  const fd = reopenRoot(root, reading.walk);
  if (fd !== undefined) yield* readBelow(reading, fd, ROOT_FOLDER);
}

/** Opens the root for a walk. Returns undefined if the server lacks descriptors or memory for that. */
export function reopenRoot(root: RootDescriptor, walk: IncompleteWalk): number | undefined {
  try {
    return reopenFolder(rootFd(root));
  } catch (error) {
    if (!isLack(error)) throw error;
    walk.skip(error);
    return undefined;
  }
}

/** Reads the names in a folder that has none yet, and everything below. Closes `fd`. */
export function* readBelow(reading: Reading, fd: number, folder: number): Task<void> {
  const { store, progress, walk } = reading;
  const descent = new Descent(fd);
  const levels: Level[] = [];
  try {
    levels.push(readLevel(reading, descent.fd, folder));
    while (levels.length > 0 && progress.entries <= MAX_NAMES) {
      takeStep(reading, descent, levels);
      progress.entries += 1;
      if (progress.entries % STEPS_AT_ONCE === 0) yield;
    }
  } catch (error) {
    // A folder was moved away in the meantime, for instance. The folders that are incomplete will be read again.
    for (const level of levels) store.folders.forgetState(level.folder);
    if (!(error instanceof AppError)) walk.skip(error);
  } finally {
    descent.close();
  }
}

/** Adds the next name, and enters it if it is a folder, so that its contents follow it. */
function takeStep(reading: Reading, descent: Descent, levels: Level[]): void {
  const { store, walk } = reading;
  const level = levels.at(-1);
  const entry = level?.entries[level.next];
  if (level === undefined || entry === undefined) {
    levels.pop();
    if (levels.length > 0) descent.leave();
    return;
  }
  level.next += 1;
  const { name, kind } = entry;
  // Names that are not UTF-8 cannot be addressed by a path.
  if (typeof name !== 'string') return;
  store.add(level.folder, name, kind === 'folder');
  if (kind !== 'folder') return;
  const folder = store.folders.add(level.folder, name);
  if (enterIfThere(descent, name, walk)) levels.push(readLevel(reading, descent.fd, folder));
}

/** Enters a folder. Returns false if it may not be entered or is not a folder any more; the next refresh tries it again. */
export function enterIfThere(descent: Descent, name: string, walk: IncompleteWalk): boolean {
  try {
    descent.enter(name);
    return true;
  } catch (error) {
    walk.skip(error);
    return false;
  }
}

function readLevel(reading: Reading, fd: number, folder: number): Level {
  return { folder, entries: readFolder(reading, fd, folder) ?? [], next: 0 };
}

/**
 * Returns the entries of a folder in the order of bytes, and stores its state. Returns none if it may not be read, and undefined if the next
 * refresh may succeed because the server lacks something now.
 */
export function readFolder(
  { store, walk }: Reading,
  fd: number,
  folder: number,
): NamedEntry[] | undefined {
  // Taken first, so that changes while the folder is read are noticed later.
  const takenAt = Date.now();
  try {
    const state = folderStateOf(fd);
    const entries = readEntriesSync(fd, { includeTemporary: false });
    if (isSettled(state, takenAt)) store.folders.setState(folder, state);
    else store.folders.forgetState(folder);
    return entries;
  } catch (error) {
    store.folders.forgetState(folder);
    walk.skip(error);
    return isLack(error) ? undefined : [];
  }
}
