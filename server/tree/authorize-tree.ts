import { isWithin, type TreePath } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import { foldCase } from '../policy/fold-case.ts';
import { untilCancelled, type OperationControl } from './operation-control.ts';
import { refOf } from './entry-paths.ts';
import type { ResolvedEntry } from './resolve-entry.ts';
import type { Tree } from './tree.ts';
import type { WalkFilter } from '../policy/walk-filter.ts';

/**
 * Returns the filter by which an operation on a folder authorizes everything below it: the actor has to see each entry at all of `paths`, its
 * present and its future one. Hidden names are not refused there; they follow their folder (compatibility.md 3.1).
 */
export function visibilityAt(actor: Actor, paths: readonly TreePath[]): WalkFilter {
  return { view: { ...actor.view, hideDotfiles: false }, paths: [...new Set(paths)] };
}

/**
 * Authorizes everything that an operation changes, before its first change, and reports the totals. Does not read a folder of which nothing can
 * be refused; its totals stay unknown. Throws `forbidden` when the actor may not see an entry, and `already-exists` when a merge would
 * replace a folder by a file or a file by a folder.
 */
export async function authorizeTree(
  tree: Tree,
  {
    filter,
    mergesInto,
    skipsUnreadable,
  }: {
    readonly filter: WalkFilter;
    /** Existing folder that the entry is merged into. */
    readonly mergesInto?: TreePath | undefined;
    /** True for an operation that goes on without what cannot be read. */
    readonly skipsUnreadable?: boolean | undefined;
  },
  { resolvedPath, stat }: ResolvedEntry,
  control: OperationControl,
): Promise<void> {
  if (stat.kind !== 'folder') {
    const isFile = stat.kind === 'file';
    const bytes = isFile ? stat.size : 0;
    control.reportTotals({ files: isFile ? 1 : 0, folders: 0, others: isFile ? 0 : 1, bytes });
    return;
  }
  if (mergesInto === undefined && !canRefuse(filter)) return;
  const input = { entry: refOf(resolvedPath), filter, refused: 'fails', mergesInto } as const;
  const task = { ...input, skipsUnreadable };
  control.reportTotals(await tree.walks.survey(task, { signal: untilCancelled(control).signal }));
}

/** Returns false if a filter lets everything in its folders pass: it has no rules, and none of the server's own files are there. */
function canRefuse({ view, paths }: WalkFilter): boolean {
  if (view.rules.length > 0) return true;
  const folders = paths.map(foldCase);
  const protectedPaths = view.protectedPaths.map(foldCase);
  return protectedPaths.some((path) => folders.some((folder) => isWithin(folder, path)));
}
