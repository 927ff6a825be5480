import type { HistoryEntry } from '#contract/history.ts';
import { isWithin, ROOT, type TreePath } from '#contract/paths.ts';
import type { Actor } from '../../access/actor.ts';
import { toActorPath } from '../../access/actor-paths.ts';
import { type DoneOperation, type StoredHistory } from '../../metadata/history.ts';

/** Returns the path that an operation is listed with. */
export function sourceOf(done: DoneOperation): TreePath {
  if ('source' in done && done.source !== undefined) return done.source;
  return 'target' in done ? done.target : ROOT;
}

/** Returns the facts with which an operation is listed: its paths as the actor sees them. */
export function shownPaths(
  actor: Actor,
  { id, done }: Pick<StoredHistory, 'id' | 'done'>,
): Pick<HistoryEntry, 'id' | 'kind' | 'path' | 'to'> {
  const hasTarget = done.kind === 'copy' || done.kind === 'move' || done.kind === 'restore';
  return {
    id,
    kind: done.kind,
    path: shownPath(actor, sourceOf(done)),
    ...(hasTarget && { to: shownPath(actor, done.target) }),
  };
}

/** Returns false for an operation all of whose paths are out of the scope of the actor, which has been changed since. */
export function isListed(actor: Actor, { done }: Pick<StoredHistory, 'done'>): boolean {
  const paths = 'target' in done ? [sourceOf(done), done.target] : [sourceOf(done)];
  return paths.some((path) => isWithin(actor.root, path));
}

/** Returns a path as the actor sees it; '' for one that is no longer in their scope. */
function shownPath(actor: Actor, path: TreePath): string {
  try {
    return toActorPath(actor, path);
  } catch {
    return '';
  }
}
