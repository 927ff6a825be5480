import { isWithin, ROOT, type TreePath } from '#contract/paths.ts';
import { foldCase } from './fold-case.ts';
import { visibilityOf, type ViewData, type Visibility, decideVisibility } from './visibility.ts';

/**
 * Decides which entries of a walk are visible, as plain data for a worker. The path of an entry below the start of the walk is appended to
 * each of `paths`, and `view` has to allow all results: two paths where a symlink leads to the start; also the new ones for a copy or a move.
 */
export interface WalkFilter {
  readonly view: ViewData;
  readonly paths: readonly TreePath[];
}

/** Judges an entry by its way below the start of a walk, '' for the start itself. Undefined where none can be refused. */
export function compileWalkFilter({
  view,
  paths,
}: WalkFilter): ((below: string) => boolean) | undefined {
  const visibility = visibilityOf(view);
  if (paths.every((path) => hidesNothingBelow(visibility, path))) return undefined;
  return (below) => paths.every((path) => isSeen(visibility, pathBelow(path, below)));
}

export function mayReach(view: ViewData): (place: TreePath) => boolean {
  const visibility = visibilityOf(view);
  return (place) => isSeen(visibility, place);
}

function isSeen(visibility: Visibility, path: TreePath): boolean {
  return decideVisibility(visibility, path) === 'allowed';
}

function hidesNothingBelow(visibility: Visibility, path: TreePath): boolean {
  const { root, home, rules, hideDotfiles, protectedPlaces } = visibility;
  if (rules.size > 0 || hideDotfiles) return false;
  if (!isWithin(root, path) || !isWithin(home, path)) return false;
  const folded = foldCase(path);
  return ![...protectedPlaces].some((place) => isWithin(folded, place));
}

/** The path of what is `below` another one, by its way; '' for that one itself. */
export function pathBelow(path: TreePath, below: string): TreePath {
  if (below === '') return path;
  // Of names read from folders: clean as a TreePath is, though it may be longer than one that is asked for.
  return `${path === ROOT ? '' : path}/${below}` as TreePath;
}
