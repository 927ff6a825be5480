import type { TreePath } from '#contract/paths.ts';
import { homeOfScope } from '../../access/actor.ts';
import { AppError } from '../../errors.ts';
import type { Reader } from '../../metadata/database.ts';
import { listScopes } from '../../metadata/users.ts';

/** Two names may make one folder, and on some disks two cases of one name are one folder: `already-exists`. */
export async function requireUnownedHome(db: Reader, home: TreePath): Promise<void> {
  const folded = home.toLowerCase();
  const scopes = await listScopes(db);
  if (scopes.some(({ scope }) => homeOfScope(scope)?.toLowerCase() === folded)) {
    throw new AppError('already-exists', 'the home belongs to another user');
  }
}
