import {
  type BigIntStats,
  fchmodSync,
  fchownSync,
  futimesSync,
  lchownSync,
  lutimesSync,
} from 'node:fs';
import type { Name } from '../../raw-name.ts';
import { hasErrno } from '../node-error.ts';
import { secondsOf } from '../seconds.ts';

const NS_PER_SECOND = 1_000_000_000n;
const NS_PER_MICROSECOND = 1_000n;
/** Mode bits that the copy of a file gets: not set-user-id and set-group-id, because the copy may have another owner. */
const FILE_BITS = 0o777n;
/** Mode bits that the copy of a folder gets: also set-group-id and the sticky bit, which are safe with any owner. */
const FOLDER_BITS = 0o3777n;
const KEEP_OWNER = -1;
/** Errors of file systems that do not store these facts, and of owners that the process may not set. */
const NOT_KEPT = ['EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL'];

/** Gives the entry open as `fd` the owner, mode and times of `stats`, as far as the process and the file system allow. */
export function keepFacts(fd: number, stats: BigIntStats): void {
  const bits = stats.isDirectory() ? FOLDER_BITS : FILE_BITS;
  keepOwner(stats, (uid, gid) => fchownSync(fd, uid, gid));
  asFarAsPossible(() => fchmodSync(fd, Number(stats.mode & bits)));
  asFarAsPossible(() => futimesSync(fd, secondsToSet(stats.atimeNs), secondsToSet(stats.mtimeNs)));
}

/** Does the same for a symlink, by its path below a descriptor. Symlinks have no modes. */
export function keepFactsOfSymlink(path: Name, stats: BigIntStats): void {
  keepOwner(stats, (uid, gid) => lchownSync(path, uid, gid));
  asFarAsPossible(() =>
    lutimesSync(path, secondsToSet(stats.atimeNs), secondsToSet(stats.mtimeNs)),
  );
}

/** Returns true if `keepFacts` sets this time for a copy of an entry with the original time. */
export function isTimeOfCopy(copyNs: bigint, originalNs: bigint): boolean {
  const distance = copyNs - keptNs(originalNs);
  return distance <= NS_PER_MICROSECOND && distance >= -NS_PER_MICROSECOND;
}

/** Rounds a time down to microseconds, because some versions of Node set no finer ones. Returns 0 for a time before 1970. */
function keptNs(ns: bigint): bigint {
  return ns < 0n ? 0n : ns - (ns % NS_PER_MICROSECOND);
}

function secondsToSet(ns: bigint): number {
  const kept = keptNs(ns);
  const micros = (kept % NS_PER_SECOND) / NS_PER_MICROSECOND;
  return secondsOf(Number(kept / NS_PER_SECOND), Number(micros));
}

/**
 * Sets owner and group, or at least the group. Does nothing if the original has those of this process: the copy has them already, or the
 * group of a set-group-id folder.
 */
function keepOwner({ uid, gid }: BigIntStats, give: (uid: number, gid: number) => void): void {
  if (Number(uid) === process.geteuid?.() && Number(gid) === process.getegid?.()) return;
  try {
    give(Number(uid), Number(gid));
  } catch (error) {
    if (!hasErrno(error, ...NOT_KEPT)) throw error;
    asFarAsPossible(() => give(KEEP_OWNER, Number(gid)));
  }
}

function asFarAsPossible(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!hasErrno(error, ...NOT_KEPT)) throw error;
  }
}
