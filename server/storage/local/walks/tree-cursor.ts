import type { Name } from '../descriptors.ts';
import { nameText } from '../read-folder.ts';
import { Descent } from './descent.ts';
import { type NamedEntry, readEntriesSync } from './read-entries.ts';

/** An entry that a walk has come to, in the folder the walk is in. */
export interface FoundEntry extends NamedEntry {
  /** Its way from the folder the walk began in: `a/b`. */
  readonly below: string;
}

export interface CursorOptions {
  /** Unfinished files and copies are come to as well. */
  readonly includeTemporary: boolean;
  /** Into the order in which entries are come to. */
  readonly sort?: (entries: NamedEntry[]) => NamedEntry[];
}

interface Folder {
  readonly entries: readonly NamedEntry[];
  next: number;
  /** As which it was entered; undefined for the first. */
  readonly entered: FoundEntry | undefined;
}

/**
 * Comes to everything in a tree, folder by folder, with a stack of its own: no depth is too much. Whoever walks asks
 * for the `next` entry, enters folders or not, and leaves each when nothing is left in it.
 */
export class TreeCursor {
  readonly #descent: Descent;
  readonly #options: CursorOptions;
  readonly #folders: Folder[] = [];

  /** Takes the descriptor of the first folder over, also when it throws. */
  constructor(fd: number, options: CursorOptions) {
    this.#descent = new Descent(fd);
    this.#options = options;
    try {
      this.#read(undefined);
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** The folder it is in, for walking on. */
  get fd(): number {
    return this.#descent.fd;
  }

  next(): FoundEntry | undefined {
    const folder = this.#folders.at(-1);
    const entry = folder?.entries[folder.next];
    if (!folder || !entry) return undefined;
    folder.next += 1;
    const text = nameText(entry.name);
    const below = folder.entered ? `${folder.entered.below}/${text}` : text;
    return { name: entry.name, kind: entry.kind, below };
  }

  /** Throws as the file system does when it is no folder any more or cannot be read, and then stays. */
  enter(found: FoundEntry): void {
    this.#descent.enter(found.name);
    try {
      this.#read(found);
    } catch (error) {
      this.#descent.leave();
      throw error;
    }
  }

  /** Goes back up and gives what it has left; undefined when that was the first folder, where it stays. */
  leave(): FoundEntry | undefined {
    const entered = this.#folders.at(-1)?.entered;
    if (!entered) return undefined;
    this.#folders.pop();
    this.#descent.leave();
    return entered;
  }

  close(): void {
    this.#descent.close();
  }

  #read(entered: FoundEntry | undefined): void {
    const { includeTemporary, sort } = this.#options;
    const read = readEntriesSync(this.fd, { includeTemporary });
    this.#folders.push({ entries: sort ? sort(read) : read, next: 0, entered });
  }
}

/** Follows a walk through another tree, as far as that has the same folders. */
export class Counterpart {
  readonly #descent: Descent;
  /** How many folders it is short of. */
  #missing = 0;

  /** Takes the descriptor over. */
  constructor(fd: number) {
    this.#descent = new Descent(fd);
  }

  /** The folder it is in; undefined where the other tree has none. */
  get fd(): number | undefined {
    return this.#missing > 0 ? undefined : this.#descent.fd;
  }

  enter(name: Name): void {
    try {
      if (this.#missing === 0) return this.#descent.enter(name);
    } catch {
      // Nothing there, no folder, or one that may not be entered: all the same, the walk goes on alone.
    }
    this.#missing += 1;
  }

  leave(): void {
    if (this.#missing > 0) this.#missing -= 1;
    else this.#descent.leave();
  }

  close(): void {
    this.#descent.close();
  }
}
