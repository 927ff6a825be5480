import { randomBytes } from 'node:crypto';
import type { TreePath } from '#contract/paths.ts';

/** What somebody has chosen in a folder, kept for a download that follows. */
export interface KeptSelection {
  /** From the server's root. */
  readonly folder: TreePath;
  /** Joined by NUL. */
  readonly names: string;
}

interface Ticket extends KeptSelection {
  readonly account: string;
  readonly endsAt: number;
}

const LIFE_MS = 10 * 60_000;
/** Of all tickets together, in characters; each account's share of it is smaller. The oldest go first. */
const MOST_IN_ALL = 64 * 1024 * 1024;
const MOST_OF_ONE_ACCOUNT = 16 * 1024 * 1024;
/** What a ticket counts besides its names: however short they are, there are not too many of them. */
const CHARACTERS_OF_TICKET = 16 * 1024;

/** Selections that were too long for an address, in memory: who comes too late, or after a restart, chooses again. */
export class Selections {
  readonly #tickets = new Map<string, Ticket>();
  /** Characters. */
  readonly #ofAccount = new Map<string, number>();
  #inAll = 0;
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** The id under which the same account finds it again, for ten minutes. */
  keep(account: string, selection: KeptSelection): string {
    const id = randomBytes(16).toString('base64url');
    const ticket = { ...selection, account, endsAt: this.#now() + LIFE_MS };
    this.#tickets.set(id, ticket);
    this.#count(ticket, 1);
    this.#forgetOld();
    while (this.#countOf(account) > MOST_OF_ONE_ACCOUNT)
      this.#forgetFirst((each) => each === account);
    while (this.#inAll > MOST_IN_ALL) this.#forgetFirst(() => true);
    return id;
  }

  /** Undefined for what is not there any more, is another's, or was chosen in another folder. */
  find(account: string, id: string, folder: TreePath): KeptSelection | undefined {
    this.#forgetOld();
    const ticket = this.#tickets.get(id);
    return ticket?.account === account && ticket.folder === folder ? ticket : undefined;
  }

  #forgetOld(): void {
    const now = this.#now();
    for (const [id, ticket] of this.#tickets) {
      // They lie in the order in which they end.
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
