export interface FairGateLimits {
  readonly atOnce: number;
  /** Of these, at most so many on one account: a user's, or a link's. */
  readonly ofOne: number;
  /** So many of one account wait for their turn; beyond that they are turned away. */
  readonly waitingOfOne: number;
}

/** To be called when the work has ended; further calls do nothing. */
export type Leave = () => void;

interface Waiting {
  readonly account: string;
  readonly enter: () => void;
}

/**
 * Lets so much run at once, and leaves room for others whatever one account asks for: next is whoever has the least running,
 * and of these whoever has waited longest.
 */
export class FairGate {
  readonly #limits: FairGateLimits;
  readonly #runningOf = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();
  #running = 0;

  constructor(limits: FairGateLimits) {
    this.#limits = limits;
  }

  /** Resolves when it is the account's turn; at once with undefined when too much of theirs waits already. */
  async enter(account: string, signal: AbortSignal): Promise<Leave | undefined> {
    signal.throwIfAborted();
    if (!this.#mayRun(account)) {
      const waiting = [...this.#waiting].filter((each) => each.account === account).length;
      if (waiting >= this.#limits.waitingOfOne) return undefined;
      await this.#turnOf(account, signal);
    } else this.#count(account, 1);
    return this.#leaveOf(account);
  }

  #turnOf(account: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        this.#waiting.delete(waiting);
        reject(signal.reason instanceof Error ? signal.reason : new Error('called off'));
      };
      const enter = (): void => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const waiting = { account, enter };
      signal.addEventListener('abort', giveUp, { once: true });
      this.#waiting.add(waiting);
    });
  }

  #leaveOf(account: string): Leave {
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      this.#count(account, -1);
      this.#letNextIn();
    };
  }

  #letNextIn(): void {
    let next: Waiting | undefined;
    for (const each of this.#waiting) {
      if (!this.#mayRun(each.account)) continue;
      if (!next || this.#countOf(each.account) < this.#countOf(next.account)) next = each;
    }
    if (!next) return;
    this.#waiting.delete(next);
    // Counted here, so that nobody can slip in before it goes on.
    this.#count(next.account, 1);
    next.enter();
  }

  #mayRun(account: string): boolean {
    return this.#running < this.#limits.atOnce && this.#countOf(account) < this.#limits.ofOne;
  }

  #countOf(account: string): number {
    return this.#runningOf.get(account) ?? 0;
  }

  #count(account: string, change: 1 | -1): void {
    const count = this.#countOf(account) + change;
    if (count === 0) this.#runningOf.delete(account);
    else this.#runningOf.set(account, count);
    this.#running += change;
  }
}
