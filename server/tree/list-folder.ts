import type { Sorting } from '#contract/files.ts';
import { nameOf, type TreePath } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import { asSeenBy } from '../access/locate.ts';
import { AppError } from '../errors.ts';
import type { FolderDescriptor, StorageDriver } from '../storage/driver.ts';
import { wireMode } from './file-mode.ts';
import type { FoundEntry } from './find-entry.ts';
import { extensionOf } from './types/extensions.ts';
import type { FolderTask } from './listing/task.ts';
import { rfc3339 } from './rfc3339.ts';
import type { Tree } from './tree.ts';

export interface ListingRequest {
  readonly folder: FoundEntry;
  readonly sorting: Sorting;
  /** The path as it was asked, echoed in the reply. */
  readonly echoedPath: string;
}

/** The JSON of a folder (WIRE.md 3.2), in parts that belong one behind the other. */
export async function listFolder(
  tree: Tree,
  actor: Actor,
  { folder, sorting, echoedPath }: ListingRequest,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const groups = await withFolder(tree, actor, folder, (task) => tree.listing.list(task, sorting));
  const numDirs = groups.reduce((sum, group) => sum + group.numDirs, 0);
  const numFiles = groups.reduce((sum, group) => sum + group.numFiles, 0);
  const rows = [...groups.map((group) => group.folders), ...groups.map((group) => group.others)];
  const tail = JSON.stringify({
    numDirs,
    numFiles,
    sorting,
    path: echoedPath,
    name: nameOf(asSeenBy(actor, folder.path)),
    ...folderFacts(folder),
  });
  return [text('{"items":['), ...separated(rows), text(`],${tail.slice(1)}`)];
}

/** Opens the folder for the workers and closes it when they are done with it. */
export async function withFolder<Result>(
  tree: Tree,
  actor: Actor,
  folder: Pick<FoundEntry, 'path' | 'place'>,
  work: (task: FolderTask) => Promise<Result>,
): Promise<Result> {
  const descriptor = await openFolder(tree.driver, folder.place);
  try {
    return await work({
      fd: descriptor.fd,
      root: descriptor.root,
      path: folder.path,
      place: folder.place,
      view: actor.view,
      sniff: tree.sniff,
    });
  } finally {
    await descriptor.close();
  }
}

function openFolder(driver: StorageDriver, place: TreePath): Promise<FolderDescriptor> {
  if (driver.openFolder === undefined) {
    throw new AppError('storage-failed', 'this storage has no folders that can be opened');
  }
  return driver.openFolder(place);
}

function folderFacts({ path, stat, link }: FoundEntry) {
  // A folder reached through a link is shown with the link's own time and mode.
  const shown = link ?? stat;
  return {
    size: stat.size,
    extension: extensionOf(nameOf(path)),
    modified: rfc3339(shown.modifiedNs),
    mode: wireMode(shown.mode),
    isDir: true,
    isSymlink: link !== undefined,
    type: '',
  };
}

function separated(rows: readonly Uint8Array<ArrayBuffer>[]): Uint8Array<ArrayBuffer>[] {
  const filled = rows.filter(({ length }) => length > 0);
  return filled.flatMap((part, index) => (index === 0 ? [part] : [text(','), part]));
}

function text(content: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(content);
}
