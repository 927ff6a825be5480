import { fstatSync, lstatSync, type Stats } from 'node:fs';
import { pathAt } from '../descriptors.ts';

/** How a folder was when it was looked at. When it is the same later, the same names are in it. */
export interface FolderState {
  /** Milliseconds since 1970, with fractions. */
  readonly modifiedMs: number;
  /** The same of its last change of any kind, which no program can set back. */
  readonly changedMs: number;
  readonly inode: number;
}

export function folderStateOf(fd: number): FolderState {
  return toFolderState(fstatSync(fd));
}

/** Of a folder in the folder open as `fd`; undefined when there is none of this name. */
export function folderStateIn(fd: number, name: string): FolderState | undefined {
  const stats = lstatSync(pathAt(fd, name), { throwIfNoEntry: false });
  return stats?.isDirectory() === true ? toFolderState(stats) : undefined;
}

function toFolderState({ mtimeMs, ctimeMs, ino }: Stats): FolderState {
  return { modifiedMs: mtimeMs, changedMs: ctimeMs, inode: ino };
}

/** Clocks of file systems tick slowly, some once in two seconds. */
const SLOWEST_TICK_MS = 2_500;

/** Whether a later change would show: one in the same tick of the clock does not. */
export function isSettled({ modifiedMs, changedMs }: FolderState, nowMs: number): boolean {
  return nowMs - Math.max(modifiedMs, changedMs) > SLOWEST_TICK_MS;
}
