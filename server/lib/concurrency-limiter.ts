import { isShareAccount, ownerOf } from './accounts.ts';

export interface ConcurrencyLimits {
  readonly atOnce: number;
  /** Of these, maximum for one user, including the visitors of their shares. */
  readonly ofOne: number;
  /** Maximum number that wait for one user, and as many for all visitors of their shares. More are refused. */
  readonly waitingOfOne: number;
  /** Of `atOnce`, the number that only users get, never visitors of shares. A quarter by default, where there are at least two. */
  readonly keptForUsers?: number;
}

/** To be called when the work has ended; further calls do nothing. */
export type ReleaseSlot = () => void;

/** Who a slot is for. */
export interface SlotRequest {
  /** Of a user or of a share; see `accounts.ts`. */
  readonly account: string;
  /** The network of a visitor's address. */
  readonly visitor?: string | undefined;
  readonly signal: AbortSignal;
}

interface Waiting extends SlotRequest {
  readonly enter: () => void;
}

/**
 * Limits how much runs at once, and leaves room for others whatever one account asks for. Limits nest: the visitors of a share count
 * within those of its owner's shares, which count within the owner's limit. The next slot goes to the user with the least running,
 * then to the longest waiting.
 */
export class ConcurrencyLimiter {
  readonly #limits: ConcurrencyLimits;
  readonly #visitorLimits: VisitorLimits;
  readonly #runningOf = new Map<string, number>();
  readonly #waiting = new Set<Waiting>();
  #running = 0;

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits;
    this.#visitorLimits = visitorLimitsOf(limits);
  }

  /** Resolves when it is the account's turn; at once with undefined when too many wait for it already. */
  async enter(request: SlotRequest): Promise<ReleaseSlot | undefined> {
    request.signal.throwIfAborted();
    if (!this.#mayRun(request)) {
      if (this.#isQueueFull(request)) return undefined;
      await this.#turnOf(request);
    } else this.#count(request, 1);
    return this.#leaveOf(request);
  }

  #isQueueFull({ account, visitor }: SlotRequest): boolean {
    const { waitingOfOne } = this.#limits;
    const waiting = [...this.#waiting];
    if (!isShareAccount(account)) {
      return waiting.filter((each) => each.account === account).length >= waitingOfOne;
    }
    const owner = ownerOf(account);
    const isVisitorOfOwner = (each: Waiting): boolean =>
      isShareAccount(each.account) && ownerOf(each.account) === owner;
    const isSameVisitor = (each: Waiting): boolean =>
      visitor !== undefined && each.visitor === visitor;
    return (
      waiting.filter(isVisitorOfOwner).length >= waitingOfOne ||
      waiting.filter(isSameVisitor).length >= Math.ceil(waitingOfOne / 2)
    );
  }

  #turnOf(request: SlotRequest): Promise<void> {
    const { signal } = request;
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        this.#waiting.delete(waiting);
        reject(signal.reason instanceof Error ? signal.reason : new Error('called off'));
      };
      const enter = (): void => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const waiting = { ...request, enter };
      signal.addEventListener('abort', giveUp, { once: true });
      this.#waiting.add(waiting);
    });
  }

  #leaveOf(request: SlotRequest): ReleaseSlot {
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      this.#count(request, -1);
      this.#letNextIn();
    };
  }

  #letNextIn(): void {
    let next: Waiting | undefined;
    for (const each of this.#waiting) {
      if (!this.#mayRun(each)) continue;
      if (!next || this.#hasLess(each, next)) next = each;
    }
    if (!next) return;
    this.#waiting.delete(next);
    // Counted here, so that nobody can slip in before it goes on.
    this.#count(next, 1);
    next.enter();
  }

  #hasLess(one: Waiting, other: Waiting): boolean {
    const difference =
      this.#countOf(ownerOf(one.account)) - this.#countOf(ownerOf(other.account)) ||
      this.#countOf(one.account) - this.#countOf(other.account);
    return difference < 0;
  }

  #mayRun(request: SlotRequest): boolean {
    if (this.#running >= this.#limits.atOnce) return false;
    const groups = this.#groupsOf(request);
    return groups.every(({ group, most }) => this.#countOf(group) < most);
  }

  /** What a slot counts for, each with its limit. */
  #groupsOf({ account, visitor }: SlotRequest): Group[] {
    const owner = ownerOf(account);
    const { ofOne } = this.#limits;
    const groups = [{ group: owner, most: ofOne }];
    if (!isShareAccount(account)) return groups;
    const { all, ofOneOwner, ofOneInShare } = this.#visitorLimits;
    groups.push(
      { group: 'visitors', most: all },
      { group: `visitors of ${owner}`, most: ofOneOwner },
      { group: account, most: ofOneOwner },
    );
    if (visitor === undefined) return groups;
    groups.push(
      { group: `visitor ${visitor}`, most: ofOneOwner },
      { group: `visitor ${visitor} of ${account}`, most: ofOneInShare },
    );
    return groups;
  }

  #countOf(group: string): number {
    return this.#runningOf.get(group) ?? 0;
  }

  #count(request: SlotRequest, change: 1 | -1): void {
    for (const { group } of this.#groupsOf(request)) {
      const count = this.#countOf(group) + change;
      if (count === 0) this.#runningOf.delete(group);
      else this.#runningOf.set(group, count);
    }
    this.#running += change;
  }
}

interface Group {
  readonly group: string;
  readonly most: number;
}

interface VisitorLimits {
  /** Visitors of all shares together. */
  readonly all: number;
  /** Visitors of one user's shares together; also one visitor in all shares. */
  readonly ofOneOwner: number;
  readonly ofOneInShare: number;
}

/** Keeps slots for users, and one of each user's own slots for that user, wherever more than one exists. */
function visitorLimitsOf({ atOnce, ofOne, keptForUsers }: ConcurrencyLimits): VisitorLimits {
  const kept = keptForUsers ?? (atOnce > 1 ? Math.ceil(atOnce / 4) : 0);
  const ofOneOwner = kept === 0 ? ofOne : Math.max(1, ofOne - 1);
  const ofOneInShare = Math.max(1, Math.ceil(ofOneOwner / 2));
  return { all: atOnce - kept, ofOneOwner, ofOneInShare };
}
