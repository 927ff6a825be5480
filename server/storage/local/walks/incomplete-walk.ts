import { errnoOf, fromNodeError } from '../node-error.ts';
import { AppError } from '../../../errors.ts';

/**
 * Collects the errors of a walk that skips what it cannot read. What is gone, or may not be read, is not missing in the result. After any other
 * error, such as too many open files or a damaged disk, the walk goes on and fails at its end.
 */
export class IncompleteWalk {
  #first: Error | undefined;

  /** Takes an error of one entry. Throws it if it does not come from the file system. */
  skip(error: unknown): void {
    if (errnoOf(error) === undefined) throw error;
    const failure = fromNodeError(error);
    if (!(failure instanceof AppError)) throw error;
    if (failure.code !== 'not-found' && failure.code !== 'forbidden') this.#first ??= failure;
  }

  /** Throws the first error that has made the result incomplete. */
  requireComplete(): void {
    if (this.#first !== undefined) throw this.#first;
  }
}
