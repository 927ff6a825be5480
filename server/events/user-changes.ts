import type { Job } from '#contract/jobs.ts';

/** A change of a job of one user. Announced at each change of its state, and several times a second while it runs. */
export type JobChange =
  | { readonly kind: 'changed'; readonly job: Job }
  | { readonly kind: 'forgotten'; readonly id: number };

/** Passes on changes of something that belongs to users, such as their jobs, to those who observe that of one user. */
export class UserChanges<Change extends readonly unknown[]> {
  readonly #listeners = new Map<number, Set<(...change: Change) => void>>();

  /** Called with each change of this server, for other servers. */
  onAnnounced: (userId: number, ...change: Change) => void = () => undefined;

  announce(userId: number, ...change: Change): void {
    this.receive(userId, ...change);
    this.onAnnounced(userId, ...change);
  }

  /** Passes on a change of another server. */
  receive(userId: number, ...change: Change): void {
    for (const listener of this.#listeners.get(userId) ?? []) listener(...change);
  }

  /** Returns a function that ends the subscription. */
  subscribe(userId: number, listener: (...change: Change) => void): () => void {
    const listeners = this.#listeners.get(userId) ?? new Set();
    this.#listeners.set(userId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(userId) === listeners)
        this.#listeners.delete(userId);
    };
  }
}

export type JobChanges = UserChanges<[change: JobChange]>;
/** Says only that something in the history of a user has changed. */
export type HistoryChanges = UserChanges<[]>;
