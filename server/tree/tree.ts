import type { TreeStorage } from './resolved-path.ts';
import type { TreeChanges } from '../events/tree-changes.ts';
import type { EventHooks } from '../programs/events/event-hooks.ts';
import type { KnownDigests } from './known-digests.ts';
import type { HistoryRecorder } from './history-recorder.ts';
import type { OperationJournal } from './operation-journal.ts';
import type { PathLocks } from './path-locks.ts';
import type { SharedItems } from './shared-items.ts';
import type { Versions } from './versions.ts';
import type { TreeWalks } from '../storage/tree-walks.ts';

/** Settings that decide which entries are kept in the trash. */
export interface Keeping {
  /** True if deleted entries are moved into the trash. */
  readonly deleted: boolean;
}

/** The served files and what is needed to read and change them. */
export interface Tree {
  readonly driver: TreeStorage;
  readonly journal: OperationJournal;
  readonly locks: PathLocks;
  readonly walks: TreeWalks;
  readonly sharedItems: SharedItems;
  readonly digests: KnownDigests;
  /** Commands that run before and after operations. */
  readonly hooks: EventHooks;
  readonly keeps: Keeping;
  /** Keeps the files that operations replace. */
  readonly versions: Pick<Versions, 'replace' | 'save' | 'merge' | 'requireKeepable' | 'forget'>;
  /** Stores operations without a journal record in the history. */
  readonly history: Pick<HistoryRecorder, 'record'>;
  /** Observers of what has changed. */
  readonly changes: Pick<TreeChanges, 'announce'>;
  /** True if listings read the first bytes of a file whose name does not determine its type. */
  readonly sniff: boolean;
}
