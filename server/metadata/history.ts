import type { TreePath } from '#contract/paths.ts';
import { UndoRefusal } from '#contract/history.ts';
import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { inSlices } from './batches.ts';
import type { Reader, Writer } from './database.ts';
import type { HistoryTable } from './schema.ts';

/** The cast is safe, because only TreePaths are stored. */
const Path = z.custom<TreePath>((value) => typeof value === 'string');

/**
 * Facts about an operation that is done, by which it is undone. `item` is the fingerprint of the entry at `target` afterwards. `size` and
 * `modified` (nanoseconds) of a file show whether its contents have changed since. `version` is the id, in the trash, of what it has replaced,
 * and `earlier` are those of the versions which that had already.
 */
const Done = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('copy'),
    source: Path.optional(),
    target: Path,
    item: z.string().optional(),
    version: z.int().optional(),
  }),
  z.object({
    kind: z.literal('move'),
    source: Path,
    target: Path,
    item: z.string().optional(),
    version: z.int().optional(),
    earlier: z.array(z.int()).readonly().optional(),
  }),
  z.object({ kind: z.literal('delete'), source: Path, trash: z.int().optional() }),
  z.object({
    kind: z.literal('restore'),
    target: Path,
    item: z.string().optional(),
    version: z.int().optional(),
  }),
  z.object({
    kind: z.enum(['create', 'replace']),
    target: Path,
    item: z.string(),
    size: z.int(),
    modified: z.string(),
    version: z.int().optional(),
  }),
  z.object({ kind: z.literal('folder'), target: Path, item: z.string() }),
]);
/** An operation that has ended. */
export type DoneOperation = Readonly<z.infer<typeof Done>>;

/** An operation in the history of a user. */
export interface StoredHistory {
  readonly id: number;
  readonly userId: number;
  /** Key of the action that the operation belongs to. */
  readonly group: string | undefined;
  readonly done: DoneOperation;
  readonly state: 'done' | 'undone' | 'impossible';
  readonly reason: UndoRefusal | undefined;
  /** Unix milliseconds. */
  readonly at: number;
}
export type NewHistory = Omit<StoredHistory, 'id' | 'state'>;

/** Stores an operation. With a reason, it cannot be undone. */
export async function insertHistory(tx: Writer, entries: readonly NewHistory[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ userId, group, done, reason, at }) => ({
    userId,
    groupKey: group ?? null,
    payload: JSON.stringify(Done.parse(done)),
    state: reason === undefined ? 'done' : 'impossible',
    reason: reason ?? null,
    at,
  }));
  await tx.insertInto('history').values(rows).execute();
}

/** Position of an operation in a list by time. */
export type HistoryPosition = Pick<StoredHistory, 'at' | 'id'>;

/** Reads the operations of a user in slices, the newest first, after a position. */
export function historyOf(
  db: Reader,
  userId: number,
  before?: HistoryPosition,
): AsyncGenerator<StoredHistory[]> {
  return inSlices<StoredHistory>(async (last, size) => {
    const beyond = last ?? before;
    const rows = await db
      .selectFrom('history')
      .selectAll()
      .where('userId', '=', userId)
      .$if(beyond !== undefined, (query) =>
        query.where(
          sql<boolean>`(${sql.ref('at')}, ${sql.ref('id')}) < (${beyond?.at}, ${beyond?.id})`,
        ),
      )
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(size)
      .execute();
    return rows.map(historyFromRow);
  });
}

/** Finds operations of a user by their ids, in any order. */
export async function findHistory(
  db: Reader,
  userId: number,
  ids: readonly number[],
): Promise<StoredHistory[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('history')
    .selectAll()
    .where('userId', '=', userId)
    .where('id', 'in', ids)
    .execute();
  return rows.map(historyFromRow);
}

/** Finds the operations of an action, the last one first. */
export async function findAction(db: Reader, { userId, group }: Action): Promise<StoredHistory[]> {
  const rows = await db
    .selectFrom('history')
    .selectAll()
    .where('userId', '=', userId)
    .where('groupKey', '=', group)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(historyFromRow);
}

export async function countHistory(db: Reader, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('history')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function setHistoryState(
  tx: Writer,
  id: number,
  { state, reason }: Pick<StoredHistory, 'state' | 'reason'>,
): Promise<void> {
  await tx
    .updateTable('history')
    .set({ state, reason: reason ?? null })
    .where('id', '=', id)
    .execute();
}

/** Stores why an operation cannot be undone. Returns false, and changes nothing, if it is undone already. */
export async function markImpossible(
  tx: Writer,
  id: number,
  reason: UndoRefusal,
): Promise<boolean> {
  await tx
    .updateTable('history')
    .set({ state: 'impossible', reason })
    .where('id', '=', id)
    .where('state', '!=', 'undone')
    .execute();
  const row = await tx
    .selectFrom('history')
    .select('state')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.state !== 'undone';
}

/** Replaces an operation by what is left of it to undo. Its action and time stay. */
export async function replaceInHistory(tx: Writer, id: number, done: DoneOperation): Promise<void> {
  const payload = JSON.stringify(Done.parse(done));
  await tx
    .updateTable('history')
    .set({ payload, state: 'done', reason: null })
    .where('id', '=', id)
    .execute();
}

/** Deletes at most `most` operations that have ended before a time. Resolves with their number. */
export async function removeOldHistory(
  tx: Writer,
  beforeMs: number,
  most: number,
): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('history')
    .where('id', 'in', (rows) =>
      rows.selectFrom('history').select('id').where('at', '<', beforeMs).orderBy('at').limit(most),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Maximum number of operations of a user that are kept: so many that one large action does not displace the others. */
const MAX_OF_USER = 10_000;
/** Maximum number of operations of an action that are kept. */
const MAX_OF_ACTION = 1_000;

/**
 * Deletes operations of a user who has more than are kept: the oldest ones, each with the rest of its action. Resolves with their number, which
 * is 0 when no user has more.
 */
export async function removeSurplusHistory(tx: Writer, most = MAX_OF_USER): Promise<number> {
  const user = await tx
    .selectFrom('history')
    .select('userId')
    .groupBy('userId')
    .having((is) => is.fn.countAll<number>(), '>', most)
    .limit(1)
    .executeTakeFirst();
  if (user === undefined) return 0;
  const { userId } = user;
  const oldest = await tx
    .selectFrom('history')
    .select(['id', 'groupKey'])
    .where('userId', '=', userId)
    .orderBy('id', 'desc')
    .offset(most)
    .limit(1)
    .executeTakeFirstOrThrow();
  const { numDeletedRows } = await tx
    .deleteFrom('history')
    .where('userId', '=', userId)
    .where(({ or, eb }) =>
      or([eb('id', '<=', oldest.id), eb('groupKey', '=', oldest.groupKey ?? '')]),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** An action of a user. */
interface Action {
  readonly userId: number;
  readonly group: string;
}

/**
 * Deletes the oldest operations of an action beyond the newest `kept`. The others cannot be undone then, because an undo would leave a
 * part of the action.
 */
export async function trimAction(tx: Writer, action: Action, kept = MAX_OF_ACTION): Promise<void> {
  const oldest = await tx
    .selectFrom('history')
    .where('userId', '=', action.userId)
    .where('groupKey', '=', action.group)
    .select('id')
    .orderBy('id', 'desc')
    .offset(kept)
    .limit(1)
    .executeTakeFirst();
  if (oldest === undefined) return;
  await tx
    .deleteFrom('history')
    .where('userId', '=', action.userId)
    .where('groupKey', '=', action.group)
    .where('id', '<=', oldest.id)
    .execute();
  await tx
    .updateTable('history')
    .set({ state: 'impossible', reason: 'too-many' satisfies UndoRefusal })
    .where('userId', '=', action.userId)
    .where('groupKey', '=', action.group)
    .where('state', '=', 'done')
    .execute();
}

function historyFromRow(row: Selectable<HistoryTable>): StoredHistory {
  const { id, userId, groupKey, payload, state, reason, at } = row;
  return {
    id,
    userId,
    group: groupKey ?? undefined,
    done: Done.parse(JSON.parse(payload)),
    state: state === 'undone' || state === 'impossible' ? state : 'done',
    reason: UndoRefusal.safeParse(reason).data,
    at,
  };
}
