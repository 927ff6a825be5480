import { fromNodeError } from '../node-error.ts';
import { readFolderSync } from '../read-folder.ts';
import { AppError } from '../../../errors.ts';
import { look, type Packed, type Seen, type Viewer } from './read-member.ts';
import { type NamedEntry, withUniqueNames } from '../../archives/member-names.ts';
import type { WalkedFolder } from './walked-folder.ts';

/**
 * Maximum number of symlinks to folders in one archive. Otherwise, symlinks that lead to each other could make it
 * endless.
 */
const MAX_FOLDERS_BY_LINK = 10_000;

interface Frame {
  readonly folder: WalkedFolder;
  readonly entries: readonly NamedEntry[];
  next: number;
}

/**
 * Everything below a folder, depth first, in the order of the bytes of names: the members of an archive. What may not
 * be seen is left out as in a listing; what cannot be read ends the walk.
 */
export function* membersBelow(viewer: Viewer, start: WalkedFolder): Generator<Packed | undefined> {
  const frames = [frameOf(viewer, start)];
  let byLink = 0;
  for (let frame = frames.at(-1); frame !== undefined; frame = frames.at(-1)) {
    const entry = frame.entries[frame.next];
    frame.next += 1;
    if (entry === undefined) {
      frames.pop();
      continue;
    }
    const seen = look(viewer, frame.folder, entry);
    yield packedOf(seen);
    if (seen.kind !== 'folder') continue;
    if (seen.below.leaf === undefined) byLink += 1;
    if (byLink > MAX_FOLDERS_BY_LINK) throw tooManyLinks();
    const below = frameIfThere(viewer, seen.below);
    if (below !== undefined) frames.push(below);
  }
}

/** Yields undefined for a skipped entry, so that a walk over many of them pauses. */
function packedOf(seen: Seen): Packed | undefined {
  return seen.kind === 'file' || seen.kind === 'folder' ? seen.packed : undefined;
}

function frameOf(viewer: Viewer, folder: WalkedFolder): Frame {
  return { folder, entries: withUniqueNames(readFolderSync(viewer.folders.get(folder))), next: 0 };
}

/** A folder that has vanished since its name was read is an empty one. */
function frameIfThere(viewer: Viewer, folder: WalkedFolder): Frame | undefined {
  try {
    return frameOf(viewer, folder);
  } catch (error) {
    const failure = fromNodeError(error);
    if (failure instanceof AppError && failure.code === 'not-found') return undefined;
    throw failure;
  }
}

function tooManyLinks(): AppError {
  return new AppError('too-large', 'too many folders behind links');
}
