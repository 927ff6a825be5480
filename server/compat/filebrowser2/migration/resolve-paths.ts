import {
  childPath,
  nameOf,
  parentOf,
  prefixed,
  ROOT,
  type TreePath,
  withoutPrefix,
} from '#contract/paths.ts';
import { homeOfScope } from '../../../access/actor.ts';
import { AppError } from '../../../errors.ts';
import type { StorageDriver } from '../../../storage/driver.ts';
import type { Migration, MigratedShare } from './plan-migration.ts';
import type { Note } from './migration-report.ts';

/** Number of shares from which one note is enough if all of their items are missing. */
const MIN_SHARES_FOR_ONE_NOTE = 3;

type Driver = Pick<StorageDriver, 'resolve'>;

/**
 * Returns the migration with the real paths of scopes and shared items. File Browser 2 stored them as its users typed
 * them, with symlinks, which this server does not follow out of a scope. Notes missing shared items.
 */
export async function withResolvedPaths(migration: Migration, driver: Driver): Promise<Migration> {
  const realHomes = new Map<TreePath, TreePath>();
  const users: Migration['users'][number][] = [];
  for (const user of migration.users) {
    const home = homeOfScope(user.scope);
    const real = home && (await realHomeOf(driver, home));
    if (home !== undefined && real !== undefined) realHomes.set(home, real);
    users.push(real === undefined || real === home ? user : { ...user, scope: real });
  }
  const shares: MigratedShare[] = [];
  const missing: string[] = [];
  for (const share of migration.shares) {
    const home = realHomes.get(share.home) ?? share.home;
    const below = withoutPrefix(share.home, share.path);
    const asked = below === undefined ? share.path : prefixed(home, below);
    const { path, isThere } = await findItem(driver, { path: asked, home });
    shares.push({ ...share, home, path });
    if (!isThere) missing.push(share.hash);
  }
  const notes = notesOfMissing(missing, shares.length);
  const { report } = migration;
  return {
    ...migration,
    users,
    shares,
    report: { ...report, decisions: [...report.decisions, ...notes] },
  };
}

/** If all items are missing, the root is probably wrong, so there is only one note. */
function notesOfMissing(missing: readonly string[], all: number): Note[] {
  if (missing.length === all && all >= MIN_SHARES_FOR_ONE_NOTE) {
    const message = `none of the items of the ${all} shares exists; check that --root is right. The shares work as soon as their items exist`;
    return [{ about: 'shares', message }];
  }
  return missing.map((hash) => ({
    about: `share ${hash}`,
    message: 'its item does not exist; the share works once it does',
  }));
}

async function realHomeOf(driver: Driver, home: TreePath): Promise<TreePath> {
  try {
    const resolution = await driver.resolve(home, ROOT);
    return resolution.kind === 'found' ? resolution.path : home;
  } catch (error) {
    if (error instanceof AppError) return home;
    throw error;
  }
}

async function findItem(
  driver: Driver,
  { path, home }: Pick<MigratedShare, 'path' | 'home'>,
): Promise<{ readonly path: TreePath; readonly isThere: boolean }> {
  try {
    const isThere = (await driver.resolve(path, home)).kind === 'found';
    if (path === home) return { path, isThere };
    const folder = await driver.resolve(parentOf(path), home);
    const real = folder.kind === 'found' ? childPath(folder.path, nameOf(path)) : undefined;
    return { path: real ?? path, isThere };
  } catch (error) {
    // An item without access is resolved again when a visitor opens the share.
    if (error instanceof AppError) return { path, isThere: false };
    throw error;
  }
}
