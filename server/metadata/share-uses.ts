import type { ShareUseKind } from '#contract/shares.ts';
import type { Insertable } from 'kysely';
import { flag } from './codec.ts';
import type { Reader, Writer } from './database.ts';
import type { ShareUseTable } from './schema.ts';

/** An action of a share visitor. Its row is inserted, updated while the action continues, and removed when it is old. */
export interface StoredShareUse {
  readonly id: number;
  readonly hash: string;
  readonly kind: ShareUseKind;
  /** Unix milliseconds. */
  readonly at: number;
  readonly address: string;
  /** Fields of the contract's `ShareUse`. */
  readonly path: string;
  readonly bytes: number;
  readonly whole: boolean;
}

export type NewShareUse = Omit<StoredShareUse, 'id'>;

/** Update of a use that continued after it was stored, because parts of a file are requested one by one. */
export interface GrownShareUse {
  readonly id: number;
  readonly bytes: number;
  readonly whole: boolean;
}

/** Adds to the counters of shares. Returns the hashes of those that still exist. */
export async function countShareUses(
  tx: Writer,
  uses: readonly NewShareUse[],
): Promise<ReadonlySet<string>> {
  const existing = new Set<string>();
  for (const [hash, own] of groupedByHash(uses)) {
    if (await countUsesOf(tx, hash, own)) existing.add(hash);
  }
  return existing;
}

function groupedByHash(uses: readonly NewShareUse[]): [string, NewShareUse[]][] {
  const groups = new Map<string, NewShareUse[]>();
  for (const use of uses) {
    const group = groups.get(use.hash);
    if (group === undefined) groups.set(use.hash, [use]);
    else group.push(use);
  }
  // Sorted so that concurrent writers lock rows in the same order.
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1));
}

/** Returns false if the share does not exist any more. */
async function countUsesOf(
  tx: Writer,
  hash: string,
  uses: readonly NewShareUse[],
): Promise<boolean> {
  const count = (wanted: ShareUseKind): number => uses.filter(({ kind }) => kind === wanted).length;
  const times = uses.filter(({ kind }) => kind !== 'wrong-password').map(({ at }) => at);
  const { numUpdatedRows } = await tx
    .updateTable('share')
    .set((share) => ({
      opened: share('opened', '+', count('opened')),
      downloaded: share('downloaded', '+', count('downloaded')),
      ...(times.length > 0 && { lastUsedAt: Math.max(...times) }),
    }))
    .where('hash', '=', hash)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Number of rows per statement, because databases limit the number of values. */
const ROWS_AT_ONCE = 100;

/** Inserts the uses of existing shares. Returns the ids in the same order. */
export async function insertShareUses(tx: Writer, uses: readonly NewShareUse[]): Promise<number[]> {
  const ids: number[] = [];
  for (let from = 0; from < uses.length; from += ROWS_AT_ONCE) {
    const rows = await tx
      .insertInto('shareUse')
      .values(uses.slice(from, from + ROWS_AT_ONCE).map(rowOf))
      .returning('id')
      .execute();
    // Ids ascend in the order of the rows, but are returned in any order.
    ids.push(...rows.map(({ id }) => id).sort((one, other) => one - other));
  }
  return ids;
}

/** Updates uses that continued after they were stored. */
export async function growShareUses(tx: Writer, uses: readonly GrownShareUse[]): Promise<void> {
  for (const { id, bytes, whole } of uses) {
    await tx
      .updateTable('shareUse')
      .set({ bytes, whole: flag(whole) })
      .where('id', '=', id)
      .execute();
  }
}

function rowOf({
  hash,
  kind,
  at,
  address,
  path,
  bytes,
  whole,
}: NewShareUse): Insertable<ShareUseTable> {
  return { hash, kind, at, address, path, bytes, whole: flag(whole) };
}

/** Lists the uses of a share, the newest first. `before`: only uses older than this id. */
export async function listShareUses(
  db: Reader,
  hash: string,
  { before, limit }: { readonly before?: number | undefined; readonly limit: number },
): Promise<StoredShareUse[]> {
  const rows = await db
    .selectFrom('shareUse')
    .selectAll()
    .where('hash', '=', hash)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    ...row,
    kind: row.kind as ShareUseKind, // Only what `insertShareUses` takes is ever stored.
    whole: row.whole === 1,
  }));
}

/** A range of all shares, in the order of their hashes. */
export interface ShareRange {
  /** The range begins after this hash. */
  readonly after: string;
  /** Maximum number of shares in the range. */
  readonly most: number;
}

/** Returns the last hash of a range of all shares; undefined if the range is empty. */
export async function endOfShareRange(
  db: Reader,
  { after, most }: ShareRange,
): Promise<string | undefined> {
  const rows = await db
    .selectFrom('share')
    .select('hash')
    .where('hash', '>', after)
    .orderBy('hash')
    .limit(most)
    .execute();
  return rows.at(-1)?.hash;
}

/** Returns the shares between two hashes that have more than `kept` uses. */
export async function sharesWithMoreUses(
  db: Reader,
  { after, upTo, kept }: { readonly after: string; readonly upTo: string; readonly kept: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('share')
    .select('hash')
    .where('hash', '>', after)
    .where('hash', '<=', upTo)
    .where((share) =>
      share.exists(
        share
          .selectFrom('shareUse')
          .select('shareUse.id')
          .whereRef('shareUse.hash', '=', 'share.hash')
          .orderBy('shareUse.id', 'desc')
          .offset(kept)
          .limit(1),
      ),
    )
    .execute();
  return rows.map(({ hash }) => hash);
}

/** Keeps the `kept` newest uses of a share, and removes at most `most` of the others. Resolves with their number. */
export async function trimUsesOf(
  tx: Writer,
  hash: string,
  { kept, most }: { readonly kept: number; readonly most: number },
): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('shareUse')
    .where('id', 'in', (uses) =>
      uses
        .selectFrom('shareUse')
        .select('id')
        .where('hash', '=', hash)
        .orderBy('id', 'desc')
        .offset(kept)
        .limit(most),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Removes at most `most` uses older than `beforeMs`. Resolves with their number. */
export async function removeShareUses(tx: Writer, beforeMs: number, most: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('shareUse')
    .where('id', 'in', (uses) =>
      uses.selectFrom('shareUse').select('id').where('at', '<', beforeMs).orderBy('at').limit(most),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
