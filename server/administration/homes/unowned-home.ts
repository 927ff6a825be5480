import { isWithin, type TreePath } from '#contract/paths.ts';
import { homeOfScope } from '../../access/actor.ts';
import { foldCase } from '../../policy/fold-case.ts';
import type { Reader } from '../../metadata/database.ts';
import { userNames } from '../../metadata/user-slices.ts';
import { AppError } from '../../errors.ts';

/**
 * Throws `already-exists` if another user has this home or a home inside it, whether the folder exists or not. Two
 * user names can result in one folder, and some file systems ignore case.
 */
export async function requireUnownedHome(db: Reader, home: TreePath): Promise<void> {
  const folded = foldCase(home);
  const isTheirs = ({ scope }: { readonly scope: string }): boolean => {
    const other = homeOfScope(scope);
    return other !== undefined && isWithin(folded, foldCase(other));
  };
  for await (const users of userNames(db)) {
    if (users.some(isTheirs)) {
      throw homeOfAnotherUser();
    }
  }
}

export function homeOfAnotherUser(): AppError {
  return new AppError('already-exists', 'the home belongs to another user');
}
