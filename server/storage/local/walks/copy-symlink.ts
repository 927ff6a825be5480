import { closeSync, constants, symlinkSync } from 'node:fs';
import { isWithin, nameOf, parentOf, parseTreePath, type TreePath } from '#contract/paths.ts';
import { AppError } from '../../../errors.ts';
import type { Task } from '../../../lib/serve-tasks.ts';
import { lstatAt, pathAt, readSymlinkBytesAt, statOf } from '../descriptors.ts';
import { fromNodeError } from '../node-error.ts';
import { openRegularAt } from '../read-file.ts';
import { resolveSync, targetOfText } from '../resolve.ts';
import { withFolderAt } from '../walk.ts';
import { copyOpenFile, type EntryAt } from './copy-file.ts';
import type { Copying } from './copying.ts';
import { keepFactsOfSymlink } from './keep-facts.ts';

/**
 * Copies a symlink: creates the same symlink if it leads into the scope from the final path of the copy; otherwise copies the file that the
 * original leads to, if that is in the scope. Returns false if neither is possible.
 */
export function* copySymlink(
  copying: Copying,
  below: string,
  source: EntryAt,
  target: EntryAt,
): Task<boolean> {
  const stats = lstatAt(source.folder, source.name);
  const text = readSymlinkBytesAt(source.folder, source.name);
  if (!stats || !text) return false;
  if (!leadsIntoScope(copying, below, text.toString('utf8'))) {
    return yield* copyContent(copying, below, target);
  }
  const path = pathAt(target.folder, target.name);
  symlinkSync(text, path);
  keepFactsOfSymlink(path, stats);
  return true;
}

/** Returns whether a symlink leads into the scope, by its text alone. Other symlinks on its way are checked whenever it is followed. */
function leadsIntoScope({ root, finalPath, scope }: Copying, below: string, text: string): boolean {
  const path = pathBelow(finalPath, below);
  if (path === undefined) return false;
  const target = targetOfText(root, parentOf(path), text);
  return target !== 'outside' && target !== 'nowhere' && isWithin(scope, target);
}

function* copyContent(copying: Copying, below: string, target: EntryAt): Task<boolean> {
  const fd = openContent(copying, below);
  if (fd === undefined) return false;
  try {
    yield* copyOpenFile(copying, fd, statOf(fd), target);
    return true;
  } finally {
    closeSync(fd);
  }
}

/** Opens the regular file that a symlink leads to. Returns undefined if there is none, or the user may not reach it. */
function openContent({ root, from, scope, mayReach }: Copying, below: string): number | undefined {
  const start = pathBelow(from.folder, from.name);
  const path = start && pathBelow(start, below);
  if (path === undefined) return undefined;
  try {
    const found = resolveSync(root, path, scope);
    if (found.kind !== 'found' || found.stat.kind !== 'file' || !mayReach(found.path)) return;
    const options = { flags: constants.O_RDONLY, follow: root.followExternalSymlinks };
    const { path: resolvedPath } = found;
    return withFolderAt(root, parentOf(resolvedPath), (fd) =>
      openRegularAt(fd, nameOf(resolvedPath), options),
    ).fd;
  } catch (error) {
    // An unreachable target is reported as an exception. An error that does not come from the file system is a bug.
    if (fromNodeError(error) instanceof AppError) return undefined;
    throw error;
  }
}

/** Returns undefined for a path that is too long. */
function pathBelow(path: TreePath, below: string): TreePath | undefined {
  return parseTreePath(`${path}/${below}`);
}
