import { isShareAccount, ownerOf } from './accounts.ts';

export interface ConcurrencyLimits {
  readonly maxConcurrent: number;
  /** Maximum number that run for one user, including visitors of the user's shares. `maxConcurrent` by default. */
  readonly maxPerUser?: number;
  /** Maximum number that wait for one user, and again for all visitors of the user's shares. More are refused. */
  readonly maxQueued: number;
  /**
   * Number of slots that visitors of shares never get. A quarter of `maxConcurrent`, rounded up, by default; none when
   * `maxConcurrent` is 1.
   */
  readonly reservedForUsers?: number;
}

/** Releases a slot when the work has ended. Further calls do nothing. */
export type ReleaseSlot = () => void;

export interface SlotRequest {
  /** Account of a user or of a share; see `accounts.ts`. */
  readonly account: string;
  /** Network of a share visitor's address. */
  readonly visitor?: string | undefined;
  readonly signal?: AbortSignal;
}

interface Waiting extends SlotRequest {
  readonly start: () => void;
}

/** Request for work that is limited in total and not by account. */
const NO_ACCOUNT: SlotRequest = { account: '' };

/**
 * Limits how many pieces of work run concurrently, and keeps one account from using all slots. Limits nest: visitors of a share count
 * against the share, against all shares of its owner, and against the owner. The next slot goes to the user with the least running
 * work, then to the request that has waited longest.
 */
export class ConcurrencyLimiter {
  readonly #limits: Required<Omit<ConcurrencyLimits, 'reservedForUsers'>>;
  readonly #visitorLimits: VisitorLimits;
  readonly #runningOf = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();
  /** Numbers of waiting requests by account, and of visitors by owner and by visitor. */
  readonly #waitingOf = new Map<string, number>();
  #running = 0;

  constructor({ maxPerUser, ...limits }: ConcurrencyLimits) {
    this.#limits = { ...limits, maxPerUser: maxPerUser ?? limits.maxConcurrent };
    this.#visitorLimits = visitorLimitsOf(this.#limits, limits.reservedForUsers);
  }

  /**
   * Resolves when a slot is free for the account; at once with undefined when its queue is full. Rejects with the reason of the
   * signal when it aborts before.
   */
  async acquire(request: SlotRequest): Promise<ReleaseSlot | undefined> {
    request.signal?.throwIfAborted();
    if (!this.#mayRun(request)) {
      if (this.#isQueueFull(request)) return undefined;
      await this.#wait(request);
    } else this.#count(request, 1);
    return this.#releaseOf(request);
  }

  /** Returns a slot if one is free for the account, without waiting. */
  tryAcquire(request: SlotRequest): ReleaseSlot | undefined {
    if (!this.#mayRun(request)) return undefined;
    this.#count(request, 1);
    return this.#releaseOf(request);
  }

  /** Runs `work` in a slot. Resolves with undefined, without starting it, when the queue is full. */
  async run<Result>(
    work: () => Promise<Result>,
    request: SlotRequest = NO_ACCOUNT,
  ): Promise<Result | undefined> {
    const release = await this.acquire(request);
    if (release === undefined) return undefined;
    try {
      return await work();
    } finally {
      release();
    }
  }

  #isQueueFull({ account, visitor }: SlotRequest): boolean {
    const { maxQueued } = this.#limits;
    const waiting = (group: string): number => this.#waitingOf.get(group) ?? 0;
    if (!isShareAccount(account)) return waiting(account) >= maxQueued;
    return (
      waiting(`visitors of ${ownerOf(account)}`) >= maxQueued ||
      (visitor !== undefined && waiting(`visitor ${visitor}`) >= Math.ceil(maxQueued / 2))
    );
  }

  #addWaiting(waiting: Waiting): void {
    this.#waiting.add(waiting);
    for (const group of queuesOf(waiting)) addTo(this.#waitingOf, group, 1);
  }

  #removeWaiting(waiting: Waiting): void {
    if (!this.#waiting.delete(waiting)) return;
    for (const group of queuesOf(waiting)) addTo(this.#waitingOf, group, -1);
  }

  #wait(request: SlotRequest): Promise<void> {
    const { signal } = request;
    return new Promise((resolve, reject) => {
      const cancel = (): void => {
        this.#removeWaiting(waiting);
        reject(signal?.reason instanceof Error ? signal.reason : new Error('cancelled'));
      };
      const start = (): void => {
        signal?.removeEventListener('abort', cancel);
        resolve();
      };
      const waiting = { ...request, start };
      signal?.addEventListener('abort', cancel, { once: true });
      this.#addWaiting(waiting);
    });
  }

  #releaseOf(request: SlotRequest): ReleaseSlot {
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#count(request, -1);
      this.#startWaiting();
    };
  }

  /** Gives free slots to waiting requests. One release can make several groups smaller, and then let several requests run. */
  #startWaiting(): void {
    for (let next = this.#next(); next !== undefined; next = this.#next()) {
      this.#removeWaiting(next);
      // Counts the slot now, because `start` continues asynchronously and another request could take it first.
      this.#count(next, 1);
      next.start();
    }
  }

  /** Returns the waiting request that gets the next slot; undefined if none may run. */
  #next(): Waiting | undefined {
    if (this.#running >= this.#limits.maxConcurrent) return undefined;
    let next: Waiting | undefined;
    for (const each of this.#waiting) {
      if (!this.#mayRun(each)) continue;
      if (!next || this.#hasLess(each, next)) next = each;
    }
    return next;
  }

  #hasLess(one: Waiting, other: Waiting): boolean {
    const difference =
      this.#countOf(ownerOf(one.account)) - this.#countOf(ownerOf(other.account)) ||
      this.#countOf(one.account) - this.#countOf(other.account);
    return difference < 0;
  }

  #mayRun(request: SlotRequest): boolean {
    if (this.#running >= this.#limits.maxConcurrent) return false;
    const groups = this.#groupsOf(request);
    return groups.every(({ group, max }) => this.#countOf(group) < max);
  }

  /** Returns the groups that a slot counts against, with their limits. */
  #groupsOf({ account, visitor }: SlotRequest): Group[] {
    const owner = ownerOf(account);
    const { maxPerUser } = this.#limits;
    const groups = [{ group: owner, max: maxPerUser }];
    if (!isShareAccount(account)) return groups;
    const { all, perOwner, perVisitorOfShare } = this.#visitorLimits;
    groups.push(
      { group: 'visitors', max: all },
      { group: `visitors of ${owner}`, max: perOwner },
      { group: account, max: perOwner },
    );
    if (visitor === undefined) return groups;
    groups.push(
      { group: `visitor ${visitor}`, max: perOwner },
      { group: `visitor ${visitor} of ${account}`, max: perVisitorOfShare },
    );
    return groups;
  }

  #countOf(group: string): number {
    return this.#runningOf.get(group) ?? 0;
  }

  #count(request: SlotRequest, change: 1 | -1): void {
    for (const { group } of this.#groupsOf(request)) addTo(this.#runningOf, group, change);
    this.#running += change;
  }
}

/** Returns the queues that a waiting request counts against. */
function queuesOf({ account, visitor }: SlotRequest): string[] {
  if (!isShareAccount(account)) return [account];
  const ofOwner = `visitors of ${ownerOf(account)}`;
  return visitor === undefined ? [ofOwner] : [ofOwner, `visitor ${visitor}`];
}

function addTo(counts: Map<string, number>, group: string, change: 1 | -1): void {
  const count = (counts.get(group) ?? 0) + change;
  if (count === 0) counts.delete(group);
  else counts.set(group, count);
}

interface Group {
  readonly group: string;
  readonly max: number;
}

interface VisitorLimits {
  /** Maximum for visitors of all shares together. */
  readonly all: number;
  /** Maximum for visitors of one user's shares together, and for one visitor in all shares. */
  readonly perOwner: number;
  /** Maximum for one visitor in one share. */
  readonly perVisitorOfShare: number;
}

/** Reserves slots for users, and one of each user's own slots for that user, where more than one exists. */
function visitorLimitsOf(
  { maxConcurrent, maxPerUser }: { readonly maxConcurrent: number; readonly maxPerUser: number },
  reservedForUsers = maxConcurrent > 1 ? Math.ceil(maxConcurrent / 4) : 0,
): VisitorLimits {
  const perOwner = reservedForUsers === 0 ? maxPerUser : Math.max(1, maxPerUser - 1);
  const perVisitorOfShare = Math.max(1, Math.ceil(perOwner / 2));
  return { all: maxConcurrent - reservedForUsers, perOwner, perVisitorOfShare };
}
