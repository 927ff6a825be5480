import { isTemporaryName } from '#contract/temporary-names.ts';
import type { StorageDriver } from '../storage/driver.ts';
import { visiblePlace, wrapDriver } from '../storage/wrapped-driver.ts';
import type { SharedItems } from './shared-items.ts';

/**
 * The same driver, whose single steps keep links with their items: a link goes on when its file gets other contents, and
 * ends when its item is removed. Acts of several steps, moves among them, tell themselves what they are about.
 */
export function keepingShares(driver: StorageDriver, sharedItems: SharedItems): StorageDriver {
  return wrapDriver(driver, {
    naming(entry, { replace }, step) {
      const place = visiblePlace(entry);
      if (!replace || place === undefined) return step();
      return sharedItems.keep([{ fate: 'carried', place }], step);
    },
    moving({ from, to, replace }, step) {
      const place = visiblePlace(to);
      if (!replace || place === undefined || !isTemporaryName(from.name)) return step();
      return sharedItems.keep([{ fate: 'carried', place }], step);
    },
    removing(entry, step) {
      const place = visiblePlace(entry);
      if (place === undefined) return step();
      return sharedItems.keep([{ fate: 'removed', place }], step);
    },
  });
}
