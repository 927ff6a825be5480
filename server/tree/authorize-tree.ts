import { isWithin, type TreePath } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import { foldCase } from '../policy/fold-case.ts';
import { untilCancelled, type OperationControl } from './operation-control.ts';
import { refOf } from './entry-paths.ts';
import type { ResolvedEntry } from './resolve-entry.ts';
import type { Tree } from './tree.ts';
import type { WalkFilter } from '../policy/walk-filter.ts';

/**
 * Returns how everything below an entry is authorized in an operation on a tree: by the rules, at its present and its future paths. Hidden
 * names follow their folder (compatibility.md 3.1).
 */
export function visibilityAt(actor: Actor, paths: readonly TreePath[]): WalkFilter {
  return { view: { ...actor.view, hideDotfiles: false }, paths: [...new Set(paths)] };
}

/**
 * Authorizes everything that an operation changes, before its first change, and reports the totals. Throws `forbidden` when the actor may not
 * see an entry, and `already-exists` when a merge would replace a folder by a file or a file by a folder.
 */
export async function authorizeTree(
  tree: Tree,
  {
    filter,
    mergesInto,
    passesUnreadable,
  }: {
    readonly filter: WalkFilter;
    readonly mergesInto?: TreePath | undefined;
    /** True for an operation that goes on without what cannot be read. */
    readonly passesUnreadable?: boolean | undefined;
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
  const task = { ...input, passesUnreadable };
  control.reportTotals(await tree.walks.survey(task, { signal: untilCancelled(control).signal }));
}

function canRefuse({ view, paths }: WalkFilter): boolean {
  if (view.rules.length > 0) return true;
  const folders = paths.map(foldCase);
  const resolvedPaths = view.protectedPaths.map(foldCase);
  return resolvedPaths.some((path) => folders.some((folder) => isWithin(folder, path)));
}
