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
} from 'node:fs';
import { AppError } from '../../errors.ts';
import type { FileVersion, WriteOptions, NewFileOptions } from '../driver.ts';
import { randomTemporaryName } from '../temporary-name.ts';
import { lstatAt, pathAt, statOf } from './descriptors.ts';
import { identityOf, toEntryStat } from './entry-stat.ts';
import { setModifiedSync } from './modified-time.ts';
import { hasErrno } from './node-error.ts';
import { closeQuietly } from './read-file.ts';
import type { EntryStat } from '../entry.ts';

const PERMISSION_BITS = 0o777n;
const NO_MODES = ['EPERM', 'ENOTSUP', 'ENOSYS'];
const NS_PER_MS = 1_000_000n;
/** Two seconds on FAT, milliseconds elsewhere. */
const LONGEST_TICK_NS = 2_000n * NS_PER_MS;
/** Some file systems count each name as an inode. */
export const NO_INODES = ['ENOSPC', 'EDQUOT'];
const NO_HARD_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

/** A file on its way to a name: open as `fd`, hidden as `partName` in the folder open as `folder`. */
export interface Part {
  readonly folder: number;
  readonly partName: string;
  readonly fd: number;
}

/** Creates an empty part; a name that is taken fails. */
export function createTemporaryFileSync(folder: number, partName: string, mode: number): Part {
  const { O_CREAT, O_EXCL, O_NOFOLLOW, O_RDWR } = constants;
  const fd = openSync(pathAt(folder, partName), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  const part = { folder, partName, fd };
  try {
    setMode(fd, mode);
  } catch (error) {
    abandonTemporaryFile(part);
    throw error;
  }
  return part;
}

/** Creates, fills and publishes a file; on any failure nothing of it remains and the old one is untouched. */
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
  const part = createTemporaryFileSync(folder, partName, mode);
  try {
    writeAllSync(part.fd, bytes);
    return publishSync(part, name, options);
  } catch (error) {
    abandonTemporaryFile(part);
    throw error;
  }
}

/**
 * Gives the part its final name in one step, flushed except for the folder, and closes it. When it throws,
 * the part is still there and open. Also finishes what a crash has left between the name and the clean-up.
 * A file that the process may not write, because its mode says so, is not replaced either.
 */
export function publishSync(part: Part, name: string, options: WriteOptions): EntryStat {
  const { replace, ifStill } = options;
  const own = identityOf(statOf(part.fd));
  requireStillThere(part, own);
  const target = lstatAt(part.folder, name);
  const published = target !== undefined && identityOf(target) === own;
  if (published) unlinkSync(pathAt(part.folder, part.partName));
  else if (target && !(replace && !target.isDirectory())) throw nameTaken(target);
  else {
    if (target?.isFile()) accessSync(pathAt(part.folder, name), constants.W_OK);
    if (ifStill && !isStill(target, ifStill)) throw new AppError('stale', 'the file has changed');
    setTimeOf(part.fd, target, options);
    if (target?.isFile()) takeOver(part.fd, target);
    // Times are not among what fdatasync has to flush.
    if (options.modifiedMs === undefined) fdatasyncSync(part.fd);
    else fsyncSync(part.fd);
    if (replace) renameSync(pathAt(part.folder, part.partName), pathAt(part.folder, name));
    else createName(pathAt(part.folder, part.partName), pathAt(part.folder, name));
  }
  const stat = toEntryStat(statOf(part.fd));
  // All is on disk, and a failed close has closed as well: closed once more, it would hit a stranger's file.
  closeQuietly(part.fd);
  return stat;
}

/** Removes what cannot be finished. */
export function abandonTemporaryFile({ folder, partName, fd }: Part): void {
  closeQuietly(fd);
  try {
    unlinkSync(pathAt(folder, partName));
  } catch {
    // The failure that led here is the one to tell; a part left behind is invisible.
  }
}

/** Sets permission bits as they are meant, whatever the umask. Some file systems keep none. */
function setMode(fd: number, mode: number): void {
  try {
    fchmodSync(fd, mode);
  } catch (error) {
    if (!hasErrno(error, ...NO_MODES)) throw error;
  }
}

/**
 * The new file keeps the permission bits of the one it replaces, and its owner and group where the process may. Not the
 * bits that run it as its owner: its bytes are somebody else's now.
 */
function takeOver(fd: number, replaced: BigIntStats): void {
  const { uid, gid } = statOf(fd);
  const kept = { uid: Number(replaced.uid), gid: Number(replaced.gid) };
  if (uid !== replaced.uid || gid !== replaced.gid) {
    // Whoever may not give a file away may still give it to a group of theirs.
    if (!giveTo(fd, kept.uid, kept.gid)) giveTo(fd, SAME, kept.gid);
  }
  setMode(fd, Number(replaced.mode & PERMISSION_BITS));
}

/** For fchown: stays as it is. */
const SAME = -1;

/** False when the process may not. */
function giveTo(fd: number, uid: number, gid: number): boolean {
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
 * Versions of a file are told apart by time and size, and the clocks of file systems tick slowly: one that follows another
 * within a tick is made a little younger.
 */
function setTimeOf(
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

function requireStillThere({ folder, partName }: Part, own: string): void {
  const there = lstatAt(folder, partName);
  if (there && identityOf(there) === own) return;
  throw new AppError('not-found', 'the unfinished file is gone');
}

/**
 * Gives a file (not a folder) another name, which fails when that is taken, in the same step in which it would take
 * it. Both are paths below descriptors.
 */
export function createName(from: string, to: string): void {
  try {
    // A hard link fails when the name is taken; the kernel does not follow a link for it.
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

/** Where nobody can make a file, none can appear between the look and the renaming. */
function renameIfFree(from: string, to: string): void {
  const taken = lstatSync(to, { bigint: true, throwIfNoEntry: false });
  if (taken !== undefined) throw nameTaken(taken);
  renameSync(from, to);
}

/** An empty file takes the name, which fails when it is taken; the part then replaces it. */
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

export function nameTaken(target: BigIntStats): AppError {
  const words = target.isDirectory() ? 'a folder of this name exists' : 'the name is taken';
  return new AppError('already-exists', words);
}

function writeAllSync(fd: number, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.length) {
    written += writeSync(fd, bytes, written, bytes.length - written, written);
  }
}
