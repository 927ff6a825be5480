import { type Name, nameText } from '../../raw-name.ts';
import { Descent } from './descent.ts';
import { type NamedEntry, readEntriesSync } from './read-entries.ts';

/** An entry in the current folder of a walk. */
export interface FoundEntry extends NamedEntry {
  /** Its path relative to the start of the walk: `a/b`. */
  readonly below: string;
}

export interface CursorOptions {
  /** True to include temporary files and temporary copies. */
  readonly includeTemporary: boolean;
  /** Sorts the entries of a folder into the order of the walk. */
  readonly sort?: (entries: NamedEntry[]) => NamedEntry[];
}

interface Folder {
  readonly entries: readonly NamedEntry[];
  next: number;
  /** The entry as which it was entered; undefined for the first folder. */
  readonly entered: FoundEntry | undefined;
}

/**
 * Iterates over the entries of a tree of any depth. The caller takes the `next` entry of the current folder, enters a folder or skips it, and
 * leaves the current folder when it has no further entries.
 */
export class TreeCursor {
  readonly #descent: Descent;
  readonly #options: CursorOptions;
  readonly #folders: Folder[] = [];

  /** Owns `fd`, the first folder: `close()` closes it, or the constructor if it throws. */
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

  /** Descriptor of the current folder, for looking up names. */
  get fd(): number {
    return this.#descent.fd;
  }

  /** Returns the next entry of the current folder; undefined if there are no more. */
  next(): FoundEntry | undefined {
    const folder = this.#folders.at(-1);
    const entry = folder?.entries[folder.next];
    if (!folder || !entry) return undefined;
    folder.next += 1;
    const text = nameText(entry.name);
    const below = folder.entered ? `${folder.entered.below}/${text}` : text;
    return { name: entry.name, kind: entry.kind, below };
  }

  /** Enters a folder of the current one. Throws errors of the file system if it is no folder any more or cannot be read, and then stays. */
  enter(found: FoundEntry): void {
    this.#descent.enter(found.name);
    try {
      this.#read(found);
    } catch (error) {
      this.#descent.leave();
      throw error;
    }
  }

  /**
   * Returns to the folder above and returns the entry that it has left; undefined for the first folder, where it
   * stays.
   */
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

/** Enters and leaves the folders of a second tree that have the same paths as those of a walk, as far as they exist. */
export class Counterpart {
  readonly #descent: Descent;
  /** Number of entered folders that the second tree lacks. */
  #missing = 0;

  /** Owns `fd`: `close()` closes it. */
  constructor(fd: number) {
    this.#descent = new Descent(fd);
  }

  /** Descriptor of the current folder; undefined if the second tree does not have it. */
  get fd(): number | undefined {
    return this.#missing > 0 ? undefined : this.#descent.fd;
  }

  enter(name: Name): void {
    try {
      if (this.#missing === 0) return this.#descent.enter(name);
    } catch {
      // The second tree has no such folder, or it may not be entered.
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
