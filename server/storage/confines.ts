import type { TreePath } from '#contract/paths.ts';
import { TRASH_NAME } from '#contract/temporary-names.ts';
import type { Confines } from './driver.ts';
import { notFound } from './driver-errors.ts';
import type { EntryStat } from './entry.ts';
import { refuseTemporary } from './entry-name.ts';

export function confinesOf(within: TreePath | Confines): Confines {
  if (typeof within === 'string') return { root: within };
  const { root, rootFingerprint } = within;
  return { root, rootFingerprint };
}

/** Refuses temporary names, except for the trash folder that `within` is or is in: the server has named it then, and no request. */
export function refuseOutsideTrash(names: readonly string[], depth: number): void {
  refuseTemporary(names);
  if (names.indexOf(TRASH_NAME) >= depth) throw notFound();
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
