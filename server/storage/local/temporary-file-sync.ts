import {
  accessSync,
  type BigIntStats,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fdatasyncSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  unlinkSync,
  writeSync,
  futimesSync,
} from 'node:fs';
import type { FileVersion, WriteOptions, NewFileOptions } from '../driver.ts';
import { randomTemporaryName } from '../temporary-name.ts';
import { lstatAt, pathAt, statOf } from './descriptors.ts';
import { identityOf, toEntryStat } from './entry-stat.ts';
import { hasErrno } from './node-error.ts';
import { closeQuietly } from './read-file.ts';
import type { EntryStat } from '../entry.ts';
import { secondsOf } from './seconds.ts';
import { fileChanged, temporaryFileGone, nameTaken } from '../driver-errors.ts';

const PERMISSION_BITS = 0o777n;
/** Errors of file systems without permission bits or owners, and of processes that may not change them. */
const NO_MODES = ['EPERM', 'ENOTSUP', 'ENOSYS'];
const NS_PER_MS = 1_000_000n;
/** Longest tick of the clock of a file system: two seconds on FAT, milliseconds elsewhere. */
const LONGEST_TICK_NS = 2_000n * NS_PER_MS;
/** Errors when no inode is free. Some file systems count each name as an inode. */
export const NO_INODES = ['ENOSPC', 'EDQUOT'];
/** Errors of file systems without hard links, and of files that may not get one. */
export const NO_HARD_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

/** A temporary file: open as `fd`, with the hidden name `partName` in the folder open as `folder`. */
export interface UnpublishedFile {
  readonly folder: number;
  readonly partName: string;
  readonly fd: number;
}

/** Creates an empty temporary file. Fails if the name is taken. */
export function createTemporaryFileSync(
  folder: number,
  partName: string,
  mode: number,
): UnpublishedFile {
  const { O_CREAT, O_EXCL, O_NOFOLLOW, O_RDWR } = constants;
  const fd = openSync(pathAt(folder, partName), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  const temporaryFile = { folder, partName, fd };
  try {
    setMode(fd, mode);
  } catch (error) {
    abandonTemporaryFile(temporaryFile);
    throw error;
  }
  return temporaryFile;
}

/** Creates, fills and publishes a file. On any failure nothing of it remains and the old file is unchanged. */
export function writeFileSync(
  folder: number,
  name: string,
  bytes: Uint8Array,
  {
    mode,
    partName = randomTemporaryName(),
    ...options
  }: NewFileOptions & { readonly mode: number },
): EntryStat {
  const temporaryFile = createTemporaryFileSync(folder, partName, mode);
  try {
    writeAllSync(temporaryFile.fd, bytes);
    return publishSync(temporaryFile, name, options);
  } catch (error) {
    abandonTemporaryFile(temporaryFile);
    throw error;
  }
}

/**
 * Publishes a temporary file, flushed except for the folder, and closes it. When it throws, the temporary file still
 * exists and is open. Also completes a publishing that a crash has interrupted. Does not replace a file that the
 * process may not write according to its mode.
 */
export function publishSync(
  temporaryFile: UnpublishedFile,
  name: string,
  options: WriteOptions,
): EntryStat {
  const { folder, partName, fd } = temporaryFile;
  const own = identityOf(statOf(fd));
  requireStillThere(temporaryFile, own);
  const target = lstatAt(folder, name);
  // A crash after the hard link was created has left both names.
  if (target !== undefined && identityOf(target) === own) unlinkSync(pathAt(folder, partName));
  else giveFinalName(temporaryFile, name, target, options);
  const stat = toEntryStat(statOf(fd));
  // Everything is on disk. Even a failed close has closed the descriptor; closing it again would affect another file.
  closeQuietly(fd);
  return stat;
}

/** Sets the facts of a temporary file, flushes it and gives it its final name. `target` is the entry that has the name now. */
function giveFinalName(
  { folder, partName, fd }: UnpublishedFile,
  name: string,
  target: BigIntStats | undefined,
  options: WriteOptions,
): void {
  const { replace, ifStill, modifiedMs } = options;
  if (target && !(replace && !target.isDirectory()))
    throw nameTaken({ isFolder: target.isDirectory() });
  if (target?.isFile()) accessSync(pathAt(folder, name), constants.W_OK);
  if (ifStill && !isStill(target, ifStill)) throw fileChanged();
  setTime(fd, target, options);
  if (target?.isFile()) copyOwnership(fd, target);
  // fdatasync does not flush times.
  if (modifiedMs === undefined) fdatasyncSync(fd);
  else fsyncSync(fd);
  const [from, to] = [pathAt(folder, partName), pathAt(folder, name)];
  if (replace) renameSync(from, to);
  else createName(from, to);
}

/** Removes a temporary file that cannot be completed. */
export function abandonTemporaryFile({ folder, partName, fd }: UnpublishedFile): void {
  closeQuietly(fd);
  try {
    unlinkSync(pathAt(folder, partName));
  } catch {
    // The original error is reported. A temporary file that stays behind is invisible.
  }
}

/** Sets permission bits regardless of the umask. Some file systems store none. */
function setMode(fd: number, mode: number): void {
  try {
    fchmodSync(fd, mode);
  } catch (error) {
    if (!hasErrno(error, ...NO_MODES)) throw error;
  }
}

/**
 * Gives the new file the permission bits of the replaced one, and its owner and group where the process may. Not the
 * set-user-id and set-group-id bits, because the contents come from another user now.
 */
function copyOwnership(fd: number, replaced: BigIntStats): void {
  const { uid, gid } = statOf(fd);
  const kept = { uid: Number(replaced.uid), gid: Number(replaced.gid) };
  if (uid !== replaced.uid || gid !== replaced.gid) {
    // A process that may not change the owner may still set one of its own groups.
    if (!changeOwner(fd, kept.uid, kept.gid)) changeOwner(fd, SAME, kept.gid);
  }
  setMode(fd, Number(replaced.mode & PERMISSION_BITS));
}

/** Value for fchown(2) that leaves the owner unchanged. */
const SAME = -1;

/** Changes owner and group. Returns false if the process is not allowed to. */
function changeOwner(fd: number, uid: number, gid: number): boolean {
  try {
    fchownSync(fd, uid, gid);
    return true;
  } catch (error) {
    if (!hasErrno(error, ...NO_MODES)) throw error;
    return false;
  }
}

function isStill(target: BigIntStats | undefined, seen: FileVersion): boolean {
  return (
    target !== undefined &&
    identityOf(target) === seen.identity &&
    target.mtimeNs === seen.modifiedNs &&
    Number(target.size) === seen.size
  );
}

/**
 * Sets the modification time that the caller wants. Without one, makes sure that the file has a later time than the replaced one: versions
 * of a file are distinguished by time and size, and the clock of a file system may not have ticked since.
 */
function setTime(
  fd: number,
  replaced: BigIntStats | undefined,
  { modifiedMs }: WriteOptions,
): void {
  if (modifiedMs !== undefined) return setModifiedSync(fd, modifiedMs);
  if (!replaced) return;
  const ahead = replaced.mtimeNs - statOf(fd).mtimeNs;
  if (ahead < 0n || ahead > LONGEST_TICK_NS) return;
  setModifiedSync(fd, Number(replaced.mtimeNs / NS_PER_MS) + 1);
}

/** Throws `not-found` unless the temporary name still belongs to the open file. */
function requireStillThere({ folder, partName }: UnpublishedFile, own: string): void {
  const there = lstatAt(folder, partName);
  if (there && identityOf(there) === own) return;
  throw temporaryFileGone();
}

/**
 * Gives a file (not a folder) another name, and fails atomically if the name is taken. Both are paths below
 * descriptors.
 */
export function createName(from: string, to: string): void {
  try {
    // A hard link fails if the name is taken. The kernel does not follow a symlink here.
    linkSync(from, to);
  } catch (error) {
    if (hasErrno(error, ...NO_INODES)) return renameIfFree(from, to);
    if (!hasErrno(error, ...NO_HARD_LINKS)) throw error;
    return createNameWithoutHardLinks(from, to);
  }
  try {
    unlinkSync(from);
  } catch (error) {
    unlinkSync(to);
    throw error;
  }
}

/** Renames a file after a check that the name is free. No inode is free, so no other file can get the name in between. */
function renameIfFree(from: string, to: string): void {
  const taken = lstatSync(to, { bigint: true, throwIfNoEntry: false });
  if (taken !== undefined) throw nameTaken({ isFolder: taken.isDirectory() });
  renameSync(from, to);
}

/** Creates an empty file under the name, which fails if the name is taken, and replaces it by the temporary file. */
function createNameWithoutHardLinks(from: string, to: string): void {
  const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;
  closeSync(openSync(to, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600));
  try {
    renameSync(from, to);
  } catch (error) {
    unlinkSync(to);
    throw error;
  }
}

function writeAllSync(fd: number, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.length) {
    written += writeSync(fd, bytes, written, bytes.length - written, written);
  }
}

/** Errors of file systems that store no times, and of files of other owners. */
const NO_TIMES = ['EPERM', 'EACCES', 'ENOTSUP', 'ENOSYS', 'EINVAL'];

/**
 * Sets the modification time of an open file, in milliseconds since 1970. Does nothing where the file system refuses
 * it.
 */
function setModifiedSync(fd: number, modifiedMs: number): void {
  const seconds = Math.floor(modifiedMs / 1_000);
  const micros = Math.floor((modifiedMs - seconds * 1_000) * 1_000);
  try {
    futimesSync(fd, Date.now() / 1_000, secondsOf(seconds, micros));
  } catch (error) {
    if (!hasErrno(error, ...NO_TIMES)) throw error;
  }
}
