import { constants } from 'node:fs';
import { childPath, nameOf, parentOf, type TreePath } from '#contract/paths.ts';
import type { EntryType } from '#contract/files.ts';
import { type Name, nameText } from '../../raw-name.ts';
import { lstatAt } from '../descriptors.ts';
import { isSymlinkMode, toEntryFacts } from '../entry-stat.ts';
import { readHeadSync } from '../read-file.ts';
import { isLinkedOwnFile, isOwnFile } from '../own-files.ts';
import { resolveSync } from '../resolve.ts';
import { withFolderAt } from '../walk.ts';
import type { Resolution } from '../../driver.ts';
import { extensionOf } from '../../../file-types/extensions.ts';
import { typeOfFile } from '../../../file-types/entry-type.ts';
import { SNIFFED_BYTES } from '../../../file-types/sniff.ts';
import { mayBeSeen } from '../../replies/visible-folder.ts';
import type { EntryFacts } from '../../entry.ts';
import { SilentMountError } from '../silent-mounts.ts';
import type { ListingRow } from '../../replies/listing-row.ts';
import type { OpenSeenFolder } from './folder-task.ts';

/** Reads an entry for a listing. Returns undefined if it has vanished since its name was read, or is a file of the server itself. */
export function readEntry(folder: OpenSeenFolder, name: Name): ListingRow | undefined {
  const stat = listedFactsAt(folder.task.fd, name);
  if (stat === undefined) return undefined;
  const text = nameText(name);
  if (isSymlinkMode(stat.mode)) return readSymlink(folder, text, stat);
  const extension = extensionOf(text);
  const readHead = () => readHeadSync(folder.task.fd, name, SNIFFED_BYTES);
  return {
    name: text,
    stat,
    isSymlink: false,
    extension,
    type: typeOf(folder, stat, extension, readHead),
  };
}

/** Returns a row with the facts of the symlink's target. A symlink whose target the user may not see is shown as a broken one. */
function readSymlink(folder: OpenSeenFolder, name: string, link: EntryFacts): ListingRow {
  const extension = extensionOf(name);
  const target = resolveSymlink(folder, name);
  if (target === undefined)
    return { name, stat: link, isSymlink: true, extension, type: 'invalid_link' };
  const { path, stat } = target;
  const readHead = () => readHeadAt(folder, path);
  return {
    name,
    stat,
    isSymlink: true,
    extension,
    type: typeOf(folder, stat, extension, readHead),
  };
}

/** Returns the target of a symlink; undefined if it is broken, or leads to something that the user may not see. */
function resolveSymlink(
  { task, visibility }: OpenSeenFolder,
  name: string,
): Extract<Resolution, { kind: 'found' }> | undefined {
  const path = childPath(task.resolvedPath, name);
  if (path === undefined) return undefined;
  try {
    const target = resolveSync(task.root, path, task.view);
    if (target.kind !== 'found' || !mayBeSeen(visibility, target.path)) return undefined;
    return isOwnFile(target.stat.identity) ? undefined : target;
  } catch {
    // A folder on the path of the target cannot be entered, so the symlink counts as broken.
    return undefined;
  }
}

function typeOf(
  { task }: OpenSeenFolder,
  stat: EntryFacts,
  extension: string,
  readHead: () => Uint8Array | undefined,
): EntryType {
  if (stat.kind === 'folder') return '';
  if (stat.kind === 'other') return 'blob';
  return typeOfFile({ extension, size: stat.size, readHead: task.sniff ? readHead : nothing });
}

function nothing(): undefined {
  return undefined;
}

function readHeadAt({ task }: OpenSeenFolder, path: TreePath): Uint8Array | undefined {
  try {
    return withFolderAt(task.root, parentOf(path), (fd) =>
      readHeadSync(fd, nameOf(path), SNIFFED_BYTES),
    );
  } catch {
    return undefined;
  }
}

/** Facts that are shown for a mount point that does not answer. */
const SILENT: EntryFacts = { kind: 'folder', size: 0, modifiedNs: 0n, mode: constants.S_IFDIR };

/**
 * Returns the facts of an entry for a listing; undefined if it has vanished or must not be shown. A mount point that does not answer is
 * shown as a folder without further facts, so that its parent folder can be listed.
 */
function listedFactsAt(fd: number, name: Name): EntryFacts | undefined {
  try {
    const stats = lstatAt(fd, name);
    return stats === undefined || isLinkedOwnFile(stats) ? undefined : toEntryFacts(stats);
  } catch (error) {
    if (error instanceof SilentMountError) return SILENT;
    throw error;
  }
}
