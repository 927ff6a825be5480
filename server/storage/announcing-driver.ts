import type { TreeChanges } from '../events/tree-changes.ts';
import type { EntryRef, StorageDriver } from './driver.ts';
import type { TreeWalks } from './tree-walks.ts';
import { visiblePlace, wrapDriver } from './wrapped-driver.ts';

type Changes = Pick<TreeChanges, 'tell'>;

/** Returns a driver that announces each change as soon as it is done, except changes of temporary names. */
export function announcing(driver: StorageDriver, changes: Changes): StorageDriver {
  const wrapped = wrapDriver(driver, {
    async naming(entry, _, step) {
      const stat = await step();
      const place = visiblePlace(entry);
      if (place !== undefined) changes.tell({ kind: 'appeared', place });
      return stat;
    },
    async moving({ from, to }, step) {
      const outcome = await step();
      if (outcome.kind === 'moved') tellMove(changes, from, to);
      return outcome;
    },
    async removing(entry, step) {
      await step();
      const place = visiblePlace(entry);
      if (place !== undefined) changes.tell({ kind: 'vanished', place });
    },
  });
  return { ...wrapped, walks: announcingWalks(driver.walks, changes) };
}

/** Announces what walks have changed when they end, also when they fail. */
function announcingWalks(walks: TreeWalks, changes: Changes): TreeWalks {
  const removing = async <T>(entry: EntryRef, removal: Promise<T>): Promise<T> => {
    try {
      return await removal;
    } finally {
      const place = visiblePlace(entry);
      if (place !== undefined) {
        // A part of it may still exist.
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

function tellMove(changes: Changes, from: EntryRef, to: EntryRef): void {
  const [was, is] = [visiblePlace(from), visiblePlace(to)];
  if (was !== undefined && is !== undefined) changes.tell({ kind: 'moved', from: was, to: is });
  else if (was !== undefined) changes.tell({ kind: 'vanished', place: was });
  else if (is !== undefined) changes.tell({ kind: 'appeared', place: is });
}
