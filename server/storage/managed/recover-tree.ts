import { insertCompleteBlobs } from '../../metadata/blobs.ts';
import type { Writer } from '../../metadata/database.ts';
import type { ManifestRow } from '../../metadata/manifest-rows.ts';
import { insertEntries } from '../../metadata/change-entries.ts';
import { hasChildren, ROOT_ENTRY } from '../../metadata/stored-entries.ts';
import { StartupError } from '../../lib/startup-error.ts';
import type { StoredTree } from './stored-tree.ts';

/** Number of rows that one statement inserts. */
const ROWS_AT_ONCE = 200;

/** Numbers of recovered entries. */
export interface Recovered {
  readonly files: number;
  readonly folders: number;
  /** Size of the files. */
  readonly bytes: number;
  /** Number of entries whose folder is not in the manifest, such as items in the trash. Their contents stay in the store. */
  readonly leftOut: number;
}

/**
 * Creates the tree of a manifest in a database without one, in one transaction. Entries get new ids, so shares do not refer to them. Throws
 * StartupError if the tree of the database is not empty.
 */
export async function recoverTree(
  { db }: Pick<StoredTree, 'db'>,
  rows: readonly ManifestRow[],
): Promise<Recovered> {
  if (await hasChildren(db.read, ROOT_ENTRY)) {
    throw new StartupError('the tree is not empty. Recover it into a new database');
  }
  const children = new Map<number, ManifestRow[]>();
  for (const row of rows) {
    const others = children.get(row.parent);
    if (others === undefined) children.set(row.parent, [row]);
    else others.push(row);
  }
  return db.write((tx) => insertTree(tx, children, rows.length), { isLong: true });
}

async function insertTree(
  tx: Writer,
  children: ReadonlyMap<number, readonly ManifestRow[]>,
  total: number,
): Promise<Recovered> {
  const counts = { files: 0, folders: 0, bytes: 0 };
  /** New ids of folders by those of the manifest. */
  const folders = new Map([[ROOT_ENTRY, ROOT_ENTRY]]);
  // The loop adds subfolders to the map, and visits them after the folders that are in it already.
  for (const [id, newId] of folders) {
    for (const rows of inBatches(children.get(id) ?? [])) {
      const ids = await insertRows(tx, rows, newId);
      for (const [index, row] of rows.entries()) {
        counts[row.isFolder ? 'folders' : 'files'] += 1;
        counts.bytes += row.size;
        if (row.isFolder) folders.set(row.id, ids[index] ?? 0);
      }
    }
  }
  return { ...counts, leftOut: total - counts.files - counts.folders };
}

async function insertRows(
  tx: Writer,
  rows: readonly ManifestRow[],
  parent: number,
): Promise<number[]> {
  const blobs = rows.flatMap(({ blob, size, sha256 }) =>
    blob === null ? [] : [{ id: blob, size, sha256 }],
  );
  if (blobs.length > 0) await insertCompleteBlobs(tx, blobs, Date.now());
  return insertEntries(
    tx,
    rows.map((row) => ({ ...row, parent })),
  );
}

function* inBatches<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) yield rows.slice(at, at + ROWS_AT_ONCE);
}
