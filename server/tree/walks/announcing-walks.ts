import { isTemporaryName } from '#contract/temporary-names.ts';
import type { TreeChanges } from '../../events/tree-changes.ts';
import type { EntryRef } from '../../storage/driver.ts';
import { requireChildPath } from '../entry-paths.ts';
import type { Walks } from './walks.ts';

/** The same walks; what they have changed in places that are not hidden is told when they end, however they do. */
export function announcingWalks(walks: Walks, changes: Pick<TreeChanges, 'tell'>): Walks {
  const removing = async <T>({ folder, name }: EntryRef, removal: Promise<T>): Promise<T> => {
    try {
      return await removal;
    } finally {
      if (!isTemporaryName(name)) {
        const place = requireChildPath(folder, name);
        // Some of it may be there still.
        changes.tell({ kind: 'vanished', place });
        changes.tell({ kind: 'changed-below', place });
      }
    }
  };
  return {
    ...walks,
    async merge(input, options) {
      try {
        await walks.merge(input, options);
      } finally {
        changes.tell({ kind: 'changed-below', place: input.into });
      }
    },
    remove: (input, options) => removing(input.entry, walks.remove(input, options)),
    removeCopied: (input, options) => removing(input.entry, walks.removeCopied(input, options)),
  };
}
