import type { Writer } from '../../metadata/database.ts';
import { lockEntries, lockFolderMoves } from '../../metadata/dialect.ts';
import {
  changeEntry,
  moveFreeChildren,
  removeEntryRow,
  touchFolders,
} from '../../metadata/change-entries.ts';
import { childOf, childrenByName, type StoredEntry } from '../../metadata/stored-entries.ts';
import type { MergeTask } from '../tree-walks.ts';
import { requireEntryName } from '../entry-name.ts';
import { inTheWay, notAFolder, notFound } from '../driver-errors.ts';
import { change, folderAt, folderIfPresent, nowUs, type StoredTree } from './stored-tree.ts';
import type { WalkRun } from './walk-run.ts';
import { WALK_SLICE } from './walk-stored.ts';

/** Ids of a folder and of the one that it is merged into. */
interface Pair {
  readonly from: number;
  readonly into: number;
}

/** Implements `merge` of the walks. */
export async function mergeStored(
  tree: StoredTree,
  { from, into }: MergeTask,
  run: WalkRun,
): Promise<void> {
  requireEntryName(from.name);
  const folder = await folderIfPresent(tree.db.read, from.folder);
  const source = folder && (await childOf(tree.db.read, folder.id, from.name));
  if (source === undefined) return;
  if (!source.isFolder) throw notAFolder();
  const target = await folderAt(tree.db.read, into);
  await mergeFolders(tree, { from: source.id, into: target.id }, run);
  await change(tree, (tx) => removeEntryRow(tx, source));
}

/** Moves the contents of a folder into another one. Folders of the same name are merged before they are removed. */
async function mergeFolders(tree: StoredTree, pair: Pair, run: WalkRun): Promise<void> {
  await moveFree(tree, pair, run);
  for (;;) {
    await run.step();
    const slice = { after: undefined, most: WALK_SLICE };
    const left = await childrenByName(tree.db.read, pair.from, slice);
    if (left.length === 0) return;
    for (const entry of left) await mergeEntry(tree, pair, entry, run);
  }
}

/** Moves the entries whose names are free in the other folder, many at a time. */
async function moveFree(tree: StoredTree, pair: Pair, run: WalkRun): Promise<void> {
  for (;;) {
    await run.step();
    const moved = await change(tree, async (tx) => {
      await lockBoth(tx, pair);
      const count = await moveFreeChildren(tx, pair, WALK_SLICE);
      if (count > 0) await touchFolders(tx, [pair.into], nowUs());
      return count;
    });
    run.entries += moved;
    if (moved < WALK_SLICE) return;
  }
}

/** Moves one entry whose name may be taken: replaces a file, or merges two folders. `found` is the entry as it was read before. */
async function mergeEntry(
  tree: StoredTree,
  pair: Pair,
  found: StoredEntry,
  run: WalkRun,
): Promise<void> {
  const inner = await change(tree, async (tx) => {
    await lockBoth(tx, pair);
    const entry = await childOf(tx, pair.from, found.name);
    if (entry === undefined) return undefined;
    const taken = await childOf(tx, pair.into, entry.name);
    if (taken !== undefined && taken.isFolder !== entry.isFolder) throw inTheWay(taken);
    if (taken?.isFolder === true) return { entry, pair: { from: entry.id, into: taken.id } };
    if (taken !== undefined) await removeEntryRow(tx, taken);
    // The error undoes the removal.
    if (!(await changeEntry(tx, entry, { parent: pair.into }))) throw notFound();
    await touchFolders(tx, [pair.into], nowUs());
    return undefined;
  });
  if (inner !== undefined) {
    await mergeFolders(tree, inner.pair, run);
    await change(tree, (tx) => removeEntryRow(tx, inner.entry));
  }
  run.entries += 1;
}

async function lockBoth(tx: Writer, { from, into }: Pair): Promise<void> {
  await lockFolderMoves(tx);
  await lockEntries(tx, [from, into]);
}
