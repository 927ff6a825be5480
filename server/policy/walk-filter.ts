import { isWithin, ROOT, type TreePath } from '#contract/paths.ts';
import { foldCase } from './fold-case.ts';
import { visibilityOf, type ViewData, type Visibility, decideVisibility } from './visibility.ts';

/**
 * Describes which entries of a walk are visible, as plain data for a worker. For each entry, its path below the start of the walk is
 * appended to each of `paths`, and `view` must allow all resulting paths. There are two `paths` if the start was reached through a
 * symlink (the requested and the resolved one), and further ones for the destination of a copy or move.
 */
export interface WalkFilter {
  readonly view: ViewData;
  readonly paths: readonly TreePath[];
}

/** Hides nothing: for work of the server itself, which concerns all users. */
export const EVERYTHING: WalkFilter = {
  view: { root: ROOT, home: ROOT, rules: [], hideDotfiles: false, protectedPaths: [] },
  paths: [ROOT],
};

/**
 * Returns a function that decides whether an entry is visible, by its path below the start of a walk ('' for the
 * start itself). Returns undefined if every entry is visible.
 */
export function compileWalkFilter({
  view,
  paths,
}: WalkFilter): ((below: string) => boolean) | undefined {
  const visibility = visibilityOf(view);
  if (paths.every((path) => hidesNothingBelow(visibility, path))) return undefined;
  return (below) => paths.every((path) => isVisible(visibility, pathBelow(path, below)));
}

/** Returns a function that decides whether a path is visible, such as the target of a symlink. */
export function mayReach(view: ViewData): (path: TreePath) => boolean {
  const visibility = visibilityOf(view);
  return (path) => isVisible(visibility, path);
}

function isVisible(visibility: Visibility, path: TreePath): boolean {
  return decideVisibility(visibility, path) === 'allowed';
}

function hidesNothingBelow(visibility: Visibility, path: TreePath): boolean {
  const { root, home, rules, hideDotfiles, protectedPaths } = visibility;
  if (rules.size > 0 || hideDotfiles) return false;
  if (!isWithin(root, path) || !isWithin(home, path)) return false;
  const folded = foldCase(path);
  return ![...protectedPaths].some((protectedPath) => isWithin(folded, protectedPath));
}

/** Returns the path of the entry that is `below` another one; '' stands for that one itself. */
export function pathBelow(path: TreePath, below: string): TreePath {
  if (below === '') return path;
  // The names were read from folders, so the result has no dot segments. It may be longer than a path in a request.
  return `${path === ROOT ? '' : path}/${below}` as TreePath;
}
