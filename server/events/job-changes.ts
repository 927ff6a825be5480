import type { Job } from '#contract/jobs.ts';

/** A change of a job of one user. Announced at each change of its state, and several times a second while it runs. */
export type JobChange =
  | { readonly kind: 'changed'; readonly job: Job }
  | { readonly kind: 'forgotten'; readonly id: number };

export type JobListener = (change: JobChange) => void;

/** Passes changes of jobs on to those who observe the jobs of their user. */
export class JobChanges {
  readonly #listeners = new Map<number, Set<JobListener>>();

  /** Called with each change of this server, for other servers. */
  onAnnounced: (userId: number, change: JobChange) => void = () => undefined;

  announce(userId: number, change: JobChange): void {
    this.receive(userId, change);
    this.onAnnounced(userId, change);
  }

  /** Passes on a change of another server. */
  receive(userId: number, change: JobChange): void {
    for (const listener of this.#listeners.get(userId) ?? []) listener(change);
  }

  /** Returns a function that ends the subscription. */
  subscribe(userId: number, listener: JobListener): () => void {
    const listeners = this.#listeners.get(userId) ?? new Set();
    this.#listeners.set(userId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(userId) === listeners)
        this.#listeners.delete(userId);
    };
  }
}
