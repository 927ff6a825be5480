import { z } from 'zod';

/**
 * Our page names each copy, move and deletion by a random key in this header. With it the page can ask how far a long
 * one has come, find it again after a lost connection, and cancel it. Without it an act is cancelled when its caller
 * leaves, unless it is a deletion or a move, which go on.
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

/** GET: the user's own acts that are under way, oldest first. */
export const OPERATIONS_URL = '/api/operations';

/** DELETE: cancels one. 204, or 404 when it has ended. */
export function operationUrl(key: string): string {
  return `${OPERATIONS_URL}/${encodeURIComponent(key)}`;
}
