import { isWithin, nameOf, parentOf, type TreePath } from '#contract/paths.ts';
import type { FileAction } from '#contract/permissions.ts';
import type { Actor } from '../access/actor.ts';
import { foldCase } from '../policy/fold-case.ts';
import { requireAccess } from '../access/decide.ts';
import { AppError } from '../errors.ts';
import type { EntryRef } from '../storage/driver.ts';
import { freeName, type ConflictPolicy } from './conflict.ts';
import { absence } from './find-entry.ts';
import { PathIsLocked } from './path-locks.ts';
import { requireChildPath } from './entry-paths.ts';
import { resolveEntry, type ResolvedEntry, type ExistingEntry } from './resolve-entry.ts';
import type { Tree } from './tree.ts';
import { requireNoTrustedSymlink } from './write-target.ts';

export interface TransferRequest {
  readonly from: TreePath;
  readonly to: TreePath;
  readonly onConflict: ConflictPolicy;
}

/** Where an entry is going to lie: judged, and free or free to be replaced. Nothing is made yet. */
export interface TransferTarget {
  /** As the actor names it. */
  readonly path: TreePath;
  /** Where that really is. */
  readonly place: TreePath;
  /** A folder that is there, and the folders below it that have to be made first. */
  readonly ancestor: TreePath;
  readonly missingFolders: readonly string[];
  /** What is replaced or merged into. */
  readonly existing: ResolvedEntry | undefined;
}

/** What is refused before anything is looked at (compatibility.md 3.11). */
export function requireValidTransfer(actor: Actor, { from, to }: TransferRequest): void {
  requireAccess(actor, 'see', from);
  requireAccess(actor, 'see', to);
  requireNotRoot(actor, from);
  requireNotRoot(actor, to);
  if (from !== to) requireNotInside(from, to);
}

export function requireNotRoot(actor: Actor, path: TreePath): void {
  if (path === actor.root) throw new AppError('forbidden', 'the root stays as it is');
}

function requireNotInside(from: TreePath, to: TreePath): void {
  if (isWithin(from, to))
    throw new AppError('invalid-request', 'source is parent', { refusal: { code: 'into-itself' } });
}

/** The path asked for, or a free version of its name, as the policy says; permissions of `action` there. */
export async function planTarget(
  tree: Tree,
  actor: Actor,
  { to, onConflict }: TransferRequest,
  action: FileAction,
): Promise<TransferTarget> {
  const target = await settleConflict(tree, actor, to, onConflict);
  for (const path of [target.path, target.place]) {
    if (target.existing !== undefined) requireAccess(actor, 'modify', path);
    requireAccess(actor, action, path);
  }
  return target;
}

async function settleConflict(
  tree: Tree,
  actor: Actor,
  to: TreePath,
  onConflict: ConflictPolicy,
): Promise<TransferTarget> {
  const sight = await resolveEntry(tree, actor, to);
  if (sight.kind === 'missing') return newTarget(to, sight.ancestor, sight.missing);
  switch (onConflict) {
    case 'fail':
      throw new AppError('already-exists', 'the name is taken');
    case 'replace':
      return replacing(actor, sight);
    case 'rename':
      return freeTarget(tree, actor, to);
  }
}

function newTarget(path: TreePath, ancestor: TreePath, missing: readonly string[]): TransferTarget {
  const missingFolders = missing.slice(0, -1);
  const place = missing.reduce(requireChildPath, ancestor);
  return { path, place, ancestor, missingFolders, existing: undefined };
}

/** Behind a link inside the scope, what it leads to is replaced and the link stays. */
function replacing(actor: Actor, { path, target }: ExistingEntry): TransferTarget {
  if (target instanceof AppError) {
    throw new AppError('already-exists', 'a link that cannot be followed has this name');
  }
  requireNotRoot(actor, target.place);
  requireNoTrustedSymlink(target);
  const { place } = target;
  return { path, place, ancestor: parentOf(place), missingFolders: [], existing: target };
}

async function freeTarget(tree: Tree, actor: Actor, to: TreePath): Promise<TransferTarget> {
  const folder = await tree.driver.resolve(parentOf(to), actor.root);
  if (folder.kind !== 'found') throw absence(folder);
  const isClaimed = (place: TreePath): boolean => tree.locks.isChanging(place);
  const name = await freeName(tree, folder.place, nameOf(to), isClaimed);
  return newTarget(requireChildPath(parentOf(to), name), folder.place, [name]);
}

/** Others may claim the name that a plan has found free before the plan can. */
const MAX_ATTEMPTS = 16;

/** Where a free name is wanted, plans again when it is taken in between. */
export async function withFreeName<T>(
  { onConflict }: TransferRequest,
  planAndDo: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await planAndDo();
    } catch (error) {
      const mayTryAgain = onConflict === 'rename' && attempt < MAX_ATTEMPTS;
      if (!mayTryAgain || !(error instanceof PathIsLocked)) throw error;
    }
  }
}

/** What the links on the way have hidden: that an entry would come to lie in itself, or replace what holds it. */
export function requireSeparate(
  tree: Tree,
  source: TreePath,
  { place, existing }: TransferTarget,
): void {
  const isExact = tree.driver.features.caseSensitive;
  const [from, to] = isExact ? [source, place] : [foldCase(source), foldCase(place)];
  requireNotInside(from, to);
  if (existing !== undefined && isWithin(to, from)) {
    throw new AppError('invalid-request', 'the destination holds the source', {
      refusal: { code: 'into-itself' },
    });
  }
}

/** Only a file replaces a file, and only a folder is merged into a folder. */
export function requireSameKind(source: ResolvedEntry, { existing }: TransferTarget): void {
  if (existing === undefined) return;
  const { kind } = existing.stat;
  if (kind === 'other' || kind !== source.stat.kind) {
    const words =
      kind === 'folder' ? 'a folder of this name exists' : 'something else has this name';
    throw new AppError('already-exists', words);
  }
}

/** What an act has to claim of the tree in order to put something there: with the first of the folders it makes. */
export function claimedPath({ ancestor, missingFolders, place }: TransferTarget): TreePath {
  const [first] = missingFolders;
  return first === undefined ? place : requireChildPath(ancestor, first);
}

export function targetRef({ place }: TransferTarget): EntryRef {
  return { folder: parentOf(place), name: nameOf(place) };
}
