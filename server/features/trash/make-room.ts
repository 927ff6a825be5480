import { parentOf, type TreePath } from '#contract/paths.ts';
import type { StoredTrash } from '../../metadata/trash.ts';
import { deviceAt } from '../../tree/evidence.ts';
import { MARGIN_BYTES } from '../../tree/free-space.ts';
import type { ResolvedPath } from '../../tree/resolved-path.ts';
import type { Tree } from '../../tree/tree.ts';

interface RoomDependencies {
  readonly tree: Pick<Tree, 'driver'>;
  /** Everything in the trash, the oldest first. */
  readonly oldestFirst: () => AsyncIterable<StoredTrash>;
  /** Deletes an item for good. Resolves with false if it stays. */
  readonly purge: (trash: StoredTrash) => Promise<boolean>;
  /** Measures items whose size is not known. */
  readonly measure: () => Promise<void>;
}

/**
 * Deletes the oldest items in the trash of a disk for good until a file of this size fits into a folder. Deletes nothing where it fits already,
 * where the whole trash would not be enough, or where the storage keeps removed contents for a time. Calls `confirm` before the first
 * deletion, and deletes nothing if that throws. Returns the deleted items.
 */
export async function makeRoom(
  { tree: { driver }, oldestFirst, purge, measure }: RoomDependencies,
  folder: ResolvedPath,
  bytes: number,
  confirm: () => Promise<void>,
): Promise<readonly StoredTrash[]> {
  // Deletions would free nothing now.
  if (driver.collectGarbage !== undefined) return [];
  const freeBytes = async () => (await driver.usage(folder)).free;
  const needed = bytes + MARGIN_BYTES;
  const free = await freeBytes();
  if (free >= needed) return [];
  await measure();
  const device = await deviceAt(driver, folder);
  const isOnDevice = new Map<TreePath, boolean>();
  const items: StoredTrash[] = [];
  let sum = 0;
  for await (const trash of oldestFirst()) {
    const trashFolder = parentOf(trash.path);
    // No path leads into the trash folder, which is on the disk of its parent.
    const isHere =
      isOnDevice.get(trashFolder) ?? (await deviceAt(driver, parentOf(trashFolder))) === device;
    isOnDevice.set(trashFolder, isHere);
    if (!isHere) continue;
    items.push(trash);
    sum += trash.size ?? 0;
  }
  if (free + sum < needed) return [];
  await confirm();
  const deleted: StoredTrash[] = [];
  let before = free;
  for (const trash of items) {
    if (before >= needed) break;
    if (!(await purge(trash))) continue;
    deleted.push(trash);
    const now = await freeBytes();
    // Snapshots, other names of the file and stores with a delayed cleanup keep the space. More deletions would not help either.
    if (now - before < (trash.size ?? 0) / 2) break;
    before = now;
  }
  return deleted;
}
