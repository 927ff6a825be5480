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

interface Ticket extends KeptSelection {
  readonly account: string;
  readonly endsAt: number;
}

/** Time for which a selection is stored. Milliseconds. */
export const LIFE_MS = 10 * 60_000;
/** Maximum number of characters of all selections, and of one account. The oldest are removed first. */
const MAX_IN_ALL = 64 * 1024 * 1024;
export const MAX_OF_ONE_ACCOUNT = 16 * 1024 * 1024;
/** Characters that each selection counts in addition, which limits their number. */
const CHARACTERS_OF_TICKET = 16 * 1024;

/**
 * Stores selections that are too long for an address, in memory: after ten minutes or a restart, the user has to
 * select again.
 */
export class Selections implements SelectionStore {
  readonly #tickets = new Map<string, Ticket>();
  /** Number of characters by account. */
  readonly #ofAccount = new Map<string, number>();
  #inAll = 0;
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  keep(account: string, selection: KeptSelection): string {
    const id = randomBytes(16).toString('base64url');
    const ticket = { ...selection, account, endsAt: this.#now() + LIFE_MS };
    this.#tickets.set(id, ticket);
    this.#count(ticket, 1);
    this.#forgetOld();
    while (this.#countOf(account) > MAX_OF_ONE_ACCOUNT)
      this.#forgetFirst((each) => each === account);
    while (this.#inAll > MAX_IN_ALL) this.#forgetFirst(() => true);
    return id;
  }

  find(account: string, id: string, folder: TreePath): KeptSelection | undefined {
    this.#forgetOld();
    const ticket = this.#tickets.get(id);
    return ticket?.account === account && ticket.folder === folder ? ticket : undefined;
  }

  #forgetOld(): void {
    const now = this.#now();
    for (const [id, ticket] of this.#tickets) {
      // They are in the order of their expiry.
      if (ticket.endsAt > now) return;
      this.#forget(id, ticket);
    }
  }

  #forgetFirst(isMeant: (account: string) => boolean): void {
    for (const [id, ticket] of this.#tickets) {
      if (isMeant(ticket.account)) return this.#forget(id, ticket);
    }
  }

  #forget(id: string, ticket: Ticket): void {
    this.#tickets.delete(id);
    this.#count(ticket, -1);
  }

  #countOf(account: string): number {
    return this.#ofAccount.get(account) ?? 0;
  }

  #count({ account, names }: Ticket, sign: 1 | -1): void {
    const characters = sign * (names.length + CHARACTERS_OF_TICKET);
    const count = this.#countOf(account) + characters;
    if (count === 0) this.#ofAccount.delete(account);
    else this.#ofAccount.set(account, count);
    this.#inAll += characters;
  }
}
