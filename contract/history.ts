import { z } from 'zod';

/**
 * Request header with a random key for one action of a user that needs several requests, such as the deletion of five items. The history
 * shows the requests with one key as one action, and undoes them together. At most 64 letters, digits, `_` and `-`.
 */
export const GROUP_HEADER = 'X-Operation-Group';

/** Kind of operation. `create`: a file was created; `replace`: its contents were replaced, by a save or an upload; `folder`: a folder was created. */
export const HistoryKind = z.enum([
  'copy',
  'move',
  'delete',
  'restore',
  'create',
  'replace',
  'folder',
]);
export type HistoryKind = z.infer<typeof HistoryKind>;

/**
 * Why an operation cannot be undone.
 * - `permanent`: the item was deleted for good.
 * - `merged`: a folder was merged into another one.
 * - `no-version`: what was replaced was not kept.
 * - `changed`: the item, or something in it, has changed since.
 * - `gone`: the item is no longer where the operation has left it, or its disk is missing.
 * - `taken`: something else has the former name.
 * - `no-trash`: the trash is off or cannot take the item.
 * - `forbidden`: the user may not do what the undo needs.
 * - `too-many`: the action has changed more than 1,000 entries.
 */
export const UndoRefusal = z.enum([
  'permanent',
  'merged',
  'no-version',
  'changed',
  'gone',
  'taken',
  'no-trash',
  'forbidden',
  'too-many',
]);
export type UndoRefusal = z.infer<typeof UndoRefusal>;

/** An operation of the caller that has ended. */
export const HistoryEntry = z.object({
  id: z.int(),
  kind: HistoryKind,
  /** Path of the item before the operation, or of what was created, from the home of the caller. */
  path: z.string(),
  /** Path of the item after a copy, a move or a restore. */
  to: z.string().optional(),
  /** Unix milliseconds. */
  at: z.int(),
  /**
   * `impossible`: it cannot be undone; see `reason`. The undo of a `done` operation may still be refused, because only then it is checked
   * what has changed since.
   */
  state: z.enum(['done', 'undone', 'impossible']),
  reason: UndoRefusal.optional(),
  /** Key of the action that the operation belongs to; absent for an action of its own. */
  group: z.string().optional(),
});
export type HistoryEntry = z.infer<typeof HistoryEntry>;

/** Columns by which the list can be sorted. Default: `-at`, newest first. */
export const HISTORY_COLUMNS = ['at'] as const;

/** GET returns a page of `HistoryEntry`, newest first, with the headers of `pages.ts`. Entries are kept for 30 days, the last 10,000 of each user. */
export const HISTORY_URL = '/api/history';

/** Maximum number of operations that a request to undo the last action may leave out. */
export const MAX_LEFT_OUT = 100;

/**
 * Body of POST /api/history/undo. Without `id` and `group`, the last action that is not undone; `besides` leaves out operations whose
 * undo was refused before. With `id`, that operation and all others of its group. 404 when there is nothing to undo. The reply is an
 * `UndoOutcome`.
 */
export const UndoRequest = z.object({
  id: z.int().optional(),
  group: z.string().optional(),
  besides: z.array(z.int()).max(MAX_LEFT_OUT).optional(),
});
export type UndoRequest = z.infer<typeof UndoRequest>;
export const UNDO_URL = `${HISTORY_URL}/undo`;

/** Outcome for each operation, in the order in which they were undone: the last one first. The status of the reply is 200. */
export const UndoOutcome = z.object({
  results: z.array(
    z.object({
      id: z.int(),
      kind: HistoryKind,
      /** As in `HistoryEntry`. */
      path: z.string(),
      to: z.string().optional(),
      state: z.enum(['undone', 'refused']),
      reason: UndoRefusal.optional(),
      group: z.string().optional(),
    }),
  ),
});
export type UndoOutcome = z.infer<typeof UndoOutcome>;
