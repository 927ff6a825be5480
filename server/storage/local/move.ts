import { randomBytes } from 'node:crypto';
import {
  type BigIntStats,
  mkdirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  unlinkSync,
} from 'node:fs';
import { isTemporaryName } from '#contract/temporary-names.ts';
import { AppError } from '../../errors.ts';
import type { RootDescriptor } from './root-descriptor.ts';
import { lstatAt, pathAt, pathOfDescriptor, statOf } from './descriptors.ts';
import { requireEntryName } from '../entry-name.ts';
import { identityOf, toEntryStat } from './entry-stat.ts';
import { hasErrno } from './node-error.ts';
import { createName, NO_INODES } from './temporary-file-sync.ts';
import { abandonFlush, openForFlush, type UnflushedFolder } from './unflushed.ts';
import { notFound, intoItself, nameTaken } from '../driver-errors.ts';
import { withFolderAt, notUtf8, REPLACEMENT } from './walk.ts';
import type { EntryRef, EntryStat } from '../entry.ts';

/** Input of `moveSync`. */
export interface MoveCall {
  readonly from: EntryRef;
  readonly to: EntryRef;
  readonly replace: boolean;
}

/** Result of `moveSync`. */
export type Moving =
  | {
      readonly kind: 'moved';
      readonly stat: EntryStat;
      /** Both folders, or one if they are the same. */
      readonly unflushed: readonly UnflushedFolder[];
    }
  | { readonly kind: 'other-device' };

/** The old and the new name of an entry, with descriptors of their folders. */
interface Ends {
  readonly fromFolder: number;
  readonly fromName: string;
  readonly toFolder: number;
  readonly toName: string;
  readonly replace: boolean;
}

/** Implements `move` of the driver, except for the flushes. */
export function moveSync(root: RootDescriptor, { from, to, replace }: MoveCall): Moving {
  requireEntryName(from.name);
  requireEntryName(to.name);
  return withFolderAt(root, from.folder, (fromFolder) =>
    withFolderAt(root, to.folder, (toFolder) =>
      moveAndOpenForFlush({ fromFolder, fromName: from.name, toFolder, toName: to.name, replace }),
    ),
  );
}

/** Moves the entry. Opens its folders for the flushes before, because an error after the move would look as if nothing had changed. */
function moveAndOpenForFlush(ends: Ends): Moving {
  const unflushed = openBoth(ends);
  try {
    return { kind: 'moved', stat: toEntryStat(moveEntry(ends)), unflushed };
  } catch (error) {
    for (const each of unflushed) abandonFlush(each);
    if (hasErrno(error, 'EXDEV')) return { kind: 'other-device' };
    throw error;
  }
}

function openBoth({ fromFolder, toFolder }: Ends): UnflushedFolder[] {
  const to = openForFlush(toFolder);
  const isSame = identityOf(statOf(fromFolder)) === identityOf(statOf(toFolder));
  const from = isSame ? undefined : openForFlush(fromFolder);
  return [to, from].filter((each) => each !== undefined);
}

/** Moves the entry and returns its facts. Throws `already-exists` for a taken name, unless a file may replace a file. */
function moveEntry(ends: Ends): BigIntStats {
  const source = lstatAt(ends.fromFolder, ends.fromName);
  if (!source) throw ends.fromName.includes(REPLACEMENT) ? notUtf8() : notFound();
  const target = lstatAt(ends.toFolder, ends.toName);
  if (!target) moveToFreeName(ends, source);
  else if (identityOf(source) === identityOf(target)) moveOntoSameEntry(ends, source);
  else if (!ends.replace || source.isDirectory() || target.isDirectory())
    throw nameTaken({ isFolder: target.isDirectory() });
  else renameSync(...pathsOf(ends));
  return source;
}

function pathsOf({ fromFolder, fromName, toFolder, toName }: Ends): [string, string] {
  return [pathAt(fromFolder, fromName), pathAt(toFolder, toName)];
}

/** Moves the entry to a name that was free a moment ago. Where the move must not replace anything, fails if the name is taken by now. */
function moveToFreeName(ends: Ends, source: BigIntStats): void {
  const [from, to] = pathsOf(ends);
  if (source.isDirectory()) createFolderName(from, to);
  else if (ends.replace) renameSync(from, to);
  else createName(from, to);
}

/**
 * Moves a folder to a free name. Creating a folder fails if the name is taken; the rename then replaces the new,
 * empty folder. If no inode is free, the folder is renamed directly, which can replace only an empty folder too.
 */
function createFolderName(from: string, to: string): void {
  try {
    mkdirSync(to, 0o700);
  } catch (error) {
    if (!hasErrno(error, ...NO_INODES)) throw error;
  }
  try {
    renameSync(from, to);
  } catch (error) {
    removeIfEmpty(to);
    throw explainedError(error);
  }
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // The folder is no longer empty, so it belongs to another user now. The original error is reported.
  }
}

/** Returns the error for a failed rename of a folder, where the general translation would be misleading. */
function explainedError(error: unknown): unknown {
  if (hasErrno(error, 'EINVAL')) {
    return intoItself(error);
  }
  if (hasErrno(error, 'ENOTEMPTY', 'EEXIST', 'ENOTDIR')) {
    return new AppError('already-exists', 'a folder of this name exists', { cause: error });
  }
  return error;
}

/** Moves an entry to a name that leads to the same entry: the same name, another spelling of it, or another hard link. */
function moveOntoSameEntry(ends: Ends, source: BigIntStats): void {
  const { fromFolder, fromName, toFolder, toName } = ends;
  const inOneFolder = identityOf(statOf(fromFolder)) === identityOf(statOf(toFolder));
  if (inOneFolder && fromName === toName) return;
  if (
    inOneFolder &&
    (source.isDirectory() || source.nlink === 1n || !isStored(ends, fromName, toName))
  )
    return respell(ends, source);
  // The kernel's rename does nothing between two hard links of one file. For a temporary file, this completes what a
  // crash has interrupted.
  if (!ends.replace && !isTemporaryName(fromName))
    throw nameTaken({ isFolder: source.isDirectory() });
  unlinkSync(pathAt(fromFolder, fromName));
}

/** Returns true if the folder contains these names exactly as spelled, or cannot be read. */
function isStored({ fromFolder }: Ends, ...names: readonly string[]): boolean {
  try {
    const stored = new Set(readdirSync(pathOfDescriptor(fromFolder)));
    return names.every((name) => stored.has(name));
  } catch (error) {
    if (hasErrno(error, 'EACCES', 'EPERM')) return true;
    throw error;
  }
}

/**
 * Renames an entry to another spelling (case or Unicode normalization) that the file system treats as the same name.
 * Some kernels would do nothing, so the entry takes a third name in between. That name is visible, so the entry can
 * be found after a crash.
 */
function respell(ends: Ends, source: BigIntStats): void {
  const [from, to] = pathsOf(ends);
  renameSync(from, to);
  if (isStored(ends, ends.toName)) return;
  const between = pathAt(ends.fromFolder, `.filebrowser-renamed-${randomBytes(6).toString('hex')}`);
  renameSync(from, between);
  try {
    if (source.isDirectory()) createFolderName(between, to);
    else createName(between, to);
  } catch (error) {
    renameSync(between, from);
    throw error;
  }
}
