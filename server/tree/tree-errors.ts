import { AppError } from '../errors.ts';

/** Returns the error for a symlink that leads to where the actor may not be. */
export function symlinkLeavesScope(): AppError {
  return new AppError('forbidden', 'a symlink leads out of the scope');
}

/** Returns the error for a path that has to be that of a folder. */
export function mustBeFolder(): AppError {
  return new AppError('invalid-request', 'path is not a directory');
}

/** Returns the error for a name that an entry of another kind has, such as a folder where a file was expected. */
export function takenByOther(): AppError {
  return new AppError('already-exists', 'something else has this name');
}
