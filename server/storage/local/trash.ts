import {
  accessSync,
  type BigIntStats,
  chmodSync,
  closeSync,
  constants,
  mkdirSync,
  readFileSync,
  readlinkSync,
} from 'node:fs';
import { childPath, ROOT, segmentsOf, type TreePath } from '#contract/paths.ts';
import { TRASH_NAME } from '#contract/temporary-names.ts';
import { type RootDescriptor, rootFd } from './root-descriptor.ts';
import {
  lstatAt,
  openFolderAt,
  pathAt,
  pathOfDescriptor,
  reopenFolder,
  statOf,
  withDescriptor,
} from './descriptors.ts';
import { errnoOf, hasErrno } from './node-error.ts';
import { isBelow, MountTable } from './mount-table.ts';
import { refuseTemporary } from '../entry-name.ts';
import { abandonFlush, openForFlush, type UnflushedFolder } from './unflushed.ts';
import type { EntryRef } from '../entry.ts';

/** Input of `trashForSync`. */
export interface TrashCall {
  readonly entry: EntryRef;
  /** False only looks whether the folder exists or could be created. */
  readonly create: boolean;
}

/** The trash folder for an entry. */
export interface FoundTrash {
  readonly folder: TreePath;
  /** The parent folder of a trash folder that was created, to be flushed. */
  readonly unflushed: UnflushedFolder | undefined;
}

/** A folder on the way to an entry, open. */
interface Step {
  readonly fd: number;
  readonly path: TreePath;
}

/**
 * Returns the trash folder of the disk on which an entry is; undefined where the entry cannot be renamed into one: it is a mount point or
 * holds one, the disk is read-only or full, or something else has the name. Never follows a symlink of that name.
 */
export function trashForSync(
  root: RootDescriptor,
  { entry, create }: TrashCall,
): FoundTrash | undefined {
  const steps = openSteps(root, entry.folder);
  try {
    const folder = steps.at(-1);
    const top = topOf(steps);
    if (folder === undefined || top === undefined) return undefined;
    if (!isOneVolume(folder.fd, entry.name)) return undefined;
    const path = childPath(top.path, TRASH_NAME);
    if (path === undefined) return undefined;
    const state = prepare(top.fd, create);
    return state === undefined ? undefined : { folder: path, unflushed: state.unflushed };
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    return undefined;
  } finally {
    for (const { fd } of steps) closeSync(fd);
  }
}

/** Opens each folder from the root to `folder`. Throws `not-found` for a path into a trash folder: items in it are not moved to another one. */
function openSteps(root: RootDescriptor, folder: TreePath): Step[] {
  const names = segmentsOf(folder);
  refuseTemporary([...names, TRASH_NAME]);
  const steps: Step[] = [{ fd: reopenFolder(rootFd(root)), path: ROOT }];
  try {
    for (const name of names) {
      const { fd, path } = steps.at(-1) ?? { fd: -1, path: ROOT };
      const next = childPath(path, name);
      if (next === undefined) break;
      steps.push({ fd: openFolderAt(fd, name, root.followExternalSymlinks), path: next });
    }
    return steps;
  } catch (error) {
    for (const { fd } of steps) closeSync(fd);
    throw error;
  }
}

/** Returns the highest folder on the same mounted disk as the last one: renames between mounts fail, even on one disk. */
function topOf(steps: readonly Step[]): Step | undefined {
  const volumes = steps.map(({ fd }) => volumeOf(fd));
  const last = volumes.at(-1);
  let top = steps.length - 1;
  while (top > 0 && volumes[top - 1] === last) top -= 1;
  return steps[top];
}

/** Identifies the mount and the file system of an open file. Subvolumes have one mount and several file systems. */
function volumeOf(fd: number): string {
  const info = readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8');
  const mount = /^mnt_id:\s*(\d+)$/m.exec(info)?.[1] ?? '';
  return `${mount} ${statOf(fd).dev}`;
}

/** Returns false for a mount point, and for a folder with a mount point below it. */
function isOneVolume(folder: number, name: string): boolean {
  const stats = lstatAt(folder, name);
  if (stats === undefined) return false;
  if (!stats.isDirectory()) return true;
  return withDescriptor(openFolderAt(folder, name, false), (fd) => {
    if (volumeOf(fd) !== volumeOf(folder)) return false;
    const path = readlinkSync(pathOfDescriptor(fd));
    const mounts = new MountTable();
    mounts.readNow();
    return !mounts.points.some((point) => isBelow(point.path, path));
  });
}

/** A trash folder that exists, or would be created. `unflushed` is its parent if it was created. */
interface Prepared {
  readonly unflushed: UnflushedFolder | undefined;
}

/** Creates the trash folder in the folder `top` if that is wanted. Returns undefined if the one that exists cannot be used. */
function prepare(top: number, create: boolean): Prepared | undefined {
  const existing = lstatAt(top, TRASH_NAME);
  if (existing !== undefined) return isUsable(top, existing) ? { unflushed: undefined } : undefined;
  accessSync(pathOfDescriptor(top), constants.W_OK);
  if (!create) return { unflushed: undefined };
  const unflushed = openForFlush(top);
  try {
    mkdirSync(pathAt(top, TRASH_NAME), 0o700);
  } catch (error) {
    if (!hasErrno(error, 'EEXIST')) {
      abandonFlush(unflushed);
      throw error;
    }
  }
  const made = lstatAt(top, TRASH_NAME);
  return made !== undefined && isUsable(top, made) ? { unflushed } : undefined;
}

/**
 * Returns true if items can be moved into an existing trash folder. It must belong to the user of this process, and is closed to others:
 * the items in it are no longer protected by the modes of the folders in which they were.
 */
function isUsable(top: number, stats: BigIntStats): boolean {
  if (!stats.isDirectory() || Number(stats.uid) !== process.geteuid?.()) return false;
  return withDescriptor(openFolderAt(top, TRASH_NAME, false), (fd) => {
    if (volumeOf(fd) !== volumeOf(top)) return false;
    closeToOthers(fd, stats);
    accessSync(pathOfDescriptor(fd), constants.W_OK);
    return true;
  });
}

function closeToOthers(fd: number, { mode }: BigIntStats): void {
  if ((Number(mode) & 0o777) === 0o700) return;
  try {
    chmodSync(pathOfDescriptor(fd), 0o700);
  } catch (error) {
    // A file system without modes belongs to the user that its mount names.
    if (errnoOf(error) === undefined) throw error;
  }
}
