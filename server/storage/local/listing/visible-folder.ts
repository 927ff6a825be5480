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

/** A folder as one view sees it: which of its entries are shown, and what they are called in a reply. */
export interface SeenFolder {
  readonly task: FolderTask;
  readonly visibility: Visibility;
  /** What a name is put behind to give the path an item is shown with. */
  readonly base: string;
}

export function seenFolder(task: FolderTask): SeenFolder {
  const seen = withoutPrefix(task.view.root, task.path) ?? ROOT;
  const base = seen === ROOT ? '/' : `${seen}/`;
  return { task, visibility: visibilityOf(task.view), base };
}

/** Those of the folder's names that are shown. Where nothing can be hidden, none has to be judged by itself. */
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

/** WalkFilter where it was asked for, and, behind a link, where it really lies. */
function isShown({ task, visibility }: SeenFolder, name: Name): boolean {
  const text = nameText(name);
  if (!mayBeSeen(visibility, childPath(task.path, text))) return false;
  return task.path === task.place || mayBeSeen(visibility, childPath(task.place, text));
}

export function mayBeSeen(visibility: Visibility, path: TreePath | undefined): boolean {
  // A name that makes no path (too long in all) is listed, like one that is not UTF-8: it harms nobody.
  return path === undefined || decideVisibility(visibility, path) === 'allowed';
}
