import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import type { Operation } from '#contract/operations.ts';
import { AppError } from '../../errors.ts';
import type { ActControl } from '../../tree/act-control.ts';

/** At once, of one user: a page does fewer, and whoever does more waits for some of them. */
const MOST_AT_ONCE = 16;

/** An act as it is begun; `from` and `to` as its user sees them. */
interface BegunOperation extends Pick<Operation, 'kind' | 'from' | 'to'> {
  readonly userId: number;
  /** What its page calls it; undefined where nobody will ask for it. */
  readonly key: string | undefined;
  /** Aborts when the act is not wanted any more, whatever anybody says. */
  readonly cancelled?: AbortSignal | undefined;
}

interface Running {
  operation: Operation;
  readonly cancel: AbortController;
}

/** The copies, moves and deletions under way, each to be asked for and called off by whoever began it. */
export class Operations {
  readonly #ofUser = new Map<number, Map<string, Running>>();
  readonly #under = new Set<Promise<unknown>>();
  readonly #stopping = new AbortController();

  constructor() {
    // Every act listens to it.
    setMaxListeners(0, this.#stopping.signal);
  }

  /** `too-many-requests` beyond what one user may do at once; `already-exists` for a key that is in use. */
  async run<T>(begun: BegunOperation, work: (control: ActControl) => Promise<T>): Promise<T> {
    const { userId, key = randomUUID(), kind, from, to } = begun;
    const own = this.#ofUser.get(userId) ?? new Map<string, Running>();
    if (own.has(key)) throw new AppError('already-exists', 'an operation of this key is under way');
    if (own.size >= MOST_AT_ONCE) throw new AppError('too-many-requests', 'too much at once');
    const operation = {
      key,
      kind,
      from,
      ...(to === undefined ? {} : { to }),
      entries: 0,
      bytes: 0,
    };
    const running: Running = { operation, cancel: new AbortController() };
    this.#ofUser.set(userId, own.set(key, running));
    const result = work(this.#controlOf(running, begun.cancelled));
    this.#under.add(result);
    try {
      return await result;
    } finally {
      this.#under.delete(result);
      own.delete(key);
      if (own.size === 0) this.#ofUser.delete(userId);
    }
  }

  /** Those of one user, the oldest first. */
  list(userId: number): Operation[] {
    return [...(this.#ofUser.get(userId)?.values() ?? [])].map(({ operation }) => operation);
  }

  /** False when there is none of this key. */
  cancel(userId: number, key: string): boolean {
    const running = this.#ofUser.get(userId)?.get(key);
    running?.cancel.abort(new AppError('invalid-request', 'cancelled'));
    return running !== undefined;
  }

  /** Ends all of them where they are; resolves when nothing is being done any more. */
  async stop(): Promise<void> {
    this.#stopping.abort(new AppError('shutting-down', 'the server is stopping'));
    await Promise.allSettled(this.#under);
  }

  #controlOf(running: Running, cancelled: AbortSignal | undefined): ActControl {
    const { signal } = running.cancel;
    return {
      cancelled: cancelled === undefined ? signal : AbortSignal.any([signal, cancelled]),
      stopping: this.#stopping.signal,
      tellTotals: ({ files, folders, others, bytes }) => {
        const totals = { totalEntries: files + folders + others, totalBytes: bytes };
        running.operation = { ...running.operation, ...totals };
      },
      tellProgress: (progress) => {
        running.operation = { ...running.operation, ...progress };
      },
    };
  }
}
