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
  readonly userId: number;
  readonly endsAt: number;
}

const LIFE_MS = 10 * 60_000;
/** Of all tickets together, in characters; each user's share of it is smaller. The oldest go first. */
const MOST_IN_ALL = 64 * 1024 * 1024;
const MOST_OF_ONE_USER = 16 * 1024 * 1024;
/** What a ticket counts besides its names: however short they are, there are not too many of them. */
const CHARACTERS_OF_TICKET = 16 * 1024;

/** Selections that were too long for an address, in memory: who comes too late, or after a restart, chooses again. */
export class Selections {
  readonly #tickets = new Map<string, Ticket>();
  /** Characters. */
  readonly #ofUser = new Map<number, number>();
  #inAll = 0;
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** The id under which the same user finds it again, for ten minutes. */
  keep(userId: number, selection: KeptSelection): string {
    const id = randomBytes(16).toString('base64url');
    const ticket = { ...selection, userId, endsAt: this.#now() + LIFE_MS };
    this.#tickets.set(id, ticket);
    this.#count(ticket, 1);
    this.#forgetOld();
    while (this.#countOf(userId) > MOST_OF_ONE_USER) this.#forgetFirst((each) => each === userId);
    while (this.#inAll > MOST_IN_ALL) this.#forgetFirst(() => true);
    return id;
  }

  /** Undefined for what is not there any more, is another user's, or was chosen in another folder. */
  find(userId: number, id: string, folder: TreePath): KeptSelection | undefined {
    this.#forgetOld();
    const ticket = this.#tickets.get(id);
    return ticket?.userId === userId && ticket.folder === folder ? ticket : undefined;
  }

  #forgetOld(): void {
    const now = this.#now();
    for (const [id, ticket] of this.#tickets) {
      // They lie in the order in which they end.
      if (ticket.endsAt > now) return;
      this.#forget(id, ticket);
    }
  }

  #forgetFirst(isMeant: (userId: number) => boolean): void {
    for (const [id, ticket] of this.#tickets) {
      if (isMeant(ticket.userId)) return this.#forget(id, ticket);
    }
  }

  #forget(id: string, ticket: Ticket): void {
    this.#tickets.delete(id);
    this.#count(ticket, -1);
  }

  #countOf(userId: number): number {
    return this.#ofUser.get(userId) ?? 0;
  }

  #count({ userId, names }: Ticket, sign: 1 | -1): void {
    const characters = sign * (names.length + CHARACTERS_OF_TICKET);
    const count = this.#countOf(userId) + characters;
    if (count === 0) this.#ofUser.delete(userId);
    else this.#ofUser.set(userId, count);
    this.#inAll += characters;
  }
}
