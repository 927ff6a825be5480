import { parentOf, type TreePath } from '#contract/paths.ts';
import { AppError } from '../errors.ts';
import type { TaskOptions } from '../lib/task-pool.ts';
import { deleteTrash, type StoredTrash } from '../metadata/trash.ts';
import { markObsolete } from '../metadata/versions.ts';
import { refOf } from './entry-paths.ts';
import type { JournalRecord } from './journal-record.ts';
import { commitChange } from './run-operation.ts';
import { requireEntryOrProof, temporaryOf } from './temporary-entry.ts';
import type { Tree } from './tree.ts';

/**
 * Deletes an item in the trash for good, with its shares. Throws `locked` while it is being restored, and `forbidden` when a part of it
 * cannot be deleted; the rest stays in the trash then.
 */
export async function purgeTrash(
  tree: Tree,
  { path, item }: Pick<StoredTrash, 'path' | 'item'>,
  options: TaskOptions,
): Promise<void> {
  const record = tree.journal.open<'purge'>(undefined, {
    kind: 'purge',
    state: 'removing',
    temporary: path,
    item,
  });
  await tree.locks.claim([{ path, access: 'exclusive' }], async () => {
    try {
      await record.advance();
      const items = [{ fate: 'removed', path }] as const;
      await commitChange(
        tree,
        { record, items, changes: () => [], stopping: options.signal },
        { commit: () => purge(tree, record, options) },
      );
    } finally {
      record.release();
    }
  });
  await removeEmptyTrash(tree, parentOf(path));
}

/** Removes a trash folder if it is empty and no operation is about to move an item into it. Never rejects. */
export async function removeEmptyTrash(tree: Tree, folder: TreePath): Promise<void> {
  const { folder: parent, name } = refOf(folder);
  try {
    // A short write: a deletion that begins now waits for it, and would be refused by a claim.
    await tree.locks.write([folder], () => tree.driver.remove(parent, name));
  } catch {
    // It holds other items, or is about to. Any other failure concerns an empty folder, and not the operation that has emptied it.
  }
}

/** Removes the item of a journal record, also after a crash, and ends the record. */
export async function purge(
  tree: Tree,
  record: JournalRecord<'purge'>,
  options: TaskOptions,
): Promise<void> {
  const path = temporaryOf(record.operation);
  await requireEntryOrProof(tree, path, record.operation.folderEvidence);
  const left = await tree.walks.remove({ entry: refOf(path) }, options);
  if (left.count === 0) {
    return record.end({
      inTransaction: async (tx) => {
        await deleteTrash(tx, path);
        await markObsolete(tx, path);
        return undefined;
      },
    });
  }
  await record.end();
  throw new AppError('forbidden', `${left.count} entries cannot be deleted`);
}
