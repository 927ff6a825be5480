import type { TreePath } from '#contract/paths.ts';
import type { MediaClass } from '../../../file-types/extensions.ts';

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
