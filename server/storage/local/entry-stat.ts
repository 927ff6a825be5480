import { type BigIntStats, constants } from 'node:fs';
import type { EntryKind, EntryStat } from '../driver.ts';

export function toEntryStat(stats: BigIntStats): EntryStat {
  return {
    kind: kindOf(Number(stats.mode)),
    size: Number(stats.size),
    modifiedNs: stats.mtimeNs,
    mode: Number(stats.mode),
    identity: identityOf(stats),
  };
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
