import { isTemporaryName } from '#contract/temporary-names.ts';
import { childPath } from '#contract/paths.ts';
import type { TreeChanges } from '../events/tree-changes.ts';
import type { StorageDriver } from '../storage/driver.ts';
import { wrapDriver } from './wrapped-driver.ts';
import type { EntryRef } from '../storage/entry.ts';

/** Returns a driver that announces its own changes, for tests of observers without operations. */
export function announcing(
  driver: StorageDriver,
  changes: Pick<TreeChanges, 'announce'>,
): StorageDriver {
  const announce = (kind: 'appeared' | 'vanished', { folder, name }: EntryRef): void => {
    const path = isTemporaryName(name) ? undefined : childPath(folder, name);
    if (path !== undefined) changes.announce({ kind, path });
  };
  return wrapDriver(driver, {
    async naming(entry, _options, step) {
      const stat = await step();
      announce('appeared', entry);
      return stat;
    },
    async moving({ from, to }, step) {
      const outcome = await step();
      announce('vanished', from);
      announce('appeared', to);
      return outcome;
    },
    async removing(entry, step) {
      await step();
      announce('vanished', entry);
    },
  });
}
