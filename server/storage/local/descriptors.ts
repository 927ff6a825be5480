import {
  type BigIntStats,
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
} from 'node:fs';
import { beat } from '../../lib/heartbeat.ts';
import { hasErrno } from './node-error.ts';
import { refuseOwnFile } from './own-files.ts';
import { refuseSilentMount } from './silent-mounts.ts';
import type { Name } from '../raw-name.ts';

/** O_PATH of Linux, which Node does not define: opens a descriptor for looking up names and facts, without the permission to read. */
const O_PATH = 0x20_0000;
const SLASH = 0x2f;

/** Folder of this process's descriptors. `/proc/self` is a symlink; using its target saves each system call one step. */
const DESCRIPTORS = `/proc/${ownProcess()}/fd`;

function ownProcess(): string {
  try {
    return readlinkSync('/proc/self');
  } catch {
    // Without /proc, `openRoot` refuses with an explanation.
    return 'self';
  }
}

/** Returns a path that leads to the open entry, wherever it has been moved to. */
export function pathOfDescriptor(fd: number): string {
  return `${DESCRIPTORS}/${fd}`;
}

/**
 * Returns the path of `name` in the folder `fd` for a system call. Throws if it is not a single name, or is a mount
 * point that does not answer.
 *
 * Replaces openat(2), which Node lacks. On Linux, `/proc/self/fd/N/name` has the same effect: the kernel starts at
 * the folder that is open as N, wherever it has been moved to, and looks up one name. All access of this driver goes
 * through here, so no path of more than one name ever reaches the kernel.
 */
export function pathAt(fd: number, name: string): string;
export function pathAt(fd: number, name: Name): Name;
export function pathAt(fd: number, name: Name): Name {
  if (!isPlainName(name)) throw new Error('a walk was given something that is not one name');
  refuseSilentMount(fd, name);
  // Shows the pool of this worker thread that the call makes progress; see lib/heartbeat.ts.
  beat();
  if (typeof name === 'string') return `${DESCRIPTORS}/${fd}/${name}`;
  return Buffer.concat([Buffer.from(`${DESCRIPTORS}/${fd}/`), name]);
}

function isPlainName(name: Name): boolean {
  if (name.length === 0 || name.includes('\0')) return false;
  if (typeof name !== 'string') return !name.includes(SLASH);
  return name !== '.' && name !== '..' && !name.includes('/');
}

/** Opens a folder for looking up names in it, not for reading. Fails with ENOTDIR at a symlink unless `follow` is true. */
export function openFolderAt(fd: number, name: Name, follow: boolean): number {
  return openSync(pathAt(fd, name), O_PATH | constants.O_DIRECTORY | noFollow(follow));
}

/** Opens a folder for reading its names. Fails at a symlink. */
export function openReadableFolderAt(fd: number, name: string): number {
  return openSync(pathAt(fd, name), constants.O_RDONLY | constants.O_DIRECTORY | noFollow(false));
}

/** Opens a file for reading without following a symlink or blocking. The caller has checked that it is a regular file. */
export function openReadableAt(fd: number, name: Name): number {
  const flags = constants.O_RDONLY | constants.O_NONBLOCK;
  const opened = openSync(pathAt(fd, name), flags | noFollow(false));
  try {
    refuseOwnFile(statOf(opened));
    return opened;
  } catch (refusal) {
    closeSync(opened);
    throw refusal;
  }
}

/** Returns a descriptor that identifies an entry without opening it, so that it works for FIFOs too. */
export function openHandleAt(fd: number, name: Name, follow: boolean): number {
  return openSync(pathAt(fd, name), O_PATH | noFollow(follow));
}

/** Opens the entry of a descriptor again, with other flags. It is always the same entry. */
export function reopen(fd: number, flags: number): number {
  return openSync(pathOfDescriptor(fd), flags);
}

/** Returns a further descriptor of an open folder, for looking up names in it. */
export function reopenFolder(fd: number): number {
  return reopen(fd, O_PATH | constants.O_DIRECTORY);
}

/** Opens a path of this machine. Only for the served root, at the start. */
export function openRootFolder(path: string): number {
  return openSync(path, O_PATH | constants.O_DIRECTORY);
}

/**
 * Returns a descriptor that is not a folder, so that every step from it fails. Stands for the root while its file
 * system is missing.
 */
export function openPlaceholder(): number {
  return openSync('/proc/self/status', O_PATH);
}

/** Opens the parent of the folder `fd`. The folder may have been moved, so the caller compares identities. */
export function openParentOf(fd: number): number {
  return openSync(`${pathOfDescriptor(fd)}/..`, O_PATH | constants.O_DIRECTORY);
}

/** Returns the facts of an entry, of a symlink itself; undefined if it does not exist. */
export function lstatAt(fd: number, name: Name): BigIntStats | undefined {
  return lstatSync(pathAt(fd, name), { bigint: true, throwIfNoEntry: false });
}

export function statOf(fd: number): BigIntStats {
  return fstatSync(fd, { bigint: true });
}

export function readSymlinkAt(fd: number, name: string): string {
  return readlinkSync(pathAt(fd, name));
}

/** Returns the target of a symlink as bytes; undefined if the name is not a symlink, or no longer. */
export function readSymlinkBytesAt(fd: number, name: Name): Buffer | undefined {
  try {
    return readlinkSync(pathAt(fd, name), { encoding: 'buffer' });
  } catch (error) {
    if (hasErrno(error, 'EINVAL', 'ENOENT')) return undefined;
    throw error;
  }
}

/** Calls `work` with a descriptor and closes it afterwards in any case. */
export function withDescriptor<Result>(fd: number, work: (fd: number) => Result): Result {
  try {
    return work(fd);
  } finally {
    closeSync(fd);
  }
}

function noFollow(follow: boolean): number {
  return follow ? 0 : constants.O_NOFOLLOW;
}
