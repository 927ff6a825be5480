import type { SharedItem } from '../metadata/shared-items.ts';
import type { PlacedShare } from './operation-journal.ts';
import { counterpartOf, type Move } from './entry-paths.ts';
import type { FoundItem } from './shared-items.ts';
import type { Tree } from './tree.ts';

/**
 * Lists the shares that follow a move by copy: those of entries that are gone from their old path, and those of folders, even where some
 * entries could not be removed. Where nothing could be removed, folders have not moved.
 */
export async function carriedByCopy(
  tree: Tree,
  move: Move,
  removal: 'done' | 'failed',
): Promise<PlacedShare[]> {
  const carried: PlacedShare[] = [];
  for (const shared of await tree.sharedItems.within(move.from)) {
    const there = await tree.sharedItems.find(shared.place);
    const isRemainder = typeof there !== 'string' && there.kind === 'folder' && removal === 'done';
    if (isItemOf(shared, there) && !isRemainder) continue;
    carried.push({ hash: shared.hash, place: counterpartOf(shared.place, move) });
  }
  return carried;
}

/** Lists the shares of the entries that a failed merge had moved already. */
export async function carriedByMerge(tree: Tree, move: Move): Promise<PlacedShare[]> {
  const carried: PlacedShare[] = [];
  for (const shared of await tree.sharedItems.within(move.from)) {
    const place = counterpartOf(shared.place, move);
    if (isItemOf(shared, await tree.sharedItems.find(place)))
      carried.push({ hash: shared.hash, place });
  }
  return carried;
}

function isItemOf({ item }: SharedItem, there: FoundItem): boolean {
  return typeof there !== 'string' && there.fingerprint === (item ?? there.fingerprint);
}
