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
/** Of all names together, in characters; each user's share of it is smaller. The oldest go first. */
const MOST_IN_ALL = 64 * 1024 * 1024;
const MOST_OF_ONE_USER = 16 * 1024 * 1024;

/** Selections that were too long for an address, in memory: who comes too late, or after a restart, chooses again. */
export class Selections {
  readonly #tickets = new Map<string, Ticket>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** The id under which the same user finds it again, for ten minutes. */
  keep(userId: number, selection: KeptSelection): string {
    const id = randomBytes(16).toString('base64url');
    this.#tickets.set(id, { ...selection, userId, endsAt: this.#now() + LIFE_MS });
    this.#forgetOld();
    this.#forgetBeyond(MOST_OF_ONE_USER, (ticket) => ticket.userId === userId);
    this.#forgetBeyond(MOST_IN_ALL, () => true);
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
    for (const [id, { endsAt }] of this.#tickets) {
      // They lie in the order in which they end.
      if (endsAt > now) return;
      this.#tickets.delete(id);
    }
  }

  #forgetBeyond(most: number, counts: (ticket: Ticket) => boolean): void {
    const counted = [...this.#tickets].filter(([, ticket]) => counts(ticket));
    let left = counted.reduce((sum, [, { names }]) => sum + names.length, 0);
    for (const [id, { names }] of counted) {
      if (left <= most) return;
      this.#tickets.delete(id);
      left -= names.length;
    }
  }
}
