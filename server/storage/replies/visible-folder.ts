import {
  childPath,
  isWithin,
  parentOf,
  ROOT,
  withoutPrefix,
  type TreePath,
} from '#contract/paths.ts';
import { foldCase } from '../../policy/fold-case.ts';
import { type Name, nameText } from '../raw-name.ts';
import type { FolderQuery } from '../folder-listing.ts';
import { visibilityOf, type Visibility, decideVisibility } from '../../policy/visibility.ts';

/** A folder as a user sees it: which entries are visible, and by which paths. */
export interface SeenFolder<Task extends FolderQuery = FolderQuery> {
  readonly task: Task;
  readonly visibility: Visibility;
  /** Prefix that makes a name the path with which an entry is shown. */
  readonly base: string;
}

/** Prepares the visibility and the paths for the entries of a folder. */
export function seenFolder<Task extends FolderQuery>(task: Task): SeenFolder<Task> {
  const seen = withoutPrefix(task.view.root, task.path) ?? ROOT;
  const base = seen === ROOT ? '/' : `${seen}/`;
  return { task, visibility: visibilityOf(task.view), base };
}

/** Returns those of the names that are visible. Skips the check of each name where nothing can be hidden. */
export function shownNames(folder: SeenFolder, names: Name[]): Name[] {
  return hidesNothing(folder) ? names : names.filter((name) => isShown(folder, nameText(name)));
}

/** Returns true if every entry of the folder is visible. */
export function hidesNothing({ task, visibility }: SeenFolder): boolean {
  const { root, home, rules, hideDotfiles, protectedPaths } = visibility;
  if (rules.size > 0 || hideDotfiles) return false;
  const parents = new Set([...protectedPaths].map(parentOf));
  return [task.path, task.resolvedPath].every(
    (folder) => isWithin(root, folder) && isWithin(home, folder) && !parents.has(foldCase(folder)),
  );
}

/** Checks the requested path of an entry and, behind a symlink, also its resolved path. */
export function isShown({ task, visibility }: SeenFolder, name: string): boolean {
  if (!mayBeSeen(visibility, childPath(task.path, name))) return false;
  return (
    task.path === task.resolvedPath || mayBeSeen(visibility, childPath(task.resolvedPath, name))
  );
}

/** Returns true if a path is visible; also for undefined, a path that is too long. */
export function mayBeSeen(visibility: Visibility, path: TreePath | undefined): boolean {
  // A name whose path would be too long is listed, like one that is not UTF-8: no path can open it.
  return path === undefined || decideVisibility(visibility, path) === 'allowed';
}
