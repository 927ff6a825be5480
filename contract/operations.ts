import { z } from 'zod';
import { JOB_KINDS } from './jobs.ts';

/**
 * Request header with a random key for a copy, move, deletion or restore. With the key a client can query the progress, find the operation again
 * after a lost connection, and cancel it. Without a key, a copy is cancelled when its client disconnects; other operations continue.
 *
 * A repeated request with the same key returns the reply of the first one and is not executed again. A different request with a known
 * key is refused (400). Keys are separate for each user.
 */
export const OPERATION_HEADER = 'X-Operation';

export const Operation = z.object({
  key: z.string(),
  kind: z.enum(JOB_KINDS),
  /** Path from the user's home. */
  from: z.string(),
  to: z.string().optional(),
  /** Number of entries done so far. */
  entries: z.int(),
  bytes: z.int(),
  /** Present once everything below the source has been counted. */
  totalEntries: z.int().optional(),
  totalBytes: z.int().optional(),
});
export type Operation = z.infer<typeof Operation>;

/** Reply of a finished operation, whether or not the client received it. */
export const OperationOutcome = z.object({
  status: z.int(),
  /** Body of the reply. */
  text: z.string(),
  /** Headers that describe the result (`transfers.ts`), by lower-case name. */
  headers: z.record(z.string(), z.string()),
});
export type OperationOutcome = z.infer<typeof OperationOutcome>;

export const OperationState = z.discriminatedUnion('state', [
  Operation.extend({ state: z.literal('running') }),
  OperationOutcome.extend({ state: z.literal('ended') }),
]);
export type OperationState = z.infer<typeof OperationState>;

/** Milliseconds for which the server remembers the result of an operation, unless it restarts or has too many to remember. */
export const OUTCOME_KEPT_MS = 600_000;

/** GET returns the running operations of the caller, oldest first. */
export const OPERATIONS_URL = '/api/operations';

/** Address of an operation. GET returns an `OperationState`, or 404 if it is unknown. DELETE cancels it: 204, or 404 if it has ended. */
export function operationUrl(key: string): string {
  return `${OPERATIONS_URL}/${encodeURIComponent(key)}`;
}
