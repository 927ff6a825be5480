import { ApiError } from './http.ts';

/** No response, locked, too many requests. */
const PASSING = new Set([0, 423, 429]);

/**
 * Returns true for a failure that may be gone at the next attempt, and after which nothing has changed: a lost connection, an item
 * in use, a full disk, a failure of the server. Unknown outcomes are not among them.
 */
export function maySucceedLater(failure: unknown): boolean {
  if (!(failure instanceof ApiError) || failure.isCommandRefusal) return false;
  return PASSING.has(failure.status) || failure.status >= 500;
}
