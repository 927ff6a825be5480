import { parentOf, ROOT, type TreePath } from '#contract/paths.ts';
import { trashFolderIn } from '#contract/temporary-names.ts';
import { AppError } from '../errors.ts';
import type { Resolution, StorageDriver } from '../storage/driver.ts';
import type { EntryStat } from '../storage/entry.ts';

type Resolving = Pick<StorageDriver, 'resolve'>;

/**
 * Returns the stat of the entry at a recorded path, of a symlink itself; undefined if nothing exists there, also below a file. It may be in
 * the trash.
 */
export async function entryAt(
  { driver }: { readonly driver: Resolving },
  path: TreePath,
): Promise<EntryStat | undefined> {
  const there = await resolveOrRefusal(driver, path);
  if (there instanceof AppError) {
    if (await isBelowFile(driver, path)) return undefined;
    throw there;
  }
  if (there.kind === 'missing') return undefined;
  return there.symlink ?? (there.kind === 'found' ? there.stat : undefined);
}

/**
 * Returns true if an entry above the path is no folder. Looks at each of them, because every path is `not-found` while the file system of the
 * root is not mounted, and that says nothing about the entry.
 */
async function isBelowFile(driver: Resolving, path: TreePath): Promise<boolean> {
  for (let above = parentOf(path); above !== ROOT; above = parentOf(above)) {
    const there = await resolveOrRefusal(driver, above);
    if (!(there instanceof AppError)) return there.kind === 'found' && there.stat.kind !== 'folder';
  }
  return false;
}

/** Resolves a recorded path. Returns a `not-found` instead of throwing it. */
async function resolveOrRefusal(driver: Resolving, path: TreePath): Promise<Resolution | AppError> {
  try {
    return await driver.resolve(path, recordedRootOf(path));
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') return error;
    throw error;
  }
}

/** Returns the folder within which a recorded path is resolved. Never for the path of a request: it may be a trash folder. */
export function recordedRootOf(path: TreePath): TreePath {
  return trashFolderIn(path) ?? ROOT;
}
