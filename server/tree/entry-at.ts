import { ROOT, type TreePath } from '#contract/paths.ts';
import { trashFolderIn } from '#contract/temporary-names.ts';
import type { StorageDriver } from '../storage/driver.ts';
import type { EntryStat } from '../storage/entry.ts';

/** Returns the stat of the entry at a recorded path, of a symlink itself; undefined if nothing exists there. It may be in the trash. */
export async function entryAt(
  { driver }: { readonly driver: Pick<StorageDriver, 'resolve'> },
  path: TreePath,
): Promise<EntryStat | undefined> {
  const there = await driver.resolve(path, recordedRootOf(path));
  if (there.kind === 'missing') return undefined;
  return there.symlink ?? (there.kind === 'found' ? there.stat : undefined);
}

/** Returns the folder within which a recorded path is resolved. Never for the path of a request: it may be a trash folder. */
export function recordedRootOf(path: TreePath): TreePath {
  return trashFolderIn(path) ?? ROOT;
}
