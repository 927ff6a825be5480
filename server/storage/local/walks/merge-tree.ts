import { type BigIntStats, closeSync, renameSync, rmdirSync, unlinkSync } from 'node:fs';
import type { Progress, Task } from '../../../lib/serve-tasks.ts';
import type { MergeTask } from '../../tree-walks.ts';
import type { RootDescriptor } from '../root-descriptor.ts';
import type { Name } from '../../raw-name.ts';
import { lstatAt, openFolderAt, pathAt } from '../descriptors.ts';
import { requireEntryName } from '../../entry-name.ts';
import { identityOf } from '../entry-stat.ts';
import { hasErrno } from '../node-error.ts';
import { openFolderSync } from '../walk.ts';
import { Descent } from './descent.ts';
import { flushNames } from './flush-names.ts';
import { type NameConflict, requireMergeable, sameSymlinkTarget } from './merge-conflict.ts';
import { openFolderIfPresent } from './start.ts';
import { type FoundEntry, TreeCursor } from './tree-cursor.ts';

/**
 * Moves the entries of a folder into another one, one at a time, and removes the emptied folder. Files replace files, and folders are
 * merged. All changes are flushed when it ends. Called again after an interruption, it continues.
 */
export function* mergeTree(
  root: RootDescriptor,
  { from, into }: MergeTask,
  progress: Progress,
): Task<void> {
  requireEntryName(from.name);
  const folder = openFolderIfPresent(root, from.folder);
  if (folder === undefined) return;
  try {
    if (!lstatAt(folder, from.name)) return;
    const source = openFolderAt(folder, from.name, false);
    yield* mergeFolder(root, { source, target: openFolderSync(root, into) }, progress);
    removeEmptied(folder, from.name);
    flushNames(folder);
  } finally {
    closeSync(folder);
  }
}

/** Moves the entries of the open folder `source` into the open folder `target`. Closes both. */
function* mergeFolder(
  root: RootDescriptor,
  folders: { readonly source: number; readonly target: number },
  progress: Progress,
): Task<void> {
  const target = new Descent(folders.target);
  let source: TreeCursor | undefined;
  try {
    source = new TreeCursor(folders.source, { includeTemporary: true });
    for (;;) {
      const found = source.next();
      if (found) {
        progress.current = found.below;
        if (!moveOver(root, source, target, found)) enterBoth(source, target, found);
        else progress.entries += 1;
      } else {
        flushNames(target.fd);
        const left = source.leave();
        if (!left) return;
        target.leave();
        removeEmptied(source.fd, left.name);
        progress.entries += 1;
      }
      yield;
    }
  } finally {
    source?.close();
    target.close();
  }
}

function enterBoth(source: TreeCursor, target: Descent, found: FoundEntry): void {
  source.enter(found);
  target.enter(found.name);
}

/** Moves an entry that is not a folder, or whose name is free. Returns false for two folders, whose entries are moved one by one. */
function moveOver(
  root: RootDescriptor,
  source: TreeCursor,
  target: Descent,
  { name }: FoundEntry,
): boolean {
  const original = lstatAt(source.fd, name);
  if (!original) return true;
  const isFolder = original.isDirectory();
  const taken = lstatAt(target.fd, name);
  if (taken?.isDirectory() && isFolder) return false;
  const conflict = taken && { name, isFolder, taken, source: source.fd, target: target.fd };
  if (conflict && isSame(root, conflict, original)) unlinkSync(pathAt(source.fd, name));
  else renameSync(pathAt(source.fd, name), pathAt(target.fd, name));
  return true;
}

/**
 * Returns true for two hard links of one file, between which rename(2) does nothing, and for two equal symlinks where symlinks are
 * never replaced. Throws an error when the existing entry may not be replaced.
 */
function isSame(root: RootDescriptor, conflict: NameConflict, original: BigIntStats): boolean {
  if (identityOf(conflict.taken) === identityOf(original)) return true;
  requireMergeable(root, conflict);
  return root.followExternalSymlinks && sameSymlinkTarget(conflict) !== undefined;
}

function removeEmptied(parent: number, name: Name): void {
  try {
    rmdirSync(pathAt(parent, name));
  } catch (error) {
    if (!hasErrno(error, 'ENOENT')) throw error;
  }
}
