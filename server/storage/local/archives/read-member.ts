import { nameOf, parentOf, type TreePath, childPath } from '#contract/paths.ts';
import type { RootDescriptor } from '../root-descriptor.ts';
import { type Name, nameText } from '../../raw-name.ts';
import { lstatAt } from '../descriptors.ts';
import { identityOf, isSymlinkMode, toEntryFacts } from '../entry-stat.ts';
import { isOwnFile } from '../own-files.ts';
import { resolveSync } from '../resolve.ts';
import { type Member, memberTimeOf } from '../../../archive-formats/member.ts';
import { folderAt, type OpenFolders, type WalkedFolder } from './walked-folder.ts';
import type { NamedEntry } from '../../archives/member-names.ts';
import { type Visibility, decideVisibility } from '../../../policy/visibility.ts';
import type { EntryFacts } from '../../entry.ts';

/** A member of an archive, and the file with its contents: `leaf` in `folder`. */
export interface FoundMember {
  readonly member: Member;
  readonly folder: WalkedFolder;
  readonly leaf: Name;
}

/** Result of examining an entry for an archive. */
export type Examined =
  | { readonly kind: 'file'; readonly found: FoundMember }
  | { readonly kind: 'folder'; readonly found: FoundMember; readonly below: WalkedFolder }
  /** FIFOs, sockets, devices, and symlinks to a folder that the walk is in. */
  | { readonly kind: 'skipped' }
  /** Refused by access control, or a symlink that leads out of the scope. */
  | { readonly kind: 'refused' }
  /** Vanished, or a broken symlink. */
  | { readonly kind: 'missing' };

/** The user for whom an archive is made, as plain data, and the open folders. */
export interface Viewer {
  readonly root: RootDescriptor;
  readonly visibility: Visibility;
  readonly folders: OpenFolders;
}

/**
 * Authorizes and examines an entry by the requested and the resolved path of its folder, and for a symlink also by
 * its target.
 */
export function examine(viewer: Viewer, folder: WalkedFolder, entry: NamedEntry): Examined {
  const text = nameText(entry.name);
  const path = childPath(folder.path, text);
  const resolvedPath =
    folder.path === folder.resolvedPath ? path : childPath(folder.resolvedPath, text);
  // A path of excessive length cannot be authorized, nor reached in any other way.
  if (path === undefined || resolvedPath === undefined) return { kind: 'refused' };
  if (!mayBeSeen(viewer, path) || !mayBeSeen(viewer, resolvedPath)) return { kind: 'refused' };
  const stats = lstatAt(viewer.folders.get(folder), entry.name);
  if (stats === undefined) return { kind: 'missing' };
  const facts = toEntryFacts(stats);
  if (isSymlinkMode(facts.mode)) return examineSymlink(viewer, folder, entry, path, resolvedPath);
  if (facts.kind === 'file' && isOwnFile(identityOf(stats))) return { kind: 'refused' };
  const found = foundMember(folder, entry, { folder, leaf: entry.name, facts });
  if (facts.kind === 'file') return { kind: 'file', found };
  if (facts.kind === 'other') return { kind: 'skipped' };
  const below = {
    path,
    resolvedPath,
    prefix: found.member.name,
    identity: identityOf(stats),
    above: folder,
    leaf: entry.name,
    isExact: folder.isExact && typeof entry.name === 'string',
  };
  return { kind: 'folder', found, below };
}

function mayBeSeen({ visibility }: Viewer, path: TreePath): boolean {
  return decideVisibility(visibility, path) === 'allowed';
}

/** Examines the target of a symlink. The member gets the name of the symlink. */
function examineSymlink(
  viewer: Viewer,
  folder: WalkedFolder,
  entry: NamedEntry,
  path: TreePath,
  resolvedPath: TreePath,
): Examined {
  // Below a name that is not UTF-8, the path of a symlink is unknown.
  if (!folder.isExact || typeof entry.name !== 'string') return { kind: 'missing' };
  const target = resolveSync(viewer.root, resolvedPath, viewer.visibility);
  if (target.kind === 'outside') return { kind: 'refused' };
  if (target.kind !== 'found') return { kind: 'missing' };
  const { stat: facts, path: end } = target;
  if (!mayBeSeen(viewer, end)) return { kind: 'refused' };
  if (facts.kind === 'other') return { kind: 'skipped' };
  if (facts.kind === 'folder') {
    if (isWithinItself(folder, facts.identity)) return { kind: 'skipped' };
    const found = foundMember(folder, entry, { folder, leaf: entry.name, facts });
    const prefix = found.member.name;
    const below = folderAt({
      path,
      resolvedPath: end,
      prefix,
      identity: facts.identity,
      above: folder,
    });
    return { kind: 'folder', found, below };
  }
  if (isOwnFile(facts.identity)) return { kind: 'refused' };
  const source =
    end === resolvedPath
      ? { folder, leaf: entry.name }
      : { folder: folderOfTarget(viewer, end), leaf: nameOf(end) };
  return { kind: 'file', found: foundMember(folder, entry, { ...source, facts }) };
}

/** Returns the folder that contains the target of a symlink, at the path `end`. */
function folderOfTarget({ root, visibility }: Viewer, end: TreePath): WalkedFolder {
  const path = parentOf(end);
  // The root of a visitor is identified by a fingerprint. Another folder may get its name before the file in it is opened.
  const found =
    visibility.rootFingerprint === undefined ? undefined : resolveSync(root, path, visibility);
  const identity = found?.kind === 'found' ? found.stat.identity : '';
  return folderAt({ path, resolvedPath: path, identity });
}

/** Returns true if a symlink leads to a folder that the walk is in, so that the walk would never end. */
function isWithinItself(folder: WalkedFolder, identity: string): boolean {
  let at: WalkedFolder | undefined = folder;
  for (; at !== undefined; at = at.above) if (at.identity === identity) return true;
  return false;
}

interface Source {
  readonly folder: WalkedFolder;
  readonly leaf: Name;
  readonly facts: EntryFacts;
}

function foundMember(
  at: WalkedFolder,
  { shown }: NamedEntry,
  { folder, leaf, facts }: Source,
): FoundMember {
  const isFolder = facts.kind === 'folder';
  const name = `${at.prefix}${shown}${isFolder ? '/' : ''}`;
  const { seconds, nanoseconds } = memberTimeOf(facts);
  const member = {
    name,
    isFolder,
    size: isFolder ? 0 : facts.size,
    seconds,
    nanoseconds,
    mode: facts.mode & 0o777,
  };
  return { member, folder, leaf };
}
