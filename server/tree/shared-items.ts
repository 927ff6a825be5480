import type { ErrorCode } from '#contract/errors.ts';
import type { TreePath } from '#contract/paths.ts';
import { AppError } from '../errors.ts';
import type { Database } from '../metadata/database.ts';
import { DatabaseUnavailable } from '../metadata/database-unavailable.ts';
import {
  type HeldItem,
  holdShares,
  type ItemFate,
  letSharesGo,
  listHeldShares,
  listSharedWithin,
  type SettledItem,
  settleShares,
  type SharedItem,
} from '../metadata/shared-items.ts';
import type { StorageDriver } from '../storage/driver.ts';
import { Completions } from './completions.ts';
import { counterpartOf } from './entry-paths.ts';
import { entryAt } from './entry-at.ts';
import type { EntryStat } from '../storage/entry.ts';

/** Effect of an operation on the entry at a path and on everything below it. */
export interface ItemChange {
  readonly fate: ItemFate;
  readonly place: TreePath;
  /** Folder that the entry is merged into: folders that exist in both are joined. */
  readonly mergesInto?: TreePath | undefined;
}

/** Failures that say nothing about the entry. */
const STOPS_LOOKING: ReadonlySet<ErrorCode> = new Set(['shutting-down', 'root-missing']);

/** The entry at a path. `unseen` for an entry that the process may not read, which never fails an operation. */
export type FoundItem = EntryStat | 'nothing' | 'unseen';

/**
 * Keeps shares with their entries through all operations. The shares that an operation concerns are recorded before it; when it has ended or
 * failed, the entry of each of them is looked up. An operation that concerns no share costs one query.
 */
export class SharedItems {
  readonly #db: Database;
  readonly #driver: Pick<StorageDriver, 'resolve'>;
  /** Hashes of shares that operations in progress concern. */
  readonly #held = new Set<string>();
  readonly #operations = new Map<string, number>();
  readonly #completions: Completions;

  constructor(
    db: Database,
    driver: Pick<StorageDriver, 'resolve'>,
    completions: Completions = new Completions(),
  ) {
    this.#db = db;
    this.#driver = driver;
    this.#completions = completions;
  }

  /** Runs `work`, which changes entries as declared. What a stop of the server interrupts is settled by the next start. */
  async track<T>(
    changes: readonly ItemChange[],
    work: () => Promise<T>,
    stopping?: AbortSignal,
  ): Promise<T> {
    await this.#completions.settled();
    const items = await this.#concerned(changes);
    if (items.length === 0) return work();
    const hashes = items.map(({ hash }) => hash);
    for (const hash of hashes) this.#held.add(hash);
    try {
      await this.#db.write((tx) => holdShares(tx, items), { isIdempotent: true });
    } catch (error) {
      this.#releaseAll(hashes);
      throw error;
    }
    const result = await this.#releaseIfItFails(hashes, work, stopping);
    await this.#settleAndRelease(hashes);
    return result;
  }

  /** Recovers interrupted operations with `work`, and settles the shares that they concerned. Called at a start and when the disk is back. */
  async resume(work: () => Promise<void>): Promise<void> {
    const hashes = (await listHeldShares(this.#db.read))
      .map(({ hash }) => hash)
      .filter((hash) => !this.#held.has(hash));
    for (const hash of hashes) this.#held.add(hash);
    try {
      await work();
      if (hashes.length > 0) await this.#settle(hashes);
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
  within(place: TreePath): Promise<SharedItem[]> {
    return listSharedWithin(this.#db.read, place);
  }

  async find(place: TreePath): Promise<FoundItem> {
    try {
      return (await entryAt({ driver: this.#driver }, place)) ?? 'nothing';
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

  /** Shares stay held while the database is unavailable. */
  async #settleAndRelease(hashes: readonly string[]): Promise<void> {
    await this.#completions.store(async () => {
      try {
        await this.#settle(hashes);
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable)) this.#releaseAll(hashes);
        throw error;
      }
      this.#releaseAll(hashes);
    });
  }

  async #releaseIfItFails<T>(
    hashes: readonly string[],
    work: () => Promise<T>,
    stopping: AbortSignal | undefined,
  ): Promise<T> {
    try {
      return await work();
    } catch (error) {
      // Reports the first failure. What stays held is settled by the next start.
      if (stopping?.aborted === true) this.#releaseAll(hashes);
      else await this.#settleAndRelease(hashes).catch(() => undefined);
      throw error;
    }
  }

  async #concerned(changes: readonly ItemChange[]): Promise<HeldItem[]> {
    const concerned: HeldItem[] = [];
    for (const change of changes) {
      for (const shared of await this.within(change.place)) {
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
    const there = await this.find(shared.place);
    if (typeof there === 'string' || there.fingerprint !== (shared.item ?? there.fingerprint))
      return undefined;
    const isJoined = there.kind === 'folder' && (await this.#isJoined(shared, change));
    return { ...shared, item: there.fingerprint, fate: isJoined ? 'removed' : fate };
  }

  async #isJoined({ place }: SharedItem, change: ItemChange): Promise<boolean> {
    if (change.mergesInto === undefined) return false;
    const counterpart = counterpartOf(place, { from: change.place, to: change.mergesInto });
    const there = await this.find(counterpart);
    return typeof there !== 'string' && there.kind === 'folder';
  }

  async #settle(hashes: readonly string[]): Promise<void> {
    const wanted = new Set(hashes);
    const settled: SettledItem[] = [];
    for (const item of await listHeldShares(this.#db.read)) {
      if (!wanted.has(item.hash)) continue;
      settled.push(settledItem(item, await this.find(item.place)));
    }
    await this.#db.write(
      async (tx) => {
        await settleShares(tx, settled);
        await letSharesGo(tx, hashes);
      },
      { isIdempotent: true },
    );
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
