import { AppError } from '../errors.ts';

const RETRY_AFTER_SECONDS = 5;

/** The database cannot be written at the moment, and a repeated attempt is likely to succeed. */
export class DatabaseUnavailable extends AppError {
  /** For the Retry-After header (RFC 9110, section 10.2.3). */
  readonly retryAfterSeconds = RETRY_AFTER_SECONDS;

  constructor(message: string, options?: ErrorOptions) {
    super('unavailable', message, options);
  }
}
