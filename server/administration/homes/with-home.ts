import { isWithin, type TreePath } from '#contract/paths.ts';
import { homeOfScope } from '../../access/actor.ts';
import { userNames } from '../../metadata/user-slices.ts';
import type { Administration } from '../administration.ts';
import { makeHome, removeMadeFolders } from './make-home.ts';

/**
 * Creates the home, then does the work. Disk and database cannot commit together, and a folder without a user is less
 * harmful than a user without a home. When the work fails, removes the created folders unless another user has them
 * by now.
 */
export async function withHome<T>(
  { db, driver }: Administration,
  home: TreePath,
  work: () => Promise<T>,
): Promise<T> {
  const made = await makeHome(driver, home);
  try {
    return await work();
  } catch (error) {
    const homes: (TreePath | undefined)[] = [];
    for await (const users of userNames(db.read)) {
      homes.push(...users.map(({ scope }) => homeOfScope(scope)));
    }
    const isTaken = (folder: TreePath) =>
      homes.some((other) => other !== undefined && isWithin(folder, other));
    await removeMadeFolders(
      driver,
      made.filter((folder) => !isTaken(folder)),
    );
    throw error;
  }
}
