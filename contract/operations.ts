import { z } from 'zod';

/**
 * Our page names each copy, move and deletion by a random key in this header. With it the page can ask how far a long
 * one has come, find it again after a lost connection, and cancel it. Without it a copy is cancelled when its caller
 * leaves; deletions and moves go on.
 *
 * The same call with the same key is never done twice: as long as the key is known it gets the answer of the first, if
 * need be when that has ended. Another call with the key is refused (400). Keys are each user's own.
 */
export const OPERATION_HEADER = 'X-Operation';

export const Operation = z.object({
  key: z.string(),
  kind: z.enum(['copy', 'move', 'delete']),
  /** From the user's home. */
  from: z.string(),
  to: z.string().optional(),
  /** Done so far. */
  entries: z.int(),
  bytes: z.int(),
  /** Known once everything has been looked at. */
  totalEntries: z.int().optional(),
  totalBytes: z.int().optional(),
});
export type Operation = z.infer<typeof Operation>;

/** How an act has ended: what was answered, or would have been had anybody still listened. */
export const OperationOutcome = z.object({
  status: z.int(),
  /** The body of the answer. */
  text: z.string(),
  /** Those that say something of the result (`transfers.ts`), by their names in lower case. */
  headers: z.record(z.string(), z.string()),
});
export type OperationOutcome = z.infer<typeof OperationOutcome>;

export const OperationState = z.discriminatedUnion('state', [
  Operation.extend({ state: z.literal('running') }),
  OperationOutcome.extend({ state: z.literal('ended') }),
]);
export type OperationState = z.infer<typeof OperationState>;

/** How long the server knows how an act has ended, unless it is started anew or has very many to remember. */
export const OUTCOME_KEPT_MS = 600_000;

/** GET: the user's own acts that are under way, oldest first. */
export const OPERATIONS_URL = '/api/operations';

/**
 * GET: how one stands, as `OperationState`; 404 when the server does not know of it. DELETE: cancels one; 204, or 404
 * when it has ended.
 */
export function operationUrl(key: string): string {
  return `${OPERATIONS_URL}/${encodeURIComponent(key)}`;
}
