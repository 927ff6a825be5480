import { factsUrl, type Entry } from '#contract/files.ts';
import type { UndoRefusal } from '#contract/history.ts';
import type { RestoreConflict, TrashedItem } from '#contract/trash.ts';
import type { TFunction } from 'i18next';
import { HISTORY_KEY, undoAction } from '../../../api/history.ts';
import { ApiError, callJson } from '../../../api/http.ts';
import { restoreTrashed, TRASH_KEY, type TrashResult } from '../../../api/trash.ts';
import { failureText } from '../../../i18n/failure-text.ts';
import { randomKey } from '../../../lib/random-key.ts';
import { filesAddress } from '../../../lib/path-codec.ts';
import { dialogs } from '../../../state/dialogs.ts';
import { awaitEntries } from '../../../state/listing-position.ts';
import { noteAppeared } from '../../../state/change-entries.ts';
import { session } from '../../../state/session.ts';
import { followSessionEnd } from '../../../state/session-end.ts';
import { showFailure, whatAndWhy } from '../../../state/show-failure.ts';
import { toasts } from '../../../state/toasts.ts';
import { folderHolding } from '../../../state/transfer-plan.ts';
import { announceUndoEnd, undoButton } from '../../../state/undo.ts';
import type { TrashAccess } from '../trash-access.ts';

/** An item in the trash, as far as it is needed to restore it. */
export type Restorable = Pick<TrashedItem, 'id' | 'path' | 'name' | 'isDir'> & {
  readonly size: number | null;
};

export interface RestoreRequest {
  readonly items: readonly Restorable[];
  /** Path of the folder in which the items are put; '' is the home folder. Default: where they were. */
  readonly folder?: string;
  /** Key of the deletion that is undone. */
  readonly undoes?: string;
}

/**
 * Restores items, asks about existing names, and reports the result. Resolves when the first attempt has ended. After the end of the
 * session it restores nothing more and says nothing. Never throws.
 */
export async function restoreItems(page: TrashAccess, request: RestoreRequest): Promise<void> {
  const results = await attempt(page, request, 'fail');
  const taken = request.items.filter((_, index) => results[index]?.status === 409);
  if (taken.length > 0) await askAbout(page, { ...request, items: taken });
}

/** Restores items and reports the result, apart from taken names after `fail`. Returns the results in the order of the items. */
async function attempt(
  page: TrashAccess,
  request: RestoreRequest,
  onConflict: RestoreConflict,
): Promise<readonly TrashResult[]> {
  const { items, undoes } = request;
  const group = randomKey();
  const isEnded = followSessionEnd();
  try {
    const found =
      undoes === undefined
        ? await restore(request, onConflict, group)
        : await undoDeletion(items, undoes, isEnded);
    if (isEnded()) return [];
    const byId = new Map(found.map((result) => [result.id, result]));
    const results = items.map(({ id }) => byId.get(id) ?? { id, status: 404 });
    const isAsked = ({ status }: TrashResult) => status === 409 && onConflict === 'fail';
    report(
      page,
      items,
      results.filter((result) => !isAsked(result)),
      undoes === undefined ? group : undefined,
    );
    return results;
  } catch (failure) {
    if (isEnded()) return [];
    const count = items.length;
    const what = notRestored(page.t, { count, all: count, name: items[0]?.name });
    showFailure(page.t, failure, whatAndWhy(page.t, what, failure));
    return [];
  } finally {
    void page.queries.invalidateQueries({ queryKey: TRASH_KEY });
    void page.queries.invalidateQueries({ queryKey: HISTORY_KEY });
    announceUndoEnd();
  }
}

function restore(
  { items, folder }: RestoreRequest,
  onConflict: RestoreConflict,
  group: string,
): Promise<readonly TrashResult[]> {
  const ids = items.map(({ id }) => id);
  return restoreTrashed(ids, { folder, onConflict, group });
}

/**
 * Restores the items of a deletion as an undo, which the history does not list. Items of a deletion that is too large for the history are
 * restored from the trash.
 */
async function undoDeletion(
  items: readonly Restorable[],
  group: string,
  isEnded: () => boolean,
): Promise<readonly TrashResult[]> {
  const { results } = await undoAction({ group });
  if (isEnded()) return [];
  const byPath = new Map(results.map((result) => [result.path, result]));
  const isForgotten = ({ path }: Restorable) => {
    const result = byPath.get(path);
    return result === undefined || result.reason === 'too-many';
  };
  const forgotten = items.filter(isForgotten);
  const restored =
    forgotten.length === 0 ? [] : await restore({ items: forgotten }, 'fail', randomKey());
  const undone = items.flatMap(({ id, path }) => {
    const result = byPath.get(path);
    if (result === undefined || result.reason === 'too-many') return [];
    if (result.state === 'undone') return { id, status: 200, path };
    return { id, status: STATUSES[result.reason ?? 'gone'] };
  });
  return [...undone, ...restored];
}

/** Status with which restoring an item would be refused for the same reason. */
const STATUSES: Readonly<Record<Exclude<UndoRefusal, 'too-many'>, number>> = {
  permanent: 404,
  merged: 409,
  'no-version': 409,
  changed: 409,
  gone: 404,
  taken: 409,
  'no-trash': 404,
  forbidden: 403,
};

/** Asks what to do with items whose names are taken. */
async function askAbout(page: TrashAccess, request: RestoreRequest): Promise<void> {
  const conflicts = await Promise.all(
    request.items.map(async (item, index) => ({
      item,
      existing: index < MAX_FACTS ? await factsOf(targetOf(item, request)) : undefined,
    })),
  );
  dialogs.getState().openWhenFree({
    kind: 'restore-conflicts',
    conflicts,
    mayReplace: session.getState().user?.perm.modify ?? false,
    settle(choices) {
      for (const choice of ['rename', 'replace'] as const) {
        const items = request.items.filter(({ id }) => choices.get(id) === choice);
        const { folder } = request;
        if (items.length > 0)
          void attempt(page, { items, ...(folder !== undefined && { folder }) }, choice);
      }
    },
  });
}

/** Maximum number of existing entries whose properties are read. */
const MAX_FACTS = 20;

/** Returns the properties of an existing entry; undefined where they cannot be read. */
function factsOf(path: string): Promise<Entry | undefined> {
  return callJson<Entry>('GET', factsUrl(path)).catch(() => undefined);
}

function targetOf({ path, name }: Restorable, { folder }: RestoreRequest): string {
  return folder === undefined ? path : `${folder}/${name}`;
}

function report(
  page: TrashAccess,
  items: readonly Restorable[],
  results: readonly TrashResult[],
  group: string | undefined,
): void {
  const nameOf = new Map(items.map(({ id, name }) => [id, name]));
  const restored = results.filter(({ status }) => status < 300);
  const failures = results.filter(({ status }) => status >= 300);
  if (restored.length > 0) reportRestored(page, restored, { nameOf, group });
  if (failures.length > 0) reportFailures(page.t, failures, { nameOf, all: items.length });
}

/** Shows and selects the restored entries where their folder is open, and offers to go there otherwise. */
function reportRestored(
  { t, queries, goTo, shownPath }: TrashAccess,
  restored: readonly TrashResult[],
  { nameOf, group }: { nameOf: ReadonlyMap<number, string>; group: string | undefined },
): void {
  const paths = restored.flatMap(({ path }) => path ?? []);
  const [first] = paths;
  const [{ id }] = restored as [TrashResult];
  const folder = first === undefined ? undefined : `${folderHolding({ path: first })}/`;
  const isShown = paths.some((path) => `${folderHolding({ path })}/` === shownPath());
  noteAppeared(paths);
  awaitEntries(paths);
  void queries.invalidateQueries({ queryKey: ['folder'] });
  void queries.invalidateQueries({ queryKey: ['usage'] });
  const show = () => {
    awaitEntries(paths);
    if (folder !== undefined) goTo(filesAddress(folder));
  };
  toasts
    .getState()
    .show(
      'success',
      restored.length === 1
        ? t('trash.restoredOne', { name: nameOf.get(id) ?? '' })
        : t('trash.restoredMany', { count: restored.length }),
      isShown || folder === undefined ? undefined : { label: t('transfers.show'), run: show },
      group === undefined ? undefined : undoButton(t, 'trashing', [group]),
    );
}

function reportFailures(
  t: TFunction,
  failures: readonly TrashResult[],
  { nameOf, all }: { nameOf: ReadonlyMap<number, string>; all: number },
): void {
  const [first] = failures;
  dialogs.getState().openWhenFree({
    kind: 'failures',
    title: notRestored(t, { count: failures.length, all, name: first && nameOf.get(first.id) }),
    failures: failures.map(({ id, status, message = '' }) => ({
      name: nameOf.get(id) ?? '',
      reason: failureText(t, new ApiError(status, message)),
    })),
  });
}

/** Says how many of all items were not restored, or the name of the only one. */
function notRestored(
  t: TFunction,
  { count, all, name = '' }: { count: number; all: number; name: string | undefined },
): string {
  return all === 1
    ? t('trash.restoreFailedOne', { name })
    : t('trash.restoreFailed', { count, all });
}
