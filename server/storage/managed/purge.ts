import { purgeDetached } from './remove-stored.ts';
import type { StoredTree } from './stored-tree.ts';
import { WalkRun } from './walk-run.ts';

/** Removes the rows of trees that were taken out of the tree, in the background. */
export class Purge {
  readonly #tree: StoredTree;
  readonly #stop = new AbortController();
  #running: Promise<void> | undefined;
  #isNeeded = false;

  constructor(tree: StoredTree) {
    this.#tree = tree;
  }

  /** Begins. If it is running, it goes on until the rows of everything that was removed before this call are gone. */
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
      // A failure leaves rows that belong to no path. The next garbage collection removes them.
      await purgeDetached(this.#tree, new WalkRun({ signal })).catch(() => undefined);
    }
  }
}
