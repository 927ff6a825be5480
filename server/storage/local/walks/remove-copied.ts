import { type BigIntStats, closeSync, rmdirSync, unlinkSync } from 'node:fs';
import { isTemporaryName } from '#contract/temporary-names.ts';
import { nameOf, parentOf } from '#contract/paths.ts';
import type { Progress, Task } from '../../../lib/serve-tasks.ts';
import type { RemoveCopiedTask } from '../../tree-walks.ts';
import type { RootDescriptor } from '../root-descriptor.ts';
import type { Exceptions } from '../../walk-outcomes.ts';
import { type Name, nameText } from '../../raw-name.ts';
import { lstatAt, openFolderAt, pathAt, readSymlinkBytesAt } from '../descriptors.ts';
import { requireEntryName } from '../../entry-name.ts';
import { errnoOf, hasErrno } from '../node-error.ts';
import { openFolderSync } from '../walk.ts';
import { ExceptionList } from '../../exception-list.ts';
import { flushNames } from './flush-names.ts';
import { isTimeOfCopy } from './keep-facts.ts';
import { openFolderIfPresent } from './start.ts';
import { Counterpart, type FoundEntry, TreeCursor } from './tree-cursor.ts';

interface Removing {
  readonly progress: Progress;
  /** Entries that were not removed. */
  readonly kept: ExceptionList;
}

/**
 * Removes the entries of a tree that its copy contains with the same size and time, and the folders that become
 * empty. Keeps and reports entries that have changed since, and those that were not copied.
 */
export function* removeCopied(
  root: RootDescriptor,
  { entry, copy }: RemoveCopiedTask,
  progress: Progress,
): Task<Exceptions> {
  requireEntryName(entry.name);
  const removing: Removing = { progress, kept: new ExceptionList() };
  const folder = openFolderIfPresent(root, entry.folder);
  if (folder === undefined) return removing.kept.all();
  try {
    const stats = lstatAt(folder, entry.name);
    if (stats?.isDirectory()) yield* removeFolder(removing, root, folder, { entry, copy });
    else if (stats) removeOnlyFile(removing, root, folder, { entry, copy });
    flushNames(folder);
  } finally {
    closeSync(folder);
  }
  return removing.kept.all();
}

function removeOnlyFile(
  removing: Removing,
  root: RootDescriptor,
  folder: number,
  { entry: { name }, copy }: RemoveCopiedTask,
): void {
  const copyFolder = openFolderSync(root, parentOf(copy));
  try {
    const source = { folder, name };
    const isSafe = isCopied(source, { folder: copyFolder, name: nameOf(copy) });
    removeOrReport(removing, source, name, isSafe);
  } finally {
    closeSync(copyFolder);
  }
}

function* removeFolder(
  removing: Removing,
  root: RootDescriptor,
  parent: number,
  { entry: { name }, copy }: RemoveCopiedTask,
): Task<void> {
  const counterpart = new Counterpart(openFolderSync(root, copy));
  let cursor: TreeCursor | undefined;
  try {
    cursor = new TreeCursor(openFolderAt(parent, name, false), { includeTemporary: true });
    yield* removeBelow(removing, cursor, counterpart);
  } finally {
    cursor?.close();
    counterpart.close();
  }
  removeEmptied(removing, { folder: parent, name }, name);
}

function* removeBelow(
  removing: Removing,
  cursor: TreeCursor,
  counterpart: Counterpart,
): Task<void> {
  for (;;) {
    const found = cursor.next();
    if (found) removing.progress.current = found.below;
    if (!found) {
      const left = cursor.leave();
      if (!left) return;
      counterpart.leave();
      removeEmptied(removing, { folder: cursor.fd, name: left.name }, left.below);
    } else if (found.kind === 'folder') enterFolder(removing, cursor, counterpart, found);
    else removeEntry(removing, cursor.fd, counterpart.fd, found);
    yield;
  }
}

function enterFolder(
  { kept }: Removing,
  cursor: TreeCursor,
  counterpart: Counterpart,
  found: FoundEntry,
): void {
  try {
    cursor.enter(found);
    counterpart.enter(found.name);
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    if (!hasErrno(error, 'ENOENT')) kept.add(found.below);
  }
}

function removeEntry(
  removing: Removing,
  folder: number,
  copyFolder: number | undefined,
  { name, below }: FoundEntry,
): void {
  const source = { folder, name };
  const isCopy = copyFolder !== undefined && isCopied(source, { folder: copyFolder, name });
  // Temporary files are not copied. They are removed, because they are useless without their folder.
  removeOrReport(removing, source, below, isCopy || isTemporaryName(nameText(name)));
}

interface EntryAt {
  readonly folder: number;
  readonly name: Name;
}

/** Returns true if `copy` has what `source` has: of a file the size and time, of a symlink the text or, instead of it, a file. */
function isCopied(source: EntryAt, copy: EntryAt): boolean {
  const original = lstatAt(source.folder, source.name);
  const copied = lstatAt(copy.folder, copy.name);
  if (!original || !copied) return false;
  if (original.isFile()) return copied.isFile() && isSameVersion(original, copied);
  const text = readSymlinkBytesAt(source.folder, source.name);
  if (!text) return false;
  // A symlink that would have led out of the scope was replaced by its target.
  return copied.isFile() || (readSymlinkBytesAt(copy.folder, copy.name)?.equals(text) ?? false);
}

function isSameVersion(original: BigIntStats, copied: BigIntStats): boolean {
  return original.size === copied.size && isTimeOfCopy(copied.mtimeNs, original.mtimeNs);
}

/** Removes an entry that is not a folder if that is safe; otherwise reports it as kept. */
function removeOrReport(
  { progress, kept }: Removing,
  { folder, name }: EntryAt,
  below: string,
  isSafe: boolean,
): void {
  try {
    if (!isSafe) return kept.add(below);
    unlinkSync(pathAt(folder, name));
    progress.entries += 1;
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    if (!hasErrno(error, 'ENOENT')) kept.add(below);
  }
}

/** Removes a folder. Reports it unless its remaining entries are reported already. */
function removeEmptied(
  { progress, kept }: Removing,
  { folder, name }: EntryAt,
  below: string,
): void {
  try {
    rmdirSync(pathAt(folder, name));
    progress.entries += 1;
  } catch (error) {
    if (errnoOf(error) === undefined) throw error;
    const isFilled = hasErrno(error, 'ENOTEMPTY', 'EEXIST');
    if (!hasErrno(error, 'ENOENT') && !(isFilled && kept.count > 0)) kept.add(below);
  }
}
