import type { Entry } from '#contract/files.ts';
import type { TFunction } from 'i18next';
import { deleteEntry } from '../../../api/delete-entry.ts';
import { pageConfig } from '../../../api/page-config.ts';
import { notTakenByTrash, TRASH_KEY } from '../../../api/trash.ts';
import { failureText } from '../../../i18n/failure-text.ts';
import type { DeletionRequest } from '../../../state/deletions.ts';
import { dialogs } from '../../../state/dialogs.ts';
import { hideWhile, pendingChanges, settledPath } from '../../../state/pending-changes.ts';
import {
  type OperationFailure,
  type OperationItem,
  type OperationResult,
  runOperation,
} from '../../../state/run-operation.ts';
import { showFailure } from '../../../state/show-failure.ts';
import { toasts } from '../../../state/toasts.ts';
import { restoreItems } from '../restoring/restore-items.ts';
import type { TrashAccess } from '../trash-access.ts';

/**
 * Moves entries into the trash, and hides them at once. Asks first where some would be deleted for good: on request, without
 * a trash, or because the trash cannot take them.
 */
export async function startDeletion(page: TrashAccess, request: DeletionRequest): Promise<void> {
  const { gone } = pendingChanges.getState();
  const entries = request.entries.filter(({ path }) => !gone.has(path));
  const wanted = { ...request, entries };
  if (entries.length === 0) return;
  if (request.isPermanent || !pageConfig().Trash) {
    ask(page, wanted, { permanent: entries, isRefused: false });
    return;
  }
  const work = removeUnlessRefused(entries);
  const shown = hideWhile(placeOf(page, wanted), pathsOf(entries), work);
  const { refused, failure, removal } = await work;
  if (removal) report(page, wanted, removal);
  else if (refused) ask(page, wanted, { permanent: refused, isRefused: true });
  else showFailure(page.t, failure);
  await shown;
}

interface Attempt {
  readonly removal?: Removal;
  /** Entries that the trash cannot take. Present if nothing was deleted. */
  readonly refused?: readonly Entry[];
  /** Why it is unknown whether the trash can take the entries. Then nothing was deleted. */
  readonly failure?: unknown;
}

/** Never throws. */
async function removeUnlessRefused(entries: readonly Entry[]): Promise<Attempt> {
  try {
    const paths = await Promise.all(entries.map(({ path }) => settledPath(path)));
    const notTaken = await notTakenByTrash(paths);
    const refused = entries.filter((_, index) => notTaken.has(paths[index] ?? ''));
    return refused.length > 0 ? { refused } : { removal: await remove(entries, () => false) };
  } catch (failure) {
    return { failure };
  }
}

/** Asks before `permanent` entries are deleted for good. The others go into the trash. */
function ask(
  page: TrashAccess,
  request: DeletionRequest,
  { permanent, isRefused }: { permanent: readonly Entry[]; isRefused: boolean },
): void {
  const confirm = async () => {
    const work = remove(request.entries, (entry) => permanent.includes(entry));
    const shown = hideWhile(placeOf(page, request), pathsOf(request.entries), work);
    report(page, request, await work);
    await shown;
  };
  dialogs.getState().open({
    kind: 'delete',
    permanent,
    others: request.entries.length - permanent.length,
    isRefused,
    confirm: () => void confirm(),
  });
}

interface RemovalItem extends OperationItem {
  readonly entry: Entry;
}

interface Removal extends OperationResult<RemovalItem> {
  /** Ids of the entries that are in the trash now. */
  readonly trashed: ReadonlyMap<Entry, number>;
}

/** Never throws. */
async function remove(
  entries: readonly Entry[],
  isPermanent: (entry: Entry) => boolean,
): Promise<Removal> {
  const trashed = new Map<Entry, number>();
  const items = entries.map((entry): RemovalItem => ({
    entry,
    name: entry.name,
    async run(named) {
      const path = await settledPath(entry.path);
      const id = await deleteEntry(path, named, { isPermanent: isPermanent(entry) });
      if (id !== undefined) trashed.set(entry, id);
    },
  }));
  return { ...(await runOperation({ kind: 'delete', items })), trashed };
}

function placeOf({ queries }: TrashAccess, { folder }: DeletionRequest) {
  return { queries, folder };
}

function pathsOf(entries: readonly Entry[]): string[] {
  return entries.map(({ path }) => path);
}

function report(page: TrashAccess, { entries }: DeletionRequest, removal: Removal): void {
  const { t, queries } = page;
  const { done, failed, cancelled, trashed } = removal;
  const failures = failed.filter(({ failure }) => !isGoneAnyway(failure));
  const deleted = done.length + failed.length - failures.length;
  if (failures.length > 0) reportFailures(t, failures, entries.length);
  if (cancelled) toasts.getState().show('info', t('prompts.deleteCancelled', { count: deleted }));
  else if (deleted > trashed.size) reportDeleted(t, deleted - trashed.size, entries);
  if (trashed.size > 0) reportTrashed(page, trashed);
  void queries.invalidateQueries({ queryKey: ['usage'] });
  void queries.invalidateQueries({ queryKey: TRASH_KEY });
}

/** Returns true when the entry had been deleted already. */
function isGoneAnyway(failure: unknown): boolean {
  return failure instanceof Error && 'status' in failure && failure.status === 404;
}

function reportDeleted(t: TFunction, count: number, [first, ...others]: readonly Entry[]): void {
  const text =
    first && others.length === 0
      ? t('prompts.deletedOne', { name: first.name })
      : t('prompts.deletedMany', { count });
  toasts.getState().show('success', text);
}

/** Reports entries in the trash, with a button that restores them. */
function reportTrashed(page: TrashAccess, trashed: Removal['trashed']): void {
  const { t } = page;
  const items = [...trashed].map(([entry, id]) => ({ ...entry, id }));
  const [first, ...others] = items;
  const text =
    first && others.length === 0
      ? t('trash.movedOne', { name: first.name })
      : t('trash.movedMany', { count: items.length });
  const undo = () => void restoreItems(page, { items });
  toasts.getState().show('success', text, { label: t('trash.undo'), run: undo });
}

function reportFailures(
  t: TFunction,
  failures: readonly OperationFailure<OperationItem>[],
  all: number,
): void {
  const count = failures.length;
  const [first] = failures;
  dialogs.getState().openWhenFree({
    kind: 'failures',
    title:
      all === 1 && first
        ? t('prompts.deleteFailedOne', { name: first.item.name })
        : t('prompts.deleteFailed', { count, all }),
    failures: failures.map(({ item, failure }) => ({
      name: item.name,
      reason: failureText(t, failure),
    })),
  });
}
