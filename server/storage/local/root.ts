import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { AppError } from '../../errors.ts';
import type { RootDescriptor } from '../driver.ts';
import { openRootFolder } from './descriptors.ts';
import { hasErrno } from './node-error.ts';

/**
 * Opens the served folder, which may itself be reached through links. The descriptor, not the path, is
 * the root from then on. The words of a failure are for the operator and name the folder.
 */
export function openRoot(
  path: string,
  { followExternalLinks }: { readonly followExternalLinks: boolean },
): RootDescriptor {
  if (!existsSync('/proc/self/fd')) {
    throw new AppError(
      'storage-failed',
      'serving local files safely needs /proc/self/fd, which only Linux has, with /proc mounted',
    );
  }
  const given = resolve(path);
  try {
    const real = realpathSync(given);
    const fd = openRootFolder(real);
    return { fd, ownPaths: ownPaths(real, given), followExternalLinks };
  } catch (error) {
    throw new AppError('storage-failed', `the root ${given} ${reasonOf(error)}`, { cause: error });
  }
}

/** Served as '/', the root has no path of its own that links would have to be cut by. */
function ownPaths(real: string, given: string): string[] {
  return [...new Set([real, given])].map((path) => (path === '/' ? '' : path));
}

function reasonOf(error: unknown): string {
  if (hasErrno(error, 'ENOENT')) return 'does not exist';
  if (hasErrno(error, 'ENOTDIR')) return 'is not a folder';
  if (hasErrno(error, 'EACCES', 'EPERM')) return 'may not be opened by this process';
  return 'cannot be opened';
}
