import {
  childPath,
  isWithin,
  parentOf,
  ROOT,
  withoutPrefix,
  type TreePath,
} from '#contract/paths.ts';
import { foldCase } from '../../../policy/fold-case.ts';
import type { Name } from '../descriptors.ts';
import { nameText } from '../read-folder.ts';
import type { FolderTask } from './task.ts';
import { visibilityOf, type Visibility, decideVisibility } from '../../../policy/visibility.ts';

/** A folder as a user sees it: which entries are visible, and by which paths. */
export interface SeenFolder {
  readonly task: FolderTask;
  readonly visibility: Visibility;
  /** Prefix that makes a name the path with which an entry is shown. */
  readonly base: string;
}

export function seenFolder(task: FolderTask): SeenFolder {
  const seen = withoutPrefix(task.view.root, task.path) ?? ROOT;
  const base = seen === ROOT ? '/' : `${seen}/`;
  return { task, visibility: visibilityOf(task.view), base };
}

/** Returns the visible ones of the names. Skips the check of each name where nothing can be hidden. */
export function shownNames(folder: SeenFolder, names: Name[]): Name[] {
  return hidesNothing(folder) ? names : names.filter((name) => isShown(folder, name));
}

function hidesNothing({ task, visibility }: SeenFolder): boolean {
  const { root, home, rules, hideDotfiles, protectedPlaces } = visibility;
  if (rules.size > 0 || hideDotfiles) return false;
  const parents = new Set([...protectedPlaces].map(parentOf));
  return [task.path, task.place].every(
    (folder) => isWithin(root, folder) && isWithin(home, folder) && !parents.has(foldCase(folder)),
  );
}

/** Checks the requested path of an entry and, behind a symlink, also its resolved path. */
function isShown({ task, visibility }: SeenFolder, name: Name): boolean {
  const text = nameText(name);
  if (!mayBeSeen(visibility, childPath(task.path, text))) return false;
  return task.path === task.place || mayBeSeen(visibility, childPath(task.place, text));
}

export function mayBeSeen(visibility: Visibility, path: TreePath | undefined): boolean {
  // A name whose path would be too long is listed, like one that is not UTF-8: no path can open it.
  return path === undefined || decideVisibility(visibility, path) === 'allowed';
}
