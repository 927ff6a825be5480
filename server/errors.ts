import type { ErrorCode } from '#contract/errors.ts';
import type { Refusal } from '#contract/refusals.ts';

/** A failure that the caller can act on. Any other error that is thrown is a bug and is answered with status 500. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  /** Details of what the caller can correct, for pages that state it in the user's language. */
  readonly refusal: Refusal | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    options: ErrorOptions & { readonly refusal?: Refusal | undefined } = {},
  ) {
    super(message, options);
    this.code = code;
    this.refusal = options.refusal;
  }
}

/** Returns the error with which work ends, or is refused, while the server stops. */
export function serverStopping(): AppError {
  return new AppError('shutting-down', 'the server is stopping');
}

/** Returns the error of a step on the disk whose deadline has passed. */
export function storageNotAnswering(): AppError {
  return new AppError('not-answering', 'the storage does not answer');
}

/** Returns the error for a body of a request that has ended before its announced length. */
export function bodyEndedEarly(): AppError {
  return new AppError('invalid-request', 'the body ended early');
}
