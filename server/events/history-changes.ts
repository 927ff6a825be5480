/** Passes changes of the history on to those who observe that of their user. */
export class HistoryChanges {
  readonly #listeners = new Map<number, Set<() => void>>();

  /** Called with each change of this server, for other servers. */
  onAnnounced: (userId: number) => void = () => undefined;

  announce(userId: number): void {
    this.receive(userId);
    this.onAnnounced(userId);
  }

  /** Passes on a change of another server. */
  receive(userId: number): void {
    for (const listener of this.#listeners.get(userId) ?? []) listener();
  }

  /** Returns a function that ends the subscription. */
  subscribe(userId: number, listener: () => void): () => void {
    const listeners = this.#listeners.get(userId) ?? new Set();
    this.#listeners.set(userId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(userId) === listeners)
        this.#listeners.delete(userId);
    };
  }
}
