import { AppError } from '../errors.ts';

export function noSuchJob(): AppError {
  return new AppError('not-found', 'there is no such job');
}

/** Returns the error for an action that the state of a job does not allow. */
export function wrongJobState(): AppError {
  return new AppError('locked', 'the state of the job does not allow this');
}

/** Reports that the user of a job was removed or has lost a permission. */
export class NoLongerAllowed extends AppError {
  constructor() {
    super('forbidden', 'the user of the job may not do this any more');
  }
}
