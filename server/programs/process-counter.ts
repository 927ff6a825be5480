import type { ProcessTree } from './process-tree.ts';
import { readProcessTable } from './process-table.ts';

/** Interval between counts in milliseconds. Reading all processes takes a few milliseconds. */
const EVERY_MS = 250;

interface Counted {
  readonly tree: ProcessTree;
  readonly most: number;
  readonly onTooMany: () => void;
}

/**
 * Counts the processes of running programs, with one read of the process table for all of them. Does not run while
 * there are none.
 */
export class ProcessCounter {
  readonly #counted = new Set<Counted>();
  #timer: NodeJS.Timeout | undefined;

  /** Starts counting. Returns the function that stops it. */
  count(tree: ProcessTree, most: number, onTooMany: () => void): () => void {
    const counted = { tree, most, onTooMany };
    this.#counted.add(counted);
    this.#timer ??= setInterval(() => this.#countAll(), EVERY_MS).unref();
    return () => {
      this.#counted.delete(counted);
      if (this.#counted.size > 0) return;
      clearInterval(this.#timer);
      this.#timer = undefined;
    };
  }

  #countAll(): void {
    const table = readProcessTable();
    for (const { tree, most, onTooMany } of this.#counted) {
      if (tree.count(table) > most) onTooMany();
    }
  }
}
