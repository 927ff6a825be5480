import { constants } from 'node:fs';
import { lstatAt, type Name } from './descriptors.ts';
import { toEntryFacts } from './entry-stat.ts';
import { SilentMountError } from './silent-mounts.ts';
import type { EntryFacts } from '../entry.ts';

/** Facts that are shown for a mount point that does not answer. */
const SILENT: EntryFacts = { kind: 'folder', size: 0, modifiedNs: 0n, mode: constants.S_IFDIR };

/**
 * Returns the facts of an entry for a listing; undefined if it has vanished. A mount point that does not answer is
 * shown as a folder without further facts, so that its parent folder can be listed.
 */
export function listedFactsAt(fd: number, name: Name): EntryFacts | undefined {
  try {
    const stats = lstatAt(fd, name);
    return stats && toEntryFacts(stats);
  } catch (error) {
    if (error instanceof SilentMountError) return SILENT;
    throw error;
  }
}
