import { hasErrno } from '../node-error.ts';

/** Reports that an entry of the source of a copy cannot be read. `cause` is the error of the file system. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';

  constructor(cause: unknown) {
    super('an entry of the source cannot be read', { cause });
  }
}

/** Runs a step that reads from the source of a copy. Throws `Unreadable` for its errors, which distinguishes them from those of the copy. */
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
