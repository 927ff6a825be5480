import { hasErrno } from '../node-error.ts';

/** An entry of the source of a copy cannot be read. `cause` is the error of the file system. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';

  constructor(cause: unknown) {
    super('an entry of the source cannot be read', { cause });
  }
}

/** Reads from the source of a copy. Errors of the destination must not be mistaken for those of the source. */
export function readingSource<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    // Missing permissions, and damaged disks and file systems.
    if (hasErrno(error, 'EACCES', 'EPERM', 'EIO', 'EUCLEAN', 'EBADMSG', 'ENODATA'))
      throw new Unreadable(error);
    throw error;
  }
}
