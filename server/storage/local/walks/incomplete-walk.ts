import { AppError } from '../../../errors.ts';
import { errnoOf, hasErrno, fromNodeError } from '../node-error.ts';

/** Errors that say nothing about the entry: this process, or the system, lacks descriptors or memory at this moment. */
const LACKING = ['EMFILE', 'ENFILE', 'ENOMEM'] as const;

/** Returns true if the server lacked descriptors or memory, so that the same step may succeed later. */
export function isLack(error: unknown): boolean {
  return hasErrno(error, ...LACKING);
}

/**
 * Collects the errors of a walk that skips what it cannot read. What is gone, forbidden, or on a disk that does not answer or is damaged is left
 * out, so that one such folder does not make every search above it fail. If entries are left out because the server lacks descriptors or memory,
 * the walk goes on and fails at its end: the next one may find them.
 */
export class IncompleteWalk {
  #failure: AppError | undefined;

  /** Error code of the first lack, such as EMFILE; undefined if nothing was lacking. */
  get lacking(): string | undefined {
    return errnoOf(this.#failure?.cause);
  }

  /** Takes an error of one entry. Throws it if it does not come from the file system. */
  skip(error: unknown): void {
    const failure = fromNodeError(error);
    if (errnoOf(error) === undefined || !(failure instanceof AppError)) throw error;
    if (isLack(error)) this.#failure ??= failure;
  }

  /** Throws the first error that may not occur in the next walk. */
  requireComplete(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }
}
