import { closeSync } from 'node:fs';
import type { Task } from '../../../lib/serve-tasks.ts';
import type { RootDescriptor } from '../root-descriptor.ts';
import { lstatAt } from '../descriptors.ts';
import { requireEntryName } from '../../entry-name.ts';
import { toEntryStat } from '../entry-stat.ts';
import { openFolderIfPresent } from './start.ts';
import type { EntryRef, EntryStat } from '../../entry.ts';

/** Returns the stat of an entry, which may have a temporary name; undefined if it does not exist. */
// eslint-disable-next-line require-yield -- A step of its own, as all tasks are.
export function* statTree(
  root: RootDescriptor,
  { folder, name }: EntryRef,
): Task<EntryStat | undefined> {
  requireEntryName(name);
  const fd = openFolderIfPresent(root, folder);
  if (fd === undefined) return undefined;
  try {
    const stats = lstatAt(fd, name);
    return stats && toEntryStat(stats);
  } finally {
    closeSync(fd);
  }
}
