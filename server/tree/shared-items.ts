import type { ErrorCode } from '#contract/errors.ts';
import type { TreePath } from '#contract/paths.ts';
import { AppError } from '../errors.ts';
import type { Database } from '../metadata/database.ts';
import {
  type HeldItem,
  type ItemFate,
  listHeldItems,
  listSharedWithin,
  type SettledItem,
  type SharedItem,
} from '../metadata/shared-items.ts';
import type { StorageDriver } from '../storage/driver.ts';
import { counterpartOf } from './entry-paths.ts';
import { entryAt } from './entry-at.ts';
import type { JournalRecord } from './journal-record.ts';
import type { EntryStat } from '../storage/entry.ts';

/** Effect of an operation on the entry at a path and on everything below it. */
export interface ItemChange {
  readonly fate: ItemFate;
  readonly path: TreePath;
  /** Folder that the entry is merged into: folders that exist in both are joined. */
  readonly mergesInto?: TreePath | undefined;
}

/** Failures of the server or the disk, which say nothing about the entry. */
const STOPS_LOOKING: ReadonlySet<ErrorCode> = new Set(['shutting-down', 'root-missing']);

/** The entry at a path. `unseen` for an entry that the process may not read, which never fails an operation. */
export type FoundItem = EntryStat | 'nothing' | 'unseen';

/**
 * Keeps shares with their entries through all operations. The shares that an operation concerns are recorded in its journal record before it;
 * when it has ended or failed, the entry of each of them is looked up. An operation that concerns no share costs one query.
 */
export class SharedItems {
  readonly #db: Database;
  readonly #driver: Pick<StorageDriver, 'resolve'>;
  /** Hashes of shares that operations in progress concern. */
  readonly #held = new Set<string>();
  /** Number of operations that have concerned a share, by its hash. */
  readonly #operations = new Map<string, number>();

  constructor(db: Database, driver: Pick<StorageDriver, 'resolve'>) {
    this.#db = db;
    this.#driver = driver;
  }

  /**
   * Runs `work`, which changes entries as `changes` declares, and then brings the shares of these entries up to date. When the server stops
   * meanwhile, the next start does that.
   */
  async track<T>(
    record: JournalRecord,
    changes: readonly ItemChange[],
    work: () => Promise<T>,
    stopping?: AbortSignal,
  ): Promise<T> {
    await record.ready();
    const items = await this.#concerned(changes);
    if (items.length === 0) return work();
    const hashes = items.map(({ hash }) => hash);
    for (const hash of hashes) this.#held.add(hash);
    try {
      await record.recordShares(items);
    } catch (error) {
      this.#releaseAll(hashes);
      throw error;
    }
    let result: T;
    try {
      result = await work();
    } catch (error) {
      // A failure to update the shares must not hide this one. The next start updates them then.
      if (stopping?.aborted === true) this.#releaseAll(hashes);
      else await this.#settleAndRelease(record, hashes).catch(() => undefined);
      throw error;
    }
    await this.#settleAndRelease(record, hashes);
    return result;
  }

  /** Recovers interrupted operations with `work`, and settles the shares that they concerned. Called at a start and when the disk is back. */
  async resume(records: readonly JournalRecord[], work: () => Promise<void>): Promise<void> {
    const hashes = records
      .flatMap(({ shares }) => shares.map(({ hash }) => hash))
      .filter((hash) => !this.#held.has(hash));
    for (const hash of hashes) this.#held.add(hash);
    try {
      await work();
      for (const record of records) {
        if (record.shares.length > 0) await this.#settleAndRelease(record, []);
      }
    } finally {
      this.#releaseAll(hashes);
    }
  }

  /** Returns true while an operation may have moved or replaced the entry of a share and not updated the share yet. */
  isChanging(hash: string): boolean {
    return this.#held.has(hash);
  }

  /**
   * Returns how many operations have concerned a share since the start. Two operations that undo each other can only be noticed by this
   * number.
   */
  operationsOn(hash: string): number {
    return this.#operations.get(hash) ?? 0;
  }

  /** Lists the shares of an entry and of everything below it. */
  within(path: TreePath): Promise<SharedItem[]> {
    return listSharedWithin(this.#db.read, path);
  }

  async find(path: TreePath): Promise<FoundItem> {
    try {
      return (await entryAt({ driver: this.#driver }, path)) ?? 'nothing';
    } catch (error) {
      if (!(error instanceof AppError) || STOPS_LOOKING.has(error.code)) throw error;
      return 'unseen';
    }
  }

  #releaseAll(hashes: readonly string[]): void {
    for (const hash of hashes) {
      this.#operations.set(hash, this.operationsOn(hash) + 1);
      this.#held.delete(hash);
    }
  }

  /** Looks up the items of a record's shares, and stores what has become of each share. Shares stay held while the database is unavailable. */
  #settleAndRelease(record: JournalRecord, hashes: readonly string[]): Promise<void> {
    return record.settleShares(
      async () => {
        const settled: SettledItem[] = [];
        for (const item of await listHeldItems(this.#db.read, record.shares))
          settled.push(settledItem(item, await this.find(item.path)));
        return settled;
      },
      () => this.#releaseAll(hashes),
    );
  }

  /** Lists the shares whose items the changes concern, apart from those that another operation holds. */
  async #concerned(changes: readonly ItemChange[]): Promise<HeldItem[]> {
    const concerned: HeldItem[] = [];
    for (const change of changes) {
      for (const shared of await this.within(change.path)) {
        if (this.#held.has(shared.hash)) continue;
        const item = await this.#concernedItem(shared, change);
        if (item !== undefined) concerned.push(item);
      }
    }
    return concerned;
  }

  /**
   * Returns undefined for a share whose entry is no longer at its path. The share of a folder that is joined with another one ends: it would
   * show files that its owner has never shared.
   */
  async #concernedItem(shared: SharedItem, change: ItemChange): Promise<HeldItem | undefined> {
    const { fate } = change;
    if (fate === 'removed') return { ...shared, fate };
    const there = await this.find(shared.path);
    if (typeof there === 'string' || there.fingerprint !== (shared.item ?? there.fingerprint))
      return undefined;
    const isJoined = there.kind === 'folder' && (await this.#isJoined(shared, change));
    return { ...shared, item: there.fingerprint, fate: isJoined ? 'removed' : fate };
  }

  async #isJoined({ path }: SharedItem, change: ItemChange): Promise<boolean> {
    if (change.mergesInto === undefined) return false;
    const counterpart = counterpartOf(path, { from: change.path, to: change.mergesInto });
    const there = await this.find(counterpart);
    return typeof there !== 'string' && there.kind === 'folder';
  }
}

function settledItem({ hash, item, fate }: HeldItem, there: FoundItem): SettledItem {
  if (there === 'nothing' && fate === 'removed') return { hash, outcome: 'ends' };
  if (typeof there === 'string' || there.fingerprint === item || fate === 'removed') {
    return { hash, outcome: 'stays' };
  }
  return fate === 'overwritten'
    ? { hash, outcome: 'ends' }
    : { hash, outcome: 'goes-on', item: there.fingerprint };
}
