import type { TreePath } from '#contract/paths.ts';
import { isTemporaryName, TRASH_NAME } from '#contract/temporary-names.ts';
import type { Reader } from '../../metadata/database.ts';
import {
  childrenByName,
  entryById,
  ROOT_ENTRY,
  type StoredEntry,
  temporaryEntries,
} from '../../metadata/stored-entries.ts';
import type { FindTemporaryTask } from '../tree-walks.ts';
import type { TemporaryEntry } from '../walk-outcomes.ts';
import type { StoredTree } from './stored-tree.ts';
import type { WalkRun } from './walk-run.ts';

/** Maximum number of entries that are reported. */
const MAX_FOUND = 1_000;
/** Maximum number of names that are reported of a temporary folder. */
const MAX_NAMES = 3;
/** Maximum number of files in the same folder that are compared with a temporary file. */
const MAX_NEIGHBOURS = 1_000;
const US_PER_MS = 1_000;

/** Implements `findTemporary` of the walks, without entries inside temporary folders. */
export async function findTemporaryStored(
  tree: StoredTree,
  { known }: FindTemporaryTask,
  run: WalkRun,
): Promise<TemporaryEntry[]> {
  const { read } = tree.db;
  const found: TemporaryEntry[] = [];
  for await (const entries of temporaryEntries(read)) {
    for (const entry of entries) {
      if (found.length === MAX_FOUND) break;
      await run.step();
      run.entries += 1;
      if (entry.name === TRASH_NAME || known.has(entry.name)) continue;
      const path = await pathOf(read, entry);
      if (path !== undefined) found.push(await described(tree, entry, path));
    }
    if (found.length === MAX_FOUND) break;
  }
  return found.toSorted((one, other) =>
    Buffer.compare(Buffer.from(one.path), Buffer.from(other.path)),
  );
}

/** Returns the path of an entry; undefined if it is inside a temporary folder, or was removed. */
export async function pathOf(read: Reader, entry: StoredEntry): Promise<TreePath | undefined> {
  const names = [entry.name];
  for (let above = entry.parent; above !== ROOT_ENTRY;) {
    const folder = above === null ? undefined : await entryById(read, above);
    if (folder === undefined || isTemporaryName(folder.name)) return undefined;
    names.unshift(folder.name);
    above = folder.parent;
  }
  // Names of entries are segments of paths.
  return `/${names.join('/')}` as TreePath;
}

async function described(
  tree: StoredTree,
  entry: StoredEntry,
  path: TreePath,
): Promise<TemporaryEntry> {
  const { isFolder } = entry;
  const bytes = await presentSize(tree, entry);
  return {
    path,
    kind: isFolder ? 'folder' : 'file',
    bytes,
    modifiedMs: Math.floor(entry.modifiedUs / US_PER_MS),
    holds: isFolder ? await namesIn(tree.db.read, entry.id) : [],
    twin: isFolder ? undefined : await twinOf(tree.db.read, entry, bytes),
  };
}

/** Returns the size of an entry. That of a file that is still being written is known only to the store. */
export async function presentSize(
  { blobs }: Pick<StoredTree, 'blobs'>,
  { name, blob, size }: StoredEntry,
): Promise<number> {
  if (blob === null || size > 0 || !isTemporaryName(name)) return size;
  return (await blobs.size(blob)) ?? 0;
}

async function namesIn(read: Reader, folder: number): Promise<string[]> {
  const slice = { after: undefined, most: MAX_NAMES };
  return (await childrenByName(read, folder, slice)).map(({ name }) => name);
}

/** Returns the name of a file in the same folder with the same size, of which it may be another version. */
async function twinOf(
  read: Reader,
  { parent }: StoredEntry,
  bytes: number,
): Promise<string | undefined> {
  if (bytes === 0 || parent === null) return undefined;
  const neighbours = await childrenByName(read, parent, {
    after: undefined,
    most: MAX_NEIGHBOURS,
  });
  return neighbours.find(
    ({ name, isFolder, size }) => !isFolder && size === bytes && !isTemporaryName(name),
  )?.name;
}
