import { type BigIntStats, constants } from 'node:fs';
import { hasStableInodes } from './stable-inodes.ts';
import type { EntryFacts, EntryKind, EntryStat } from '../entry.ts';

export function toEntryStat(stats: BigIntStats): EntryStat {
  const { kind, size, modifiedNs, mode } = toEntryFacts(stats);
  // Written out because walks create many: spreading an object into a larger one takes 30 times as long.
  return {
    kind,
    size,
    modifiedNs,
    mode,
    identity: identityOf(stats),
    fingerprint: fingerprintOf(stats),
  };
}

/**
 * Returns the facts without the identity, which takes longer to compute than all the others. Large listings do not
 * need it.
 */
export function toEntryFacts(stats: BigIntStats): EntryFacts {
  const mode = Number(stats.mode);
  return { kind: kindOf(mode), size: Number(stats.size), modifiedNs: stats.mtimeNs, mode };
}

/** Returns the identity of an entry: device and inode number. */
export function identityOf({ dev, ino }: { dev: bigint; ino: bigint }): string {
  return `${dev}:${ino}`;
}

/** Returns the st_dev in an identity. */
export function deviceOf(identity: string): string {
  return identity.slice(0, identity.indexOf(':'));
}

/**
 * Returns the file fingerprint: the creation time, if the file system stores it, because inode numbers are reused;
 * and the inode number, if it is stable, because many files can be created within one tick of a clock.
 */
function fingerprintOf({
  birthtimeNs,
  dev,
  ino,
}: Record<'birthtimeNs' | 'dev' | 'ino', bigint>): string {
  if (birthtimeNs <= 0n) return `inode ${ino}`;
  return hasStableInodes(dev) ? `born ${birthtimeNs} inode ${ino}` : `born ${birthtimeNs}`;
}

/**
 * Returns true if the fingerprint contains a creation time. Without one, the roots of other file systems often have
 * the same fingerprint.
 */
export function isFingerprintUnique({ birthtimeNs }: Pick<BigIntStats, 'birthtimeNs'>): boolean {
  return birthtimeNs > 0n;
}

export function kindOf(mode: number): EntryKind {
  switch (mode & constants.S_IFMT) {
    case constants.S_IFREG:
      return 'file';
    case constants.S_IFDIR:
      return 'folder';
    default:
      return 'other';
  }
}

export function isSymlinkMode(mode: number): boolean {
  return (mode & constants.S_IFMT) === constants.S_IFLNK;
}
