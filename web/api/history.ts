import {
  HISTORY_URL,
  type HistoryEntry,
  UNDO_URL,
  type UndoOutcome,
  type UndoRequest,
} from '#contract/history.ts';
import { asJson } from './as-json.ts';
import { callJson } from './http.ts';
import { pagesQuery } from './pages.ts';

/** Prefix of the keys of all queries about the history. */
export const HISTORY_KEY = ['history'] as const;

/** Pages of what the user has done, the latest first. */
export const historyPagesQuery = () =>
  pagesQuery<HistoryEntry, 'at'>(HISTORY_KEY, HISTORY_URL, {
    search: '',
    order: { by: 'at', isAscending: false },
  });

/** Undoes an action. Throws ApiError 404 if there is nothing to undo. */
export function undoAction(request: UndoRequest): Promise<UndoOutcome> {
  return callJson<UndoOutcome>('POST', UNDO_URL, asJson(request));
}
