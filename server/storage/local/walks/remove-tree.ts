import { closeSync, rmdirSync, unlinkSync } from 'node:fs';
import type { Progress, Task } from '../../../lib/serve-tasks.ts';
import type { RootDescriptor } from '../root-descriptor.ts';
import type { Exceptions } from '../../walk-outcomes.ts';
import type { Name } from '../../raw-name.ts';
import { lstatAt, openFolderAt, pathAt } from '../descriptors.ts';
import { requireEntryName } from '../../entry-name.ts';
import { errnoOf, hasErrno } from '../node-error.ts';
import { ExceptionList } from '../../exception-list.ts';
import { flushNames } from './flush-names.ts';
import { openFolderIfPresent } from './start.ts';
import { type FoundEntry, TreeCursor } from './tree-cursor.ts';
import type { EntryRef } from '../../entry.ts';

/** Maximum number of times that a folder is emptied again because entries were added. */
const MAX_ATTEMPTS = 3;

export interface RemoveInput {
  readonly entry: EntryRef;
}

interface Removing {
  readonly progress: Progress;
  /** Entries that could not be removed. */
  readonly kept: ExceptionList;
  /** Why the first of them could not be removed. */
  reason: unknown;
}

/**
 * Removes an entry and everything below, including temporary files. Symlinks are removed, not entered. Keeps and
 * reports entries that cannot be removed; fails if nothing at all could be removed. A missing entry is not an error.
 */
export function* removeTree(
  root: RootDescriptor,
  { entry }: RemoveInput,
  progress: Progress,
): Task<Exceptions> {
  requireEntryName(entry.name);
  const removing: Removing = { progress, kept: new ExceptionList(), reason: undefined };
  const folder = openFolderIfPresent(root, entry.folder);
  if (folder === undefined) return removing.kept.all();
  try {
    const isFolder = lstatAt(folder, entry.name)?.isDirectory() ?? false;
    if (isFolder) yield* removeFolder(removing, folder, entry.name);
    else removeName(removing, { folder, name: entry.name }, entry.name);
    flushNames(folder);
  } finally {
    closeSync(folder);
  }
  if (removing.kept.count > 0 && progress.entries === 0) throw removing.reason;
  return removing.kept.all();
}

function* removeFolder(removing: Removing, parent: number, name: string): Task<void> {
  const entry = { folder: parent, name };
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const keptBefore = removing.kept.count;
    let cursor: TreeCursor;
    try {
      cursor = new TreeCursor(openFolderAt(parent, name, false), { includeTemporary: true });
    } catch (error) {
      return removeUnread(removing, entry, name, error);
    }
    yield* emptyFolder(removing, cursor);
    // The folder is not empty because of entries that are reported already.
    if (removing.kept.count > keptBefore) return;
    if (removeEmptied(removing, entry, name, attempt === MAX_ATTEMPTS)) return;
  }
}

/** A folder that the walk is in. */
interface EnteredFolder {
  /** Number of kept entries before it was entered. If there are more when it is left, it cannot be empty. */
  readonly keptBefore: number;
  attempts: number;
}

function* emptyFolder(removing: Removing, cursor: TreeCursor): Task<void> {
  const entered: EnteredFolder[] = [];
  try {
    for (;;) {
      const found = cursor.next();
      if (found) removing.progress.current = found.below;
      if (!found) {
        const left = cursor.leave();
        if (!left) return;
        removeLeft(removing, cursor, left, entered);
      } else if (found.kind === 'folder') enterFolder(removing, cursor, found, entered, 1);
      else removeName(removing, { folder: cursor.fd, name: found.name }, found.below);
      yield;
    }
  } finally {
    cursor.close();
  }
}

function enterFolder(
  removing: Removing,
  cursor: TreeCursor,
  found: FoundEntry,
  entered: EnteredFolder[],
  attempts: number,
): void {
  try {
    cursor.enter(found);
    entered.push({ keptBefore: removing.kept.count, attempts });
  } catch (error) {
    removeUnread(removing, { folder: cursor.fd, name: found.name }, found.below, error);
  }
}

/** Removes what could not be read as a folder, because a symlink or file has replaced it, or for another `reason`. It may be empty even so. */
function removeUnread(
  removing: Removing,
  { folder, name }: EntryAt,
  below: string,
  reason: unknown,
): void {
  if (errnoOf(reason) === undefined) throw reason;
  const remove = hasErrno(reason, 'ENOTDIR') ? unlinkSync : rmdirSync;
  try {
    remove(pathAt(folder, name));
    removing.progress.entries += 1;
  } catch (error) {
    reportFailure(removing, below, hasErrno(error, 'ENOTEMPTY', 'EEXIST') ? reason : error);
  }
}

/** Removes the folder that the walk has just left. Enters it again if entries were added to it meanwhile. */
function removeLeft(
  removing: Removing,
  cursor: TreeCursor,
  left: FoundEntry,
  entered: EnteredFolder[],
): void {
  const { keptBefore = 0, attempts = 1 } = entered.pop() ?? {};
  if (removing.kept.count > keptBefore) return;
  const entry = { folder: cursor.fd, name: left.name };
  if (removeEmptied(removing, entry, left.below, attempts === MAX_ATTEMPTS)) return;
  enterFolder(removing, cursor, left, entered, attempts + 1);
}

interface EntryAt {
  readonly folder: number;
  readonly name: Name;
}

/** Returns false if entries were added to the folder and another attempt is worthwhile. */
function removeEmptied(
  removing: Removing,
  { folder, name }: EntryAt,
  below: string,
  isLastAttempt: boolean,
): boolean {
  try {
    rmdirSync(pathAt(folder, name));
    removing.progress.entries += 1;
  } catch (error) {
    if (!isLastAttempt && hasErrno(error, 'ENOTEMPTY', 'EEXIST')) return false;
    reportFailure(removing, below, error);
  }
  return true;
}

function removeName(removing: Removing, { folder, name }: EntryAt, below: string): void {
  try {
    unlinkSync(pathAt(folder, name));
    removing.progress.entries += 1;
  } catch (error) {
    reportFailure(removing, below, error);
  }
}

/**
 * Reports an entry that could not be removed, unless it is gone already. Throws errors that do not come from the file
 * system, which are bugs.
 */
function reportFailure(removing: Removing, below: string, error: unknown): void {
  if (errnoOf(error) === undefined) throw error;
  if (hasErrno(error, 'ENOENT')) return;
  removing.reason ??= error;
  removing.kept.add(below);
}
