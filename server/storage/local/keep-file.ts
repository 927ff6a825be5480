import { linkSync } from 'node:fs';
import { lstatAt, pathAt } from './descriptors.ts';
import { requireEntryName } from '../entry-name.ts';
import { toEntryStat } from './entry-stat.ts';
import { hasErrno } from './node-error.ts';
import type { RootDescriptor } from './root-descriptor.ts';
import { NO_HARD_LINKS } from './temporary-file-sync.ts';
import { abandonFlush, openForFlush, type UnflushedFolder } from './unflushed.ts';
import { notFound } from '../driver-errors.ts';
import { withFolderAt } from './walk.ts';
import type { EntryRef, EntryStat } from '../entry.ts';

/** Input of `keepFileSync`: the file, and its second name in a trash folder. */
export interface KeepCall {
  readonly from: EntryRef;
  readonly to: EntryRef;
}

/** The kept file, and its folder, which still has to be flushed. */
export interface HardLinkedFile {
  readonly stat: EntryStat;
  readonly unflushed: UnflushedFolder | undefined;
}

/**
 * Gives a file a hard link in a trash folder. Implements `keepFile` of the driver, except for the flush. Returns undefined for anything but a
 * file, and where no hard link is possible: the caller copies then.
 */
export function keepFileSync(
  root: RootDescriptor,
  { from, to }: KeepCall,
): HardLinkedFile | undefined {
  requireEntryName(from.name);
  requireEntryName(to.name);
  return withFolderAt(root, from.folder, (source) =>
    withFolderAt(root, to.folder, (target) => {
      const stats = lstatAt(source, from.name);
      if (stats === undefined) throw notFound();
      if (!stats.isFile()) return undefined;
      const unflushed = openForFlush(target);
      let isLinked = false;
      try {
        linkSync(pathAt(source, from.name), pathAt(target, to.name));
        isLinked = true;
        return { stat: toEntryStat(lstatAt(target, to.name) ?? stats), unflushed };
      } catch (error) {
        abandonFlush(unflushed);
        const isImpossible = hasErrno(error, ...NO_HARD_LINKS, 'EXDEV', 'EACCES');
        if (isImpossible && !isLinked) return undefined;
        throw error;
      }
    }),
  );
}
