import type { Task } from '../../../lib/serve-tasks.ts';
import type { FolderChildren } from './folder-table.ts';
import { FOLDER_FLAG } from './name-class.ts';
import type { NameStore } from './name-store.ts';

export interface KnownEntry {
  readonly segment: number;
  readonly entry: number;
  readonly isFolder: boolean;
}

/** The names of a folder when it was last read. */
export interface FormerNames {
  readonly entries: Map<string, KnownEntry>;
  /** The numbers of the folders in it that are known. */
  readonly folders: ReadonlyMap<string, number>;
}

const NONE = 0xffff_ffff;

/** Finds the names of each folder in a store, as of the construction of this object. */
export class KnownNames {
  readonly #store: NameStore;
  readonly #children: FolderChildren;
  /** For each folder its first run, and for each run the next one of the same folder. Created on first use. */
  #runs: { readonly first: Uint32Array; readonly next: Uint32Array } | undefined;
  /** For each run its segment, and its number in it. */
  readonly #segments: number[] = [];
  readonly #numbers: number[] = [];

  constructor(store: NameStore, children: FolderChildren) {
    this.#store = store;
    this.#children = children;
  }

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

  /** Removes names of a folder, with everything below those that were folders. */
  *forget({ entries, folders }: FormerNames): Task<void> {
    for (const [name, known] of entries) {
      this.#kill(known);
      const folder = known.isFolder ? folders.get(name) : undefined;
      if (folder !== undefined) yield* this.#forgetBelow(folder);
      yield;
    }
  }

  *#forgetBelow(folder: number): Task<void> {
    const left = [folder];
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      for (const known of this.#entriesOf(next)) this.#kill(known);
      for (const child of this.#children.of(next)) left.push(child);
      this.#store.folders.remove(next);
      yield;
    }
  }

  #kill({ segment, entry }: KnownEntry): void {
    this.#store.segment(segment).kill(entry);
  }

  /** Yields the entries that have not been removed. */
  *#entriesOf(folder: number): Generator<KnownEntry> {
    this.#runs ??= this.#findRuns();
    const { first, next } = this.#runs;
    for (let run = first[folder] ?? NONE; run !== NONE; run = next[run] ?? NONE) {
      const number = this.#segments[run] ?? 0;
      const segment = this.#store.segment(number);
      const inSegment = this.#numbers[run] ?? 0;
      const end = segment.runStart(inSegment + 1);
      for (let entry = segment.runStart(inSegment); entry < end; entry += 1) {
        if (segment.isDead(entry)) continue;
        const isFolder = (segment.flagsOf(entry) & FOLDER_FLAG) !== 0;
        yield { segment: number, entry, isFolder };
      }
    }
  }

  #findRuns() {
    for (let number = 0; number < this.#store.segments; number += 1) {
      const { runs } = this.#store.segment(number);
      for (let run = 0; run < runs; run += 1) {
        this.#segments.push(number);
        this.#numbers.push(run);
      }
    }
    const first = new Uint32Array(this.#store.folders.length).fill(NONE);
    const next = new Uint32Array(this.#segments.length);
    for (let run = 0; run < next.length; run += 1) {
      const segment = this.#store.segment(this.#segments[run] ?? 0);
      const folder = segment.folderOfRun(this.#numbers[run] ?? 0);
      next[run] = first[folder] ?? NONE;
      first[folder] = run;
    }
    return { first, next };
  }
}
