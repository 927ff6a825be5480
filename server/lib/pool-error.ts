import { AppError, restoreError } from '../errors.ts';
import type { JobFailure } from './worker-jobs.ts';
import { POOL_IS_CLOSED } from './worker-pool.ts';

/** Returns the AppError of a job that has failed in a thread, or that came after its pool was closed. */
export function poolError(failure: JobFailure): Error {
  if (failure === POOL_IS_CLOSED) return new AppError('shutting-down', 'the server is stopping');
  return restoreError(failure);
}
