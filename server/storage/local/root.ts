import { existsSync, realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { ROOT, type TreePath } from '#contract/paths.ts';
import { AppError } from '../../errors.ts';
import type { RootDescriptor } from './root-descriptor.ts';
import { openPlaceholder, openRootFolder } from './descriptors.ts';
import { hasErrno } from './node-error.ts';

export interface RootOptions {
  readonly followExternalSymlinks: boolean;
  /** Accepts a missing root, which may be mounted later. */
  readonly mayBeMissing?: boolean;
}

/**
 * Opens the served folder, whose path may contain symlinks. From then on the descriptor is the root, not the path.
 * Error messages are for the operator and name the folder.
 */
export function openRoot(
  path: string,
  { followExternalSymlinks, mayBeMissing = false }: RootOptions,
): RootDescriptor {
  if (!existsSync('/proc/self/fd')) {
    throw new AppError(
      'storage-failed',
      'serving local files safely needs /proc/self/fd, which only Linux has, with /proc mounted',
    );
  }
  const given = resolve(path);
  const current = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  try {
    const real = realpathSync(given);
    current[0] = openRootFolder(real);
    return { current, ownPaths: ownPaths(real, given), followExternalSymlinks };
  } catch (error) {
    if (mayBeMissing && isMissing(error)) {
      current[0] = openPlaceholder();
      return { current, ownPaths: ownPaths(given, given), followExternalSymlinks };
    }
    throw new AppError('storage-failed', `the root ${given} ${reasonOf(error)}`, { cause: error });
  }
}

/** Returns true if an error means that the file system of the root is missing or not mounted. */
function isMissing(error: unknown): boolean {
  return hasErrno(error, 'ENOENT', 'EIO', 'ESTALE', 'ENOTCONN', 'ENODEV', 'ENXIO', 'EHOSTDOWN');
}

/** Returns the paths below which absolute symlink targets are inside the root. Those of the root '/' are empty. */
function ownPaths(real: string, given: string): string[] {
  return [...new Set([real, given])].map((path) => (path === '/' ? '' : path));
}

function reasonOf(error: unknown): string {
  if (hasErrno(error, 'ENOENT')) return 'does not exist';
  if (hasErrno(error, 'ENOTDIR')) return 'is not a folder';
  if (hasErrno(error, 'EACCES', 'EPERM')) return 'may not be opened by this process';
  return 'cannot be opened';
}

/** Returns the absolute path on this machine of a path in the tree. */
export function pathOnDisk({ ownPaths: [base = ''] }: RootDescriptor, path: TreePath): string {
  if (path === ROOT) return base || '/';
  return `${base}${path}`;
}
