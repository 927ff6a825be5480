import { type Exceptions, MOST_NAMED } from '../../walk-outcomes.ts';

/** Of the end of a way, which tells more than its beginning. */
const LONGEST_NAME = 1_000;

/** Collects what a walk did not treat as asked. */
export class ExceptionList {
  #count = 0;
  readonly #names: string[] = [];

  get count(): number {
    return this.#count;
  }

  /** A way below the start of the walk, or the start's own name. */
  add(name: string): void {
    this.#count += 1;
    if (this.#names.length === MOST_NAMED) return;
    this.#names.push(name.length > LONGEST_NAME ? `…${name.slice(-LONGEST_NAME)}` : name);
  }

  all(): Exceptions {
    return { count: this.#count, names: this.#names };
  }
}
