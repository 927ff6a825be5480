/** A switch that pauses and resumes work. Paused work keeps its locks and open files. */
export class PauseSwitch {
  readonly #listeners = new Set<() => void>();
  #isPaused = false;

  get isPaused(): boolean {
    return this.#isPaused;
  }

  set(isPaused: boolean): void {
    if (this.#isPaused === isPaused) return;
    this.#isPaused = isPaused;
    for (const listener of this.#listeners) listener();
  }

  /** Resolves when the work may go on: at once unless it is paused. Also resolves when the signal aborts, so that the work can end. */
  async untilResumed(signal: AbortSignal): Promise<void> {
    while (this.#isPaused && !signal.aborted) {
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
