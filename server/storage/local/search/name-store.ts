import { FolderTable } from './folder-table.ts';
import { flagsOfName } from './name-class.ts';
import { Segment } from './segment.ts';

/** A position in a store, up to which a search has seen the names. */
export interface StoreMark {
  readonly segment: number;
  readonly entry: number;
}

export const FROM_THE_START: StoreMark = { segment: 0, entry: 0 };

/** All names of a tree, in segments. New names are added to the last one; from the others, names are only removed. */
export class NameStore {
  readonly folders = new FolderTable();
  readonly #sealed: Segment[] = [];
  readonly #open = new Segment();
  #openFolder = 0;

  /** Number of segments. The last one is open; those with lower numbers are sealed. */
  get segments(): number {
    return this.#sealed.length + 1;
  }

  segment(number: number): Segment {
    return this.#sealed[number] ?? this.#open;
  }

  /** The position after the last name. Names that are added later are behind it. */
  get mark(): StoreMark {
    return { segment: this.#sealed.length, entry: this.#open.count };
  }

  /** Number of names that have not been removed. */
  get names(): number {
    return this.#sum(({ count, dead }) => count - dead);
  }

  get dead(): number {
    return this.#sum(({ dead }) => dead);
  }

  add(folder: number, name: string, isFolder: boolean): void {
    if (this.#open.isFull) {
      this.#sealed.push(this.#open.sealed());
      this.#open.clear();
    }
    if (folder !== this.#openFolder || this.#open.count === 0) this.#open.beginRun(folder);
    this.#openFolder = folder;
    this.#open.add(name, flagsOfName(name, isFolder));
  }

  /** Replaces a sealed segment by one with the same names without the removed ones. */
  replace(number: number, segment: Segment): void {
    this.#sealed[number] = segment;
  }

  #sum(figure: (segment: Segment) => number): number {
    return this.#sealed.reduce((sum, segment) => sum + figure(segment), figure(this.#open));
  }
}
