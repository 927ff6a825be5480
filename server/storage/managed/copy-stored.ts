import { isTemporaryName } from '#contract/temporary-names.ts';
import {
  insertEntries,
  insertEntry,
  type NewEntry,
  type StoredEntry,
} from '../../metadata/stored-entries.ts';
import { holdEntries } from '../../metadata/dialect.ts';
import { compileWalkFilter } from '../../policy/walk-filter.ts';
import type { CopyTask } from '../tree-walks.ts';
import type { Exceptions } from '../walk-outcomes.ts';
import { requireEntryName } from '../local/entry-name.ts';
import { mayNotBeSeen } from '../local/walks/start.ts';
import { removeStored } from './remove-stored.ts';
import { throwTaken } from './publish-entry.ts';
import { change, entryOf, folderAt, type StoredTree } from './stored-tree.ts';
import type { WalkRun } from './walk-run.ts';
import { childSlices } from './walk-stored.ts';

/** A folder whose contents have to be copied. */
interface Pending {
  readonly source: number;
  readonly copy: number;
  readonly below: string;
}

/** Implements `copy` of the walks: creates entries that refer to the same blobs. Nothing is left out. */
export async function copyStored(
  tree: StoredTree,
  { from, to, filter, continues }: CopyTask,
  run: WalkRun,
): Promise<Exceptions> {
  const isVisible = compileWalkFilter(filter) ?? (() => true);
  if (!isVisible('')) throw mayNotBeSeen();
  requireEntryName(to.name);
  // A copy only consists of rows, so that one that was interrupted begins again.
  if (continues) await removeStored(tree, to, run);
  run.entries = 0;
  const source = await entryOf(tree.db.read, from);
  const folder = await folderAt(tree.db.read, to.folder);
  const copy = await change(tree, async (tx) => {
    await holdEntries(tx, [folder.id]);
    return insertEntry(tx, copyOf(source, folder.id, to.name)).catch(throwTaken);
  });
  run.entries += 1;
  run.bytes += source.size;
  const pending: Pending[] = source.isFolder
    ? [{ source: source.id, copy: copy.id, below: '' }]
    : [];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    await run.step();
    pending.push(...(await copyContents(tree, next, isVisible, run)));
  }
  return { count: 0, names: [] };
}

/** Copies the entries of a folder. Returns the folders among them. */
async function copyContents(
  tree: StoredTree,
  { source, copy, below }: Pending,
  isVisible: (below: string) => boolean,
  run: WalkRun,
): Promise<Pending[]> {
  const folders: Pending[] = [];
  for await (const slice of childSlices(tree.db.read, source)) {
    const entries = slice.filter(({ name }) => !isTemporaryName(name));
    if (!entries.every(({ name }) => isVisible(below + name))) throw mayNotBeSeen();
    const rows = entries.map((entry) => copyOf(entry, copy, entry.name));
    const ids = await change(tree, (tx) => insertEntries(tx, rows));
    for (const { id, name, isFolder, size } of entries) {
      const copied = ids.get(name);
      if (isFolder && copied !== undefined) {
        folders.push({ source: id, copy: copied, below: `${below}${name}/` });
      }
      run.bytes += size;
    }
    run.entries += entries.length;
    await run.step();
  }
  return folders;
}

function copyOf(entry: StoredEntry, parent: number, name: string): NewEntry {
  const { isFolder, size, modifiedUs, mode, blob } = entry;
  return { parent, name, isFolder, size, modifiedUs, mode, blob };
}
