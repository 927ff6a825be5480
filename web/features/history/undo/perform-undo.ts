import { type HistoryKind, MAX_LEFT_OUT, type UndoOutcome } from '#contract/history.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { HISTORY_KEY, undoAction } from '../../../api/history.ts';
import { ApiError } from '../../../api/http.ts';
import { PLACES_KEY } from '../../../api/places.ts';
import { TRASH_KEY } from '../../../api/trash.ts';
import { failureText } from '../../../i18n/failure-text.ts';
import { dialogs } from '../../../state/dialogs.ts';
import { nameIn, sentenceOf } from '../../../state/history-text.ts';
import { awaitEntries } from '../../../state/listing-position.ts';
import { noteAppeared } from '../../../state/change-entries.ts';
import { showFailure, whatAndWhy } from '../../../state/show-failure.ts';
import { type ToastAction, toasts } from '../../../state/toasts.ts';
import { announceUndoEnd, type UndoTarget } from '../../../state/undo.ts';
import { reasonText } from '../reason-text.ts';

/** Functions of the page that an undo needs. */
export interface UndoPage {
  readonly t: TFunction;
  readonly queries: QueryClient;
  goTo(address: string): void;
  /** Returns the displayed address. */
  shownAddress(): string;
  /** Returns true if the session that requested the undo has ended. */
  isEnded(): boolean;
}

type Result = UndoOutcome['results'][number];

/** Duration of an undo, in milliseconds, after which a notice shows that it is running. */
const SHOWN_AFTER_MS = 800;

/**
 * Undoes actions, selects the items that are back, and says what was undone and what was not. After the end of the session it
 * undoes nothing more and says nothing. Never throws.
 */
export async function performUndo(page: UndoPage, target: UndoTarget): Promise<void> {
  const { t } = page;
  const { show, dismiss } = toasts.getState();
  let waiting: number | undefined;
  const timer = setTimeout(() => {
    waiting = show('notice', t('history.undoing'));
  }, SHOWN_AFTER_MS);
  try {
    const results = await resultsOf(page, target);
    if (page.isEnded()) return;
    dismissUndone(results);
    showBack(results);
    report(page, results);
  } catch (failure) {
    if (page.isEnded()) return;
    if (failure instanceof ApiError && failure.status === 404) {
      // The next attempt tries again what was refused.
      leftOut.clear();
      show('info', t('history.nothing'));
    } else if (failure instanceof ApiError && failure.status === 0)
      // The server may have undone it.
      show('error', failureText(t, failure), showHistory(page));
    else showFailure(t, failure, whatAndWhy(t, t('history.failed'), failure));
  } finally {
    clearTimeout(timer);
    if (waiting !== undefined) dismiss(waiting);
    for (const queryKey of [['folder'], ['file'], ['usage'], TRASH_KEY, HISTORY_KEY, PLACES_KEY])
      void page.queries.invalidateQueries({ queryKey });
    announceUndoEnd();
  }
}

/** Ids of operations whose undo was refused. The next undo of the last action passes over them. */
const leftOut = new Set<number>();

/** Asks the server to undo actions, and returns its results. */
async function resultsOf(page: UndoPage, target: UndoTarget): Promise<readonly Result[]> {
  if (target.what === 'last') {
    const besides = [...leftOut].slice(-MAX_LEFT_OUT);
    const { results } = await undoAction(besides.length > 0 ? { besides } : {});
    for (const { id, state } of results) if (state === 'refused') leftOut.add(id);
    return results;
  }
  if (target.what === 'entry') return (await undoAction({ id: target.id })).results;
  const results: Result[] = [];
  // The latest first, as they depend on each other.
  for (const group of target.groups.toReversed()) {
    if (page.isEnded()) break;
    results.push(...(await undoAction({ group })).results);
  }
  return results;
}

/** Dismisses the toasts whose button would undo what is undone now. */
function dismissUndone(results: readonly Result[]): void {
  const undone = new Set(results.flatMap(({ state, group }) => (state === 'undone' ? group : [])));
  const { shown, dismiss } = toasts.getState();
  for (const { id, actions } of shown) {
    if (actions.some(({ undoes }) => undoes?.every((group) => undone.has(group)))) dismiss(id);
  }
}

/** Kinds of operations after whose undo the item is where it was. */
const COMES_BACK: ReadonlySet<HistoryKind> = new Set(['delete', 'move', 'replace']);

/** Selects items that are back, if their folder is shown. */
function showBack(results: readonly Result[]): void {
  const back = results.filter(({ kind, state }) => state === 'undone' && COMES_BACK.has(kind));
  const paths = back.map(({ path }) => path);
  noteAppeared(paths);
  if (paths.length > 0) awaitEntries(paths);
}

function report(page: UndoPage, results: readonly Result[]): void {
  const { t } = page;
  // The server returns the latest operation first.
  const inOrder = results.toReversed();
  const undone = inOrder.filter(({ state }) => state === 'undone');
  const refused = inOrder.filter(({ state }) => state === 'refused');
  const { show } = toasts.getState();
  if (undone.length > 0)
    show('success', t('history.done', { what: sentenceOf(t, undone) }), showHistory(page));
  const [first, ...others] = refused;
  if (!first) return;
  const title = t('history.refused', { what: sentenceOf(t, refused) });
  if (others.length === 0) {
    const text = `${title}. ${reasonText(t, first.reason)}`;
    for (const toast of toasts.getState().shown) {
      if (toast.text === text) toasts.getState().dismiss(toast.id);
    }
    show('error', text, showHistory(page));
  } else
    dialogs.getState().openWhenFree({ kind: 'failures', title, failures: failuresOf(t, refused) });
}

function failuresOf(t: TFunction, refused: readonly Result[]) {
  return refused.map(({ path, reason }) => ({ name: nameIn(path), reason: reasonText(t, reason) }));
}

const HISTORY_ADDRESS = '/history';

function showHistory({ t, goTo, shownAddress }: UndoPage): ToastAction | undefined {
  if (shownAddress() === HISTORY_ADDRESS) return undefined;
  return { label: t('history.show'), run: () => goTo(HISTORY_ADDRESS) };
}
