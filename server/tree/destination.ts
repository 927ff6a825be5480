import { isWithin, nameOf, parentOf, ROOT, type TreePath } from '#contract/paths.ts';
import type { FileAction } from '#contract/permissions.ts';
import type { Actor } from '../access/actor.ts';
import { requireAccess } from '../access/decide.ts';
import { AppError } from '../errors.ts';
import { freeName } from './conflict.ts';
import { requireChildPath } from './entry-paths.ts';
import { absence } from './authorize.ts';
import { resolveEntry, type ExistingEntry, type ResolvedEntry } from './resolve-entry.ts';
import { requireNotReserved } from './reserved-name.ts';
import { folderOf, recordedPath, type ResolvedPath } from './resolved-path.ts';
import type { Tree } from './tree.ts';
import { requireCondition, type WriteCondition } from './write-condition.ts';
import { nameTaken } from '../storage/driver-errors.ts';
import { symlinkLeavesScope } from './tree-errors.ts';

/** The path at which an operation puts an entry, authorized and resolved. Nothing has been created yet. */
export interface Destination {
  /** The path as the actor names it. */
  readonly path: TreePath;
  readonly resolvedPath: ResolvedPath;
  /** An existing folder, and the names of the folders below it that have to be created first. */
  readonly ancestor: ResolvedPath;
  readonly missingFolders: readonly string[];
  /** The entry that is replaced or merged into. */
  readonly existing: ResolvedEntry | undefined;
}

export interface DestinationRequest {
  readonly path: TreePath;
  /** Action that the actor has to be allowed at the path and at the resolved path. */
  readonly action: FileAction;
  /** Called for a name that is taken. Returns the entry to replace or to merge into, or `free-name` for a free version of the name; or throws. */
  readonly onExisting: (entry: ExistingEntry) => ResolvedEntry | 'free-name';
  /** False when the existing entry is left as it is, so that it needs no permission to modify. */
  readonly replaces?: boolean;
  /** Error for a path through a broken symlink. Default: `not-found`. */
  readonly brokenSymlink?: AppError;
}

/** Resolves and authorizes a destination. */
export async function planDestination(
  tree: Tree,
  actor: Actor,
  { path, action, onExisting, replaces = true, brokenSymlink }: DestinationRequest,
): Promise<Destination> {
  const entry = await resolveEntry(tree, actor, path, brokenSymlink);
  const destination =
    entry.kind === 'missing'
      ? newDestination(path, entry.ancestor, entry.missing)
      : await destinationOfExisting(tree, actor, path, onExisting(entry));
  const isReplaced = replaces && destination.existing !== undefined;
  const { resolvedPath } = destination;
  authorizeDestination(actor, action, { path: destination.path, resolvedPath, isReplaced });
  return destination;
}

/** Authorizes an action at both paths of a destination. Replacing an entry also requires `modify`. */
export function authorizeDestination(
  actor: Actor,
  action: FileAction,
  {
    path,
    resolvedPath,
    isReplaced,
  }: Readonly<{ path: TreePath; resolvedPath: TreePath; isReplaced: boolean }>,
): void {
  for (const each of [path, resolvedPath]) {
    if (isReplaced) requireAccess(actor, 'modify', each);
    requireAccess(actor, action, each);
  }
}

async function destinationOfExisting(
  tree: Tree,
  actor: Actor,
  path: TreePath,
  existing: ResolvedEntry | 'free-name',
): Promise<Destination> {
  if (existing !== 'free-name') return replacing(path, existing);
  const folder = await tree.driver.resolve(parentOf(path), actor.root);
  if (folder.kind !== 'found') throw absence(folder);
  const isClaimed = (candidate: TreePath) => tree.locks.isChanging(candidate);
  const name = await freeName(tree, folder.path, nameOf(path), isClaimed);
  return newDestination(requireChildPath(parentOf(path), name), folder.path, [name]);
}

function newDestination(
  path: TreePath,
  ancestor: TreePath,
  missing: readonly string[],
): Destination {
  const resolvedPath = recordedPath(missing.reduce(requireChildPath, ancestor));
  return {
    path,
    resolvedPath,
    ancestor: recordedPath(ancestor),
    missingFolders: missing.slice(0, -1),
    existing: undefined,
  };
}

/** Returns the destination that replaces an entry. Behind a symlink, the entry that it leads to is replaced and the symlink stays. */
export function replacing(path: TreePath, existing: ResolvedEntry): Destination {
  const resolvedPath = recordedPath(existing.resolvedPath);
  return { path, resolvedPath, ancestor: folderOf(resolvedPath), missingFolders: [], existing };
}

/** Error for a file that would be written where a folder is. Files never replace folders. */
export class TakenByFolder extends AppError {
  constructor() {
    super('already-exists', 'a folder has this name');
  }
}

export interface FileDestinationOptions {
  readonly override: boolean;
  readonly condition?: WriteCondition | undefined;
}

/** Plans where a new file is written. Throws `already-exists` for a taken name unless `override`; a file never replaces a folder. */
export async function planFile(
  tree: Tree,
  actor: Actor,
  path: TreePath,
  { override, condition }: FileDestinationOptions,
): Promise<Destination> {
  requireNotReserved(path);
  requireAccess(actor, 'create', path);
  if (path === ROOT) throw new TakenByFolder();
  const destination = await planDestination(tree, actor, {
    path,
    action: 'create',
    onExisting({ target }) {
      if (target instanceof AppError) throw target;
      if (target.stat.kind !== 'file') throw new TakenByFolder();
      requireCondition(condition, target.stat);
      if (!override) throw nameTaken({ isFolder: false });
      requireNoTrustedSymlink(target);
      return target;
    },
    brokenSymlink: new AppError(
      override ? 'forbidden' : 'already-exists',
      'a broken symlink has this name',
    ),
  });
  if (destination.existing === undefined) {
    requireCondition(condition, undefined);
    authorizeFolder(actor, 'create', destination.ancestor);
  }
  return destination;
}

/**
 * Refuses to write under the name of a trusted symlink, which leads out of the root (see `Resolution`): publishing a file would replace the
 * symlink and leave its target unchanged.
 */
export function requireNoTrustedSymlink(target: { readonly isTrustedSymlink?: true }): void {
  if (target.isTrustedSymlink === true) {
    throw symlinkLeavesScope();
  }
}

/** Returns the path that an operation has to claim to create the entry: that of the first missing parent folder, or of the entry. */
export function claimedPath({ ancestor, missingFolders, resolvedPath }: Destination): TreePath {
  const [first] = missingFolders;
  return first === undefined ? resolvedPath : requireChildPath(ancestor, first);
}

/** Returns the paths of the missing parent folders, outermost first. Throws `forbidden` unless the actor may create all of them. */
export function authorizeParents(
  actor: Actor,
  action: FileAction,
  { ancestor, missingFolders }: Readonly<{ ancestor: TreePath; missingFolders: readonly string[] }>,
): readonly ResolvedPath[] {
  return missingFolders.map((_, index) => {
    const names = missingFolders.slice(0, index + 1);
    return authorizeFolder(actor, action, names.reduce<TreePath>(requireChildPath, ancestor));
  });
}

/** Returns the paths of a new folder and its missing parents, outermost first. Throws `forbidden` unless the actor may create all of them. */
export function authorizeNewFolder(
  actor: Actor,
  destination: Destination,
): readonly ResolvedPath[] {
  authorizeFolder(actor, 'create', destination.ancestor);
  const parents = authorizeParents(actor, 'create', destination);
  authorizeFolder(actor, 'create', destination.resolvedPath);
  return [...parents, destination.resolvedPath];
}

/** Authorizes a folder. Folders above a home that does not exist yet may be created like the home, whose path an administrator has chosen. */
function authorizeFolder(actor: Actor, action: FileAction, folder: TreePath): ResolvedPath {
  requireAccess(actor, action, isWithin(folder, actor.root) ? actor.root : folder);
  return recordedPath(folder);
}

/**
 * Creates folders, outermost first. Adds those that it has created to `created`, innermost first; others may have created some of them
 * meanwhile.
 */
export async function createFolders(
  tree: Tree,
  folders: readonly ResolvedPath[],
  created: ResolvedPath[] = [],
): Promise<void> {
  for (const folder of folders) if (await createFolder(tree, folder)) created.unshift(folder);
}

/** Returns false when the folder exists already. */
async function createFolder({ driver, changes }: Tree, folder: ResolvedPath): Promise<boolean> {
  try {
    await driver.makeFolder(folderOf(folder), nameOf(folder));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'already-exists') throw error;
    const there = await driver.resolve(folder, folder);
    if (there.kind !== 'found' || there.stat.kind !== 'folder') throw error;
    return false;
  }
  changes.announce({ kind: 'appeared', path: folder });
  return true;
}

/** Removes folders, innermost first, except those that are no longer empty. */
export async function removeFolders(
  { driver, changes }: Tree,
  folders: readonly ResolvedPath[],
): Promise<void> {
  for (const folder of folders) {
    try {
      await driver.remove(parentOf(folder), nameOf(folder));
    } catch {
      // Not thrown: the caller is about to report the failure because of which the folders are removed.
      return;
    }
    changes.announce({ kind: 'vanished', path: folder });
  }
}
