import { nameOf, parentOf, type TreePath } from '#contract/paths.ts';
import type { Actor } from '../access/actor.ts';
import { AppError } from '../errors.ts';
import type { EntryStat, Resolution } from '../storage/driver.ts';
import { absence } from './find-entry.ts';
import { requireChildPath } from './entry-paths.ts';
import type { Tree } from './tree.ts';

export interface ResolvedEntry {
  /** With no link in it. */
  readonly place: TreePath;
  readonly stat: EntryStat;
  /** As in `Resolution`. */
  readonly isTrustedSymlink?: true;
}

/** A name that is taken: what stands there, which may be a symlink, and what that leads to. */
export interface ExistingEntry {
  readonly kind: 'there';
  readonly path: TreePath;
  /** The entry of this name itself: what a move or a deletion is about. */
  readonly own: ResolvedEntry;
  /** Behind the symlink, if it is one: what a copy is about. An AppError where a link leads nowhere, or out. */
  readonly target: ResolvedEntry | AppError;
}

export type ProbeResult = ExistingEntry | Extract<Resolution, { kind: 'missing' }>;

/** Looks at a path without judging it. A link in the middle of it that leads nowhere or out is thrown. */
export async function resolveEntry(
  { driver }: Tree,
  actor: Actor,
  path: TreePath,
): Promise<ProbeResult> {
  const resolution = await driver.resolve(path, actor.root);
  if (resolution.kind === 'missing') return resolution;
  const { symlink } = resolution;
  if (symlink === undefined) {
    if (resolution.kind !== 'found') throw absence(resolution);
    const entry = { place: resolution.place, stat: resolution.stat };
    return { kind: 'there', path, own: entry, target: entry };
  }
  const folder = await driver.resolve(parentOf(path), actor.root);
  if (folder.kind !== 'found') throw absence(folder);
  return {
    kind: 'there',
    path,
    own: { place: requireChildPath(folder.place, nameOf(path)), stat: symlink },
    target: resolution.kind === 'found' ? resolution : absence(resolution),
  };
}

export function notFound(): AppError {
  return new AppError('not-found', 'there is nothing at this path');
}
