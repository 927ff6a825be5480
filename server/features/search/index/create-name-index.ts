import type { TreeChanges } from '../../../events/tree-changes.ts';
import { AppError } from '../../../errors.ts';
import type { Logger } from '../../../logger.ts';
import type { StorageDriver } from '../../../storage/driver.ts';
import { LocalNameIndex } from './local-name-index.ts';
import type { NameIndex } from './name-index.ts';

export interface NameIndexParts {
  readonly driver: Pick<StorageDriver, 'root'>;
  readonly changes: Pick<TreeChanges, 'subscribe'>;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
}

/** Has to be closed before the driver. */
export function createNameIndex({ driver: { root }, changes, logger }: NameIndexParts): NameIndex {
  if (root === undefined) return NO_INDEX;
  const index = new LocalNameIndex(root, logger);
  changes.subscribe((change) => index.hear(change));
  return index;
}

/** Where there are no folders to walk through. */
const NO_INDEX: NameIndex = {
  state: () => 'off',
  facts: () => ({ state: 'off', names: 0, readAt: undefined }),
  begin: () => undefined,
  find() {
    throw new AppError('storage-failed', 'this storage has no index of names');
  },
  close: () => Promise.resolve(),
};
