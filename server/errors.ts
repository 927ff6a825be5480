import { ERROR_CODES, type ErrorCode } from '#contract/errors.ts';
import type { Refusal } from '#contract/refusals.ts';

/** A failure the caller can act on. Anything else that is thrown is a bug and is answered with a 500. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  /** What the caller can put right, for pages that say it in their own language. */
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

/** Makes an error again of what a worker thread has told about one. */
export function restoreError(failure: {
  readonly code: string | undefined;
  readonly message: string;
  readonly cause: unknown;
  readonly refusal?: unknown;
}): Error {
  const { code, message, cause } = failure;
  // It was an AppError's before it left its thread.
  const refusal = failure.refusal as Refusal | undefined;
  return isErrorCode(code)
    ? new AppError(code, message, { cause, refusal })
    : new Error(message, { cause });
}

function isErrorCode(code: string | undefined): code is ErrorCode {
  return ERROR_CODES.some((known) => known === code);
}
