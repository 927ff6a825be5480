import { ROOT, type TreePath } from '#contract/paths.ts';
import type { StorageDriver } from '../storage/driver.ts';
import type { EntryStat } from '../storage/entry.ts';

/** What has this name, itself; undefined when nothing has. */
export async function entryAt(
  { driver }: { readonly driver: Pick<StorageDriver, 'resolve'> },
  place: TreePath,
): Promise<EntryStat | undefined> {
  const there = await driver.resolve(place, ROOT);
  if (there.kind === 'missing') return undefined;
  return there.symlink ?? (there.kind === 'found' ? there.stat : undefined);
}
