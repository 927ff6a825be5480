import type { ExistingItem } from '#contract/existing.ts';
import { parentOf, parseTreePath, type TreePath } from '#contract/paths.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { Actor } from '../access/actor.ts';
import { AppError } from '../errors.ts';
import { rfc3339 } from '../lib/rfc3339.ts';
import type { Resolution } from '../storage/driver.ts';
import type { EntryStat } from '../storage/entry.ts';
import { type AuthorizedEntry, authorizeEntry, isAuthorized } from './authorize.ts';
import { freeName } from './conflict.ts';
import type { Tree } from './tree.ts';
import { mustBeFolder } from './tree-errors.ts';

/** Number of paths that are resolved at the same time. */
const MAX_AT_ONCE = 16;

/**
 * Returns which of the paths below a folder are taken, among those that the actor may see. A path below a folder that does
 * not exist costs nothing. Throws `forbidden`, `not-found`, or `invalid-request` where `folder` is none.
 */
export async function existingItems(
  tree: Tree,
  actor: Actor,
  folder: TreePath,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<ExistingItem[]> {
  const opened = await authorizeEntry(tree, actor, 'see', folder);
  if (opened.stat.kind !== 'folder') throw mustBeFolder();
  const asked = paths.map((path, index) => ({
    path,
    index,
    resolvedPath: parsePathBelow(folder, path),
  }));
  // Folders come before what is in them.
  asked.sort((one, other) => one.path.length - other.path.length);
  const missing = new Set<TreePath>();
  const found: (ExistingItem & { readonly index: number })[] = [];
  for (let start = 0; start < asked.length; start += MAX_AT_ONCE) {
    signal.throwIfAborted();
    const slice = asked.slice(start, start + MAX_AT_ONCE);
    await Promise.all(
      slice.map(async ({ path, index, resolvedPath }) => {
        if (resolvedPath === undefined || missing.has(parentOf(resolvedPath))) {
          if (resolvedPath !== undefined) missing.add(resolvedPath);
          return;
        }
        const item = await itemAt(tree, actor, resolvedPath);
        if (item === undefined) missing.add(resolvedPath);
        else found.push({ index, path, ...item, ...(await freeNameFor(tree, opened, path)) });
      }),
    );
  }
  found.sort((one, other) => one.index - other.index);
  return found.map(({ index: _index, ...item }) => item);
}

/** Returns the free name of a path directly in the folder, unless its versions are longer than a name may be. */
async function freeNameFor(
  tree: Tree,
  folder: AuthorizedEntry,
  path: string,
): Promise<Pick<ExistingItem, 'freeName'>> {
  if (path.includes('/')) return {};
  const name = await unless(['invalid-path'], freeName(tree, folder.resolvedPath, path));
  return name === undefined ? {} : { freeName: name };
}

/** Resolves with undefined if the promise rejects with one of these codes, so that one path does not refuse the call. */
async function unless<Result>(
  codes: readonly ErrorCode[],
  result: Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof AppError && codes.includes(error.code)) return undefined;
    throw error;
  }
}

/** Returns undefined for text that is not a path below the folder; nothing can exist there. */
function parsePathBelow(folder: TreePath, path: string): TreePath | undefined {
  return path === '' || path.startsWith('/') ? undefined : parseTreePath(`${folder}/${path}`);
}

/** Errors for a path below a file, for a name that cannot exist, and for a folder that the process may not enter. */
const UNREACHABLE: readonly ErrorCode[] = ['not-found', 'invalid-path', 'forbidden'];

async function itemAt(
  { driver }: Tree,
  actor: Actor,
  path: TreePath,
): Promise<Omit<ExistingItem, 'path'> | undefined> {
  if (!isAuthorized(actor, 'see', [path])) return undefined;
  const there = await unless(UNREACHABLE, driver.resolve(path, actor));
  if (there === undefined) return undefined;
  if (there.kind === 'found' && !isAuthorized(actor, 'see', [there.path])) return undefined;
  const own = statOf(there);
  if (own === undefined) return undefined;
  const isDir = there.kind === 'found' && there.stat.kind === 'folder';
  const { size } = there.kind === 'found' ? there.stat : own;
  return { isDir, size, modified: rfc3339(own.modifiedNs) };
}

/** Returns the stat of the name itself: a symlink takes it even if it is broken or leads out. */
function statOf(there: Resolution): EntryStat | undefined {
  if (there.kind === 'missing') return undefined;
  return there.symlink ?? (there.kind === 'found' ? there.stat : undefined);
}
