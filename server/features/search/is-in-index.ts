import { parentOf, ROOT, type TreePath } from '#contract/paths.ts';
import type { StorageDriver } from '../../storage/driver.ts';

/**
 * Whether an index of names can know of what lies below a place. It has read the tree without following a link, and by
 * the names that stand there: it knows nothing of what lies behind a link that leads out, where such are followed, nor
 * of a folder under a name in another case.
 */
export async function isInIndex(
  driver: Pick<StorageDriver, 'features' | 'resolve' | 'root'>,
  place: TreePath,
): Promise<boolean> {
  if (place === ROOT) return true;
  if (!driver.features.caseSensitive) return false;
  if (driver.root?.followExternalSymlinks !== true) return true;
  for (let folder = place; folder !== ROOT; folder = parentOf(folder)) {
    const there = await driver.resolve(folder, ROOT);
    if (there.kind === 'missing' || there.symlink !== undefined) return false;
  }
  return true;
}
