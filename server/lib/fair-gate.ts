export interface FairGateLimits {
  readonly atOnce: number;
  /** Of these, at most so many for one user. */
  readonly ofOne: number;
  /** So many of one user wait for their turn; beyond that they are turned away. */
  readonly waitingOfOne: number;
}

/** To be called when the work has ended; further calls do nothing. */
export type Leave = () => void;

interface Waiting {
  readonly user: number;
  readonly enter: () => void;
}

/**
 * Lets so much run at once, and leaves room for others whatever one user asks for: next is whoever has the least running,
 * and of these whoever has waited longest.
 */
export class FairGate {
  readonly #limits: FairGateLimits;
  readonly #runningOf = new Map<number, number>();
  readonly #waiting = new Set<Waiting>();
  #running = 0;

  constructor(limits: FairGateLimits) {
    this.#limits = limits;
  }

  /** Resolves when it is the user's turn; at once with undefined when too much of theirs waits already. */
  async enter(user: number, signal: AbortSignal): Promise<Leave | undefined> {
    signal.throwIfAborted();
    if (!this.#mayRun(user)) {
      const waiting = [...this.#waiting].filter((each) => each.user === user).length;
      if (waiting >= this.#limits.waitingOfOne) return undefined;
      await this.#turnOf(user, signal);
    } else this.#count(user, 1);
    return this.#leaveOf(user);
  }

  #turnOf(user: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        this.#waiting.delete(waiting);
        reject(signal.reason instanceof Error ? signal.reason : new Error('called off'));
      };
      const enter = (): void => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const waiting = { user, enter };
      signal.addEventListener('abort', giveUp, { once: true });
      this.#waiting.add(waiting);
    });
  }

  #leaveOf(user: number): Leave {
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      this.#count(user, -1);
      this.#letNextIn();
    };
  }

  #letNextIn(): void {
    let next: Waiting | undefined;
    for (const each of this.#waiting) {
      if (!this.#mayRun(each.user)) continue;
      if (!next || this.#countOf(each.user) < this.#countOf(next.user)) next = each;
    }
    if (!next) return;
    this.#waiting.delete(next);
    // Counted here, so that nobody can slip in before it goes on.
    this.#count(next.user, 1);
    next.enter();
  }

  #mayRun(user: number): boolean {
    return this.#running < this.#limits.atOnce && this.#countOf(user) < this.#limits.ofOne;
  }

  #countOf(user: number): number {
    return this.#runningOf.get(user) ?? 0;
  }

  #count(user: number, change: 1 | -1): void {
    const count = this.#countOf(user) + change;
    if (count === 0) this.#runningOf.delete(user);
    else this.#runningOf.set(user, count);
    this.#running += change;
  }
}
