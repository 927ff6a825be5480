import type { StorageDriver } from '../storage/driver.ts';
import type { PartLedger } from './part-ledger.ts';
import type { ListingPool } from './listing/listing-pool.ts';
import type { PathLocks } from './path-locks.ts';

/** The served files and what is needed to read and change them. */
export interface Tree {
  readonly driver: StorageDriver;
  readonly listing: ListingPool;
  readonly parts: PartLedger;
  readonly locks: PathLocks;
  /** In listings, look at first bytes where a name does not tell the type. */
  readonly sniff: boolean;
}
