import { AppError } from '../../errors.ts';
import { ownerOf } from '../../lib/accounts.ts';

export interface Turn {
  readonly account: string;
  /** Memory that the work needs. Bytes. */
  readonly weight: number;
  readonly signal: AbortSignal;
}

export interface DecodeQueueLimits {
  readonly atOnce: number;
  /** Maximum weight of all running work together. Heavier work runs alone. */
  readonly budget: number;
  readonly waitingOfOne: number;
}

interface Waiting extends Turn {
  readonly enter: () => void;
}

/**
 * Limits how many images are decoded at once. The next slot goes to the user with the fewest running, including
 * visitors of the user's shares, then to the account that has waited longest since its last one, and there to the
 * newest image, which the page shows now. No image overtakes a heavy one that waits for memory.
 */
export class DecodeQueue {
  readonly #limits: DecodeQueueLimits;
  readonly #runningOf = new Map<string, number>();
  /** Accounts in the order of their turns: an account that had one moves to the end. */
  readonly #waitingOf = new Map<string, Waiting[]>();
  #running = 0;
  #weight = 0;

  constructor(limits: DecodeQueueLimits) {
    this.#limits = limits;
  }

  /** Number of waiting images. */
  get waiting(): number {
    return [...this.#waitingOf.values()].reduce((sum, queue) => sum + queue.length, 0);
  }

  /** Resolves with a function that frees the slot. `too-many-requests` if too many images of the account are waiting. */
  async enter(turn: Turn): Promise<() => void> {
    turn.signal.throwIfAborted();
    if (this.#waitingOf.size > 0 || !this.#hasRoomFor(turn)) await this.#wait(turn);
    else this.#begin(turn);
    return this.#leaveOf(turn);
  }

  #wait(turn: Turn): Promise<void> {
    const queue = this.#waitingOf.get(turn.account) ?? [];
    if (queue.length >= this.#limits.waitingOfOne) {
      throw new AppError('too-many-requests', 'too many previews at once');
    }
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        this.#forget(waiting);
        // A heavy image may have delayed the others.
        this.#letIn();
        reject(turn.signal.reason instanceof Error ? turn.signal.reason : new Error('called off'));
      };
      const enter = (): void => {
        turn.signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const waiting: Waiting = { ...turn, enter };
      turn.signal.addEventListener('abort', giveUp, { once: true });
      queue.push(waiting);
      this.#waitingOf.set(turn.account, queue);
      // The waiting images may be too heavy for the free memory, and those of other accounts may come later.
      this.#letIn();
    });
  }

  #letIn(): void {
    for (;;) {
      const next = this.#next();
      if (next === undefined || !this.#hasRoomFor(next)) return;
      this.#forget(next);
      this.#putLast(next.account);
      this.#begin(next);
      next.enter();
    }
  }

  #next(): Waiting | undefined {
    let chosen: Waiting | undefined;
    for (const [account, queue] of this.#waitingOf) {
      if (chosen !== undefined && !this.#hasLess(account, chosen.account)) continue;
      chosen = queue.at(-1);
    }
    return chosen;
  }

  #hasLess(one: string, other: string): boolean {
    const ofOwner = this.#countOf(ownerOf(one)) - this.#countOf(ownerOf(other));
    return ofOwner === 0 ? this.#countOf(one) < this.#countOf(other) : ofOwner < 0;
  }

  #forget(waiting: Waiting): void {
    const queue = this.#waitingOf.get(waiting.account) ?? [];
    const at = queue.indexOf(waiting);
    if (at >= 0) queue.splice(at, 1);
    if (queue.length === 0) this.#waitingOf.delete(waiting.account);
  }

  #putLast(account: string): void {
    const queue = this.#waitingOf.get(account);
    if (queue === undefined) return;
    this.#waitingOf.delete(account);
    this.#waitingOf.set(account, queue);
  }

  #hasRoomFor({ weight }: Turn): boolean {
    if (this.#running === 0) return true;
    return this.#running < this.#limits.atOnce && this.#weight + weight <= this.#limits.budget;
  }

  #begin({ account, weight }: Turn): void {
    this.#running += 1;
    this.#weight += weight;
    this.#count(account, 1);
  }

  #leaveOf({ account, weight }: Turn): () => void {
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      this.#running -= 1;
      this.#weight -= weight;
      this.#count(account, -1);
      this.#letIn();
    };
  }

  /** Counts for the account and, for a share, for its owner too. */
  #count(account: string, change: 1 | -1): void {
    for (const each of new Set([account, ownerOf(account)])) {
      const count = this.#countOf(each) + change;
      if (count === 0) this.#runningOf.delete(each);
      else this.#runningOf.set(each, count);
    }
  }

  #countOf(account: string): number {
    return this.#runningOf.get(account) ?? 0;
  }
}
