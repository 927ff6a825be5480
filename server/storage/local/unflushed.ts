import { constants } from 'node:fs';
import { reopen, statOf } from './descriptors.ts';
import { identityOf } from './entry-stat.ts';
import { hasErrno } from './node-error.ts';
import { closeQuietly } from './read-file.ts';

/** A folder whose entries have changed and still have to be flushed. */
export interface UnflushedFolder {
  readonly fd: number;
  readonly identity: string;
}

/** Opens a folder to flush it later. Returns undefined where the process may not read the folder, which cannot be flushed then. */
export function openForFlush(folder: number): UnflushedFolder | undefined {
  try {
    const fd = reopen(folder, constants.O_RDONLY | constants.O_DIRECTORY);
    return { fd, identity: identityOf(statOf(fd)) };
  } catch (error) {
    if (hasErrno(error, 'EACCES', 'EPERM')) return undefined;
    throw error;
  }
}

/** Closes the folder after failed work, when there is nothing to flush. */
export function abandonFlush(unflushed: UnflushedFolder | undefined): void {
  if (unflushed) closeQuietly(unflushed.fd);
}
