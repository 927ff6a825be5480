import { randomBytes } from 'node:crypto';
import {
  type BigIntStats,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fdatasyncSync,
  linkSync,
  openSync,
  renameSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { HIDDEN_PART_PREFIX, HIDDEN_PART_SUFFIX } from '#contract/hidden-parts.ts';
import { AppError } from '../../errors.ts';
import type { EntryStat } from '../driver.ts';
import { lstatAt, pathAt, statOf } from './descriptors.ts';
import { identityOf, toEntryStat } from './entry-stat.ts';
import { hasErrno } from './node-error.ts';
import { closeQuietly } from './read-file.ts';

const PERMISSION_BITS = 0o777n;
const NO_MODES = ['EPERM', 'ENOTSUP', 'ENOSYS'];
const NO_HARD_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

/** A file on its way to a name: open as `fd`, hidden as `partName` in the folder open as `folder`. */
export interface Part {
  readonly folder: number;
  readonly partName: string;
  readonly fd: number;
}

/** Creates an empty part under a fresh name, which no one can have prepared. */
export function createPartSync(folder: number, mode: number): Part {
  const partName = `${HIDDEN_PART_PREFIX}${randomBytes(12).toString('hex')}${HIDDEN_PART_SUFFIX}`;
  const { O_CREAT, O_EXCL, O_NOFOLLOW, O_RDWR } = constants;
  const fd = openSync(pathAt(folder, partName), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
  const part = { folder, partName, fd };
  try {
    setMode(fd, mode);
  } catch (error) {
    abandonPart(part);
    throw error;
  }
  return part;
}

/** Creates, fills and publishes a file; on any failure nothing of it remains and the old one is untouched. */
export function writeFileSync(
  folder: number,
  name: string,
  bytes: Uint8Array,
  { mode, replace }: { readonly mode: number; readonly replace: boolean },
): EntryStat {
  const part = createPartSync(folder, mode);
  try {
    writeAllSync(part.fd, bytes);
    return publishSync(part, name, replace);
  } catch (error) {
    abandonPart(part);
    throw error;
  }
}

/**
 * Gives the part its final name in one step, flushed except for the folder, and closes it. When it throws,
 * the part is still there and open. Also finishes what a crash has left between the name and the clean-up.
 */
export function publishSync(part: Part, name: string, replace: boolean): EntryStat {
  const own = identityOf(statOf(part.fd));
  requirePartStillThere(part, own);
  const target = lstatAt(part.folder, name);
  const published = target !== undefined && identityOf(target) === own;
  if (published) unlinkSync(pathAt(part.folder, part.partName));
  else if (target && !(replace && !target.isDirectory())) throw nameTaken(target);
  else {
    if (target?.isFile()) takeOver(part.fd, target);
    fdatasyncSync(part.fd);
    if (replace) renameSync(pathAt(part.folder, part.partName), pathAt(part.folder, name));
    else createName(part, name);
  }
  const stat = toEntryStat(statOf(part.fd));
  // All is on disk, and a failed close has closed as well: closed once more, it would hit a stranger's file.
  closeQuietly(part.fd);
  return stat;
}

/** Removes what cannot be finished. */
export function abandonPart({ folder, partName, fd }: Part): void {
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

/** The new file keeps the permission bits of the one it replaces, and its owner where the process may. */
function takeOver(fd: number, replaced: BigIntStats): void {
  const { uid, gid } = statOf(fd);
  if (uid !== replaced.uid || gid !== replaced.gid) {
    try {
      fchownSync(fd, Number(replaced.uid), Number(replaced.gid));
    } catch (error) {
      if (!hasErrno(error, ...NO_MODES)) throw error;
    }
  }
  setMode(fd, Number(replaced.mode & PERMISSION_BITS));
}

function requirePartStillThere({ folder, partName }: Part, own: string): void {
  const there = lstatAt(folder, partName);
  if (there && identityOf(there) === own) return;
  throw new AppError('not-found', 'the unfinished file is gone');
}

/** A hard link fails when the name is taken, in the same step in which it would take it. */
function createName({ folder, partName }: Part, name: string): void {
  const from = pathAt(folder, partName);
  const to = pathAt(folder, name);
  try {
    linkSync(from, to);
    unlinkSync(from);
  } catch (error) {
    if (!hasErrno(error, ...NO_HARD_LINKS)) throw error;
    createNameWithoutLinks(from, to);
  }
}

/** An empty file takes the name, which fails when it is taken; the part then replaces it. */
function createNameWithoutLinks(from: string, to: string): void {
  const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;
  closeSync(openSync(to, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600));
  try {
    renameSync(from, to);
  } catch (error) {
    unlinkSync(to);
    throw error;
  }
}

function nameTaken(target: BigIntStats): AppError {
  const words = target.isDirectory() ? 'a folder of this name exists' : 'the name is taken';
  return new AppError('already-exists', words);
}

function writeAllSync(fd: number, bytes: Uint8Array): void {
  let written = 0;
  while (written < bytes.length) {
    written += writeSync(fd, bytes, written, bytes.length - written, written);
  }
}
