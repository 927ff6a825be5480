import { TRASH_NAME } from '#contract/temporary-names.ts';
import { parentOf, ROOT, type TreePath } from '#contract/paths.ts';
import { AppError } from '../errors.ts';
import type { Reader } from '../metadata/database.ts';
import { listOperations, pathsOf } from '../metadata/operation-journal.ts';
import { pathsInTrash } from '../metadata/trash.ts';
import type { StorageDriver } from '../storage/driver.ts';
import { requireChildPath } from './entry-paths.ts';
import { recordedPath } from './resolved-path.ts';

/** Returns the trash folders of items in the trash, given by their paths there, and the one at the top of the root. */
export function trashFoldersOf(items: Iterable<string>): ReadonlySet<TreePath> {
  const folders = new Set([requireChildPath(ROOT, TRASH_NAME)]);
  // The trash stores paths.
  for (const path of items) folders.add(parentOf(path as TreePath));
  return folders;
}

/** Returns the items of a trash folder that the database does not know; none if there is no such folder. */
export async function findUnknownTrash(
  { driver, read }: { readonly driver: Pick<StorageDriver, 'list'>; readonly read: Reader },
  folder: TreePath,
  signal: AbortSignal,
): Promise<TreePath[]> {
  const found: TreePath[] = [];
  try {
    for await (const { name } of driver.list(recordedPath(folder), signal))
      found.push(requireChildPath(folder, name));
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return [];
    throw error;
  }
  // An item that is being deleted has a journal record until its row is stored, so records are read before rows.
  const changing = new Set((await listOperations(read)).flatMap(pathsOf));
  const known = await pathsInTrash(read, folder);
  return found.filter((path) => !known.has(path) && !changing.has(path));
}
