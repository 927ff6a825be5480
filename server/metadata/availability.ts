import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseUnavailable } from './database-unavailable.ts';

export interface AvailabilityOptions {
  /** Resolves when the database answers on a new connection; rejects when it does not within a few seconds. */
  probe(): Promise<void>;
  /** Called when the database has not answered for longer than `graceMs`, and when it answers again after that. */
  onChange(event: AvailabilityEvent): void;
  /** Maximum time that callers wait for the database to answer again before they are refused. Milliseconds. */
  readonly graceMs?: number;
}

export type AvailabilityEvent =
  | { readonly kind: 'lost'; readonly error: unknown }
  | { readonly kind: 'back'; readonly awayMs: number };

const GRACE_MS = 5_000;
/** Time between two probes, while callers wait and after the grace period. Milliseconds. */
const PROBE_EVERY_MS = { waiting: 100, lost: 1_000 } as const;

/**
 * Tracks whether the database answers. After a failure it is probed until it does; callers wait for at most `graceMs`
 * after the failure, so that a restart is not noticed. After that they are refused at once, so that requests do not
 * pile up.
 */
export class Availability {
  readonly #options: AvailabilityOptions;
  readonly #graceMs: number;
  /** Set from a failure until a probe has succeeded; rejects when the grace period ends before that. */
  #recovery: Promise<void> | undefined;
  #isClosed = false;

  constructor(options: AvailabilityOptions) {
    this.#options = options;
    this.#graceMs = options.graceMs ?? GRACE_MS;
  }

  /** Resolves when the database probably answers. Rejects with DatabaseUnavailable when it has not answered for too long. */
  async ready(): Promise<void> {
    await this.#recovery;
  }

  /** Reports a failure that may mean that the database does not answer any more. */
  suspect(failure: unknown): void {
    if (this.#recovery !== undefined || this.#isClosed) return;
    const since = performance.now();
    const { promise, resolve, reject } = promiseWithResolvers();
    promise.catch(() => undefined); // prevents an unhandled rejection without callers
    this.#recovery = promise;
    let isLost = false;
    const timer = setTimeout(() => {
      isLost = true;
      reject(new DatabaseUnavailable('the database does not answer', { cause: failure }));
      this.#options.onChange({ kind: 'lost', error: failure });
    }, this.#graceMs).unref();
    const pauseMs = () => (isLost ? PROBE_EVERY_MS.lost : PROBE_EVERY_MS.waiting);
    void this.#probeUntilItAnswers(pauseMs).then(() => {
      clearTimeout(timer);
      this.#recovery = undefined;
      resolve();
      if (isLost) this.#options.onChange({ kind: 'back', awayMs: performance.now() - since });
    });
  }

  close(): void {
    this.#isClosed = true;
  }

  async #probeUntilItAnswers(pauseMs: () => number): Promise<void> {
    while (!this.#isClosed) {
      try {
        return await this.#options.probe();
      } catch {
        await delay(pauseMs(), undefined, { ref: false });
      }
    }
  }
}

function promiseWithResolvers() {
  let resolve: () => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
