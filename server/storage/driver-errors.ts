// Errors that all drivers and the layers above them throw.
import { AppError } from '../errors.ts';

export function notFound(): AppError {
  return new AppError('not-found', 'there is nothing of this name');
}

export function nothingAtPath(): AppError {
  return new AppError('not-found', 'there is nothing at this path');
}

/** Returns the error for a path that goes on below a file. */
export function notAFolder(): AppError {
  return new AppError('not-found', 'a part of the path is not a folder');
}

export function notAFile(): AppError {
  return new AppError('invalid-request', 'this is not a regular file', {
    refusal: { code: 'not-a-file' },
  });
}

export function pathTooLong(): AppError {
  return new AppError('invalid-path', 'the path is too long', {
    refusal: { code: 'path-too-long' },
  });
}

/** Returns the error for a selected path that is not valid. */
export function badSelectedPath(): AppError {
  return new AppError('invalid-path', 'not an acceptable path');
}

/** Returns the error for a name that another entry has. */
export function nameTaken({ isFolder }: { readonly isFolder: boolean }): AppError {
  return new AppError(
    'already-exists',
    isFolder ? 'a folder of this name exists' : 'the name is taken',
  );
}

/** Returns the error for an existing entry of the other kind at the destination of a merge. */
export function inTheWay({ isFolder, name }: { isFolder: boolean; name: string }): AppError {
  const what = isFolder ? 'folder' : 'file';
  return new AppError('already-exists', `a ${what} with the name ${name} is in the way`);
}

/** Returns the error for a folder that would be moved into itself. */
export function intoItself(cause?: unknown): AppError {
  return new AppError('invalid-request', 'a folder cannot be moved into itself', {
    refusal: { code: 'into-itself' },
    cause,
  });
}

/** Returns the error for a file that is no longer the version that was to be replaced. */
export function fileChanged(): AppError {
  return new AppError('stale', 'the file has changed');
}

/** Returns the error for a temporary file that was removed while it was being written. */
export function temporaryFileGone(): AppError {
  return new AppError('not-found', 'the unfinished file is gone');
}

/** Returns the error for a tree that holds something that access control hides. */
export function mayNotBeSeen(): AppError {
  return new AppError('forbidden', 'something in it may not be seen');
}

/** Returns the error for a selected entry that access control hides from a download. */
export function hiddenFromDownload(): AppError {
  return new AppError('forbidden', 'download: hidden');
}

/** Returns the error for a file system that has no room for more files, although bytes may be free. */
export function noInodes(): AppError {
  return new AppError('no-space', 'no inode is free');
}
