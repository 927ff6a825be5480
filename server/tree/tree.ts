import type { StorageDriver } from '../storage/driver.ts';
import type { EventHooks } from '../programs/events/event-hooks.ts';
import type { OperationJournal } from './operation-journal.ts';
import type { PartLedger } from './part-ledger.ts';
import type { PathLocks } from './path-locks.ts';
import type { SharedItems } from './shared-items.ts';
import type { TreeWalks } from '../storage/tree-walks.ts';

/** The served files and what is needed to read and change them. */
export interface Tree {
  readonly driver: StorageDriver;
  readonly parts: PartLedger;
  readonly acts: OperationJournal;
  readonly locks: PathLocks;
  readonly walks: TreeWalks;
  readonly sharedItems: SharedItems;
  /** Told of every act of a user that changes files. */
  readonly events: EventHooks;
  /** In listings, look at first bytes where a name does not tell the type. */
  readonly sniff: boolean;
}
