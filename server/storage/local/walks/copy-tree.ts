import { type BigIntStats, closeSync, constants, mkdirSync } from 'node:fs';
import type { Progress, Task } from '../../../lib/serve-tasks.ts';
import type { RootDescriptor } from '../root-descriptor.ts';
import type { Copied } from '../../walk-outcomes.ts';
import type { Name } from '../../raw-name.ts';
import { withDescriptor, lstatAt, openFolderAt, pathAt, reopen, statOf } from '../descriptors.ts';
import { fromNodeError, hasErrno } from '../node-error.ts';
import { openRegularAt } from '../read-file.ts';
import { openFolderSync } from '../walk.ts';
import { isFileCopied, isFilePublished, removeRemainder, reuseFolder } from './continue-copy.ts';
import { copyFile, copyOpenFile, type EntryAt } from './copy-file.ts';
import { copySymlink } from './copy-symlink.ts';
import { CopyFlush } from './copy-flush.ts';
import { CopyVerification } from './copy-verification.ts';
import type { CopyInput, Copying } from './copying.ts';
import { CutShort } from './cut-short.ts';
import { Descent } from './descent.ts';
import { ExceptionList } from '../../exception-list.ts';
import { keepFacts } from './keep-facts.ts';
import { mayNotBeSeen } from '../../driver-errors.ts';
import { hasChanged, openFolderIfPresent, openStart, openStartFolder } from './start.ts';
import { Counterpart, type FoundEntry, TreeCursor } from './tree-cursor.ts';
import { readingSource, Unreadable } from './unreadable.ts';

/**
 * Copies a file, or a folder with everything below. Skips and reports symlinks that cannot be created again, FIFOs, sockets, devices, entries
 * that have changed their kind and, with `skipsUnreadable`, entries that cannot be read. Any other error fails the copy. When the caller asks
 * for an early end, the copy of a folder ends with a part, whose files are complete and flushed.
 */
export function* copyTree(
  root: RootDescriptor,
  input: CopyInput,
  progress: Progress,
): Task<Copied> {
  const leftOut = new ExceptionList();
  if (input.isVisible?.('') === false) throw mayNotBeSeen();
  const { folder, stats } = openStart(root, input.from);
  try {
    const target = openFolderSync(root, input.to.folder);
    try {
      const flush = new CopyFlush(target, input);
      const { comparison } = input;
      const verification = comparison && new CopyVerification(flush, comparison);
      const unreadable = new ExceptionList();
      const shared = { root, progress, leftOut, unreadable, flush, verification };
      const copying: Copying = { ...input, ...shared, mayClone: true, isPartial: false };
      yield* copyAndVerify(copying, folder, target, stats);
      return {
        ...leftOut.all(),
        ...(unreadable.count > 0 && { unreadable: unreadable.all() }),
        ...(copying.isPartial && { isPartial: true }),
        ...(verification && { digests: verification.digests }),
      };
    } finally {
      closeSync(target);
    }
  } finally {
    closeSync(folder);
  }
}

function* copyAndVerify(
  copying: Copying,
  folder: number,
  target: number,
  stats: BigIntStats,
): Task<void> {
  const { flush, verification } = copying;
  try {
    if (stats.isDirectory()) yield* copyFolder(copying, folder, target);
    else yield* copyOnlyFile(copying, folder, target);
    flush.end();
    if (verification) yield* verification.compare();
  } catch (error) {
    throw error instanceof Unreadable ? error.cause : error;
  } finally {
    verification?.close();
  }
}

function* copyOnlyFile(copying: Copying, folder: number, target: number): Task<void> {
  const { root, from, to, progress } = copying;
  const options = { flags: constants.O_RDONLY, follow: root.followExternalSymlinks };
  const copy = { folder: target, name: to.name };
  // A single file is copied again from its beginning.
  if (copying.continues) removeRemainder(copy);
  const { fd } = openRegularAt(folder, from.name, options);
  try {
    yield* copyOpenFile(copying, fd, statOf(fd), copy);
    progress.entries += 1;
  } finally {
    closeSync(fd);
  }
}

/** The position in the folder that is being copied, and in its copy. */
interface Pair {
  readonly source: TreeCursor;
  readonly target: Descent;
  /** The folder at the final path, where an interrupted copy has published files; undefined if none is there, or if it does not matter. */
  readonly published: Counterpart | undefined;
  /** Facts of the entered source folders, applied to their copies when these are complete. */
  readonly facts: BigIntStats[];
}

function* copyFolder(copying: Copying, folder: number, target: number): Task<void> {
  const { root, from, to, progress } = copying;
  const source = new TreeCursor(openStartFolder(root, folder, from.name), {
    includeTemporary: false,
  });
  let pair: Pair | undefined;
  try {
    const facts = [statOf(source.fd)];
    const copy = new Descent(makeFolder(copying, target, to.name));
    pair = { source, target: copy, published: openPublished(copying), facts };
    progress.entries += 1;
    for (;;) {
      const found = endsHere(copying) ? undefined : source.next();
      if (found) {
        yield* copyEntry(copying, pair, found);
      } else if (!leaveFolder(copying, pair)) return;
      yield;
    }
  } finally {
    source.close();
    pair?.target.close();
    pair?.published?.close();
  }
}

/**
 * Returns true if the copy ends early, without the entries that it has not reached. One that continues after an interruption still visits
 * all entries, because copies that exist already may be incomplete.
 */
function endsHere(copying: Copying): boolean {
  const { progress, continues } = copying;
  if (progress.isEnough !== true || continues !== undefined) return false;
  copying.isPartial = true;
  return true;
}

/** Opens the folder at the final path, where files may be published already; undefined if that does not matter. */
function openPublished({ root, skipsSame, finalPath }: Copying): Counterpart | undefined {
  if (skipsSame !== true) return undefined;
  const fd = openFolderIfPresent(root, finalPath);
  return fd === undefined ? undefined : new Counterpart(fd);
}

function makeFolder(copying: Copying, parent: number, name: Name): number {
  createFolder(copying, { folder: parent, name });
  return openFolderAt(parent, name, false);
}

/** Creates the copy of a folder, or prepares the one of an interrupted copy. */
function createFolder({ continues }: Copying, target: EntryAt): void {
  if (continues) {
    if (reuseFolder(target)) return;
    removeRemainder(target);
  }
  mkdirSync(pathAt(target.folder, target.name), 0o700);
}

function* copyEntry(copying: Copying, pair: Pair, found: FoundEntry): Task<void> {
  const { name, below } = found;
  if (copying.isVisible?.(below) === false) throw mayNotBeSeen();
  copying.progress.current = below;
  try {
    const outcome = yield* copyOne(copying, pair, found);
    if (outcome === 'not-reached') copying.isPartial = true;
    else copying.progress.entries += 1;
    if (outcome === 'left-out') copying.leftOut.add(below);
  } catch (error) {
    if (error instanceof CutShort || error instanceof Unreadable) {
      // A file may have been copied in part.
      removeRemainder({ folder: pair.target.fd, name });
    }
    if (error instanceof CutShort) {
      copying.isPartial = true;
      return;
    }
    leaveOut(copying, pair, found, error);
    copying.progress.entries += 1;
  }
}

/** Reports an entry that could not be copied, unless that fails the copy. */
function leaveOut(copying: Copying, pair: Pair, { name, below }: FoundEntry, error: unknown): void {
  if (error instanceof Unreadable && copying.skipsUnreadable === true) {
    copying.leftOut.add(below);
    copying.unreadable.add(below);
    return;
  }
  if (!hasChanged(error)) throw error;
  const isThere = lstatAt(pair.source.fd, name) !== undefined;
  // The copy is gone, not the source.
  if (isThere && hasErrno(error, 'ENOENT')) throw error;
  // Entries that were removed in the meantime are not reported.
  if (isThere) copying.leftOut.add(below);
}

/** How one entry was copied. `not-reached`: the caller asked for an early end before its turn came. */
type Outcome = 'copied' | 'left-out' | 'not-reached';

function* copyOne(copying: Copying, pair: Pair, found: FoundEntry): Task<Outcome> {
  const { name, kind, below } = found;
  const source = { folder: pair.source.fd, name };
  const target = { folder: pair.target.fd, name };
  const isEnough = copying.progress.isEnough === true;
  switch (kind) {
    case 'file':
      if (copying.continues && (yield* isFileCopied(copying, source, target))) return 'copied';
      if (yield* isPublished(copying, pair, source)) return 'copied';
      if (isEnough) return 'not-reached';
      return (yield* copyFile(copying, source, target)) ? 'copied' : 'left-out';
    case 'symlink':
      if (isEnough) return isPresent(target) ? 'copied' : 'not-reached';
      if (copying.continues) removeRemainder(target);
      return (yield* copySymlink(copying, below, source, target)) ? 'copied' : 'left-out';
    case 'folder':
      if (isEnough && !isPresent(target)) return 'not-reached';
      enterFolder(copying, pair, found);
      return 'copied';
    case 'other':
      return 'left-out';
  }
}

function isPresent({ folder, name }: EntryAt): boolean {
  return lstatAt(folder, name) !== undefined;
}

function* isPublished(copying: Copying, { published }: Pair, source: EntryAt): Task<boolean> {
  const folder = published?.fd;
  if (folder === undefined) return false;
  return yield* isFilePublished(copying, source, { folder, name: source.name });
}

function enterFolder(copying: Copying, pair: Pair, found: FoundEntry): void {
  const { source, target, published, facts } = pair;
  readingSource(() => source.enter(found));
  published?.enter(found.name);
  facts.push(statOf(source.fd));
  try {
    createFolder(copying, { folder: target.fd, name: found.name });
    target.enter(found.name);
  } catch (error) {
    // Must not be mistaken for a change of the source, which has been entered already.
    throw fromNodeError(error);
  }
}

/**
 * Completes the copy of a folder, and returns to the folders above. Sets the facts only now, because creating entries changes the time.
 * Returns false for the first folder.
 */
function leaveFolder({ flush }: Copying, { source, target, published, facts }: Pair): boolean {
  const own = facts.pop();
  if (!own) throw new Error('a copy has left more folders than it has entered');
  withDescriptor(reopen(target.fd, constants.O_RDONLY | constants.O_DIRECTORY), (fd) => {
    keepFacts(fd, own);
    flush.folder(fd);
  });
  if (!source.leave()) return false;
  target.leave();
  published?.leave();
  return true;
}
