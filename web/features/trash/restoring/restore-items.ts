import { factsUrl, type Entry } from '#contract/files.ts';
import type { RestoreConflict, TrashedItem } from '#contract/trash.ts';
import type { TFunction } from 'i18next';
import { ApiError, callJson } from '../../../api/http.ts';
import { restoreTrashed, TRASH_KEY, type TrashResult } from '../../../api/trash.ts';
import { failureText } from '../../../i18n/failure-text.ts';
import { filesAddress } from '../../../lib/path-codec.ts';
import { dialogs } from '../../../state/dialogs.ts';
import { awaitEntries } from '../../../state/listing-position.ts';
import { session } from '../../../state/session.ts';
import { showFailure } from '../../../state/show-failure.ts';
import { toasts } from '../../../state/toasts.ts';
import { folderHolding } from '../../../state/transfer-plan.ts';
import type { TrashAccess } from '../trash-access.ts';

/** An item in the trash, as far as it is needed to restore it. */
export type Restorable = Pick<TrashedItem, 'id' | 'path' | 'name' | 'isDir'> & {
  readonly size: number | null;
};

export interface RestoreRequest {
  readonly items: readonly Restorable[];
  /** Path of the folder in which the items are put; '' is the home folder. Default: where they were. */
  readonly folder?: string;
}

/**
 * Restores items, asks about existing names, and reports the result. Resolves when the first attempt has ended. Never throws.
 */
export async function restoreItems(page: TrashAccess, request: RestoreRequest): Promise<void> {
  const results = await attempt(page, request, 'fail');
  const taken = request.items.filter((_, index) => results[index]?.status === 409);
  if (taken.length > 0) await askAbout(page, { ...request, items: taken });
}

/** Restores items and reports the result, apart from taken names after `fail`. Returns the results in the order of the items. */
async function attempt(
  page: TrashAccess,
  { items, folder }: RestoreRequest,
  onConflict: RestoreConflict,
): Promise<readonly TrashResult[]> {
  try {
    const ids = items.map(({ id }) => id);
    const found = await restoreTrashed(ids, { folder, onConflict });
    const byId = new Map(found.map((result) => [result.id, result]));
    const results = items.map(({ id }) => byId.get(id) ?? { id, status: 404 });
    const isAsked = ({ status }: TrashResult) => status === 409 && onConflict === 'fail';
    report(
      page,
      items,
      results.filter((result) => !isAsked(result)),
    );
    return results;
  } catch (failure) {
    showFailure(page.t, failure);
    return [];
  } finally {
    void page.queries.invalidateQueries({ queryKey: TRASH_KEY });
  }
}

/** Asks what to do with items whose names are taken. */
async function askAbout(page: TrashAccess, request: RestoreRequest): Promise<void> {
  const conflicts = await Promise.all(
    request.items.map(async (item, index) => ({
      item,
      existing: index < MOST_FACTS ? await factsOf(targetOf(item, request)) : undefined,
    })),
  );
  dialogs.getState().openWhenFree({
    kind: 'restore-conflicts',
    conflicts,
    mayReplace: session.getState().user?.perm.modify ?? false,
    settle(choices) {
      for (const choice of ['rename', 'replace'] as const) {
        const items = request.items.filter(({ id }) => choices.get(id) === choice);
        if (items.length > 0) void attempt(page, { ...request, items }, choice);
      }
    },
  });
}

/** Maximum number of existing entries whose properties are read. */
const MOST_FACTS = 20;

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
): void {
  const nameOf = new Map(items.map(({ id, name }) => [id, name]));
  const restored = results.filter(({ status }) => status < 300);
  const failures = results.filter(({ status }) => status >= 300);
  if (restored.length > 0) reportRestored(page, restored, nameOf);
  if (failures.length > 0) reportFailures(page.t, failures, { nameOf, all: items.length });
}

/** Shows and selects the restored entries where their folder is open, and offers to go there otherwise. */
function reportRestored(
  { t, queries, goTo, shownPath }: TrashAccess,
  restored: readonly TrashResult[],
  nameOf: ReadonlyMap<number, string>,
): void {
  const paths = restored.flatMap(({ path }) => path ?? []);
  const [first] = paths;
  const [{ id }] = restored as [TrashResult];
  const folder = first === undefined ? undefined : `${folderHolding({ path: first })}/`;
  const isShown = paths.some((path) => `${folderHolding({ path })}/` === shownPath());
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
    title:
      all === 1 && first
        ? t('trash.restoreFailedOne', { name: nameOf.get(first.id) ?? '' })
        : t('trash.restoreFailed', { count: failures.length, all }),
    failures: failures.map(({ id, status, message = '' }) => ({
      name: nameOf.get(id) ?? '',
      reason: failureText(t, new ApiError(status, message)),
    })),
  });
}
