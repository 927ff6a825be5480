import { constants, fsyncSync } from 'node:fs';
import { withDescriptor, reopen } from '../descriptors.ts';
import { hasErrno } from '../node-error.ts';

/**
 * Flushes the names in a folder. A folder that the process may not read cannot be flushed, and some file systems have nothing to
 * flush in one.
 */
export function flushNames(folder: number): void {
  try {
    withDescriptor(reopen(folder, constants.O_RDONLY | constants.O_DIRECTORY), fsyncSync);
  } catch (error) {
    if (!hasErrno(error, 'EACCES', 'EPERM', 'EINVAL', 'ENOTSUP', 'ENOSYS')) throw error;
  }
}
