import { parentOf, type TreePath } from '#contract/paths.ts';
import { AppError } from '../../errors.ts';
import type { StoredTrash } from '../../metadata/trash.ts';
import type { DiskUsage, StorageDriver } from '../../storage/driver.ts';
import { deviceAt } from '../../tree/evidence.ts';
import { isRoomFor, type Room } from '../../tree/free-space.ts';
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

/** A new file, and the folder in which it needs room. */
export interface RoomRequest {
  readonly folder: ResolvedPath;
  readonly room: Room;
  /** Called before the first deletion. Nothing is deleted if it rejects. */
  confirm(): Promise<void>;
  /** Called for each item that was deleted, even if a later step fails. */
  onDeleted(trash: StoredTrash): void;
}

/**
 * Deletes the oldest items in the trash of a disk for good until a new file fits into a folder. Deletes nothing where it fits already,
 * where the whole trash would not be enough, or where the storage keeps removed contents for a time.
 */
export async function makeRoom(
  { tree: { driver }, oldestFirst, purge, measure }: RoomDependencies,
  { folder, room, confirm, onDeleted }: RoomRequest,
): Promise<void> {
  // Deletions would free nothing now.
  if (driver.collectGarbage !== undefined) return;
  const found = await driver.usage(folder);
  if (isRoomFor(room, found)) return;
  await measure();
  const device = await deviceAt(driver, folder);
  const isOnDevice = new Map<TreePath, boolean>();
  const items: StoredTrash[] = [];
  let [bytes, files] = [0, 0];
  for await (const trash of oldestFirst()) {
    const trashFolder = parentOf(trash.path);
    // No path leads into the trash folder, which is on the disk of its parent.
    const isHere =
      isOnDevice.get(trashFolder) ??
      (await deviceIfAvailable(driver, parentOf(trashFolder))) === device;
    isOnDevice.set(trashFolder, isHere);
    if (!isHere) continue;
    items.push(trash);
    bytes += trash.size ?? 0;
    files += trash.entries ?? 1;
  }
  const most = { ...found, free: found.free + bytes, freeFiles: found.freeFiles + files };
  if (!isRoomFor(room, most)) return;
  await confirm();
  let before = found;
  for (const trash of items) {
    if (isRoomFor(room, before)) break;
    if (!(await purge(trash))) continue;
    onDeleted(trash);
    const now = await driver.usage(folder);
    // Snapshots, other names of the file and stores with a delayed cleanup keep the space. More deletions would not help either.
    if (!hasHelped(trash, room, { before, now })) break;
    before = now;
  }
}

/** Returns undefined for a disk that fails or does not answer. */
async function deviceIfAvailable(
  driver: Pick<StorageDriver, 'resolve'>,
  folder: TreePath,
): Promise<string | undefined> {
  try {
    return await deviceAt(driver, folder);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/** Returns whether the deletion of an item has freed what a new file lacked. What it does not lack is not compared: some file systems invent it. */
function hasHelped(
  { size, entries }: StoredTrash,
  room: Room,
  { before, now }: { readonly before: DiskUsage; readonly now: DiskUsage },
): boolean {
  const hasFreedBytes = now.free - before.free >= (size ?? 0) / 2;
  const hasFreedFiles = now.freeFiles - before.freeFiles >= (entries ?? 1) / 2;
  const lacksBytes = !isRoomFor({ ...room, files: 0 }, before);
  const lacksFiles = before.freeFiles < room.files;
  return (hasFreedBytes || !lacksBytes) && (hasFreedFiles || !lacksFiles);
}
