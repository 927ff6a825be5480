import type { ConcurrencyLimiter, ReleaseSlot } from '../lib/concurrency-limiter.ts';
import type { StoredJob } from '../metadata/jobs.ts';
import type { SeenJob } from './job-view.ts';
import type { RunningOperation } from './running-operation.ts';

type LiveState = Extract<StoredJob['state'], 'queued' | 'running' | 'paused'>;

/**
 * A job whose operation is in progress. It needs a slot of its device to be worked on; without one, and while it is paused, the operation
 * stands still and keeps its claims.
 */
export class LiveJob {
  readonly running: RunningOperation;
  readonly #stored: StoredJob;
  readonly #limiter: ConcurrencyLimiter;
  readonly #onState: () => void;
  /** Set as soon as a user cancels it: what is done is given up, or a copy ends with it. */
  ending: 'given-up' | 'with-part' | undefined;
  #state: LiveState = 'running';
  #release: ReleaseSlot | undefined;
  #waiting: AbortController | undefined;
  #hasEnded = false;

  /** `onState` is called after each change of the state. */
  constructor(
    stored: StoredJob,
    running: RunningOperation,
    { limiter, onState }: { readonly limiter: ConcurrencyLimiter; readonly onState: () => void },
  ) {
    this.#stored = stored;
    this.running = running;
    this.#limiter = limiter;
    this.#onState = onState;
  }

  get id(): number {
    return this.#stored.id;
  }

  get userId(): number {
    return this.#stored.userId;
  }

  get state(): LiveState {
    return this.#state;
  }

  get seen(): SeenJob {
    const { entries, bytes, totalEntries, totalBytes } = this.running.progress;
    return {
      ...this.#stored,
      state: this.#state,
      items: entries,
      bytes,
      totalItems: totalEntries,
      totalBytes,
      current: this.running.current,
    };
  }

  /** Resolves when the job has a slot and goes on, or is paused or has ended before. */
  async queue(): Promise<void> {
    const { account } = this.running.begun.actor;
    this.#release = this.#limiter.tryAcquire({ account });
    if (this.#release === undefined) {
      this.running.hold.set(true);
      this.#enter('queued');
      this.#waiting = new AbortController();
      const signal = AbortSignal.any([this.#waiting.signal, this.running.over]);
      try {
        this.#release = await this.#limiter.acquire({ account, signal });
      } catch {
        return;
      }
    }
    if (this.#hasEnded) return this.#leaveSlot();
    this.running.hold.set(false);
    this.#enter('running');
  }

  pause(): void {
    this.running.hold.set(true);
    this.#leaveSlot();
    this.#enter('paused');
  }

  /** Lets a job that stands still end with what is done. It needs no slot for that. */
  endWithPart(reason: Error): void {
    this.ending = 'with-part';
    this.running.endWithPart(reason);
    this.#enter('running');
  }

  /** Frees the slot. */
  end(): void {
    this.#hasEnded = true;
    this.#leaveSlot();
  }

  #leaveSlot(): void {
    this.#waiting?.abort();
    this.#release?.();
    this.#release = undefined;
  }

  #enter(state: LiveState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#onState();
  }
}
