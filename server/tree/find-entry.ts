import type { TreePath } from '#contract/paths.ts';
import type { FileAction } from '#contract/permissions.ts';
import type { Actor } from '../access/actor.ts';
import { requireAccess } from '../access/decide.ts';
import { AppError } from '../errors.ts';
import type { EntryStat, Resolution } from '../storage/driver.ts';
import type { Tree } from './tree.ts';

/** Something that is there and that the actor may treat as asked. */
export interface FoundEntry {
  /** As asked for; a link in it is still a link. */
  readonly path: TreePath;
  /** Where it really lies. */
  readonly place: TreePath;
  readonly stat: EntryStat;
  readonly link: EntryStat | undefined;
}

/** `forbidden`, or `not-found`; a place behind a link is judged like one that is asked for directly. */
export async function findEntry(
  tree: Tree,
  actor: Actor,
  action: FileAction,
  path: TreePath,
): Promise<FoundEntry> {
  requireAccess(actor, action, path);
  const resolution = await tree.driver.resolve(path, actor.home);
  if (resolution.kind !== 'found') throw absence(resolution);
  const { place, stat, link } = resolution;
  if (place !== path) requireAccess(actor, action, place);
  return { path, place, stat, link };
}

export function absence(resolution: Exclude<Resolution, { kind: 'found' }>): AppError {
  return resolution.kind === 'outside'
    ? new AppError('forbidden', 'a link leads out of the scope')
    : new AppError('not-found', 'there is nothing at this path');
}
