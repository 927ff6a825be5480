import type { Database } from '../metadata/database.ts';
import type { StorageDriver } from '../storage/driver.ts';

/** Services that changing users, rules and settings needs. Features and the command line share these functions. */
export interface Administration {
  readonly db: Database;
  /** Storage in which homes are created, and from which a removed user's partial uploads are deleted. */
  readonly driver: Pick<
    StorageDriver,
    'features' | 'resolve' | 'list' | 'makeFolder' | 'remove' | 'removeTemporaryFile'
  >;
}
