/** A switch that lets work stand still. The work keeps what it holds, and goes on when the switch is released. */
export class PauseSwitch {
  readonly #listeners = new Set<() => void>();
  #isHeld = false;

  get isHeld(): boolean {
    return this.#isHeld;
  }

  set(isHeld: boolean): void {
    if (this.#isHeld === isHeld) return;
    this.#isHeld = isHeld;
    for (const listener of this.#listeners) listener();
  }

  /** Resolves when the work may go on, or has to end because the signal aborts. */
  async released(signal: AbortSignal): Promise<void> {
    while (this.#isHeld && !signal.aborted) {
      await new Promise<void>((resolve) => {
        const end = this.subscribe(go);
        signal.addEventListener('abort', go, { once: true });
        function go(): void {
          end();
          signal.removeEventListener('abort', go);
          resolve();
        }
      });
    }
  }

  /** Calls the listener after each change. Returns a function that ends that. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
