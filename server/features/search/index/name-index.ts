import type { TreePath } from '#contract/paths.ts';
import type { MediaClass } from '../../../tree/types/extensions.ts';

/** What a name is asked to be, by its extension. */
export type NameType =
  | { readonly kind: 'class'; readonly mediaClass: MediaClass }
  /** Without the dot. Compared folded: whoever cares for case looks again. */
  | { readonly kind: 'extension'; readonly extension: string };

export interface NameQuestion {
  /** Folded by `foldText`, none of them empty. A name has to hold all of them; without any, all names are meant. */
  readonly terms: readonly string[];
  /** A name has to be of one of them; without any, of whichever. */
  readonly types: readonly NameType[];
  /** The place of a folder, all links resolved. It is not among the answers itself. */
  readonly within: TreePath;
}

/** Names in one folder that may answer a question. */
export interface Candidates {
  /** A place: no link is on its way. */
  readonly folder: TreePath;
  readonly names: readonly string[];
}

/**
 * `building`: it cannot answer yet. `off`: it never will, because there are too many names or the served place cannot be
 * walked through. Then a walk answers.
 */
export type NameIndexState = 'building' | 'ready' | 'off';

/** What is known of the index by those who watch the server. */
export interface NameIndexFacts {
  readonly state: NameIndexState;
  /** How many names it has read. */
  readonly names: number;
  /** When it was last found or made true to the disk, in Unix milliseconds; undefined before that. */
  readonly readAt: number | undefined;
}

/**
 * All names below the served root, kept true by what this server does, and by looking for changed folders. Answers may
 * be older than the disk: whoever shows them looks each of them up, asks the policy, and compares the real name, for
 * more may be given than was asked for. Hidden parts are left out, and so is what no path can address: names that are no
 * UTF-8, and all below such folders. Links are never followed.
 */
export interface NameIndex {
  state(): NameIndexState;

  facts(): NameIndexFacts;

  /** Begins to read the tree, in a thread of its own. Called once, when the server listens. */
  begin(): void;

  /**
   * In batches as they are found, as fast as they are consumed, the first ones soon: depth first, in the order of bytes,
   * and at the end what has come since the tree was read. Leaving the loop or aborting `signal` stops it. Only when the
   * state is `ready`.
   */
  find(question: NameQuestion, signal: AbortSignal): AsyncIterable<readonly Candidates[]>;

  close(): Promise<void>;
}
