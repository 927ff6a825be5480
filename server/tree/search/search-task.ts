import type { TreePath } from '#contract/paths.ts';
import type { SearchQuery } from '#contract/search-query.ts';
import type { Judged } from '../walks/judged.ts';

/** A search in a folder, as the workers are told of it. Plain data. */
export interface SearchTask {
  readonly query: SearchQuery;
  /** Where the folder really lies, and its path as it was asked for; both count from the server's root. */
  readonly place: TreePath;
  readonly path: TreePath;
  /** The same path as the reader sees it. */
  readonly shownAs: TreePath;
  /** Of the two paths. Names hidden by the reader's own wish are judged like all others. */
  readonly judged: Judged;
  /** Tell of each hit what a listing would. */
  readonly details: boolean;
  /** With details: look at first bytes where a name does not tell the type. */
  readonly sniff: boolean;
  /** `lines`: each hit is followed by a line's end. `array`: each has a comma before it. */
  readonly form: 'lines' | 'array';
}

/** Names in one folder that may be hits. */
export interface CandidateNames {
  /** A place at or below the one that is searched. */
  readonly folder: TreePath;
  readonly names: readonly string[];
}
