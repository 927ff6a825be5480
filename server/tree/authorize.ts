import { nameOf, parentOf, type TreePath } from '#contract/paths.ts';
import type { FileAction } from '#contract/permissions.ts';
import type { Actor } from '../access/actor.ts';
import { decide, requireAccess } from '../access/decide.ts';
import type { AppError } from '../errors.ts';
import type { Resolution, ResolvedAnd } from '../storage/driver.ts';
import { requireChildPath } from './entry-paths.ts';
import { recordedPath, type ResolvedPath } from './resolved-path.ts';
import type { Tree } from './tree.ts';
import type { EntryStat } from '../storage/entry.ts';
import { nothingAtPath } from '../storage/driver-errors.ts';
import { symlinkLeavesScope } from './tree-errors.ts';

/** An existing entry that an actor has been authorized for. */
export interface AuthorizedEntry {
  /** The path as the actor names it; it may lead through symlinks. */
  readonly path: TreePath;
  readonly resolvedPath: ResolvedPath;
  readonly stat: EntryStat;
  /** The symlink, when the last name of `path` is one. */
  readonly symlink: EntryStat | undefined;
}

/** Throws `forbidden` unless the actor may do the action at the requested path. Does not read the tree. */
export function authorizePath(actor: Actor, action: FileAction, path: TreePath): void {
  requireAccess(actor, action, path);
}

/** Authorizes a path that is known to be without symlinks. */
export function authorizeResolvedPath(
  actor: Actor,
  action: FileAction,
  path: TreePath,
): ResolvedPath {
  requireAccess(actor, action, path);
  return recordedPath(path);
}

/** Authorizes one more action for an entry. */
export function authorizeAlso(
  actor: Actor,
  action: FileAction,
  { path, resolvedPath }: Pick<AuthorizedEntry, 'path' | 'resolvedPath'>,
): void {
  for (const each of [path, resolvedPath]) requireAccess(actor, action, each);
}

/** Returns true when the actor may do the action at all of the paths. */
export function isAuthorized(
  actor: Actor,
  action: FileAction,
  paths: readonly TreePath[],
): boolean {
  return paths.every((path) => decide(actor, action, path) === 'allowed');
}

/** Resolves a path and authorizes the action there, too. Throws `forbidden` or `not-found`. */
export async function authorizeEntry(
  { driver }: Tree,
  actor: Actor,
  action: FileAction,
  path: TreePath,
): Promise<AuthorizedEntry> {
  requireAccess(actor, action, path);
  return authorizeResolution(actor, action, path, await driver.resolve(path, actor));
}

/** Resolves a path like `resolveName` and authorizes the action there. */
export async function authorizeName(
  tree: Tree,
  actor: Actor,
  action: FileAction,
  path: TreePath,
): Promise<ResolvedPath> {
  return authorizeResolvedPath(actor, action, await resolveName(tree, actor, path));
}

/** Resolves the folder of a path, but not the name in it, which may be a symlink or missing. Authorizes nothing. */
export async function resolveName(
  { driver }: Tree,
  { root }: Actor,
  path: TreePath,
): Promise<TreePath> {
  if (path === root) return path;
  const folder = await driver.resolve(parentOf(path), root);
  return folder.kind === 'found' ? requireChildPath(folder.path, nameOf(path)) : path;
}

/** An authorized entry, opened if it is of the requested kind. */
export interface OpenedEntry<Opened> {
  readonly entry: AuthorizedEntry;
  readonly opened: Opened | undefined;
}

/** Calls of the driver that resolve and open one entry, and close it. */
interface Opener<Opened> {
  resolve(): Promise<ResolvedAnd<Opened>>;
  close(opened: Opened): Promise<void>;
}

/**
 * Authorizes a path, resolves and opens it in one step, and authorizes the resolved path. A refusal closes the entry before anything of it
 * has been read. Throws `forbidden` or `not-found`.
 */
export async function authorizeAndOpen<Opened>(
  actor: Actor,
  action: FileAction,
  path: TreePath,
  { resolve, close }: Opener<Opened>,
): Promise<OpenedEntry<Opened>> {
  requireAccess(actor, action, path);
  const { resolution, opened } = await resolve();
  try {
    return { entry: authorizeResolution(actor, action, path, resolution), opened };
  } catch (refusal) {
    if (opened !== undefined) await close(opened);
    throw refusal;
  }
}

function authorizeResolution(
  actor: Actor,
  action: FileAction,
  path: TreePath,
  resolution: Resolution,
): AuthorizedEntry {
  if (resolution.kind !== 'found') throw absence(resolution);
  const { path: found, stat, symlink } = resolution;
  const resolvedPath =
    found === path ? recordedPath(found) : authorizeResolvedPath(actor, action, found);
  return { path, resolvedPath, stat, symlink };
}

/** Returns the error for a path at which nothing can be found. */
export function absence(resolution: Exclude<Resolution, { kind: 'found' }>): AppError {
  return resolution.kind === 'outside' ? symlinkLeavesScope() : nothingAtPath();
}
