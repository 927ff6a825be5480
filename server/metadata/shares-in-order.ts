import type { Order } from '#contract/pages.ts';
import type { ShareColumn } from '#contract/shares.ts';
import { type RawBuilder, sql } from 'kysely';
import { inSlices } from './batches.ts';
import type { Reader } from './database.ts';
import type { SharesSearch } from './share-slices.ts';
import { activeShares, isActive, shareFromRow, type StoredShare } from './shares.ts';

/** Columns by which shares can be sorted with the table of shares alone. The names of owners are in another table. */
export type OwnColumn = Exclude<ShareColumn, 'owner'>;

/** Position of a share in a list that is sorted by one of its own columns. */
export interface SharePosition {
  /** The value of the column. */
  readonly key: string | number;
  readonly hash: string;
}

interface InOrder<Column extends ShareColumn, Position> extends SharesSearch {
  readonly order: Order<Column>;
  /** The list begins after this position. */
  readonly from?: Position | undefined;
}

/** Reads shares sorted by a column: `expire` (permanent ones end last), the path on the server, or the number of uses. */
export function sharesInOrder(
  db: Reader,
  { from, ...asked }: InOrder<OwnColumn, SharePosition>,
): AsyncGenerator<StoredShare[]> {
  const { order } = asked;
  return inSlices<StoredShare>(async (last, size) => {
    const after = last ? positionIn(last, order.by) : from;
    if (order.by === 'expire') return byEnd(db, { ...asked, after, size });
    const key = KEYS[order.by];
    const rows = await sortedBy(db, key, asked)
      .$if(after !== undefined, (query) =>
        query.where(
          sql<boolean>`(${key}, ${sql.ref('hash')}) ${beyond(order)} (${after?.key}, ${after?.hash})`,
        ),
      )
      .limit(size)
      .execute();
    return rows.map(shareFromRow);
  });
}

type Asked = Omit<InOrder<OwnColumn, SharePosition>, 'from'>;

/**
 * Reads a slice by expiry. Permanent shares are stored with 0, and end after all others. They are read by a query of their own, so
 * that each query follows an index.
 */
async function byEnd(
  db: Reader,
  { after, size, ...asked }: Asked & { after: SharePosition | undefined; size: number },
): Promise<StoredShare[]> {
  const { isAscending } = asked.order;
  const isPermanent = after?.key === 0;
  const first = isAscending ? ending : permanent;
  const second = isAscending ? permanent : ending;
  if (after !== undefined && isPermanent === isAscending) return second(db, asked, { after, size });
  const shares = await first(db, asked, { after, size });
  const rest = size - shares.length;
  return rest === 0 ? shares : [...shares, ...(await second(db, asked, { size: rest }))];
}

interface Slice {
  readonly after?: SharePosition | undefined;
  readonly size: number;
}

async function ending(db: Reader, asked: Asked, { after, size }: Slice): Promise<StoredShare[]> {
  const isBeyond = sql<boolean>`(${sql.ref('expire')}, ${sql.ref('hash')}) ${beyond(asked.order)} (${after?.key}, ${after?.hash})`;
  const rows = await sortedBy(db, KEYS.expire, asked)
    .$if(after !== undefined, (query) => query.where(isBeyond))
    // In ascending order, the position says as much, and SQLite uses only one lower limit.
    .$if(after === undefined || !asked.order.isAscending, (query) => query.where('expire', '>', 0))
    .limit(size)
    .execute();
  return rows.map(shareFromRow);
}

async function permanent(db: Reader, asked: Asked, { after, size }: Slice): Promise<StoredShare[]> {
  const rows = await sortedBy(db, KEYS.expire, asked)
    .where('expire', '=', 0)
    .$if(after !== undefined, (query) =>
      query.where('hash', asked.order.isAscending ? '>' : '<', after?.hash ?? ''),
    )
    .limit(size)
    .execute();
  return rows.map(shareFromRow);
}

function sortedBy(
  db: Reader,
  key: RawBuilder<string | number>,
  { userId, nowMs, order: { isAscending } }: Asked,
) {
  const direction = isAscending ? 'asc' : 'desc';
  return activeShares(db, nowMs)
    .$if(userId !== undefined, (query) => query.where('userId', '=', userId ?? 0))
    .orderBy(key, direction)
    .orderBy('hash', direction);
}

/** Returns the position of a share in the list that is sorted by this column. */
export function positionIn(share: StoredShare, column: OwnColumn): SharePosition {
  const { hash, path, expire, opened, downloaded } = share;
  return { key: { path, expire, used: opened + downloaded }[column], hash };
}

/** The expression of `used` is that of the index `shareByUses`. */
const KEYS: Readonly<Record<OwnColumn, RawBuilder<string | number>>> = {
  path: sql.ref('place'),
  expire: sql.ref('expire'),
  used: sql`(${sql.ref('opened')} + ${sql.ref('downloaded')})`,
};

/** A share with the name of its owner. */
export interface OwnedShare extends StoredShare {
  readonly username: string;
}

/** Position of a share in a list that is sorted by the names of owners. */
export type OwnedPosition = Pick<OwnedShare, 'username' | 'userId' | 'expire' | 'hash'>;

/** Reads shares sorted by the names of their owners, and those of one owner by `expire`, permanent ones first. */
export function sharesByOwnerName(
  db: Reader,
  { nowMs, order, from }: Omit<InOrder<'owner', OwnedPosition>, 'userId'>,
): AsyncGenerator<OwnedShare[]> {
  return inSlices<OwnedShare>(async (last, size) => {
    const after = last ?? from;
    const same = after ? await ofSameOwner(db, { nowMs, order, after, size }) : [];
    if (same.length === size) return same;
    const rest = size - same.length;
    return [...same, ...(await ofNextOwners(db, { nowMs, order, after, size: rest }))];
  });
}

interface OwnedSlice<After> {
  readonly nowMs: number;
  readonly order: Order<'owner'>;
  readonly after: After;
  readonly size: number;
}

/** Reads the remaining shares of the owner at the position `after`. */
async function ofSameOwner(
  db: Reader,
  { nowMs, order, after, size }: OwnedSlice<OwnedPosition>,
): Promise<OwnedShare[]> {
  const direction = order.isAscending ? 'asc' : 'desc';
  const rows = await activeShares(db, nowMs)
    .where('userId', '=', after.userId)
    .where(
      sql<boolean>`(${sql.ref('expire')}, ${sql.ref('hash')}) ${beyond(order)} (${after.expire}, ${after.hash})`,
    )
    .orderBy('expire', direction)
    .orderBy('hash', direction)
    .limit(size)
    .execute();
  return rows.map((row) => ({ ...shareFromRow(row), username: after.username }));
}

/** Reads the shares of the following owners. A cross join prevents SQLite from reading and sorting all shares first. */
async function ofNextOwners(
  db: Reader,
  { nowMs, order, after, size }: OwnedSlice<OwnedPosition | undefined>,
): Promise<OwnedShare[]> {
  const direction = order.isAscending ? 'asc' : 'desc';
  const rows = await db
    .selectFrom('user')
    .crossJoin('share')
    .whereRef('share.userId', '=', 'user.id')
    .where(isActive(nowMs))
    .$if(after !== undefined, (query) =>
      query.where('user.username', order.isAscending ? '>' : '<', after?.username ?? ''),
    )
    .selectAll('share')
    .select('user.username')
    .orderBy('user.username', direction)
    .orderBy('share.expire', direction)
    .orderBy('share.hash', direction)
    .limit(size)
    .execute();
  return rows.map(({ username, ...row }) => ({ ...shareFromRow(row), username }));
}

/** Returns the operator for values after a position in the order. */
function beyond({ isAscending }: Order<string>): RawBuilder<unknown> {
  return isAscending ? sql`>` : sql`<`;
}
