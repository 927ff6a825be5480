import { sql } from 'kysely';
import type { TreePath } from '#contract/paths.ts';
import type { Reader, Writer } from './database.ts';

/** Entries of a folder that a user has selected for a download. Stored in a cluster, because another server may get the request for the download. */
export interface StoredSelection {
  readonly id: string;
  readonly account: string;
  readonly folder: TreePath;
  /** Names joined by NUL, which PostgreSQL stores as JSON only. */
  readonly names: string;
  /** Unix milliseconds. */
  readonly endsAt: number;
}

/** Stores a selection, and removes those that have expired and the oldest ones of the account beyond `mostCharacters`. */
export async function insertSelection(
  tx: Writer,
  { names, ...selection }: StoredSelection,
  { nowMs, mostCharacters }: { readonly nowMs: number; readonly mostCharacters: number },
): Promise<void> {
  await tx.deleteFrom('selection').where('endsAt', '<=', nowMs).execute();
  const row = { ...selection, names: JSON.stringify(names) };
  await tx
    .insertInto('selection')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const rows = await tx
    .selectFrom('selection')
    .select(['id', sql<number>`length(names)`.as('characters')])
    .where('account', '=', selection.account)
    .orderBy('endsAt', 'desc')
    .execute();
  let characters = 0;
  const surplus = rows.filter((each) => (characters += each.characters) > mostCharacters);
  const ids = surplus.map(({ id }) => id).filter((id) => id !== selection.id);
  if (ids.length > 0) await tx.deleteFrom('selection').where('id', 'in', ids).execute();
}

export async function findSelection(
  db: Reader,
  id: string,
  nowMs: number,
): Promise<StoredSelection | undefined> {
  const row = await db
    .selectFrom('selection')
    .selectAll()
    .where('id', '=', id)
    .where('endsAt', '>', nowMs)
    .executeTakeFirst();
  // Only TreePaths are stored, and only strings as names.
  return row && { ...row, folder: row.folder as TreePath, names: JSON.parse(row.names) as string };
}
