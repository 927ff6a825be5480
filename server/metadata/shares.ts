import { TRASH_NAME } from '#contract/temporary-names.ts';
import type { TreePath } from '#contract/paths.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import { flag, isStorableText } from './codec.ts';
import type { Reader, Writer } from './database.ts';
import type { ShareTable } from './schema.ts';

/** A stored share, which visitors open by its hash. Times are Unix milliseconds, except `expire`. */
export interface StoredShare {
  readonly hash: string;
  /** Id of its owner. A share is removed with its owner. */
  readonly userId: number;
  /** Path of the shared item from the server's root: parent folders are resolved, the item itself may be a symlink. */
  readonly path: TreePath;
  /** True if the share was created with a slash at the end of its path. */
  readonly isFolder: boolean;
  /**
   * Fingerprint of the item, which distinguishes it from a later one of the same name; undefined if it has not been
   * determined yet.
   */
  readonly item: string | undefined;
  readonly passwordHash: string | undefined;
  /**
   * SHA-256, in base64url, of the permanent share token of a password-protected share that was migrated from File
   * Browser 2.
   */
  readonly legacyTokenDigest: string | undefined;
  /** Unix seconds; 0 never expires. May be too large for a Date. */
  readonly expire: number;
  readonly createdAt: number;
  readonly opened: number;
  readonly downloaded: number;
  readonly lastUsedAt: number | undefined;
}

/** Expiry of a share that has ended, in Unix seconds. 0 would never expire. */
const LONG_AGO = 1;

export type NewShare = Omit<
  StoredShare,
  'opened' | 'downloaded' | 'lastUsedAt' | 'legacyTokenDigest'
> &
  Partial<Pick<StoredShare, 'legacyTokenDigest'>>;

export async function insertShare(tx: Writer, share: NewShare): Promise<StoredShare> {
  const row = await tx
    .insertInto('share')
    .values(rowOf(share))
    .returningAll()
    .executeTakeFirstOrThrow();
  return shareFromRow(row);
}

/** Returns undefined for a share that is unknown or has expired. */
export async function findShare(
  db: Reader,
  hash: string,
  nowMs: number,
): Promise<StoredShare | undefined> {
  if (!isStorableText(hash)) return undefined;
  const row = await activeShares(db, nowMs).where('hash', '=', hash).executeTakeFirst();
  return row && shareFromRow(row);
}

/** Returns the path of a share, even if it has expired, as long as it is stored. */
export async function pathOfShare(db: Reader, hash: string): Promise<TreePath | undefined> {
  if (!isStorableText(hash)) return undefined;
  const row = await db
    .selectFrom('share')
    .select('place')
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row && (row.place as TreePath);
}

/** Lists the shares of one owner or of all: by owner, then permanent ones, then by expiry. */
export async function listShares(
  db: Reader,
  { userId, nowMs }: { readonly userId?: number | undefined; readonly nowMs: number },
): Promise<StoredShare[]> {
  const rows = await activeShares(db, nowMs)
    .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? 0))
    .orderBy('userId')
    .orderBy('expire')
    .orderBy('hash')
    .execute();
  return rows.map(shareFromRow);
}

/** Counts the shares of an owner that have not expired. */
export async function countShares(
  db: Reader,
  { userId, nowMs }: { readonly userId: number; readonly nowMs: number },
): Promise<number> {
  const { count } = await activeShares(db, nowMs)
    .clearSelect()
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Returns false if the share does not exist any more. */
export async function removeShare(tx: Writer, hash: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('share')
    .where('hash', '=', hash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Removes at most `most` expired shares, with their uses. Resolves with their number. */
export async function removeExpiredShares(
  tx: Writer,
  nowMs: number,
  most: number,
): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('share')
    .where('hash', 'in', (shares) =>
      shares
        .selectFrom('share')
        .select('hash')
        .where('expire', '>', 0)
        .where('expire', '<=', Math.floor(nowMs / 1_000))
        .orderBy('expire')
        .limit(most),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Makes a share expire now. It is removed later. */
export async function expireShare(tx: Writer, hash: string): Promise<void> {
  await tx.updateTable('share').set({ expire: LONG_AGO }).where('hash', '=', hash).execute();
}

/** Changes of a share; undefined keeps what is stored. */
export interface ShareLimits {
  readonly expire: number | undefined;
  /** Null removes the password. */
  readonly passwordHash: string | null | undefined;
}

/** Sets the expiry or the password hash of a share, or both. */
export async function setShareLimits(
  tx: Writer,
  hash: string,
  { expire, passwordHash }: ShareLimits,
): Promise<void> {
  if (expire === undefined && passwordHash === undefined) return;
  await tx
    .updateTable('share')
    .set({
      ...(expire !== undefined && { expire }),
      ...(passwordHash !== undefined && { passwordHash }),
    })
    .where('hash', '=', hash)
    .execute();
}

/** Makes the present entry at the path of a share its item. */
export async function setShareItem(tx: Writer, hash: string, item: string): Promise<void> {
  await tx.updateTable('share').set({ item }).where('hash', '=', hash).execute();
}

/** Sets the item of a share unless the share has changed since it was read. Resolves with false if it has. */
export async function replaceShareItem(
  tx: Writer,
  { hash, path, item: before }: Pick<StoredShare, 'hash' | 'path' | 'item'>,
  item: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('share')
    .set({ item })
    .where('hash', '=', hash)
    .where('place', '=', path)
    .where('item', before === undefined ? 'is' : '=', before ?? null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Selects shares that have not expired. Those of items in the trash are inactive until the items are restored. */
export function activeShares(db: Reader, nowMs: number) {
  return db.selectFrom('share').selectAll().where(isActive(nowMs));
}

/**
 * Returns the condition for active shares. It is negated so that SQLite does not use the index of `expire` and then sort: nearly all
 * shares match.
 */
export function isActive(nowMs: number) {
  const expire = sql.ref('share.expire');
  const path = sql.ref('share.place');
  return sql<boolean>`not (${expire} <> 0 and ${expire} <= ${Math.floor(nowMs / 1_000)}) and ${path} not like ${IN_TRASH}`;
}

const IN_TRASH = `%/${TRASH_NAME}/%`;

function rowOf({ path, ...share }: NewShare): Insertable<ShareTable> {
  return {
    ...share,
    place: path,
    isFolder: flag(share.isFolder),
    item: share.item ?? null,
    passwordHash: share.passwordHash ?? null,
    legacyTokenDigest: share.legacyTokenDigest ?? null,
    opened: 0,
    downloaded: 0,
    lastUsedAt: null,
  };
}

/** Returns the share of a row. */
export function shareFromRow(row: Selectable<ShareTable>): StoredShare {
  return {
    hash: row.hash,
    userId: row.userId,
    path: row.place as TreePath, // Only a TreePath is ever stored in this column.
    isFolder: row.isFolder === 1,
    item: row.item ?? undefined,
    passwordHash: row.passwordHash ?? undefined,
    legacyTokenDigest: row.legacyTokenDigest ?? undefined,
    expire: row.expire,
    createdAt: row.createdAt,
    opened: row.opened,
    downloaded: row.downloaded,
    lastUsedAt: row.lastUsedAt ?? undefined,
  };
}
