import type { Reader, Writer } from './database.ts';

/** Keys of the stored documents. settings.ts, logo.ts and manifest-rows.ts describe their contents; `takenOver` is the migration source. */
type Key =
  | 'signingKey'
  | 'global'
  | 'server'
  | 'auth'
  | 'takenOver'
  | 'servedRoot'
  | 'purgeTime'
  | 'temporaryFiles'
  | 'keptEntries'
  | 'logo'
  | 'logoContents'
  | 'treeId';

/** Returns a document as it was stored; undefined if there is none. */
export async function readDocument(db: Reader, key: Key): Promise<unknown> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst();
  return row && JSON.parse(row.value);
}

/**
 * Returns a document, and stores `initial` if there is none. Of two concurrent transactions that call it before they change the document, the
 * second sees the result of the first.
 */
export async function lockDocument(tx: Writer, key: Key, initial: unknown): Promise<unknown> {
  const { value } = await tx
    .insertInto('setting')
    .values({ key, value: JSON.stringify(initial) })
    // Changes nothing, but locks the row until the transaction has ended.
    .onConflict((taken) =>
      taken.column('key').doUpdateSet({ value: (is) => is.ref('setting.value') }),
    )
    .returning('value')
    .executeTakeFirstOrThrow();
  return JSON.parse(value);
}

/** Stores a document in place of the previous one. */
export async function writeDocument(tx: Writer, key: Key, document: unknown): Promise<void> {
  const value = JSON.stringify(document);
  await tx
    .insertInto('setting')
    .values({ key, value })
    .onConflict((taken) => taken.column('key').doUpdateSet({ value }))
    .execute();
}

/** Deletes a document. Returns false if there was none. */
export async function deleteDocument(tx: Writer, key: Key): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('setting')
    .where('key', '=', key)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
