import { AppError } from '../errors.ts';

/** Retry-After in seconds. */
const RETRY_AFTER_SECONDS = 5;

/**
 * Reports that the database server cannot be reached, does not answer in time, or cannot complete a transaction now, or that
 * another process holds the write lock of an SQLite database.
 * `outcome` says whether the work may have been stored all the same: it is `unknown` when the connection was lost
 * after the commit was sent.
 */
export class DatabaseUnavailable extends AppError {
  readonly retryAfterSeconds = RETRY_AFTER_SECONDS;
  readonly outcome: 'not-stored' | 'unknown';

  constructor(
    message: string,
    options: ErrorOptions & { readonly outcome?: DatabaseUnavailable['outcome'] } = {},
  ) {
    super('database-unavailable', message, options);
    this.outcome = options.outcome ?? 'not-stored';
  }
}

/** Returns whether the work may be repeated without storing it twice. */
export function isKnownNotStored(error: unknown): error is DatabaseUnavailable {
  return error instanceof DatabaseUnavailable && error.outcome === 'not-stored';
}
