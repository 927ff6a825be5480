/** What lies in a tree. */
export interface Survey {
  readonly files: number;
  /** With the one the walk begins with. */
  readonly folders: number;
  /** Links, FIFOs, sockets, devices. */
  readonly others: number;
  /** Of the files. */
  readonly bytes: number;
}

/** Entries that a walk did not treat as asked: their number, and the names of the first of them. */
export interface Exceptions {
  readonly count: number;
  /** Ways below the start of the walk, or the start's own name. At most MOST_NAMED. */
  readonly names: readonly string[];
}
export const MOST_NAMED = 10;

/** A temporary file or folder, by whatever it was made. */
export interface TemporaryEntry {
  /** From the root. */
  readonly path: string;
  readonly kind: 'file' | 'folder';
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly modifiedMs: number;
  /** Some names in a folder. */
  readonly holds: readonly string[];
  /** The name of a file beside it that is as large. */
  readonly twin: string | undefined;
}
