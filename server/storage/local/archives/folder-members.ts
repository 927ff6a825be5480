import { fromNodeError } from '../node-error.ts';
import { readFolderSync } from '../read-folder.ts';
import { AppError } from '../../../errors.ts';
import { examine, type FoundMember, type Examined, type Viewer } from './read-member.ts';
import { type NamedEntry, withUniqueNames } from '../../archives/member-names.ts';
import type { WalkedFolder } from './walked-folder.ts';

/**
 * Maximum number of symlinks to folders in one archive. Otherwise, symlinks that lead to each other could make it
 * endless.
 */
const MAX_SYMLINKED_FOLDERS = 10_000;

/** A folder that the walk is in, and the position in it. */
interface Frame {
  readonly folder: WalkedFolder;
  readonly entries: readonly NamedEntry[];
  next: number;
}

/**
 * Yields everything below a folder as members of an archive, depth first, in the order of the bytes of names. Leaves out invisible entries, as
 * a listing does. Throws if a folder cannot be read. Yields undefined for a skipped entry, so that a walk over many of them pauses.
 */
export function* membersBelow(
  viewer: Viewer,
  start: WalkedFolder,
): Generator<FoundMember | undefined> {
  const frames = [frameOf(viewer, start)];
  let symlinkedFolders = 0;
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const entry = frame.entries[frame.next];
    frame.next += 1;
    if (entry === undefined) {
      frames.pop();
      continue;
    }
    const examined = examine(viewer, frame.folder, entry);
    yield memberOf(examined);
    if (examined.kind !== 'folder') continue;
    // A folder without a name in the folder above was reached through a symlink.
    if (examined.below.leaf === undefined) symlinkedFolders += 1;
    if (symlinkedFolders > MAX_SYMLINKED_FOLDERS) throw tooManySymlinks();
    const below = frameIfThere(viewer, examined.below);
    if (below !== undefined) frames.push(below);
  }
}

function memberOf(examined: Examined): FoundMember | undefined {
  return examined.kind === 'file' || examined.kind === 'folder' ? examined.found : undefined;
}

function frameOf(viewer: Viewer, folder: WalkedFolder): Frame {
  return { folder, entries: withUniqueNames(readFolderSync(viewer.folders.get(folder))), next: 0 };
}

/** Returns undefined for a folder that has vanished since its name was read. */
function frameIfThere(viewer: Viewer, folder: WalkedFolder): Frame | undefined {
  try {
    return frameOf(viewer, folder);
  } catch (error) {
    const failure = fromNodeError(error);
    if (failure instanceof AppError && failure.code === 'not-found') return undefined;
    throw failure;
  }
}

function tooManySymlinks(): AppError {
  return new AppError('too-large', 'too many folders behind symlinks');
}
