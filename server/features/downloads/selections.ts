import { randomBytes } from 'node:crypto';
import type { TreePath } from '#contract/paths.ts';

/** Selected entries of a folder, stored for a following download. */
export interface KeptSelection {
  /** Path from the server's root. */
  readonly folder: TreePath;
  /** Names joined by NUL. */
  readonly names: string;
}

/** Stores selections for the downloads that follow. */
export interface SelectionStore {
  /** Stores a selection. Returns the id with which the same account finds it again, for ten minutes. */
  keep(account: string, selection: KeptSelection): string | Promise<string>;
  /** Returns undefined for a selection that has expired, belongs to another account, or is of another folder. */
  find(
    account: string,
    id: string,
    folder: TreePath,
  ): KeptSelection | undefined | Promise<KeptSelection | undefined>;
}

interface StoredSelection extends KeptSelection {
  readonly account: string;
  /** Unix milliseconds. */
  readonly expiresAt: number;
}

/** Time for which a selection is stored. Milliseconds. */
export const LIFE_MS = 10 * 60_000;
/** Maximum number of characters of all selections, and of one account. The oldest are removed first. */
const MAX_IN_ALL = 64 * 1024 * 1024;
export const MAX_OF_ONE_ACCOUNT = 16 * 1024 * 1024;
/** Characters that each selection counts in addition to its names, so that many small ones are limited, too. */
const CHARACTERS_OF_SELECTION = 16 * 1024;

/**
 * Stores selections that are too long for an address, in memory: after ten minutes or a restart, the user has to
 * select again.
 */
export class Selections implements SelectionStore {
  /** By their ids, the oldest first. */
  readonly #stored = new Map<string, StoredSelection>();
  /** Number of characters by account. */
  readonly #ofAccount = new Map<string, number>();
  #inAll = 0;
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  keep(account: string, selection: KeptSelection): string {
    const id = randomBytes(16).toString('base64url');
    const stored = { ...selection, account, expiresAt: this.#now() + LIFE_MS };
    this.#stored.set(id, stored);
    this.#count(stored, 1);
    this.#forgetExpired();
    while (this.#countOf(account) > MAX_OF_ONE_ACCOUNT)
      this.#forgetOldest((each) => each === account);
    while (this.#inAll > MAX_IN_ALL) this.#forgetOldest(() => true);
    return id;
  }

  find(account: string, id: string, folder: TreePath): KeptSelection | undefined {
    this.#forgetExpired();
    const stored = this.#stored.get(id);
    return stored?.account === account && stored.folder === folder ? stored : undefined;
  }

  #forgetExpired(): void {
    const now = this.#now();
    for (const [id, stored] of this.#stored) {
      if (stored.expiresAt > now) return;
      this.#forget(id, stored);
    }
  }

  /** Removes the oldest selection of an account that `matches`. */
  #forgetOldest(matches: (account: string) => boolean): void {
    for (const [id, stored] of this.#stored) {
      if (matches(stored.account)) return this.#forget(id, stored);
    }
  }

  #forget(id: string, stored: StoredSelection): void {
    this.#stored.delete(id);
    this.#count(stored, -1);
  }

  #countOf(account: string): number {
    return this.#ofAccount.get(account) ?? 0;
  }

  #count({ account, names }: StoredSelection, sign: 1 | -1): void {
    const characters = sign * (names.length + CHARACTERS_OF_SELECTION);
    const count = this.#countOf(account) + characters;
    if (count === 0) this.#ofAccount.delete(account);
    else this.#ofAccount.set(account, count);
    this.#inAll += characters;
  }
}
