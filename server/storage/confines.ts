import type { TreePath } from '#contract/paths.ts';
import { TRASH_NAME } from '#contract/temporary-names.ts';
import type { Confines } from './driver.ts';
import { notFound } from './driver-errors.ts';
import type { EntryStat } from './entry.ts';
import { refuseTemporary } from './entry-name.ts';

/** Returns only the properties of Confines, because actors are passed as such and not all of their properties can be sent to a thread. */
export function confinesOf(within: TreePath | Confines): Confines {
  if (typeof within === 'string') return { root: within };
  const { root, rootFingerprint } = within;
  return { root, rootFingerprint };
}

/**
 * Throws `not-found` for a path with a temporary name. Allows a trash folder among its first `rootDepth` names, the path of the root that
 * resolving stays within: the server has chosen that root. Below it the name comes from a request.
 */
export function requireVisiblePath(names: readonly string[], rootDepth: number): void {
  refuseTemporary(names);
  if (names.indexOf(TRASH_NAME) >= rootDepth) throw notFound();
}

/** Throws if another entry has replaced the root of the actor since it was examined. */
export function requireFingerprint(
  { root, rootFingerprint }: Confines,
  path: TreePath,
  stat: EntryStat,
): void {
  if (rootFingerprint !== undefined && path === root && stat.fingerprint !== rootFingerprint)
    throw notFound();
}
