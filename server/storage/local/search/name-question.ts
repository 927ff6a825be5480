import type { TreePath } from '#contract/paths.ts';
import type { MediaClass } from '../../../file-types/extensions.ts';

/** The required type of a name, by its extension. */
export type NameType =
  | { readonly kind: 'class'; readonly mediaClass: MediaClass }
  /** An extension without its dot, compared folded. A case-sensitive search compares again. */
  | { readonly kind: 'extension'; readonly extension: string };

/** A search in the name index. Names are compared folded. */
export interface NameQuestion {
  /** Terms folded by `foldText`, none of them empty. A name must contain all of them; without any, all names match. */
  readonly terms: readonly string[];
  /** A name must have one of these types; without any, all types match. */
  readonly types: readonly NameType[];
  /** The resolved path of a folder. The folder itself is not among the answers. */
  readonly within: TreePath;
}

/** Names in one folder that may answer a question. */
export interface Candidates {
  /** A resolved path, without symlinks. */
  readonly folder: TreePath;
  readonly names: readonly string[];
}
