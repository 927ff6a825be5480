import { nameOf, parentOf, type TreePath } from '#contract/paths.ts';
import { childPath } from '#contract/paths.ts';
import type { RootDescriptor } from '../root-descriptor.ts';
import { lstatAt, type Name } from '../descriptors.ts';
import { identityOf, isSymlinkMode, toEntryFacts } from '../entry-stat.ts';
import { isOwnFile } from '../own-files.ts';
import { nameText } from '../read-folder.ts';
import { resolveSync } from '../resolve.ts';
import type { Member } from '../../../archive-formats/member.ts';
import { folderAt, type OpenFolders, type WalkedFolder } from './walked-folder.ts';
import type { NamedEntry } from './member-names.ts';
import { type Visibility, decideVisibility } from '../../../policy/visibility.ts';
import type { EntryFacts } from '../../entry.ts';

/** A member, and where its contents are read from. */
export interface Packed {
  readonly member: Member;
  readonly folder: WalkedFolder;
  readonly leaf: Name;
}

/** What an entry is for an archive. */
export type Seen =
  | { readonly kind: 'file'; readonly packed: Packed }
  | { readonly kind: 'folder'; readonly packed: Packed; readonly below: WalkedFolder }
  /** FIFOs, sockets and devices; and a link that leads back to a folder which the walk is in. */
  | { readonly kind: 'skipped' }
  /** By the policy, or because a link leads out of the scope. */
  | { readonly kind: 'refused' }
  /** It has vanished, or is a link that leads nowhere. */
  | { readonly kind: 'missing' };

/** Who looks, and at what. */
export interface Viewer {
  readonly root: RootDescriptor;
  readonly visibility: Visibility;
  readonly folders: OpenFolders;
}

/** Judges an entry of a folder where it was asked for and where it lies, and again behind a link. */
export function look(viewer: Viewer, folder: WalkedFolder, entry: NamedEntry): Seen {
  const text = nameText(entry.name);
  const path = childPath(folder.path, text);
  const place = folder.path === folder.place ? path : childPath(folder.place, text);
  // What is too deep for a path cannot be judged, nor reached in any other way.
  if (path === undefined || place === undefined) return { kind: 'refused' };
  if (!mayBeSeen(viewer, path) || !mayBeSeen(viewer, place)) return { kind: 'refused' };
  const stats = lstatAt(viewer.folders.get(folder), entry.name);
  if (stats === undefined) return { kind: 'missing' };
  const facts = toEntryFacts(stats);
  if (isSymlinkMode(facts.mode)) return throughLink(viewer, folder, entry, path, place);
  if (facts.kind === 'file' && isOwnFile(identityOf(stats))) return { kind: 'refused' };
  const packed = packedOf(folder, entry, { folder, leaf: entry.name, facts });
  if (facts.kind === 'file') return { kind: 'file', packed };
  if (facts.kind === 'other') return { kind: 'skipped' };
  const below = {
    path,
    place,
    prefix: packed.member.name,
    identity: identityOf(stats),
    above: folder,
    leaf: entry.name,
    isExact: folder.isExact && typeof entry.name === 'string',
  };
  return { kind: 'folder', packed, below };
}

function mayBeSeen({ visibility }: Viewer, path: TreePath): boolean {
  return decideVisibility(visibility, path) === 'allowed';
}

/** A link is packed as what it leads to, under its own name. */
function throughLink(
  viewer: Viewer,
  folder: WalkedFolder,
  entry: NamedEntry,
  path: TreePath,
  place: TreePath,
): Seen {
  // Below a name that is not UTF-8, a link's own place cannot be told.
  if (!folder.isExact || typeof entry.name !== 'string') return { kind: 'missing' };
  const target = resolveSync(viewer.root, place, viewer.visibility);
  if (target.kind === 'outside') return { kind: 'refused' };
  if (target.kind !== 'found') return { kind: 'missing' };
  const { stat: facts, path: end } = target;
  if (!mayBeSeen(viewer, end)) return { kind: 'refused' };
  if (facts.kind === 'other') return { kind: 'skipped' };
  if (facts.kind === 'folder') {
    if (isWithinItself(folder, facts.identity)) return { kind: 'skipped' };
    const packed = packedOf(folder, entry, { folder, leaf: entry.name, facts });
    const prefix = packed.member.name;
    const below = folderAt({ path, place: end, prefix, identity: facts.identity, above: folder });
    return { kind: 'folder', packed, below };
  }
  if (isOwnFile(facts.identity)) return { kind: 'refused' };
  const source =
    end === place
      ? { folder, leaf: entry.name }
      : { folder: holderOf(viewer, end), leaf: nameOf(end) };
  return { kind: 'file', packed: packedOf(folder, entry, { ...source, facts }) };
}

/** The folder in which lies what a link leads to. */
function holderOf({ root, visibility }: Viewer, end: TreePath): WalkedFolder {
  const place = parentOf(end);
  // A visitor's root may get another one's name before the file is opened in it.
  const found =
    visibility.rootFingerprint === undefined ? undefined : resolveSync(root, place, visibility);
  const identity = found?.kind === 'found' ? found.stat.identity : '';
  return folderAt({ path: place, place, identity });
}

/** Whether a link leads to a folder that the walk is in: it would never end. */
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

function packedOf(
  at: WalkedFolder,
  { shown }: NamedEntry,
  { folder, leaf, facts }: Source,
): Packed {
  const isFolder = facts.kind === 'folder';
  const name = `${at.prefix}${shown}${isFolder ? '/' : ''}`;
  const { seconds, nanoseconds } = timeOf(facts);
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

const NS_IN_SECOND = 1_000_000_000n;

function timeOf({ modifiedNs }: EntryFacts): Pick<Member, 'seconds' | 'nanoseconds'> {
  const rest = modifiedNs % NS_IN_SECOND;
  const nanoseconds = rest < 0n ? rest + NS_IN_SECOND : rest;
  return {
    seconds: Number((modifiedNs - nanoseconds) / NS_IN_SECOND),
    nanoseconds: Number(nanoseconds),
  };
}
