import type { TreePath } from '#contract/paths.ts';
import type { SearchQuery } from '#contract/search-query.ts';
import type { WalkFilter } from '../policy/walk-filter.ts';

/** Finds entries by their names. */
export interface TreeSearch {
  /** Starts to build the name index in the background, where there is one. Called once, when the server listens. */
  begin(): void;
  facts(): NameIndexFacts;
  /**
   * Returns the hits below a folder (compatibility.md 5.5) as text, as they are found. Each hit exists, matches the
   * query and is visible, as are all folders above it.
   */
  find(task: SearchTask, signal: AbortSignal): Promise<AsyncIterable<Uint8Array<ArrayBuffer>>>;
}

/** A search in a folder, as plain data. */
export interface SearchTask {
  readonly query: SearchQuery;
  /** Resolved path of the folder, and the requested path. Both start at the server's root. */
  readonly resolvedPath: TreePath;
  readonly path: TreePath;
  /** The requested path as the user sees it. */
  readonly shownAs: TreePath;
  /** Filter for `path` and `resolvedPath`. */
  readonly filter: WalkFilter;
  /** True to add the data of a listing to each hit. */
  readonly details: boolean;
  /** With details: true to read the first bytes of a file whose name does not determine its type. */
  readonly sniff: boolean;
  /** `lines`: a line break follows each hit. `array`: a comma precedes each hit. */
  readonly form: 'lines' | 'array';
}

/**
 * State of the name index. `building`: it cannot answer yet, or lacks names because too many files were open or memory was short. `off`: it
 * never will, because there are too many names or the storage has no index. Searches then walk the tree.
 */
export type NameIndexState = 'building' | 'ready' | 'off';

/** Facts about the name index, for monitoring. */
export interface NameIndexFacts {
  readonly state: NameIndexState;
  /** Number of names in the index. */
  readonly names: number;
  /** Unix time in milliseconds at which the index last agreed with the storage; undefined before the first time. */
  readonly readAt: number | undefined;
}
