import type { TreePath } from '#contract/paths.ts';
import type { ViewData } from '../../access/actor.ts';

/**
 * By what an entry of a walk is judged: its way below the start of the walk is appended to each of the paths, and
 * `view` has to allow all of them. Two paths where a link leads to the start; the new ones too for a copy or a move.
 */
export interface Judged {
  readonly view: ViewData;
  readonly paths: readonly TreePath[];
}
