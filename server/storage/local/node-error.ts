import type { ErrorCode } from '#contract/errors.ts';
import type { RefusalCode } from '#contract/refusals.ts';
import { AppError } from '../../errors.ts';

/** Code, text and reason for the user of each error of the file system. Clients see the texts, so they contain no path of this machine. */
const MEANING: Readonly<Record<string, readonly [ErrorCode, string, RefusalCode?]>> = {
  ENOENT: ['not-found', 'there is nothing of this name'],
  ENOTDIR: ['not-found', 'a part of the path is not a folder'],
  EEXIST: ['already-exists', 'the name is taken'],
  EISDIR: ['already-exists', 'a folder of this name exists'],
  ENOTEMPTY: ['invalid-request', 'the folder is not empty', 'folder-not-empty'],
  ENAMETOOLONG: ['invalid-path', 'the name is too long', 'name-too-long'],
  EILSEQ: ['invalid-path', 'the file system cannot store this name', 'bad-name'],
  EINVAL: ['invalid-path', 'the file system cannot store this name', 'bad-name'],
  EACCES: ['forbidden', 'the file system does not allow it'],
  EPERM: ['forbidden', 'the file system does not allow it'],
  EROFS: ['forbidden', 'the file system is read-only'],
  ELOOP: ['forbidden', 'a symlink is in the path'],
  EBUSY: ['locked', 'the file system is using it'],
  ETXTBSY: ['locked', 'the file is being executed'],
  EFBIG: ['too-large', 'the file system cannot store a file so large'],
  EXDEV: ['invalid-request', 'it is on another device'],
  ENOSPC: ['no-space', 'no space is left'],
  EMLINK: ['no-space', 'the folder cannot hold more'],
  EMFILE: ['too-many-requests', 'too many files are open'],
  ENFILE: ['too-many-requests', 'too many files are open'],
  ETIMEDOUT: ['not-answering', 'the storage does not answer'],
  EHOSTDOWN: ['not-answering', 'the storage does not answer'],
  EDQUOT: ['no-space', 'the quota of the file system is used up'],
};

/**
 * Translates an error of `node:fs`, with the error as the cause. Returns an AppError unchanged, and also any error
 * that does not come from the file system, which is a bug.
 */
export function fromNodeError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const errno = errnoOf(error);
  if (errno === undefined) return error;
  const [code, words, refusal] = MEANING[errno] ?? [
    'storage-failed',
    `the file system failed: ${errno}`,
  ];
  return new AppError(code, words, { cause: error, refusal: refusal && { code: refusal } });
}

/** Returns the error code, such as ENOENT; undefined for an error that no system call has thrown. */
export function errnoOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return undefined;
  return String(error.code);
}

/** Returns true if a system call has thrown the error with one of these codes. */
export function hasErrno(error: unknown, ...errnos: readonly string[]): boolean {
  const errno = errnoOf(error);
  return errno !== undefined && errnos.includes(errno);
}

/** Returns the result of `work`; undefined if an entry that it needs does not exist. */
export function unlessGone<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch (error) {
    if (hasErrno(error, 'ENOENT') || (error instanceof AppError && error.code === 'not-found')) {
      return undefined;
    }
    throw error;
  }
}
