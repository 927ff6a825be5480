import { createHash } from 'node:crypto';
import { childPath, type TreePath } from '#contract/paths.ts';
import { pathBelow } from '../../policy/walk-filter.ts';
import { AppError } from '../../errors.ts';
import { insertEntry, touchFolders } from '../../metadata/change-entries.ts';
import { childOf, type StoredEntry } from '../../metadata/stored-entries.ts';
import type { ListedEntry, OpenFile, StorageDriver } from '../driver.ts';
import { notFound } from '../driver-errors.ts';
import { type Publication, publishEntry } from './publish-entry.ts';
import { change, folderAt, type StoredTree } from './stored-tree.ts';
import type { WalkRun } from './walk-run.ts';

/** Maximum size of files that are read in one step, and size of the pieces of larger ones. Bytes. */
const PIECE_BYTES = 1024 * 1024;
const NS_PER_US = 1_000n;
const US_PER_MS = 1_000;
const PERMISSION_BITS = 0o777;

/**
 * Outcome for one entry. `present`: it exists already. `different`: another version, or another kind of entry, exists and was
 * kept. `unsupported`: a symlink or special file, or a path that is too long.
 */
export type Transferred = 'done' | 'present' | 'different' | 'unsupported';

export interface ImportTask {
  readonly source: StorageDriver;
  readonly from: TreePath;
  readonly into: TreePath;
  /** True to replace files that exist with another size or time. */
  readonly replaces: boolean;
  /** Called for each entry, with its path in the source. */
  onEntry(path: string, outcome: Transferred, bytes: number): void;
}

/** Folder of the source whose entries are to be imported, and the id of its counterpart. */
interface FolderToImport {
  readonly from: TreePath;
  readonly folder: number;
  /** Time of the folder in the source, in microseconds since 1970. */
  readonly modifiedUs: number;
}

/**
 * Copies the files and folders of another storage into a managed store, with times and permissions. Skips files that exist with the
 * same size and time, so that it continues where it was interrupted. Skips symlinks and special files.
 */
export async function importTree(tree: StoredTree, task: ImportTask, run: WalkRun): Promise<void> {
  const { id } = await folderAt(tree.db.read, task.into);
  const pending: FolderToImport[] = [
    { from: task.from, folder: id, modifiedUs: await timeOf(task) },
  ];
  const changed: FolderToImport[] = [];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { folders, isChanged } = await importEntries(tree, task, next, run);
    pending.push(...folders);
    if (isChanged) changed.push(next);
  }
  // Last, because creating entries changes the times of folders.
  for (const { folder, modifiedUs } of changed) {
    await change(tree, (tx) => touchFolders(tx, [folder], modifiedUs));
  }
}

/** Returns the time of the source folder. */
async function timeOf({ source, from }: ImportTask): Promise<number> {
  const found = await source.resolve(from, from);
  if (found.kind !== 'found') throw notFound();
  return Number(found.stat.modifiedNs / NS_PER_US);
}

/** Imports the entries of one folder. Returns the folders among them, and whether anything was created. */
async function importEntries(
  tree: StoredTree,
  task: ImportTask,
  { from: parentPath, folder: parent }: FolderToImport,
  run: WalkRun,
): Promise<{ readonly folders: readonly FolderToImport[]; readonly isChanged: boolean }> {
  const folders: FolderToImport[] = [];
  let isChanged = false;
  for await (const entry of task.source.list(parentPath, run.signal)) {
    await run.step();
    const from = childPath(parentPath, entry.name);
    if (from === undefined || entry.isSymlink || entry.kind === 'other') {
      task.onEntry(pathBelow(parentPath, entry.name), 'unsupported', 0);
    } else if (entry.kind === 'folder') {
      const { id, isNew } = await importFolder(tree, parent, entry);
      folders.push({ from, folder: id, modifiedUs: Number(entry.modifiedNs / NS_PER_US) });
      isChanged ||= isNew;
    } else {
      const outcome = await importFile(tree, task, { from, folder: parent }, entry);
      task.onEntry(from, outcome, outcome === 'done' ? entry.size : 0);
      isChanged ||= outcome === 'done';
    }
  }
  return { folders, isChanged };
}

/** Returns the id of the folder, which may exist already. */
async function importFolder(
  tree: StoredTree,
  parent: number,
  { name, modifiedNs, mode }: ListedEntry,
): Promise<{ readonly id: number; readonly isNew: boolean }> {
  const taken = await childOf(tree.db.read, parent, name);
  if (taken?.isFolder === true) return { id: taken.id, isNew: false };
  if (taken !== undefined) {
    throw new AppError('already-exists', `a file with the name ${name} is in the way of a folder`);
  }
  const modifiedUs = Number(modifiedNs / NS_PER_US);
  const facts = { isFolder: true, size: 0, modifiedUs, mode: mode & PERMISSION_BITS, blob: null };
  const { id } = await change(tree, (tx) => insertEntry(tx, { parent, name, ...facts }));
  return { id, isNew: true };
}

async function importFile(
  tree: StoredTree,
  { source, replaces }: ImportTask,
  { from, folder }: Pick<FolderToImport, 'from' | 'folder'>,
  { name, modifiedNs, mode, size }: ListedEntry,
): Promise<Transferred> {
  const modifiedUs = Number(modifiedNs / NS_PER_US);
  const taken = await childOf(tree.db.read, folder, name);
  if (taken !== undefined && isSame(taken, { size, modifiedUs })) return 'present';
  if (taken !== undefined && (taken.isFolder || !replaces)) return 'different';
  const publication: Publication = {
    folder,
    name,
    options: { replace: replaces, modifiedMs: modifiedUs / US_PER_MS },
    ...(await storeBlob(tree, source, from)),
    mode: mode & PERMISSION_BITS,
  };
  await change(tree, (tx) => publishEntry(tx, publication));
  return 'done';
}

/** Returns true if an entry is a file of this size and time. */
export function isSame(
  entry: StoredEntry,
  { size, modifiedUs }: Pick<StoredEntry, 'size' | 'modifiedUs'>,
): boolean {
  return !entry.isFolder && entry.size === size && isSameTime(entry.modifiedUs, modifiedUs);
}

/** Returns true if two times, in microseconds, are less than a millisecond apart. Setting the time of a file may be less exact. */
export function isSameTime(one: number, other: number): boolean {
  return Math.abs(one - other) < US_PER_MS;
}

/** Stores the contents of a file of the source as a new blob. */
async function storeBlob(
  tree: StoredTree,
  source: StorageDriver,
  from: TreePath,
): Promise<Pick<Publication, 'blob' | 'wasDraft'>> {
  const id = await tree.ids.take();
  const contents = await source.readFile(from, { wholeUpTo: PIECE_BYTES });
  if (contents.kind === 'open') {
    return { blob: { id, ...(await storeStream(tree, id, contents.file)) }, wasDraft: true };
  }
  const { bytes } = contents;
  await tree.blobs.put(id, bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { blob: { id, size: bytes.length, sha256 } };
}

async function storeStream(
  tree: StoredTree,
  id: string,
  file: OpenFile,
): Promise<{ readonly size: number; readonly sha256: string }> {
  const draft = await tree.blobs.create(id, { length: file.stat.size });
  try {
    const hash = createHash('sha256');
    let size = 0;
    for await (const piece of piecesOf(file)) {
      hash.update(piece);
      await draft.write([piece], size);
      size += piece.length;
    }
    await draft.seal();
    return { size, sha256: hash.digest('hex') };
  } catch (error) {
    await draft.drop();
    throw error;
  } finally {
    await file.close();
  }
}

/** Yields the contents of an open file, in a buffer that is used again. */
export async function* piecesOf(file: Pick<OpenFile, 'readInto'>): AsyncGenerator<Uint8Array> {
  const target = new Uint8Array(PIECE_BYTES);
  for (let at = 0; ;) {
    const length = await file.readInto(target, at);
    if (length === 0) return;
    yield target.subarray(0, length);
    at += length;
  }
}
