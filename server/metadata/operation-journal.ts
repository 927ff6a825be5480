import type { TreePath } from '#contract/paths.ts';
import { type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { Reader, Writer } from './database.ts';
import { isAtOrBelow, movedPath } from './paths-below.ts';
import type { OperationTable } from './schema.ts';
import { type HeldShare, moveShares } from './shared-items.ts';
import { followMoveInTrash, TrashedKind } from './trash.ts';
import { moveUserItems } from './user-items.ts';

/** The cast is safe, because only TreePaths are stored. */
const Path = z.custom<TreePath>((value) => typeof value === 'string');

const Evidence = {
  /** Fingerprint of the entry that is at the target afterwards. Undefined while it is not known, and in entries of earlier versions. */
  item: z.string().optional(),
  /** Identifies the folder of `temporary`, or else of `source`; see tree/evidence.ts. */
  folderEvidence: z.string().optional(),
  /**
   * Present in an operation of an undo, which the history does not list. `completes` is the id of the operation in the history that is undone
   * when this one is complete. `begins` is the id of a move in the history of which this one, the move back, is the first half, the id of the
   * version that the second half restores, and the ids of the versions that this one had itself.
   */
  ofUndo: z
    .object({
      completes: z.int().optional(),
      begins: z
        .object({ id: z.int(), version: z.int(), earlier: z.array(z.int()).readonly().optional() })
        .optional(),
    })
    .optional(),
};

const Replacement = {
  /** True when an entry at the target is replaced or merged into. */
  replaces: z.boolean(),
  /** Fingerprint of that entry. */
  replaced: z.string().optional(),
};

/**
 * Stored values of each kind of operation: its state, and the paths by which it is recovered or undone.
 *
 * - `committing`: one step of the file system changes everything; nothing has to be recovered.
 * - `copying`, `receiving`: `temporary` is incomplete. Recovery removes it.
 * - `publishing`: `temporary` is complete and gets its name. `merging`: its entries are moved into the target.
 * - `renaming`: the source gets its new name. `moving-into`: the source gets the name `temporary` in the target first, and its entries
 *   are moved into the target then.
 * - `removing`: the source gets the name `temporary` and is removed. The `temporary` of a `purge` is the item in the trash.
 * - `trashing`: the source gets the name `temporary` in a trash folder and stays there.
 * - `settling`: the files are done. Shares of them are still to be updated.
 */
const Stored = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('copy'),
    state: z.enum(['copying', 'publishing', 'merging', 'settling']),
    /** Undefined in entries of earlier versions. */
    source: Path.optional(),
    target: Path,
    temporary: Path,
    ...Replacement,
    ...Evidence,
  }),
  z.object({
    kind: z.literal('move'),
    state: z.enum(['renaming', 'moving-into', 'copying', 'publishing', 'merging', 'settling']),
    source: Path,
    target: Path,
    /** Undefined while the source is renamed. */
    temporary: Path.optional(),
    ...Replacement,
    ...Evidence,
  }),
  z.object({
    kind: z.literal('delete'),
    state: z.enum(['committing', 'removing', 'trashing', 'settling']),
    source: Path,
    /** Undefined where the entry is removed in one step. */
    temporary: Path.optional(),
    /** Facts about an item in the trash. Only in the state `trashing`. */
    trashed: z
      .object({
        username: z.string(),
        kind: TrashedKind,
        size: z.number().optional(),
        entries: z.number().optional(),
      })
      .optional(),
    ...Evidence,
  }),
  /** Removes an item in the trash for good. */
  z.object({
    kind: z.literal('purge'),
    state: z.enum(['removing', 'settling']),
    temporary: Path,
    ...Evidence,
  }),
  /** Creates a file or replaces its contents. */
  z.object({
    kind: z.literal('write'),
    state: z.enum(['committing', 'receiving', 'settling']),
    target: Path,
    /** Undefined where the file is written in one step. */
    temporary: Path.optional(),
    ...Replacement,
    ...Evidence,
  }),
  /** Removes a temporary file that belongs to nothing any more: of an upload whose user was removed, or of an earlier version. */
  z.object({
    kind: z.literal('discard'),
    state: z.enum(['removing', 'settling']),
    temporary: Path.optional(),
    ...Evidence,
  }),
]);
type Stored = z.infer<typeof Stored>;

export type OperationKind = Stored['kind'];

/** An operation that is about to begin or to take its next step. */
export type NewOperation<Kind extends OperationKind = OperationKind> = Readonly<
  Extract<Stored, { kind: Kind }>
>;

/** Facts about an operation that its steps do not change. */
export interface OperationFacts {
  /** The user who has begun it; undefined for operations of the server, and in entries of earlier versions. */
  readonly userId: number | undefined;
  /** The shares that it concerns, once they are known. */
  readonly shares: readonly HeldShare[];
  /** The server of a cluster that has begun it; undefined for a server alone. */
  readonly server?: string | undefined;
}

/** A stored operation that has not ended. */
export type OperationRecord = NewOperation &
  OperationFacts & {
    readonly id: number;
    /** Unix milliseconds. */
    readonly startedAt: number;
  };

/** Stores an operation before its first step. Returns its id. */
export async function insertOperation(
  tx: Writer,
  operation: NewOperation,
  { userId, shares, server }: OperationFacts,
): Promise<number> {
  const { id } = await tx
    .insertInto('operation')
    .values({
      kind: operation.kind,
      ...stepOf(operation),
      userId: userId ?? null,
      startedAt: Date.now(),
      shares: sharesText(shares),
      server: server ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Stores the next step of an operation. Does not store the shares. */
export async function updateOperation(
  tx: Writer,
  id: number,
  operation: NewOperation,
): Promise<void> {
  await tx.updateTable('operation').set(stepOf(operation)).where('id', '=', id).execute();
}

/** Stores which shares an operation concerns. */
export async function setOperationShares(
  tx: Writer,
  id: number,
  shares: readonly HeldShare[],
): Promise<void> {
  await tx
    .updateTable('operation')
    .set({ shares: sharesText(shares) })
    .where('id', '=', id)
    .execute();
}

/** Stores that the files of an operation are done, and its shares are not. Returns false when that is stored already. */
export async function beginSettling(tx: Writer, id: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('operation')
    .set({ state: 'settling' })
    .where('id', '=', id)
    .where('state', '!=', 'settling')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes an operation that has ended. Returns false when it was deleted before. */
export async function deleteOperation(tx: Writer, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('operation')
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Lists the operations that have not ended, in the order in which they have begun. */
export async function listOperations(db: Reader): Promise<OperationRecord[]> {
  const rows = await db.selectFrom('operation').selectAll().orderBy('id').execute();
  return rows.map(recordFromRow);
}

/**
 * Returns true if rows have to be updated when the entry moves: unfinished uploads into it, stars, versions, or a row of the trash for the
 * entry itself. Shares and recent items are not considered. Also returns true while other operations than `besides` are in progress, because their
 * paths may be in it.
 */
export async function hasFollowers(db: Reader, from: TreePath, besides?: number): Promise<boolean> {
  // In one piece of SQL, because a query of five parts takes longer to build than to run.
  const followers = sql<{ readonly one: number }>`(
    select 1 as one from operation where id <> ${besides ?? 0}
    union all select 1 from upload where ${isInFolder(from)}
    union all select 1 from ${sql.table('userItem')}
      where ${isAtOrBelow('path', from)} and ${sql.ref('starredAt')} is not null
    union all select 1 from trash where ${isAtOrBelow('path', from)} or ${isAtOrBelow('source', from)}
  )`.as('followers');
  const found = await db.selectFrom(followers).select('one').limit(1).executeTakeFirst();
  return found !== undefined;
}

/** Matches uploads into a folder or below it. SQL takes the length, because both engines count characters and JavaScript counts UTF-16 units. */
function isInFolder(path: TreePath) {
  const head = sql`substr(folder, 1, length(cast(${path} as text)) + 1)`;
  return sql<boolean>`(folder = ${path} or ${head} = ${`${path}/`})`;
}

/** Updates everything that refers to an entry that has moved, or to what is below it: shares, stars, recent items, uploads, operations and the trash. */
export async function followMove(tx: Writer, from: TreePath, to: TreePath): Promise<void> {
  const rest = sql`substr(folder, length(cast(${from} as text)) + 1)`;
  const folder = sql<string>`cast(${to} as text) || ${rest}`;
  await tx.updateTable('upload').set({ folder }).where(isInFolder(from)).execute();
  await moveOperations(tx, from, to);
  await moveShares(tx, { from, to });
  await moveUserItems(tx, from, to);
  await followMoveInTrash(tx, from, to);
}

/** Updates the paths of operations in progress at or below a folder that has moved, such as those of files that are being received in it. */
async function moveOperations(tx: Writer, from: TreePath, to: TreePath): Promise<void> {
  for (const operation of await listOperations(tx)) {
    const moved = withMovedPaths(operation, (path) => movedPath(path, from, to));
    if (moved !== undefined) await updateOperation(tx, operation.id, moved);
  }
}

/** Paths of an operation. Which of them it has depends on its kind. */
type OperationPaths = { readonly [Key in (typeof PATH_KEYS)[number]]?: TreePath | undefined };
const PATH_KEYS = ['source', 'target', 'temporary'] as const;

/** Lists the paths that an operation has recorded. */
export function pathsOf(record: OperationPaths): TreePath[] {
  return PATH_KEYS.flatMap((key) => record[key] ?? []);
}

/** Returns undefined for an operation of which no path has moved. */
function withMovedPaths(
  operation: OperationRecord,
  move: (path: TreePath) => TreePath,
): OperationRecord | undefined {
  let moved: OperationRecord | undefined;
  for (const key of PATH_KEYS) {
    const path = (operation as OperationPaths)[key];
    if (path === undefined || move(path) === path) continue;
    moved = { ...(moved ?? operation), [key]: move(path) };
  }
  return moved;
}

/** Returns the columns that a step changes. The stored name of `folderEvidence` is `folderMark`, as in earlier versions. */
function stepOf(operation: NewOperation): Pick<OperationTable, 'state' | 'payload'> {
  const { state, ...stored } = Stored.parse(operation);
  const { kind: _, folderEvidence, ...facts } = stored;
  return { state, payload: JSON.stringify({ ...facts, folderMark: folderEvidence }) };
}

function sharesText(shares: readonly HeldShare[]): string | null {
  if (shares.length === 0) return null;
  return JSON.stringify(shares.map(({ hash, fate }) => ({ hash, fate })));
}

function recordFromRow(row: Selectable<OperationTable>): OperationRecord {
  const { id, kind, state, userId, startedAt, payload, shares, server } = row;
  // Only `stepOf` writes this column.
  const { folderMark, ...facts } = JSON.parse(payload) as { readonly folderMark?: string };
  return {
    ...Stored.parse({ kind, state, ...facts, folderEvidence: folderMark }),
    id,
    userId: userId ?? undefined,
    startedAt,
    // Only `sharesText` is ever stored in this column.
    shares: shares === null ? [] : (JSON.parse(shares) as HeldShare[]),
    server: server ?? undefined,
  };
}
