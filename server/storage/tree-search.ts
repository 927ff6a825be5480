import type { TreePath } from '#contract/paths.ts';
import type { SearchQuery } from '#contract/search-query.ts';
import type { WalkFilter } from '../policy/walk-filter.ts';

/** A search in a folder, as plain data. */
export interface SearchTask {
  readonly query: SearchQuery;
  /** Path of the folder without symlinks, and the path that was requested; both count from the server's root. */
  readonly place: TreePath;
  readonly path: TreePath;
  /** The requested path as the reader sees it. */
  readonly shownAs: TreePath;
  /** Filter for `path` and `place`. */
  readonly filter: WalkFilter;
  /** Whether each hit carries what a listing shows of the entry. */
  readonly details: boolean;
  /** With details: whether to read the first bytes of a file whose name does not determine its type. */
  readonly sniff: boolean;
  /** `lines`: a line break follows each hit. `array`: a comma precedes each hit. */
  readonly form: 'lines' | 'array';
}

/**
 * State of the index of names. `building`: it cannot answer yet. `off`: it never will, because there are too many names or the storage
 * has no index. Searches then walk through the tree.
 */
export type NameIndexState = 'building' | 'ready' | 'off';

/** Facts about the index of names, for monitoring. */
export interface NameIndexFacts {
  readonly state: NameIndexState;
  /** Number of names in the index. */
  readonly names: number;
  /** Unix time in milliseconds at which the index last agreed with the storage; undefined before the first time. */
  readonly readAt: number | undefined;
}

/** Finds entries by their names. */
export interface TreeSearch {
  /** Starts to build the index, in the background. Called once, when the server listens. */
  begin(): void;
  facts(): NameIndexFacts;
  /**
   * Returns the hits below a folder (compatibility.md 5.5) as text, as they are found. Each hit exists, matches the query, and is
   * visible, as are all folders above it.
   */
  find(task: SearchTask, signal: AbortSignal): Promise<AsyncIterable<Uint8Array<ArrayBuffer>>>;
}
