import { isTemporaryName } from '#contract/temporary-names.ts';
import { nameOf, parentOf } from '#contract/paths.ts';
import { lockEntries } from '../../metadata/dialect.ts';
import { detachEntry, removeEntryRow, removeFileRows } from '../../metadata/change-entries.ts';
import {
  childOf,
  childrenByName,
  detachedEntries,
  entryById,
  hasChildren,
  type StoredEntry,
} from '../../metadata/stored-entries.ts';
import type { EntryRef } from '../entry.ts';
import type { RemoveCopiedTask } from '../tree-walks.ts';
import type { Exceptions } from '../walk-outcomes.ts';
import { requireEntryName } from '../entry-name.ts';
import { ExceptionList } from '../exception-list.ts';
import { change, folderAt, folderIfPresent, type StoredTree } from './stored-tree.ts';
import type { WalkRun } from './walk-run.ts';
import { childSlices, WALK_SLICE } from './walk-stored.ts';

/**
 * Implements `remove` of the walks: takes the entry out of the tree in one step. `purgeDetached` removes its rows later, and the garbage
 * collection the blobs without an entry.
 */
export async function removeStored(
  tree: StoredTree,
  { folder, name }: EntryRef,
  run: WalkRun,
): Promise<Exceptions> {
  requireEntryName(name);
  run.signal.throwIfAborted();
  const parent = await folderIfPresent(tree.db.read, folder);
  if (parent === undefined) return { count: 0, names: [] };
  await change(tree, async (tx) => {
    const entry = await childOf(tx, parent.id, name);
    if (entry !== undefined) await detachEntry(tx, entry);
  });
  run.entries += 1;
  return { count: 0, names: [] };
}

/** Options of transactions that need not be durable: rows that come back after a power cut are removed again. */
const DEFERRED = { isDeferred: true };

/** Removes the rows of entries that were taken out of the tree, and of everything below them. */
export async function purgeDetached(tree: StoredTree, run: WalkRun): Promise<void> {
  for (;;) {
    const detached = await detachedEntries(tree.db.read, WALK_SLICE);
    if (detached.length === 0) return;
    for (const entry of detached) await removeTree(tree, entry, run);
  }
}

/** Removes a tree, the contents of each folder before the folder. Repeats a folder into which something was written meanwhile. */
async function removeTree(tree: StoredTree, start: StoredEntry, run: WalkRun): Promise<void> {
  const open = [start];
  for (let entry = open.at(-1); entry !== undefined; entry = open.at(-1)) {
    await run.step();
    const inner = entry.isFolder ? await removeFilesIn(tree, entry.id, run) : [];
    if (inner.length > 0) {
      open.push(...inner);
      continue;
    }
    if (!(await removeRow(tree, entry))) continue;
    open.pop();
    run.entries += 1;
  }
}

/** Removes the files of a folder. Returns some of the folders in it. */
async function removeFilesIn(
  tree: StoredTree,
  folder: number,
  run: WalkRun,
): Promise<StoredEntry[]> {
  for (;;) {
    const removed = await change(tree, (tx) => removeFileRows(tx, folder, WALK_SLICE), DEFERRED);
    run.entries += removed;
    await run.step();
    if (removed < WALK_SLICE) break;
  }
  return childrenByName(tree.db.read, folder, { after: undefined, most: WALK_SLICE });
}

/** Removes an entry even if it was renamed since it was read. Returns false if something has been written into it. */
function removeRow(tree: StoredTree, { id }: StoredEntry): Promise<boolean> {
  return change(
    tree,
    async (tx) => {
      await lockEntries(tx, [id]);
      const entry = await entryById(tx, id);
      if (entry === undefined) return true;
      return !(await hasChildren(tx, id)) && removeEntryRow(tx, entry);
    },
    DEFERRED,
  );
}

/** State of `removeCopied`. `kept`: entries that were not removed. */
interface Removing {
  readonly tree: StoredTree;
  readonly run: WalkRun;
  readonly kept: ExceptionList;
}

/** Implements `removeCopied` of the walks. */
export async function removeCopiedStored(
  tree: StoredTree,
  { entry: { folder, name }, copy }: RemoveCopiedTask,
  run: WalkRun,
): Promise<Exceptions> {
  requireEntryName(name);
  const { read } = tree.db;
  const removing = { tree, run, kept: new ExceptionList() };
  const parent = await folderIfPresent(read, folder);
  const entry = parent && (await childOf(read, parent.id, name));
  if (entry === undefined) return removing.kept.all();
  const copied = await childOf(read, (await folderAt(read, parentOf(copy))).id, nameOf(copy));
  await removeIfCopied(removing, entry, copied, { below: name, prefix: '' });
  return removing.kept.all();
}

/**
 * Removes an entry that has a copy; a folder after its entries. `below` is the path with which it is reported, `prefix` that of the entries in
 * it: '' or a path that ends with a slash.
 */
async function removeIfCopied(
  removing: Removing,
  entry: StoredEntry,
  copy: StoredEntry | undefined,
  { below, prefix }: { readonly below: string; readonly prefix: string },
): Promise<void> {
  const { tree, run, kept } = removing;
  await run.step();
  if (entry.isFolder) await removeCopiedIn(removing, entry, copy, prefix);
  else if (!isTemporaryName(entry.name) && !isCopied(entry, copy)) return kept.add(below);
  if (entry.isFolder && (await hasChildren(tree.db.read, entry.id))) {
    if (kept.count === 0) kept.add(below);
    return;
  }
  await change(tree, (tx) => removeEntryRow(tx, entry));
  run.entries += 1;
}

async function removeCopiedIn(
  removing: Removing,
  folder: StoredEntry,
  copy: StoredEntry | undefined,
  prefix: string,
): Promise<void> {
  const { read } = removing.tree.db;
  for await (const slice of childSlices(read, folder.id)) {
    for (const entry of slice) {
      const counterpart =
        copy?.isFolder === true ? await childOf(read, copy.id, entry.name) : undefined;
      const below = prefix + entry.name;
      await removeIfCopied(removing, entry, counterpart, { below, prefix: `${below}/` });
    }
  }
}

function isCopied(entry: StoredEntry, copy: StoredEntry | undefined): boolean {
  if (copy === undefined || copy.isFolder) return false;
  return copy.size === entry.size && copy.modifiedUs === entry.modifiedUs;
}
