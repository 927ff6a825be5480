import { AppError } from '../../errors.ts';

/** Returns the error for an entry whose blob is absent: a failure of the storage. */
export function contentsMissing(cause?: unknown): AppError {
  return new AppError('storage-failed', 'the contents of this file are missing in the store', {
    cause,
  });
}

/** Returns the error for a step on a draft that has become a blob already. */
export function alreadyComplete(): AppError {
  return new AppError('invalid-request', 'this file is complete and cannot be continued');
}

export function checksumMissing(): AppError {
  return new AppError('storage-failed', 'no checksum was computed');
}
