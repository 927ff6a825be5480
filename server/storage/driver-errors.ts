import { AppError } from '../errors.ts';

export function notFound(): AppError {
  return new AppError('not-found', 'there is nothing of this name');
}

export function mayNotBeSeen(): AppError {
  return new AppError('forbidden', 'something in it may not be seen');
}
