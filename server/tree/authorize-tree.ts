import { isWithin, type TreePath } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import { foldCase } from '../policy/fold-case.ts';
import { untilCancelled, type OperationControl } from './operation-control.ts';
import { refOf } from './entry-paths.ts';
import { type ResolvedEntry } from './resolve-entry.ts';
import type { Tree } from './tree.ts';
import type { WalkFilter } from '../policy/walk-filter.ts';

/**
 * What all below an entry is judged by in an act on a tree: the rules, at the places it has and is going to have. Hidden
 * names go along with their folder (compatibility.md 3.1).
 */
export function visibilityAt(actor: Actor, paths: readonly TreePath[]): WalkFilter {
  return { view: { ...actor.view, hideDotfiles: false }, paths: [...new Set(paths)] };
}

/**
 * Looks at everything an act is going to touch before its first change: `forbidden` where something below may not be
 * seen, `already-exists` where a merge would put a file in the place of a folder.
 */
export async function authorizeTree(
  tree: Tree,
  { filter, mergesInto }: { readonly filter: WalkFilter; readonly mergesInto?: TreePath | undefined },
  { place, stat }: ResolvedEntry,
  control: OperationControl,
): Promise<void> {
  if (stat.kind !== 'folder') {
    const isFile = stat.kind === 'file';
    const bytes = isFile ? stat.size : 0;
    control.reportTotals({ files: isFile ? 1 : 0, folders: 0, others: isFile ? 0 : 1, bytes });
    return;
  }
  if (mergesInto === undefined && !canRefuse(filter)) return;
  const input = { entry: refOf(place), filter, refused: 'fails', mergesInto } as const;
  control.reportTotals(await tree.walks.survey(input, { signal: untilCancelled(control).signal }));
}

function canRefuse({ view, paths }: WalkFilter): boolean {
  if (view.rules.length > 0) return true;
  const folders = paths.map(foldCase);
  const places = view.protectedPlaces.map(foldCase);
  return places.some((place) => folders.some((folder) => isWithin(folder, place)));
}
