import type { TreeChanges } from '../events/tree-changes.ts';
import type { EntryRef, StorageDriver } from './driver.ts';
import { visiblePlace, wrapDriver } from './wrapped-driver.ts';

type Changes = Pick<TreeChanges, 'tell'>;

/** The same driver; what it has changed is told as soon as it is done. What happens to hidden names is nobody's business. */
export function announcing(driver: StorageDriver, changes: Changes): StorageDriver {
  return wrapDriver(driver, {
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
}

function tellMove(changes: Changes, from: EntryRef, to: EntryRef): void {
  const [was, is] = [visiblePlace(from), visiblePlace(to)];
  if (was !== undefined && is !== undefined) changes.tell({ kind: 'moved', from: was, to: is });
  else if (was !== undefined) changes.tell({ kind: 'vanished', place: was });
  else if (is !== undefined) changes.tell({ kind: 'appeared', place: is });
}
