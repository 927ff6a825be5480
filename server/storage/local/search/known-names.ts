import type { Task } from '../../../lib/serve-tasks.ts';
import type { FolderChildren } from './folder-table.ts';
import { FOLDER_FLAG } from './name-class.ts';
import type { NameStore } from './name-store.ts';

/** An entry of the index. */
export interface KnownEntry {
  /** Number of the segment in the store. */
  readonly segment: number;
  /** Number of the entry in the segment. */
  readonly entry: number;
  readonly isFolder: boolean;
}

/** The entries of a folder in the index, as they were when the folder was last read. */
export interface FormerNames {
  /** Entries by their names. The reader of the folder takes out those that still exist. */
  readonly entries: Map<string, KnownEntry>;
  /** Numbers of the subfolders in the table of folders, by their names. */
  readonly folders: ReadonlyMap<string, number>;
}

const NONE = 0xffff_ffff;

/**
 * Finds the entries of a folder in the index, so that those that no longer exist can be removed when the folder is read again. Finds only
 * entries that were in the index when the first folder was looked up.
 */
export class KnownNames {
  readonly #store: NameStore;
  readonly #children: FolderChildren;
  /**
   * For each folder its first run, and for each run the next one of the same folder. A run is a sequence of entries of one folder in a
   * segment. Created on first use.
   */
  #runs: { readonly first: Uint32Array; readonly next: Uint32Array } | undefined;
  /** For each run the number of its segment, and its index there. */
  readonly #segments: number[] = [];
  readonly #indexes: number[] = [];

  constructor(store: NameStore, children: FolderChildren) {
    this.#store = store;
    this.#children = children;
  }

  /** Returns the entries of a folder that have not been removed. `folder` is its number in the table of folders. */
  *inFolder(folder: number): Task<FormerNames> {
    const entries = new Map<string, KnownEntry>();
    for (const known of this.#entriesOf(folder)) {
      entries.set(this.#store.segment(known.segment).nameOf(known.entry), known);
      yield;
    }
    const folders = new Map<string, number>();
    for (const child of this.#children.of(folder)) {
      const { folders: table } = this.#store;
      if (table.isThere(child)) folders.set(table.nameOf(child), child);
    }
    return { entries, folders };
  }

  /** Marks the entries that are left in `entries` as removed, and everything below those that are folders. */
  *forget({ entries, folders }: FormerNames): Task<void> {
    for (const [name, known] of entries) {
      this.#kill(known);
      const folder = known.isFolder ? folders.get(name) : undefined;
      if (folder !== undefined) yield* this.#forgetFolder(folder);
      yield;
    }
  }

  *#forgetFolder(folder: number): Task<void> {
    const pending = [folder];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      for (const known of this.#entriesOf(next)) this.#kill(known);
      for (const child of this.#children.of(next)) pending.push(child);
      this.#store.folders.remove(next);
      yield;
    }
  }

  #kill({ segment, entry }: KnownEntry): void {
    this.#store.segment(segment).kill(entry);
  }

  /** Yields the entries that have not been removed. */
  *#entriesOf(folder: number): Generator<KnownEntry> {
    this.#runs ??= this.#linkRuns();
    const { first, next } = this.#runs;
    for (let run = first[folder] ?? NONE; run !== NONE; run = next[run] ?? NONE) {
      const segmentNumber = this.#segments[run] ?? 0;
      const segment = this.#store.segment(segmentNumber);
      const index = this.#indexes[run] ?? 0;
      const end = segment.runStart(index + 1);
      for (let entry = segment.runStart(index); entry < end; entry += 1) {
        if (segment.isDead(entry)) continue;
        const isFolder = (segment.flagsOf(entry) & FOLDER_FLAG) !== 0;
        yield { segment: segmentNumber, entry, isFolder };
      }
    }
  }

  /** Numbers all runs, and links those of each folder. */
  #linkRuns() {
    for (let number = 0; number < this.#store.segments; number += 1) {
      const { runs } = this.#store.segment(number);
      for (let run = 0; run < runs; run += 1) {
        this.#segments.push(number);
        this.#indexes.push(run);
      }
    }
    const first = new Uint32Array(this.#store.folders.length).fill(NONE);
    const next = new Uint32Array(this.#segments.length);
    for (let run = 0; run < next.length; run += 1) {
      const segment = this.#store.segment(this.#segments[run] ?? 0);
      const folder = segment.folderOfRun(this.#indexes[run] ?? 0);
      next[run] = first[folder] ?? NONE;
      first[folder] = run;
    }
    return { first, next };
  }
}
