import type { ErrorCode } from '#contract/errors.ts';

/** A failure the caller can act on. Anything else that is thrown is a bug and is answered with a 500. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
