import { type BigIntStats, constants } from 'node:fs';
import type { EntryFacts, EntryKind, EntryStat } from '../driver.ts';

export function toEntryStat(stats: BigIntStats): EntryStat {
  return { ...toEntryFacts(stats), identity: identityOf(stats) };
}

/** Making the identity costs more than all the rest, and a large listing has no use for it. */
export function toEntryFacts(stats: BigIntStats): EntryFacts {
  const mode = Number(stats.mode);
  return { kind: kindOf(mode), size: Number(stats.size), modifiedNs: stats.mtimeNs, mode };
}

export function identityOf({ dev, ino }: { dev: bigint; ino: bigint }): string {
  return `${dev}:${ino}`;
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

export function isLinkMode(mode: number): boolean {
  return (mode & constants.S_IFMT) === constants.S_IFLNK;
}
