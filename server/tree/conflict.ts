import type { TreePath } from '#contract/paths.ts';
import { AppError } from '../errors.ts';
import { recordedRootOf } from './entry-at.ts';
import { requireChildPath } from './entry-paths.ts';
import type { Tree } from './tree.ts';
import type { EntryRef } from '../storage/entry.ts';

/** Reaction to a name that is taken. Requests express it by two flags (contract/transfers.ts). */
export type ConflictPolicy = 'fail' | 'replace' | 'rename';

/** Returns `a(1).txt` for `a.txt`. The version comes before the last dot, also for folders (compatibility.md 3.11). */
export function versionedName(name: string, version: number): string {
  const dot = name.lastIndexOf('.');
  const [base, extension] = dot < 0 ? [name, ''] : [name.slice(0, dot), name.slice(dot)];
  return `${base}(${version})${extension}`;
}

/**
 * Returns the name, or its first version that is free. `isClaimed` resolves with true for paths that are about to be taken. Throws
 * `invalid-path` when the version is longer than 255 bytes, `not-found` in a missing folder.
 */
export async function freeName(
  { driver }: Pick<Tree, 'driver'>,
  folder: TreePath,
  name: string,
  isClaimed: (path: TreePath) => Promise<boolean> = () => Promise.resolve(false),
): Promise<string> {
  for (let version = 0; ; version += 1) {
    const candidate = version === 0 ? name : versionedName(name, version);
    const path = requireChildPath(folder, candidate);
    const { kind } = await driver.resolve(path, recordedRootOf(folder));
    if (kind === 'missing' && !(await isClaimed(path))) return candidate;
  }
}

/** Others may take a name that has just been found free. */
const MAX_ATTEMPTS = 5;

/** Moves an entry to a name, or to its first version that is free. Returns the new path. */
export async function giveFreeName(
  tree: Pick<Tree, 'driver'>,
  from: EntryRef,
  to: EntryRef,
): Promise<TreePath> {
  for (let attempt = 1; ; attempt += 1) {
    const name = await freeName(tree, to.folder, to.name);
    try {
      await tree.driver.move(from, { folder: to.folder, name }, { replace: false });
      return requireChildPath(to.folder, name);
    } catch (error) {
      const isTaken = error instanceof AppError && error.code === 'already-exists';
      if (!isTaken || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
