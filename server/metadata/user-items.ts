import type { ItemUse } from '#contract/places.ts';
import type { TreePath } from '#contract/paths.ts';
import type { Reader, Writer } from './database.ts';
import { isAtOrBelow, movedPath } from './paths-below.ts';

/** An item that a user has starred or used. */
export interface UserItem {
  readonly path: TreePath;
  /** Unix milliseconds. */
  readonly at: number;
}

export interface UsedItem extends UserItem {
  readonly use: ItemUse;
}

/** A use of an item by a user. */
export interface NewItemUse extends UsedItem {
  readonly userId: number;
}

/** Lists the items that a user has starred, the latest first. */
export async function listStarred(db: Reader, userId: number): Promise<UserItem[]> {
  const rows = await db
    .selectFrom('userItem')
    .select(['path', 'starredAt'])
    .where('userId', '=', userId)
    .where('starredAt', 'is not', null)
    .orderBy('starredAt', 'desc')
    .orderBy('path')
    .execute();
  // Only TreePaths are ever stored in this column.
  return rows.map(({ path, starredAt }) => ({ path: path as TreePath, at: starredAt ?? 0 }));
}

/** Lists the items that a user has used, the latest first. */
export async function listUsed(db: Reader, userId: number, most: number): Promise<UsedItem[]> {
  const rows = await db
    .selectFrom('userItem')
    .select(['path', 'usedAt', 'use'])
    .where('userId', '=', userId)
    .where('usedAt', 'is not', null)
    .orderBy('usedAt', 'desc')
    .orderBy('path')
    .limit(most)
    .execute();
  return rows.map(({ path, usedAt, use }) => ({
    // Only TreePaths and uses are ever stored in these columns.
    path: path as TreePath,
    at: usedAt ?? 0,
    use: use as ItemUse,
  }));
}

/** Stars an item. Returns false if the user has already starred `most` items. */
export async function starItem(
  tx: Writer,
  { userId, path, at }: UserItem & { readonly userId: number },
  most: number,
): Promise<boolean> {
  const others = await listStarred(tx, userId);
  if (others.some((one) => one.path === path)) return true;
  if (others.length >= most) return false;
  await tx
    .insertInto('userItem')
    .values({ userId, path, starredAt: at, usedAt: null, use: null })
    .onConflict((conflict) => conflict.columns(['userId', 'path']).doUpdateSet({ starredAt: at }))
    .execute();
  return true;
}

/** Removes the star of an item, if it has one. */
export async function unstarItem(tx: Writer, userId: number, path: TreePath): Promise<void> {
  await tx
    .updateTable('userItem')
    .set({ starredAt: null })
    .where('userId', '=', userId)
    .where('path', '=', path)
    .execute();
  await removeEmpty(tx, userId);
}

/** Stores uses of items, and keeps the `kept` latest ones of each user. Uses by users who were deleted are left out. */
export async function storeItemUses(
  tx: Writer,
  uses: readonly NewItemUse[],
  kept: number,
): Promise<void> {
  const users = await existingUsers(tx, [...new Set(uses.map(({ userId }) => userId))]);
  for (const { userId, path, at, use } of uses.filter((one) => users.has(one.userId))) {
    await tx
      .insertInto('userItem')
      .values({ userId, path, starredAt: null, usedAt: at, use })
      .onConflict((conflict) =>
        conflict.columns(['userId', 'path']).doUpdateSet({ usedAt: at, use }),
      )
      .execute();
  }
  for (const userId of users) await trimUses(tx, userId, kept);
}

/**
 * Corrects the paths of uses that have been stored at paths which another server was changing. `pathNow` returns undefined for an item that is
 * gone. Leaves what users have done since, and keeps the `kept` latest uses of each user.
 */
export async function correctItemUses(
  tx: Writer,
  uses: readonly NewItemUse[],
  pathNow: (path: TreePath) => TreePath | undefined,
  kept: number,
): Promise<void> {
  const moved: NewItemUse[] = [];
  for (const use of uses) {
    const { userId, path, at } = use;
    const { numUpdatedRows } = await tx
      .updateTable('userItem')
      .set({ usedAt: null, use: null })
      .where('userId', '=', userId)
      .where('path', '=', path)
      .where('usedAt', '=', at)
      .executeTakeFirst();
    const to = numUpdatedRows > 0n ? pathNow(path) : undefined;
    if (to !== undefined && !(await isUsedSince(tx, { userId, path: to, at })))
      moved.push({ ...use, path: to });
  }
  for (const userId of new Set(uses.map((use) => use.userId))) await removeEmpty(tx, userId);
  await storeItemUses(tx, moved, kept);
}

async function isUsedSince(
  db: Reader,
  { userId, path, at }: Pick<NewItemUse, 'userId' | 'path' | 'at'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('userItem')
    .select('usedAt')
    .where('userId', '=', userId)
    .where('path', '=', path)
    .where('usedAt', '>=', at)
    .executeTakeFirst();
  return row !== undefined;
}

async function existingUsers(tx: Writer, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.selectFrom('user').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Forgets all uses but the `kept` latest ones of a user. */
async function trimUses(tx: Writer, userId: number, kept: number): Promise<void> {
  const [oldest] = (await listUsed(tx, userId, kept + 1)).slice(kept);
  if (oldest === undefined) return;
  await tx
    .updateTable('userItem')
    .set({ usedAt: null, use: null })
    .where('userId', '=', userId)
    .where('usedAt', '<=', oldest.at)
    .execute();
  await removeEmpty(tx, userId);
}

/** Deletes the rows of items that are neither starred nor used any more. */
async function removeEmpty(tx: Writer, userId: number): Promise<void> {
  await tx
    .deleteFrom('userItem')
    .where('userId', '=', userId)
    .where('starredAt', 'is', null)
    .where('usedAt', 'is', null)
    .execute();
}

/** Updates the paths of an item that has moved and of everything below it, for all users. */
export async function moveUserItems(tx: Writer, from: TreePath, to: TreePath): Promise<void> {
  const rows = await tx
    .selectFrom('userItem')
    .select(['userId', 'path'])
    .where(isAtOrBelow('path', from))
    .orderBy('userId')
    .orderBy('path')
    .execute();
  for (const { userId, path } of rows) {
    const moved = movedPath(path as TreePath, from, to);
    // The item at the new path was replaced by this one, or merged with it.
    await tx
      .deleteFrom('userItem')
      .where('userId', '=', userId)
      .where('path', '=', moved)
      .execute();
    await tx
      .updateTable('userItem')
      .set({ path: moved })
      .where('userId', '=', userId)
      .where('path', '=', path)
      .execute();
  }
}

/** Returns whether any user has starred or used an item or something below it. */
export async function hasUserItems(db: Reader, path: TreePath): Promise<boolean> {
  const row = await db
    .selectFrom('userItem')
    .select('userId')
    .where(isAtOrBelow('path', path))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Forgets an item that was deleted and everything below it, for all users. */
export async function removeUserItems(tx: Writer, path: TreePath): Promise<void> {
  await tx.deleteFrom('userItem').where(isAtOrBelow('path', path)).execute();
}
