import { isWithin, type TreePath } from '#contract/paths.ts';
import type { FileAction } from '#contract/permissions.ts';
import type { Actor } from '../access/actor.ts';
import { requireAccess } from '../access/decide.ts';
import { foldCase } from '../policy/fold-case.ts';
import { AppError } from '../errors.ts';
import { authorizeTree, visibilityAt } from './authorize-tree.ts';
import type { ConflictPolicy } from './conflict.ts';
import { planDestination, requireNoTrustedSymlink, type Destination } from './destination.ts';
import type { OperationControl } from './operation-control.ts';
import { requireNotReserved } from './reserved-name.ts';
import type { ExistingEntry, ResolvedEntry } from './resolve-entry.ts';
import type { Tree } from './tree.ts';
import { takenByOther } from './tree-errors.ts';
import type { WalkFilter } from '../policy/walk-filter.ts';
import type { NotCopied } from '../storage/walk-outcomes.ts';
import { nameTaken } from '../storage/driver-errors.ts';

/** A copy or move requested by an actor. */
export interface TransferRequest {
  readonly from: TreePath;
  readonly to: TreePath;
  readonly onConflict: ConflictPolicy;
  /** True for a copy that leaves out files which an earlier attempt has copied. */
  readonly skipsSame?: boolean;
}

/** A copy or a move with both ends authorized. */
export interface TransferPlan {
  readonly source: ResolvedEntry;
  readonly destination: Destination;
  /** Paths by which everything below the source is authorized. */
  readonly filter: WalkFilter;
}

export interface Transferred {
  /** The path of the entry afterwards, as the actor names it. */
  readonly path: TreePath;
  /** Entries below the source that were not transferred. */
  readonly leftOut: NotCopied;
}

/** Refuses what is wrong with the paths alone, before the tree is read (compatibility.md 3.11). */
export function requireValidTransfer(actor: Actor, { from, to }: TransferRequest): void {
  requireAccess(actor, 'see', from);
  requireNotReserved(to);
  requireAccess(actor, 'see', to);
  requireNotRoot(actor, from);
  requireNotRoot(actor, to);
  if (from !== to) requireNotInside(from, to);
}

export function requireNotRoot(actor: Actor, path: TreePath): void {
  if (path === actor.root) throw new AppError('forbidden', 'the root cannot be changed');
}

function requireNotInside(from: TreePath, to: TreePath): void {
  if (isWithin(from, to))
    throw new AppError('invalid-request', 'source is parent', { refusal: { code: 'into-itself' } });
}

/** Plans the destination: the path asked for, or a free version of its name, as the conflict policy says. */
export function planTransferDestination(
  tree: Tree,
  actor: Actor,
  { to, onConflict }: TransferRequest,
  action: FileAction,
): Promise<Destination> {
  return planDestination(tree, actor, {
    path: to,
    action,
    onExisting: (entry) => entryToReplace(actor, entry, onConflict),
  });
}

function entryToReplace(
  actor: Actor,
  { target }: ExistingEntry,
  onConflict: ConflictPolicy,
): ResolvedEntry | 'free-name' {
  if (onConflict === 'rename') return 'free-name';
  if (onConflict === 'fail') throw nameTaken({ isFolder: false });
  if (target instanceof AppError) {
    throw new AppError('already-exists', 'a symlink that cannot be followed has this name');
  }
  requireNotRoot(actor, target.resolvedPath);
  requireNoTrustedSymlink(target);
  return target;
}

/** Returns the plan of a transfer whose ends are authorized. `from` is the source as the actor names it. */
export function planOf(
  actor: Actor,
  from: TreePath,
  source: ResolvedEntry,
  destination: Destination,
): TransferPlan {
  const { path, resolvedPath } = destination;
  const filter = visibilityAt(actor, [from, source.resolvedPath, path, resolvedPath]);
  return { source, destination, filter };
}

/** Refuses an entry that would end up in itself or replace a folder that holds it. Symlinks in the requested paths may have hidden that. */
export function requireSeparate(
  tree: Tree,
  source: TreePath,
  { resolvedPath, existing }: Destination,
): void {
  const isExact = tree.driver.features.caseSensitive;
  const [from, to] = isExact ? [source, resolvedPath] : [foldCase(source), foldCase(resolvedPath)];
  requireNotInside(from, to);
  if (existing !== undefined && isWithin(to, from)) {
    throw new AppError('invalid-request', 'the destination holds the source', {
      refusal: { code: 'into-itself' },
    });
  }
}

/** Throws `already-exists` unless a file replaces a file, or a folder is merged into a folder. */
export function requireSameKind(source: ResolvedEntry, { existing }: Destination): void {
  if (existing === undefined) return;
  const { kind } = existing.stat;
  if (kind === 'other' || kind !== source.stat.kind) {
    throw kind === 'folder' ? nameTaken({ isFolder: true }) : takenByOther();
  }
}

/** Authorizes everything below the source, before the first change. */
export function authorizeTransfer(
  tree: Tree,
  { source, destination, filter }: TransferPlan,
  control: OperationControl,
  options: { readonly skipsUnreadable?: boolean } = {},
): Promise<void> {
  const wanted = { filter, mergesInto: mergesInto(destination), ...options };
  return authorizeTree(tree, wanted, source, control);
}

/** Returns what the journal records of both ends. `item` is the fingerprint of the source. */
export function endsOf(source: ResolvedEntry, { resolvedPath, existing }: Destination) {
  return {
    source: source.resolvedPath,
    target: resolvedPath,
    replaces: existing !== undefined,
    replaced: existing?.stat.fingerprint,
    item: source.stat.fingerprint,
  };
}

/** Returns the folder that another one is merged into. */
export function mergesInto({ existing }: Destination): TreePath | undefined {
  return existing?.stat.kind === 'folder' ? existing.resolvedPath : undefined;
}
