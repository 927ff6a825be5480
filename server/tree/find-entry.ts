import type { TreePath } from '#contract/paths.ts';
import type { FileAction } from '#contract/permissions.ts';
import type { Actor } from '../access/actor.ts';
import { requireAccess } from '../access/decide.ts';
import { AppError } from '../errors.ts';
import type { Resolution, ResolvedAnd } from '../storage/driver.ts';
import type { Tree } from './tree.ts';
import type { EntryStat } from '../storage/entry.ts';

/** Something that is there and that the actor may treat as asked. */
export interface FoundEntry {
  /** As asked for; a link in it is still a link. */
  readonly path: TreePath;
  /** Where it really lies. */
  readonly place: TreePath;
  readonly stat: EntryStat;
  readonly symlink: EntryStat | undefined;
}

/** What a resolution means for an actor to whom `path` itself is open. */
function authorizeFound(
  actor: Actor,
  action: FileAction,
  path: TreePath,
  resolution: Resolution,
): FoundEntry {
  if (resolution.kind !== 'found') throw absence(resolution);
  const { place, stat, symlink } = resolution;
  if (place !== path) requireAccess(actor, action, place);
  return { path, place, stat, symlink };
}

/** Finds what the actor may treat so: `forbidden`, or `not-found`. */
export async function findEntry(
  { driver }: Tree,
  actor: Actor,
  action: FileAction,
  path: TreePath,
): Promise<FoundEntry> {
  requireAccess(actor, action, path);
  return authorizeFound(actor, action, path, await driver.resolve(path, actor));
}

/** Something that is there, held open where it is of the wanted kind. */
export interface OpenedEntry<Opened> {
  readonly entry: FoundEntry;
  readonly opened: Opened | undefined;
}

/**
 * Finds and opens in one step: `forbidden`, or `not-found`. A place behind a link is judged like one that is asked
 * for directly, when it is open already; a refusal closes it before a byte of it has been looked at.
 */
export async function openFound<Opened>(
  actor: Actor,
  action: FileAction,
  path: TreePath,
  { resolve, close }: Opener<Opened>,
): Promise<OpenedEntry<Opened>> {
  requireAccess(actor, action, path);
  const { resolution, opened } = await resolve();
  try {
    return { entry: authorizeFound(actor, action, path, resolution), opened };
  } catch (refusal) {
    if (opened !== undefined) await close(opened);
    throw refusal;
  }
}

interface Opener<Opened> {
  resolve(): Promise<ResolvedAnd<Opened>>;
  close(opened: Opened): Promise<void>;
}

export function absence(resolution: Exclude<Resolution, { kind: 'found' }>): AppError {
  return resolution.kind === 'outside'
    ? new AppError('forbidden', 'a link leads out of the scope')
    : new AppError('not-found', 'there is nothing at this path');
}
