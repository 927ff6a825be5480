import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Database, Reader } from './database.ts';
import { lockDocument, readDocument } from './setting-rows.ts';
import type { NewEntry } from './change-entries.ts';
import { ROOT_ENTRY } from './stored-entries.ts';

const ID_BYTES = 4;

/** Returns the id of the tree of this database, in hexadecimal, and creates it the first time. Another database has another one. */
export async function treeIdOf(db: Pick<Database, 'read' | 'write'>): Promise<string> {
  const known = await readDocument(db.read, 'treeId');
  if (known !== undefined) return z.string().parse(known);
  const created = randomBytes(ID_BYTES).toString('hex');
  // Another server may have created one meanwhile.
  const id = await db.write((tx) => lockDocument(tx, 'treeId', created), { isIdempotent: true });
  return z.string().parse(id);
}

/** An entry of the tree, in a folder, with what is known of its contents. */
export interface ManifestRow extends NewEntry {
  readonly id: number;
  /** SHA-256 of the blob in lower-case hexadecimal; null if it has not been computed, and for a folder. */
  readonly sha256: string | null;
}

/** Returns entries of the tree whose ids follow `after`, in the order of their ids, without temporary files. */
export async function manifestRows(
  db: Reader,
  { after, most }: { readonly after: number; readonly most: number },
): Promise<ManifestRow[]> {
  const rows = await db
    .selectFrom('entry')
    .leftJoin('blob', 'blob.id', 'entry.blob')
    .select([
      'entry.id',
      'entry.parent',
      'entry.name',
      'entry.isFolder',
      'entry.size',
      'entry.modifiedUs',
      'entry.mode',
      'entry.blob',
      'blob.sha256',
    ])
    .where('entry.id', '>', Math.max(after, ROOT_ENTRY))
    .where('entry.isTemporary', '=', 0)
    .where('entry.parent', 'is not', null)
    .orderBy('entry.id')
    .limit(most)
    .execute();
  return rows.map(({ isFolder, parent, ...row }) => ({
    ...row,
    parent: parent ?? ROOT_ENTRY,
    isFolder: isFolder === 1,
  }));
}
