import { createHash } from 'node:crypto';
import type { Sorting } from '#contract/files.ts';
import { nameOf, type TreePath } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import { toActorPath } from '../access/actor-paths.ts';
import { wireMode } from '../lib/file-mode.ts';
import {
  authorizeAndOpen,
  type AuthorizedEntry,
  type OpenedEntry,
  authorizeEntry,
} from './authorize.ts';
import { extensionOf } from '../file-types/extensions.ts';
import type { OpenFolder, RowGroups } from '../storage/folder-listing.ts';
import { rfc3339 } from '../lib/rfc3339.ts';
import type { Tree } from './tree.ts';
import { mustBeFolder } from './tree-errors.ts';

const TAG_DIGITS = 32;

export interface ListingRequest {
  readonly folder: AuthorizedEntry;
  /** The open folder. It is closed after it has been read. */
  readonly descriptor: OpenFolder;
  readonly sorting: Sorting;
  /** The requested path, which the response repeats. */
  readonly echoedPath: string;
  /** Name of the folder, if the actor must not see that of the folder itself. */
  readonly name?: string | undefined;
  /** True if the folder is known to be large. */
  readonly isLarge: boolean;
  /** Runs the rest of the work if the folder turns out to be large only when it is read. */
  whenLarge(work: () => Promise<RowGroups[]>): Promise<RowGroups[]>;
  /** Leaves out everything but folders. */
  readonly foldersOnly?: boolean;
  /** A share token, with which a visitor can go on without the password. */
  readonly token?: string | undefined;
}

export interface FolderReply {
  /** JSON (compatibility.md 3.2), in consecutive parts. */
  readonly parts: Uint8Array<ArrayBuffer>[];
  /** Entity tag of the JSON, which is the same in each compression. */
  readonly etag: string;
}

/** Lists a folder. */
export async function listFolder(
  tree: Tree,
  actor: Actor,
  request: ListingRequest,
): Promise<FolderReply> {
  const { folder, sorting, echoedPath, name, foldersOnly = false, token } = request;
  const groups = await rowsOf(tree, actor, request);
  const numDirs = groups.reduce((sum, group) => sum + group.numDirs, 0);
  const numFiles = groups.reduce((sum, group) => sum + group.numFiles, 0);
  const rows = [
    ...groups.map((group) => group.folders),
    ...(foldersOnly ? [] : groups.map((group) => group.others)),
  ];
  const tail = JSON.stringify({
    numDirs,
    numFiles,
    sorting,
    path: echoedPath,
    name: name ?? nameOf(toActorPath(actor, folder.path)),
    ...folderFacts(folder),
    token,
  });
  const shown = `${tail}${foldersOnly ? ' folders' : ''}`;
  const digest = createHash('sha256').update(groups.map((group) => group.digest).join(' ') + shown);
  return {
    parts: [text('{"items":['), ...separated(rows), text(`],${tail.slice(1)}`)],
    etag: `W/"${digest.digest('hex').slice(0, TAG_DIGITS)}"`,
  };
}

async function rowsOf(
  tree: Tree,
  actor: Actor,
  { folder: { path, resolvedPath }, descriptor, ...options }: ListingRequest,
): Promise<RowGroups[]> {
  try {
    const query = { path, resolvedPath, view: actor.view, sniff: tree.sniff };
    return await descriptor.list(query, options);
  } finally {
    await descriptor.close();
  }
}

/** Authorizes and opens an entry to list or describe it. The listing closes a folder. */
export function openEntry(
  { driver }: Tree,
  actor: Actor,
  path: TreePath,
): Promise<OpenedEntry<OpenFolder>> {
  return authorizeAndOpen(actor, 'see', path, {
    resolve: () => driver.resolveFolder(path, actor),
    close: (folder) => folder.close(),
  });
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

/** Lists everything below a folder that the actor may see, as the JSON of compatibility.md 3.8, in consecutive parts. */
export async function listAllBelow(
  tree: Tree,
  actor: Actor,
  path: TreePath,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array<ArrayBuffer>>> {
  const { resolvedPath, stat } = await authorizeEntry(tree, actor, 'see', path);
  if (stat.kind !== 'folder') throw mustBeFolder();
  const filter = { view: actor.view, paths: [...new Set([path, resolvedPath])] };
  const shownAs = toActorPath(actor, path);
  return tree.walks.list({ path: resolvedPath, shownAs, filter }, { signal });
}
