import { FolderTable } from './folder-table.ts';
import { flagsOfName } from './name-class.ts';
import { Segment } from './segment.ts';

/** Up to which entry somebody has seen the names of a store. */
export interface StoreMark {
  readonly segment: number;
  readonly entry: number;
}

export const FROM_THE_START: StoreMark = { segment: 0, entry: 0 };

/** All names of a tree, in segments: the last one is added to, the others only lose entries. */
export class NameStore {
  readonly folders = new FolderTable();
  readonly #sealed: Segment[] = [];
  readonly #open = new Segment();
  #openFolder = 0;

  /** Sealed ones have the numbers below the last one's. */
  get segments(): number {
    return this.#sealed.length + 1;
  }

  segment(number: number): Segment {
    return this.#sealed[number] ?? this.#open;
  }

  /** What is added later lies behind it. */
  get mark(): StoreMark {
    return { segment: this.#sealed.length, entry: this.#open.count };
  }

  /** Living names. */
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

  /** In place of a sealed one: the same names without the dead ones. */
  replace(number: number, segment: Segment): void {
    this.#sealed[number] = segment;
  }

  #sum(figure: (segment: Segment) => number): number {
    return this.#sealed.reduce((sum, segment) => sum + figure(segment), figure(this.#open));
  }
}
