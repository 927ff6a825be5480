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

/**
 * Node has no openat(2). On Linux `/proc/self/fd/N/name` has the same effect: the kernel starts at the
 * folder that is open as N, wherever that is by now, and looks up one name. Everything in this driver
 * goes through here, so no path of more than one name ever reaches the kernel.
 */
export type Name = string | Buffer;

/** Linux' O_PATH: a descriptor to walk from, for which no right to read is needed. */
const O_PATH = 0x20_0000;
const SLASH = 0x2f;

/** `/proc/self` is a link; naming what it stands for saves every system call the step through it. */
const DESCRIPTORS = `/proc/${ownProcess()}/fd`;

function ownProcess(): string {
  try {
    return readlinkSync('/proc/self');
  } catch {
    // Without /proc the driver refuses to start, in words.
    return 'self';
  }
}

export function pathOfDescriptor(fd: number): string {
  return `${DESCRIPTORS}/${fd}`;
}

/**
 * What `name` in the folder `fd` is called in a system call; throws when it is not one plain name, or a mount point that does not
 * answer.
 */
export function pathAt(fd: number, name: string): string;
export function pathAt(fd: number, name: Name): Name;
export function pathAt(fd: number, name: Name): Name {
  if (!isPlainName(name)) throw new Error('a walk was given something that is not one name');
  refuseSilentMount(fd, name);
  beat();
  if (typeof name === 'string') return `${DESCRIPTORS}/${fd}/${name}`;
  return Buffer.concat([Buffer.from(`${DESCRIPTORS}/${fd}/`), name]);
}

function isPlainName(name: Name): boolean {
  if (name.length === 0 || name.includes('\0')) return false;
  if (typeof name !== 'string') return !name.includes(SLASH);
  return name !== '.' && name !== '..' && !name.includes('/');
}

/** A descriptor to walk on from. A link of that name fails with ENOTDIR unless `follow` is true. */
export function openFolderAt(fd: number, name: Name, follow: boolean): number {
  return openSync(pathAt(fd, name), O_PATH | constants.O_DIRECTORY | noFollow(follow));
}

/** A descriptor to read the names from. */
export function openReadableFolderAt(fd: number, name: string): number {
  return openSync(pathAt(fd, name), constants.O_RDONLY | constants.O_DIRECTORY | noFollow(false));
}

/** Opens for reading without following or waiting: whoever calls has seen that it is a regular file. */
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

/** A descriptor of the thing itself, which tells its facts and does not open it: right for FIFOs too. */
export function openHandleAt(fd: number, name: Name, follow: boolean): number {
  return openSync(pathAt(fd, name), O_PATH | noFollow(follow));
}

/** Opens once more what a descriptor stands for; whatever the flags, nothing else can be met. */
export function reopen(fd: number, flags: number): number {
  return openSync(pathOfDescriptor(fd), flags);
}

export function reopenFolder(fd: number): number {
  return reopen(fd, O_PATH | constants.O_DIRECTORY);
}

/** For what holds a path of this machine: the served root alone, at start. */
export function openRootFolder(path: string): number {
  return openSync(path, O_PATH | constants.O_DIRECTORY);
}

/** A descriptor that stands for no folder, so that every step from it fails: the root while its file system is missing. */
export function openPlaceholder(): number {
  return openSync('/proc/self/status', O_PATH);
}

/** The folder that holds the folder `fd`. It may have been moved: whoever asks compares its identity. */
export function openParentOf(fd: number): number {
  return openSync(`${pathOfDescriptor(fd)}/..`, O_PATH | constants.O_DIRECTORY);
}

export function lstatAt(fd: number, name: Name): BigIntStats | undefined {
  return lstatSync(pathAt(fd, name), { bigint: true, throwIfNoEntry: false });
}

export function statOf(fd: number): BigIntStats {
  return fstatSync(fd, { bigint: true });
}

export function readSymlinkAt(fd: number, name: string): string {
  return readlinkSync(pathAt(fd, name));
}

/** The text of a link, byte for byte; undefined when the name stands for no link, or no longer. */
export function readSymlinkBytesAt(fd: number, name: Name): Buffer | undefined {
  try {
    return readlinkSync(pathAt(fd, name), { encoding: 'buffer' });
  } catch (error) {
    if (hasErrno(error, 'EINVAL', 'ENOENT')) return undefined;
    throw error;
  }
}

/** Lends a descriptor to `work` and closes it afterwards, whatever happens. */
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
