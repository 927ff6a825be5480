import { fstatSync, lstatSync, type Stats } from 'node:fs';
import { pathAt } from '../descriptors.ts';

/** The state of a folder. If it was settled (`isSettled`) and is the same later, the folder contains the same names. */
export interface FolderState {
  /** Milliseconds since 1970, with fractions. */
  readonly modifiedMs: number;
  /** Time of the last change of any kind, which no program can set back. */
  readonly changedMs: number;
  readonly inode: number;
}

/** Returns the state of an open folder. */
export function folderStateOf(fd: number): FolderState {
  return toFolderState(fstatSync(fd));
}

/** Returns the state of a folder in the folder open as `fd`; undefined if there is no folder of that name. */
export function folderStateIn(fd: number, name: string): FolderState | undefined {
  const stats = lstatSync(pathAt(fd, name), { throwIfNoEntry: false });
  return stats?.isDirectory() === true ? toFolderState(stats) : undefined;
}

function toFolderState({ mtimeMs, ctimeMs, ino }: Stats): FolderState {
  return { modifiedMs: mtimeMs, changedMs: ctimeMs, inode: ino };
}

/** Maximum time between two ticks of the clock of a file system: two seconds on FAT, and a reserve. */
const SLOWEST_TICK_MS = 2_500;

/**
 * Returns true if every later change of the folder changes its state. While the last change may be in the present tick of the clock,
 * another change could leave the state as it is. `nowMs` is the time at which the state was taken.
 */
export function isSettled({ modifiedMs, changedMs }: FolderState, nowMs: number): boolean {
  return nowMs - Math.max(modifiedMs, changedMs) > SLOWEST_TICK_MS;
}
