import { isWithin, type TreePath } from '#contract/paths.ts';
import { homeOfScope } from '../../access/actor.ts';
import { foldCase } from '../../policy/fold-case.ts';
import { AppError } from '../../errors.ts';
import type { Reader } from '../../metadata/database.ts';
import { userNames } from '../../metadata/user-slices.ts';

/**
 * Refuses, as `already-exists`, a home that somebody else has, or has theirs in, be it there yet or not. Two names may make one
 * folder, and on some disks two cases of one name are one folder.
 */
export async function requireUnownedHome(db: Reader, home: TreePath): Promise<void> {
  const folded = foldCase(home);
  const isTheirs = ({ scope }: { readonly scope: string }): boolean => {
    const other = homeOfScope(scope);
    return other !== undefined && isWithin(folded, foldCase(other));
  };
  for await (const users of userNames(db)) {
    if (users.some(isTheirs)) {
      throw new AppError('already-exists', 'the home belongs to another user');
    }
  }
}
