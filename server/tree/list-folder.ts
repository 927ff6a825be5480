import type { Sorting } from '#contract/files.ts';
import { nameOf, type TreePath } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import { toActorPath } from '../access/actor-paths.ts';
import { AppError } from '../errors.ts';
import type { Confines, FolderDescriptor, ResolvedAnd, StorageDriver } from '../storage/driver.ts';
import { wireMode } from './file-mode.ts';
import { authorizeAndOpen, type AuthorizedEntry, type OpenedEntry } from './authorize.ts';
import { extensionOf } from './types/extensions.ts';
import type { FolderTask, RowGroups } from './listing/task.ts';
import { rfc3339 } from './rfc3339.ts';
import type { Tree } from './tree.ts';

export interface ListingRequest {
  readonly folder: AuthorizedEntry;
  /** The folder, open; closed when it has been read. */
  readonly descriptor: FolderDescriptor;
  readonly sorting: Sorting;
  /** The path as it was asked, echoed in the reply. */
  readonly echoedPath: string;
  /** Of the folder, where those who ask do not know it by that of its place. */
  readonly name?: string | undefined;
  /** The folder says of itself that it is large. */
  readonly isLarge: boolean;
  /** Does the rest of the work where that turns out while it is read. */
  whenLarge(work: () => Promise<RowGroups[]>): Promise<RowGroups[]>;
  /** Lets those who ask go on without the password of a link. */
  readonly token?: string | undefined;
}

/** The JSON of a folder (compatibility.md 3.2), in parts that belong one behind the other. */
export async function listFolder(
  tree: Tree,
  actor: Actor,
  request: ListingRequest,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const { folder, sorting, echoedPath, name, token } = request;
  const groups = await rowsOf(tree, actor, request);
  const numDirs = groups.reduce((sum, group) => sum + group.numDirs, 0);
  const numFiles = groups.reduce((sum, group) => sum + group.numFiles, 0);
  const rows = [...groups.map((group) => group.folders), ...groups.map((group) => group.others)];
  const tail = JSON.stringify({
    numDirs,
    numFiles,
    sorting,
    path: echoedPath,
    name: name ?? nameOf(toActorPath(actor, folder.path)),
    ...folderFacts(folder),
    token,
  });
  return [text('{"items":['), ...separated(rows), text(`],${tail.slice(1)}`)];
}

async function rowsOf(
  tree: Tree,
  actor: Actor,
  { folder, descriptor, ...options }: ListingRequest,
): Promise<RowGroups[]> {
  const task = taskFor(tree, actor, folder, descriptor);
  try {
    return await tree.listing.list({ task, keep: () => descriptor.keep() }, options);
  } finally {
    await descriptor.close();
  }
}

/** Authorizes and opens an entry to list or describe it. The listing closes a folder. */
export function openEntry(
  { driver }: Tree,
  actor: Actor,
  path: TreePath,
): Promise<OpenedEntry<FolderDescriptor>> {
  return authorizeAndOpen(actor, 'see', path, {
    resolve: () => resolveFolder(driver, path, actor),
    close: (folder) => folder.close(),
  });
}

/** Resolves and opens a folder for reading. The caller authorizes it. */
export async function resolveFolder(
  driver: StorageDriver,
  path: TreePath,
  within: TreePath | Confines,
): Promise<ResolvedAnd<FolderDescriptor>> {
  if (driver.resolveFolder === undefined) {
    throw new AppError('storage-failed', 'this storage has no folders that can be opened');
  }
  return driver.resolveFolder(path, within);
}

/** Returns the facts about an open folder that a listing worker needs. */
export function taskFor(
  tree: Tree,
  actor: Actor,
  { path, resolvedPath }: { readonly path: TreePath; readonly resolvedPath: TreePath },
  { fd, root }: FolderDescriptor,
): FolderTask {
  return { fd, root, path, place: resolvedPath, view: actor.view, sniff: tree.sniff };
}

function folderFacts({ path, stat, symlink }: AuthorizedEntry) {
  // A folder behind a symlink is shown with the time and mode of the symlink.
  const shown = symlink ?? stat;
  return {
    size: stat.size,
    extension: extensionOf(nameOf(path)),
    modified: rfc3339(shown.modifiedNs),
    mode: wireMode(shown.mode),
    isDir: true,
    isSymlink: symlink !== undefined,
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
