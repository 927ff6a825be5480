import type { ItemUse } from '#contract/places.ts';
import { isWithin, type TreePath } from '#contract/paths.ts';
import type { TreeChange, TreeChanges } from '../../events/tree-changes.ts';
import type { Logger } from '../../logger.ts';
import type { Database } from '../../metadata/database.ts';
import { movedPath } from '../../metadata/paths-below.ts';
import {
  correctItemUses,
  hasUserItems,
  moveUserItems,
  type NewItemUse,
  removeUserItems,
  storeItemUses,
} from '../../metadata/user-items.ts';

/** Delay before uses are stored, together with those that follow in the meantime. Milliseconds. */
const WRITE_AFTER_MS = 500;
/** Maximum number of recent items that are stored for each user. */
export const MAX_RECENT = 200;
/** Time after which a server of a cluster certainly knows what others have changed. Milliseconds. */
const CORRECTED_WITHIN_MS = 10_000;
/** Maximum number of users whose uses wait while the database is unavailable. */
const MAX_USERS_WAITING = 1_000;

/** Options of writes that a power cut may lose, because they are only about recent items. */
const MAY_BE_LOST = { isIdempotent: true, isUncached: true, isDeferred: true } as const;

interface StoredUses {
  readonly uses: readonly NewItemUse[];
  readonly storedAt: number;
}

/**
 * Records which items users open and change, follows moved items, and forgets deleted ones. Nothing waits for the database. Stars
 * follow in the transaction that ends a move.
 */
export class ItemUses {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #waiting = new Map<number, Map<TreePath, NewItemUse>>();
  /** Uses that were stored just now. Another server may have changed their paths meanwhile. */
  #latest: readonly StoredUses[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor({ db, log }: { readonly db: Database; readonly log: Logger }) {
    this.#db = db;
    this.#log = log;
  }

  /**
   * Follows changes of the tree. Each server of a cluster changes the stored items for its own changes; those of others concern only uses that it
   * has not stored yet, or has stored just now.
   */
  follow(changes: TreeChanges): void {
    changes.subscribe((change) => {
      if (change.kind === 'vanished') this.#correctLatest(change.path, () => undefined);
      if (change.kind !== 'moved') return;
      const { from, to } = change;
      this.#correctLatest(from, (path) => movedPath(path, from, to));
    });
    changes.subscribeOwn((change, userId) => this.#follow(change, userId));
  }

  record(userId: number, path: TreePath, use: ItemUse): void {
    const own = this.#waiting.get(userId) ?? new Map<TreePath, NewItemUse>();
    if (own.size === 0 && this.#waiting.size >= MAX_USERS_WAITING) return;
    this.#waiting.set(userId, own);
    // The latest use is the last one.
    own.delete(path);
    own.set(path, { userId, path, use, at: Date.now() });
    const [oldest] = own.keys();
    if (own.size > MAX_RECENT && oldest !== undefined) own.delete(oldest);
    this.#timer ??= setTimeout(() => void this.flush(), WRITE_AFTER_MS).unref();
  }

  /** Resolves when all uses and deletions until now are stored, or storing them has failed. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const uses = [...this.#waiting.values()].flatMap((own) => [...own.values()]);
    this.#waiting.clear();
    if (uses.length > 0) {
      this.#latest = [...this.#storedJustNow(), { uses, storedAt: Date.now() }];
      this.#enqueue(async () => {
        await this.#db.write((tx) => storeItemUses(tx, uses, MAX_RECENT), MAY_BE_LOST);
      });
    }
    await this.#writing;
  }

  #follow(change: TreeChange, userId: number | undefined): void {
    if (change.kind === 'vanished') {
      this.#forget(change.path);
      return;
    }
    if (change.kind === 'moved') this.#move(change.from, change.to);
    if (userId !== undefined && change.kind !== 'changed-below') {
      this.record(userId, change.kind === 'moved' ? change.to : change.path, 'changed');
    }
  }

  /** Gives the latest uses of an entry that has moved or is gone, and of everything below it, the paths of now. */
  #correctLatest(from: TreePath, pathNow: (path: TreePath) => TreePath | undefined): void {
    const isAffected = ({ path }: NewItemUse): boolean => isWithin(from, path);
    for (const own of this.#waiting.values()) {
      const uses = [...own.values()];
      if (!uses.some(isAffected)) continue;
      // Set again one after the other, so that the latest use stays the last one.
      own.clear();
      for (const use of uses) {
        const path = isAffected(use) ? pathNow(use.path) : use.path;
        if (path === undefined) continue;
        own.delete(path);
        own.set(path, { ...use, path });
      }
    }
    const latest = this.#storedJustNow();
    const stored = latest.flatMap(({ uses }) => uses.filter(isAffected));
    if (stored.length === 0) return;
    this.#latest = latest.map(({ uses, storedAt }) => ({
      uses: uses.flatMap((use) => {
        const path = isAffected(use) ? pathNow(use.path) : use.path;
        return path === undefined ? [] : [{ ...use, path }];
      }),
      storedAt,
    }));
    this.#enqueue(async () => {
      if (!(await hasUserItems(this.#db.read, from))) return;
      await this.#db.write((tx) => correctItemUses(tx, stored, pathNow, MAX_RECENT), MAY_BE_LOST);
    });
  }

  #storedJustNow(): readonly StoredUses[] {
    const now = Date.now();
    return this.#latest.filter(({ storedAt }) => now - storedAt < CORRECTED_WITHIN_MS);
  }

  /** Moves the recent items at and below a moved entry. A crash may leave them at the old path, where they are not shown. */
  #move(from: TreePath, to: TreePath): void {
    this.#enqueue(async () => {
      if (!(await hasUserItems(this.#db.read, from))) return;
      await this.#db.write((tx) => moveUserItems(tx, from, to), MAY_BE_LOST);
    });
  }

  #forget(path: TreePath): void {
    this.#enqueue(async () => {
      // Most deletions concern no such item, and need no transaction.
      if (!(await hasUserItems(this.#db.read, path))) return;
      await this.#db.write((tx) => removeUserItems(tx, path), { isIdempotent: true });
    });
  }

  #enqueue(work: () => Promise<void>): void {
    this.#writing = this.#writing.then(work).catch((err: unknown) => {
      this.#log.warn({ err }, 'recent items not stored');
    });
  }
}
