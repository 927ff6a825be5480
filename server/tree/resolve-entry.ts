import { nameOf, parentOf, type TreePath } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import { AppError } from '../errors.ts';
import type { Resolution } from '../storage/driver.ts';
import { absence } from './authorize.ts';
import { requireChildPath } from './entry-paths.ts';
import type { Tree } from './tree.ts';
import type { EntryStat } from '../storage/entry.ts';

/** An entry at its path without symlinks. */
export interface ResolvedEntry {
  readonly resolvedPath: TreePath;
  readonly stat: EntryStat;
  /** As in `Resolution`. */
  readonly isTrustedSymlink?: true;
}

/** A name that is taken: by an entry, or by a symlink and the entry that it leads to. */
export interface ExistingEntry {
  readonly kind: 'existing';
  readonly path: TreePath;
  /** The entry or symlink of this name: what a move or a deletion changes. */
  readonly own: ResolvedEntry;
  /** The entry behind the symlink, if it is one: what a copy reads. An AppError for a symlink that is broken or leads out. */
  readonly target: ResolvedEntry | AppError;
}

export type EntryResolution = ExistingEntry | Extract<Resolution, { kind: 'missing' }>;

/**
 * Resolves a path without authorizing it. Throws for a path through a symlink that is broken or leads out. `brokenSymlink` replaces the
 * error for broken ones.
 */
export async function resolveEntry(
  { driver }: Tree,
  actor: Actor,
  path: TreePath,
  brokenSymlink?: AppError,
): Promise<EntryResolution> {
  const resolution = await driver.resolve(path, actor.root);
  if (resolution.kind === 'missing') return resolution;
  const { symlink } = resolution;
  const target =
    resolution.kind === 'found'
      ? resolvedEntry(resolution)
      : ((resolution.kind === 'dangling' ? brokenSymlink : undefined) ?? absence(resolution));
  if (symlink === undefined) {
    if (target instanceof AppError) throw target;
    return { kind: 'existing', path, own: target, target };
  }
  const folder = await driver.resolve(parentOf(path), actor.root);
  if (folder.kind !== 'found') throw absence(folder);
  return {
    kind: 'existing',
    path,
    own: { resolvedPath: requireChildPath(folder.path, nameOf(path)), stat: symlink },
    target,
  };
}

function resolvedEntry({
  path,
  stat,
  isTrustedSymlink,
}: Extract<Resolution, { kind: 'found' }>): ResolvedEntry {
  return { resolvedPath: path, stat, ...(isTrustedSymlink && { isTrustedSymlink }) };
}
