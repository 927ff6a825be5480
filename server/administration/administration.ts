import type { Database } from '../metadata/database.ts';
import type { StorageDriver } from '../storage/driver.ts';

/** What changing users, rules and settings stands on: the rooms and the command line do it by the same functions. */
export interface Administration {
  readonly db: Database;
  /** Homes are made in it, and what a user has left unfinished is removed from it. */
  readonly driver: Pick<
    StorageDriver,
    'features' | 'resolve' | 'list' | 'makeFolder' | 'remove' | 'removeTemporaryFile'
  >;
}
