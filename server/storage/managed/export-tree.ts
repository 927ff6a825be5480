import { childPath, type TreePath } from '#contract/paths.ts';
import { AppError } from '../../errors.ts';
import type { StoredEntry } from '../../metadata/stored-entries.ts';
import type { StorageDriver, WriteOptions } from '../driver.ts';
import type { EntryStat } from '../entry.ts';
import { isSameTime, piecesOf, type Transferred } from './import-tree.ts';
import { folderAt, type StoredTree } from './stored-tree.ts';
import type { WalkRun } from './walk-run.ts';
import { walkStored } from './walk-stored.ts';
import { pathTooLong } from '../driver-errors.ts';

/** Maximum size of files that are read and written in one step. Bytes. */
const WHOLE_BYTES = 1024 * 1024;
const US_PER_MS = 1_000;
const NS_PER_US = 1_000n;

export interface ExportTask {
  readonly from: TreePath;
  readonly target: StorageDriver;
  readonly into: TreePath;
  /** True to replace files that exist with another size or time. */
  readonly replaces: boolean;
  /** Called for each file, with its path below `from`. */
  onEntry(path: string, outcome: Transferred, bytes: number): void;
}

/**
 * Copies the files and folders of a managed store into another storage, with the times of files. Skips files that exist there with the
 * same size and time, so that it continues where it was interrupted.
 */
export async function exportTree(tree: StoredTree, task: ExportTask, run: WalkRun): Promise<void> {
  const start = (await folderAt(tree.db.read, task.from)).id;
  const walk = walkStored(tree.db.read, { start, accepts: () => true }, run);
  for await (const { entry, below } of walk) {
    const cut = below.lastIndexOf('/');
    const folder = cut < 0 ? task.into : requireBelow(task.into, below.slice(0, cut));
    if (entry.isFolder) await makeFolder(task.target, folder, entry.name);
    else {
      const outcome = await exportFile(tree, task, folder, entry);
      task.onEntry(below, outcome, outcome === 'done' ? entry.size : 0);
    }
  }
}

async function makeFolder(target: StorageDriver, folder: TreePath, name: string): Promise<void> {
  const found = await statIn(target, folder, name);
  if (found?.kind === 'folder') return;
  await target.makeFolder(folder, name);
}

async function exportFile(
  tree: StoredTree,
  { target, replaces }: ExportTask,
  folder: TreePath,
  entry: StoredEntry,
): Promise<Transferred> {
  const taken = await statIn(target, folder, entry.name);
  if (taken !== undefined && isSame(taken, entry)) return 'present';
  if (taken !== undefined && (taken.kind !== 'file' || !replaces)) return 'different';
  const options = { replace: replaces, modifiedMs: entry.modifiedUs / US_PER_MS };
  await writeContents(tree, target, { folder, entry, options });
  return 'done';
}

/** The file to write: its folder in the target, its entry in the store, and how it is written. */
interface Written {
  readonly folder: TreePath;
  readonly entry: StoredEntry;
  readonly options: WriteOptions;
}

async function writeContents(
  tree: StoredTree,
  target: StorageDriver,
  { folder, entry, options }: Written,
): Promise<void> {
  if (entry.blob === null) throw new AppError('storage-failed', `${entry.name} has no contents`);
  const contents = await tree.blobs.read(entry.blob, { wholeUpTo: WHOLE_BYTES, size: entry.size });
  if (contents.kind === 'whole') {
    await target.writeFile(folder, entry.name, contents.bytes, options);
    return;
  }
  const file = await target.createTemporaryFile(folder);
  try {
    let at = 0;
    for await (const piece of piecesOf(contents.blob)) {
      await file.write([piece], at);
      at += piece.length;
    }
    await file.publish(entry.name, options);
  } catch (error) {
    await file.discard();
    throw error;
  } finally {
    await contents.blob.close();
  }
}

function isSame({ kind, size, modifiedNs }: EntryStat, entry: StoredEntry): boolean {
  const modifiedUs = Number(modifiedNs / NS_PER_US);
  return kind === 'file' && size === entry.size && isSameTime(modifiedUs, entry.modifiedUs);
}

async function statIn(
  target: StorageDriver,
  folder: TreePath,
  name: string,
): Promise<EntryStat | undefined> {
  return target.walks.stat({ entry: { folder, name } });
}

function requireBelow(folder: TreePath, below: string): TreePath {
  const path = below
    .split('/')
    .reduce<TreePath | undefined>((at, name) => at && childPath(at, name), folder);
  if (path === undefined) throw pathTooLong();
  return path;
}
