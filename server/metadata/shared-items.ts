import type { TreePath } from '#contract/paths.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { inSlices } from './batches.ts';
import type { Reader, Writer } from './database.ts';
import { isAtOrBelow, movedPath } from './paths-below.ts';
import { removeShare, setShareItem, type StoredShare } from './shares.ts';

/** Number of shares that are read or changed before other work continues. */
const SHARES_AT_ONCE = 100;

/** A share (`hash` is its ID), the path of its item, and the file fingerprint of the item (`item`), undefined if none is stored yet. */
export type SharedItem = Pick<StoredShare, 'hash' | 'path' | 'item'>;

/**
 * Effect that an operation can have on the item of a share. `carried`: the item gets another path or other contents, and the share follows
 * it. `overwritten`: another entry replaces the item. `removed`: the item is removed.
 */
export type ItemFate = 'carried' | 'overwritten' | 'removed';

/** A share whose item an operation in progress may change. */
export interface HeldShare {
  readonly hash: string;
  readonly fate: ItemFate;
}

/** A shared item that an operation in progress may change. */
export interface HeldItem extends SharedItem, HeldShare {}

/** Outcome of an operation for a share: it stays as it is, is removed, or goes on with the entry that has the fingerprint `item`. */
export type SettledItem =
  | { readonly hash: string; readonly outcome: 'stays' | 'ends' }
  | { readonly hash: string; readonly outcome: 'goes-on'; readonly item: string };

/** Lists the shares of an item and of everything below it, including expired shares. */
export async function listSharedWithin(db: Reader, path: TreePath): Promise<SharedItem[]> {
  const found: SharedItem[] = [];
  const slices = inSlices<SharedItem>(async (last, size) => {
    const rows = await db
      .selectFrom('share')
      .select(['hash', 'place as path', 'item'])
      .where(isAtOrBelow('place', path))
      .$if(last !== undefined, (those) =>
        those.where(
          sql<boolean>`(${sql.ref('place')}, ${sql.ref('hash')}) > (${last?.path}, ${last?.hash})`,
        ),
      )
      .orderBy('place')
      .orderBy('hash')
      .limit(size)
      .execute();
    return rows.map(sharedItemFromRow);
  }, SHARES_AT_ONCE);
  for await (const slice of slices) found.push(...slice);
  return found;
}

/** Stores the fingerprint of the item for each of the shares that has none yet. Ignores items without a fingerprint. */
export async function setMissingItems(tx: Writer, items: readonly SharedItem[]): Promise<void> {
  for await (const { hash, item } of inLockOrder(items)) {
    if (item === undefined) continue;
    await tx
      .updateTable('share')
      .set({ item })
      .where('hash', '=', hash)
      .where('item', 'is', null)
      .execute();
  }
}

/** Returns the present items of shares that an operation holds. Shares that were removed meanwhile are missing. */
export async function listHeldItems(db: Reader, held: readonly HeldShare[]): Promise<HeldItem[]> {
  const items: HeldItem[] = [];
  for (let at = 0; at < held.length; at += SHARES_AT_ONCE) {
    const some = new Map(held.slice(at, at + SHARES_AT_ONCE).map(({ hash, fate }) => [hash, fate]));
    const rows = await db
      .selectFrom('share')
      .select(['hash', 'place as path', 'item'])
      .where('hash', 'in', [...some.keys()])
      .execute();
    for (const row of rows) {
      const fate = some.get(row.hash);
      if (fate !== undefined) items.push({ ...sharedItemFromRow(row), fate });
    }
    await nextTurn();
  }
  return items;
}

/** Stores the outcomes of an operation for shares. */
export async function settleShares(tx: Writer, items: readonly SettledItem[]): Promise<void> {
  for await (const settled of inLockOrder(items)) {
    const { hash, outcome } = settled;
    if (outcome === 'ends') await removeShare(tx, hash);
    if (outcome === 'goes-on') await setShareItem(tx, hash, settled.item);
  }
}

/** Updates the paths of the shares of an item and of everything below it. */
export async function moveShares(
  tx: Writer,
  { from, to }: { readonly from: TreePath; readonly to: TreePath },
): Promise<void> {
  const within = await listSharedWithin(tx, from);
  await setSharePaths(
    tx,
    within.map(({ hash, path }) => ({ hash, path: movedPath(path, from, to) })),
  );
}

/** Updates the paths of the given shares. */
export async function setSharePaths(
  tx: Writer,
  items: readonly Pick<SharedItem, 'hash' | 'path'>[],
): Promise<void> {
  for await (const { hash, path } of inLockOrder(items)) {
    await tx.updateTable('share').set({ place: path }).where('hash', '=', hash).execute();
  }
}

/**
 * Yields the items in the order of their hashes, so that two transactions lock rows in one order, and lets other work
 * continue after some of them: SQLite answers each statement synchronously.
 */
async function* inLockOrder<Item extends { readonly hash: string }>(
  items: readonly Item[],
): AsyncGenerator<Item> {
  const inOrder = items.toSorted((one, other) => (one.hash < other.hash ? -1 : 1));
  for (const [index, item] of inOrder.entries()) {
    if (index > 0 && index % SHARES_AT_ONCE === 0) await nextTurn();
    yield item;
  }
}

function sharedItemFromRow({
  hash,
  path,
  item,
}: {
  readonly hash: string;
  readonly path: string;
  readonly item: string | null;
}): SharedItem {
  return { hash, path: path as TreePath, item: item ?? undefined }; // Only a TreePath is ever stored in this column.
}
