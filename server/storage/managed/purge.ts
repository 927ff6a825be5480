import { purgeDetached } from './remove-stored.ts';
import type { StoredTree } from './stored-tree.ts';
import { WalkRun } from './walk-run.ts';

/** Removes the rows of removed trees in the background. */
export class Purge {
  readonly #tree: StoredTree;
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;
  #isNeeded = false;

  constructor(tree: StoredTree) {
    this.#tree = tree;
  }

  /** Begins, or goes on with what has been removed meanwhile. */
  begin(): void {
    this.#isNeeded = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (this.#isNeeded && !signal.aborted) {
      this.#isNeeded = false;
      // A failure leaves rows that no one sees. The garbage collection of the next hour goes on with them.
      await purgeDetached(this.#tree, new WalkRun({ signal })).catch(() => undefined);
    }
  }
}
