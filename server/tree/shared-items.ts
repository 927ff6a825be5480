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
import type { EntryStat, StorageDriver } from '../storage/driver.ts';
import { Completions } from './completions.ts';
import { counterpartOf } from './entry-paths.ts';
import { entryAt } from './entry-at.ts';

/** What an act does to what lies at a place, and to all below it. */
export interface ItemChange {
  readonly fate: ItemFate;
  readonly place: TreePath;
  /** Of folders that are merged into others: those that are there already swallow theirs. */
  readonly mergesInto?: TreePath | undefined;
}

/** Failures that say nothing about the item. */
const STOPS_LOOKING: ReadonlySet<ErrorCode> = new Set(['shutting-down', 'root-missing']);

/** What has a name; or nothing has; or the process may not look there, which keeps nobody from anything. */
export type Look = EntryStat | 'nothing' | 'unseen';

/**
 * Keeps links with their items through whatever this server does to the tree. Which links an act concerns is noted before
 * it; once it is done, or has failed, each of them is looked at. Whoever shares nothing pays for one question.
 */
export class SharedItems {
  readonly #db: Database;
  readonly #driver: Pick<StorageDriver, 'resolve'>;
  /** The links of acts under way: the steps that these consist of leave them alone. */
  readonly #held = new Set<string>();
  readonly #acts = new Map<string, number>();
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

  /** Does `work`, which changes the items so. What a stop of the server cuts off is left to the next start. */
  async keep<T>(
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

  /** At a start, and when the disk has come back: finishes with `work` what a crash has cut off, and looks at the links that it concerned. */
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

  /** An act may have changed where the item lies, or what is in it, and not told the link yet. */
  isUnderWay(hash: string): boolean {
    return this.#held.has(hash);
  }

  /**
   * How many acts have concerned the item since the start. Two that undo each other leave its place as it was: only this tells
   * that it was away in between.
   */
  actsOn(hash: string): number {
    return this.#acts.get(hash) ?? 0;
  }

  /** Links of what lies at a place and below it. */
  within(place: TreePath): Promise<SharedItem[]> {
    return listSharedWithin(this.#db.read, place);
  }

  async look(place: TreePath): Promise<Look> {
    try {
      return (await entryAt({ driver: this.#driver }, place)) ?? 'nothing';
    } catch (error) {
      if (!(error instanceof AppError) || STOPS_LOOKING.has(error.code)) throw error;
      return 'unseen';
    }
  }

  #releaseAll(hashes: readonly string[]): void {
    for (const hash of hashes) {
      this.#acts.set(hash, this.actsOn(hash) + 1);
      this.#held.delete(hash);
    }
  }

  /** Links stay held while the database is unavailable. */
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
      // The failure that led here is the one to tell; what stays held is looked at by the next start.
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
   * Undefined for what is not at its place any more: no act brings it back. A folder that becomes a part of another one is
   * not carried there, for its link would show what its owner has never shared.
   */
  async #concernedItem(shared: SharedItem, change: ItemChange): Promise<HeldItem | undefined> {
    const { fate } = change;
    if (fate === 'removed') return { ...shared, fate };
    const there = await this.look(shared.place);
    if (typeof there === 'string' || there.fingerprint !== (shared.item ?? there.fingerprint))
      return undefined;
    const isSwallowed = there.kind === 'folder' && (await this.#isSwallowed(shared, change));
    return { ...shared, item: there.fingerprint, fate: isSwallowed ? 'removed' : fate };
  }

  async #isSwallowed({ place }: SharedItem, change: ItemChange): Promise<boolean> {
    if (change.mergesInto === undefined) return false;
    const counterpart = counterpartOf(place, { from: change.place, to: change.mergesInto });
    const there = await this.look(counterpart);
    return typeof there !== 'string' && there.kind === 'folder';
  }

  async #settle(hashes: readonly string[]): Promise<void> {
    const wanted = new Set(hashes);
    const settled: SettledItem[] = [];
    for (const item of await listHeldShares(this.#db.read)) {
      if (!wanted.has(item.hash)) continue;
      settled.push(settledItem(item, await this.look(item.place)));
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

function settledItem({ hash, item, fate }: HeldItem, there: Look): SettledItem {
  if (there === 'nothing' && fate === 'removed') return { hash, outcome: 'ends' };
  if (typeof there === 'string' || there.fingerprint === item || fate === 'removed') {
    return { hash, outcome: 'stays' };
  }
  return fate === 'overwritten'
    ? { hash, outcome: 'ends' }
    : { hash, outcome: 'goes-on', item: there.fingerprint };
}
