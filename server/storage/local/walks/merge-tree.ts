import { closeSync, renameSync, rmdirSync, unlinkSync } from 'node:fs';
import { AppError } from '../../../errors.ts';
import type { Progress, Task } from '../../../lib/serve-tasks.ts';
import type { MergeTask } from '../../tree-walks.ts';
import type { RootDescriptor } from '../root-descriptor.ts';
import { lstatAt, type Name, openFolderAt, pathAt } from '../descriptors.ts';
import { requireEntryName } from '../entry-name.ts';
import { identityOf } from '../entry-stat.ts';
import { hasErrno } from '../node-error.ts';
import { nameText } from '../read-folder.ts';
import { openPlaceSync } from '../walk.ts';
import { Descent } from './descent.ts';
import { flushNames } from './flush-names.ts';
import { openPlaceIfThere } from './start.ts';
import { type FoundEntry, TreeCursor } from './tree-cursor.ts';

/**
 * Moves what is in a folder into another one, entry by entry in single steps, files replacing files and folders merged,
 * and removes the emptied folder. Flushed when it is done. Goes on where an earlier one was cut off.
 */
export function* mergeTree(
  root: RootDescriptor,
  { from, into }: MergeTask,
  progress: Progress,
): Task<void> {
  requireEntryName(from.name);
  const folder = openPlaceIfThere(root, from.folder);
  if (folder === undefined) return;
  try {
    if (!lstatAt(folder, from.name)) return;
    yield* mergeFolder(openFolderAt(folder, from.name, false), openPlaceSync(root, into), progress);
    removeEmptied(folder, from.name);
    flushNames(folder);
  } finally {
    closeSync(folder);
  }
}

/** Takes both descriptors over. */
function* mergeFolder(from: number, into: number, progress: Progress): Task<void> {
  const target = new Descent(into);
  let source: TreeCursor | undefined;
  try {
    source = new TreeCursor(from, { includeTemporary: true });
    for (;;) {
      const found = source.next();
      if (found) {
        if (!moveOver(source, target, found)) enterBoth(source, target, found);
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

/** False when both are folders, whose contents have to be moved one by one. */
function moveOver(source: TreeCursor, target: Descent, { name }: FoundEntry): boolean {
  const original = lstatAt(source.fd, name);
  if (!original) return true;
  const taken = lstatAt(target.fd, name);
  if (taken?.isDirectory() && original.isDirectory()) return false;
  if (taken && taken.isDirectory() !== original.isDirectory()) {
    throw inTheWay(name, taken.isDirectory());
  }
  // Between two links of one file the kernel's rename does nothing.
  if (taken && identityOf(taken) === identityOf(original)) unlinkSync(pathAt(source.fd, name));
  else renameSync(pathAt(source.fd, name), pathAt(target.fd, name));
  return true;
}

function inTheWay(name: Name, isFolder: boolean): AppError {
  const what = isFolder ? 'folder' : 'file';
  return new AppError('already-exists', `a ${what} with the name ${nameText(name)} is in the way`);
}

function removeEmptied(parent: number, name: Name): void {
  try {
    rmdirSync(pathAt(parent, name));
  } catch (error) {
    if (!hasErrno(error, 'ENOENT')) throw error;
  }
}
