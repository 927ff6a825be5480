import { ERROR_CODES, type ErrorCode } from '#contract/errors.ts';

/** A failure the caller can act on. Anything else that is thrown is a bug and is answered with a 500. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Makes an error again of what a worker thread has told about one. */
export function revivedError(failure: {
  readonly code: string | undefined;
  readonly message: string;
  readonly cause: unknown;
}): Error {
  const { code, message, cause } = failure;
  return isErrorCode(code) ? new AppError(code, message, { cause }) : new Error(message, { cause });
}

function isErrorCode(code: string | undefined): code is ErrorCode {
  return ERROR_CODES.some((known) => known === code);
}
