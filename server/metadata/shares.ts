import type { TreePath } from '#contract/paths.ts';
import { type Insertable, type Selectable, sql } from 'kysely';
import { flag, isStorableText } from './codec.ts';
import type { Reader, Writer } from './database.ts';
import type { ShareTable } from './schema.ts';

/** A link to an item of the tree, for whoever knows its hash. Times in Unix milliseconds, save `expire`. */
export interface StoredShare {
  readonly hash: string;
  /** Its owner. Without them it goes, too. */
  readonly userId: number;
  /** Where the item lies, counted from the server's root: no link on the way, and perhaps one itself. */
  readonly place: TreePath;
  /** It was asked for with a slash at the end. */
  readonly isFolder: boolean;
  /** What tells the item from a later one of the same name (`markOf`); undefined where nobody has looked yet. */
  readonly item: string | undefined;
  readonly passwordHash: string | undefined;
  /** Of a link that was taken over from File Browser 2: SHA-256 of the token that stands for its password for good, in base64url. */
  readonly legacyTokenDigest: string | undefined;
  /** Unix seconds; 0 never ends. Too far away for a Date, perhaps. */
  readonly expire: number;
  readonly createdAt: number;
  readonly opened: number;
  readonly downloaded: number;
  readonly lastUsedAt: number | undefined;
}

/** Seconds; 0 would be for ever. */
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

/** Undefined for one that is unknown or has ended. */
export async function findShare(
  db: Reader,
  hash: string,
  nowMs: number,
): Promise<StoredShare | undefined> {
  if (!isStorableText(hash)) return undefined;
  const row = await living(db, nowMs).where('hash', '=', hash).executeTakeFirst();
  return row && shareFromRow(row);
}

/** Returns the path of a share, even of one that has ended, as long as it is stored. */
export async function pathOfShare(db: Reader, hash: string): Promise<TreePath | undefined> {
  if (!isStorableText(hash)) return undefined;
  const row = await db
    .selectFrom('share')
    .select('place')
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row && (row.place as TreePath);
}

/** Everybody's, or one owner's: by owner, and of each the permanent ones first, then by their end. */
export async function listShares(
  db: Reader,
  { userId, nowMs }: { readonly userId?: number | undefined; readonly nowMs: number },
): Promise<StoredShare[]> {
  const rows = await living(db, nowMs)
    .$if(userId !== undefined, (those) => those.where('userId', '=', userId ?? 0))
    .orderBy('userId')
    .orderBy('expire')
    .orderBy('hash')
    .execute();
  return rows.map(shareFromRow);
}

/** How many of one owner's have not ended. */
export async function countShares(
  db: Reader,
  { userId, nowMs }: { readonly userId: number; readonly nowMs: number },
): Promise<number> {
  const { count } = await living(db, nowMs)
    .clearSelect()
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

/** False when there is none any more. */
export async function removeShare(tx: Writer, hash: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('share')
    .where('hash', '=', hash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Removes at most `most` shares that have ended, with their uses; resolves with how many there were. */
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

/** The share ends now, and is removed later. */
export async function expireShare(tx: Writer, hash: string): Promise<void> {
  await tx.updateTable('share').set({ expire: LONG_AGO }).where('hash', '=', hash).execute();
}

/** What lies at its place is its item from now on. */
export async function setShareItem(tx: Writer, hash: string, item: string): Promise<void> {
  await tx.updateTable('share').set({ item }).where('hash', '=', hash).execute();
}

/** As `setShareItem`, while nothing has changed since the link was read. False when something has. */
export async function replaceShareItem(
  tx: Writer,
  { hash, place, item: before }: Pick<StoredShare, 'hash' | 'place' | 'item'>,
  item: string,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('share')
    .set({ item })
    .where('hash', '=', hash)
    .where('place', '=', place)
    .where('item', before === undefined ? 'is' : '=', before ?? null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Selects shares that have not ended. */
export function living(db: Reader, nowMs: number) {
  return db.selectFrom('share').selectAll().where(hasNotEnded(nowMs));
}

/** The condition is negated so that SQLite does not look for it by the index of `expire`, and then sorts: nearly all shares meet it. */
export function hasNotEnded(nowMs: number) {
  const expire = sql.ref('share.expire');
  return sql<boolean>`not (${expire} <> 0 and ${expire} <= ${Math.floor(nowMs / 1_000)})`;
}

function rowOf(share: NewShare): Insertable<ShareTable> {
  return {
    ...share,
    isFolder: flag(share.isFolder),
    item: share.item ?? null,
    passwordHash: share.passwordHash ?? null,
    legacyTokenDigest: share.legacyTokenDigest ?? null,
    opened: 0,
    downloaded: 0,
    lastUsedAt: null,
  };
}

export function shareFromRow(row: Selectable<ShareTable>): StoredShare {
  return {
    ...row,
    place: row.place as TreePath, // Only a TreePath is ever stored in this column.
    isFolder: row.isFolder === 1,
    item: row.item ?? undefined,
    passwordHash: row.passwordHash ?? undefined,
    legacyTokenDigest: row.legacyTokenDigest ?? undefined,
    lastUsedAt: row.lastUsedAt ?? undefined,
  };
}
