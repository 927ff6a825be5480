import {
  type BigIntStats,
  fchmodSync,
  fchownSync,
  futimesSync,
  lchownSync,
  lutimesSync,
} from 'node:fs';
import type { Name } from '../descriptors.ts';
import { hasErrno } from '../node-error.ts';
import { secondsOf } from '../seconds.ts';

const NS_PER_SECOND = 1_000_000_000n;
const NS_PER_MICROSECOND = 1_000n;
/** Without set-user-id and set-group-id: a copy need not have the owner that they lend the rights of. */
const FILE_BITS = 0o777n;
/** A folder hands its group down, and guards its entries, whoever made it. */
const FOLDER_BITS = 0o3777n;
const KEEP_OWNER = -1;
/** Of file systems that do not keep these facts, and of owners a process may not give files to. */
const NOT_KEPT = ['EPERM', 'EACCES', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL'];

/** Gives what is open as `fd` the owner, mode and times of `stats`, as far as the process may and the disk can. */
export function keepFacts(fd: number, stats: BigIntStats): void {
  const bits = stats.isDirectory() ? FOLDER_BITS : FILE_BITS;
  keepOwner(stats, (uid, gid) => fchownSync(fd, uid, gid));
  asFarAsPossible(() => fchmodSync(fd, Number(stats.mode & bits)));
  asFarAsPossible(() => futimesSync(fd, secondsToSet(stats.atimeNs), secondsToSet(stats.mtimeNs)));
}

/** The same for a link, by its path below a descriptor. Links have no modes. */
export function keepFactsOfSymlink(path: Name, stats: BigIntStats): void {
  keepOwner(stats, (uid, gid) => lchownSync(path, uid, gid));
  asFarAsPossible(() =>
    lutimesSync(path, secondsToSet(stats.atimeNs), secondsToSet(stats.mtimeNs)),
  );
}

/** Is this the time that `keepFacts` has given a copy of something with the other one? */
export function isTimeOfCopy(copyNs: bigint, originalNs: bigint): boolean {
  const distance = copyNs - keptNs(originalNs);
  return distance <= NS_PER_MICROSECOND && distance >= -NS_PER_MICROSECOND;
}

/** We set times in whole microseconds, as some Nodes do, and none before 1970. */
function keptNs(ns: bigint): bigint {
  return ns < 0n ? 0n : ns - (ns % NS_PER_MICROSECOND);
}

function secondsToSet(ns: bigint): number {
  const kept = keptNs(ns);
  const micros = (kept % NS_PER_SECOND) / NS_PER_MICROSECOND;
  return secondsOf(Number(kept / NS_PER_SECOND), Number(micros));
}

/** The own group may come from the folder, which is then as it is meant. */
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
