import type { SharedItem } from '../metadata/shared-items.ts';
import type { PlacedShare } from './operation-journal.ts';
import { counterpartOf, type Move } from './entry-paths.ts';
import type { Look } from './shared-items.ts';
import type { Tree } from './tree.ts';

/**
 * The links that go along with a move by copy: those of what is not in its old place any more, and of folders, of which
 * perhaps something had to stay behind. Where nothing could be removed, no folder has moved.
 */
export async function carriedByCopy(
  tree: Tree,
  move: Move,
  removal: 'done' | 'failed',
): Promise<PlacedShare[]> {
  const carried: PlacedShare[] = [];
  for (const shared of await tree.sharedItems.within(move.from)) {
    const there = await tree.sharedItems.look(shared.place);
    const isRump = typeof there !== 'string' && there.kind === 'folder' && removal === 'done';
    if (isItemOf(shared, there) && !isRump) continue;
    carried.push({ hash: shared.hash, place: counterpartOf(shared.place, move) });
  }
  return carried;
}

/** The links of what a merge that has failed had moved already. */
export async function carriedByMerge(tree: Tree, move: Move): Promise<PlacedShare[]> {
  const carried: PlacedShare[] = [];
  for (const shared of await tree.sharedItems.within(move.from)) {
    const place = counterpartOf(shared.place, move);
    if (isItemOf(shared, await tree.sharedItems.look(place)))
      carried.push({ hash: shared.hash, place });
  }
  return carried;
}

function isItemOf({ item }: SharedItem, there: Look): boolean {
  return typeof there !== 'string' && there.fingerprint === (item ?? there.fingerprint);
}
