import { type BigIntStats, constants } from 'node:fs';
import { hasStableInodes } from './stable-inodes.ts';
import type { EntryFacts, EntryKind, EntryStat } from '../entry.ts';

export function toEntryStat(stats: BigIntStats): EntryStat {
  const { kind, size, modifiedNs, mode } = toEntryFacts(stats);
  // Written out, as walks make many: an object that is spread into a larger one takes 30 times as long.
  return {
    kind,
    size,
    modifiedNs,
    mode,
    identity: identityOf(stats),
    fingerprint: fingerprintOf(stats),
  };
}

/** Making the identity costs more than all the rest, and a large listing has no use for it. */
export function toEntryFacts(stats: BigIntStats): EntryFacts {
  const mode = Number(stats.mode);
  return { kind: kindOf(mode), size: Number(stats.size), modifiedNs: stats.mtimeNs, mode };
}

export function identityOf({ dev, ino }: { dev: bigint; ino: bigint }): string {
  return `${dev}:${ino}`;
}

/** The st_dev in an identity. */
export function deviceOf(identity: string): string {
  return identity.slice(0, identity.indexOf(':'));
}

/**
 * The moment of its creation, where the file system keeps it, for numbers of inodes are given again. Clocks tick slowly, and
 * much can be made within one tick: so the number, too, where it stays the same. Elsewhere one of the two has to do.
 */
function fingerprintOf({
  birthtimeNs,
  dev,
  ino,
}: Record<'birthtimeNs' | 'dev' | 'ino', bigint>): string {
  if (birthtimeNs <= 0n) return `inode ${ino}`;
  return hasStableInodes(dev) ? `born ${birthtimeNs} inode ${ino}` : `born ${birthtimeNs}`;
}

/** Whether a fingerprint holds a time of creation. Without one, other file systems often have the same fingerprint for their root. */
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
