import { ROOT, type TreePath } from '#contract/paths.ts';
import type { StorageDriver } from '../storage/driver.ts';
import type { EntryStat } from '../storage/entry.ts';

/** Returns the stat of the entry at a path, of a symlink itself; undefined if nothing exists there. */
export async function entryAt(
  { driver }: { readonly driver: Pick<StorageDriver, 'resolve'> },
  place: TreePath,
): Promise<EntryStat | undefined> {
  const there = await driver.resolve(place, ROOT);
  if (there.kind === 'missing') return undefined;
  return there.symlink ?? (there.kind === 'found' ? there.stat : undefined);
}
