import { type Exceptions, MAX_NAMED } from './walk-outcomes.ts';

/** Maximum length of a reported path. Of a longer one, the beginning is cut off. */
const LONGEST_NAME = 1_000;

/** Collects the entries that a walk did not process as requested. */
export class ExceptionList {
  #count = 0;
  readonly #names: string[] = [];

  get count(): number {
    return this.#count;
  }

  /** Adds a path below the start of the walk, or the name of the start. */
  add(name: string): void {
    this.#count += 1;
    if (this.#names.length === MAX_NAMED) return;
    this.#names.push(name.length > LONGEST_NAME ? `…${name.slice(-LONGEST_NAME)}` : name);
  }

  all(): Exceptions {
    return { count: this.#count, names: this.#names };
  }
}
