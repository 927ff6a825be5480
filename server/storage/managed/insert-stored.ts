import { isTemporaryName } from '#contract/temporary-names.ts';
import { insertEntry, type NewEntry, touchFolders } from '../../metadata/change-entries.ts';
import { childOf, type StoredEntry } from '../../metadata/stored-entries.ts';
import { nameTaken } from '../driver-errors.ts';
import { throwTaken } from './publish-entry.ts';
import { change, nowUs, type StoredTree } from './stored-tree.ts';

/** Creates an entry, in a transaction of its own. Throws `already-exists` when its name is taken. */
export function insertStored(tree: StoredTree, entry: NewEntry): Promise<StoredEntry> {
  return change(tree, async (tx) => {
    const taken = await childOf(tx, entry.parent, entry.name);
    if (taken !== undefined) throw nameTaken({ isFolder: false });
    if (!isTemporaryName(entry.name)) await touchFolders(tx, [entry.parent], nowUs());
    return insertEntry(tx, entry).catch(throwTaken);
  });
}
