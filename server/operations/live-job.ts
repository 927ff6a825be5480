import type { ConcurrencyLimiter, ReleaseSlot } from '../lib/concurrency-limiter.ts';
import type { StoredJob } from '../metadata/jobs.ts';
import type { SeenJob } from './job-view.ts';
import type { RunningOperation } from './running-operation.ts';

type LiveState = Extract<StoredJob['state'], 'queued' | 'running' | 'paused'>;

/**
 * A job whose operation is in progress in this process. The operation runs only while the job has a slot of its device; without one, and while
 * a user has paused the job, it stops between two steps and keeps its claims.
 */
export class LiveJob {
  readonly running: RunningOperation;
  readonly #stored: StoredJob;
  readonly #limiter: ConcurrencyLimiter;
  readonly #onState: () => void;
  /** Set as soon as a user cancels the job: `given-up` ends the operation, `with-part` ends a copy early and keeps what is copied. */
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

  /** The job with its present progress. */
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

  /** Waits for a slot and lets the operation go on. Resolves then, or when the job is paused or has ended before. */
  async queue(): Promise<void> {
    const { account } = this.running.begun.actor;
    this.#release = this.#limiter.tryAcquire({ account });
    if (this.#release === undefined) {
      this.running.pause.set(true);
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
    this.running.pause.set(false);
    this.#enter('running');
  }

  pause(): void {
    this.running.pause.set(true);
    this.#leaveSlot();
    this.#enter('paused');
  }

  /** Ends a copy early. A paused or waiting one goes on for that, without a slot. */
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
