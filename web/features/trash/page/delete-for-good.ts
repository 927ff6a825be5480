import { MAX_TRASHED_AT_ONCE, type TrashedItem } from '#contract/trash.ts';
import { ApiError } from '../../../api/http.ts';
import { deleteTrashed, emptyTrash, TRASH_KEY, type TrashResult } from '../../../api/trash.ts';
import { failureText } from '../../../i18n/failure-text.ts';
import { dialogs } from '../../../state/dialogs.ts';
import { type OperationItem, runOperation } from '../../../state/run-operation.ts';
import { showFailure, whatAndWhy } from '../../../state/show-failure.ts';
import { toasts } from '../../../state/toasts.ts';
import type { TrashAccess } from '../trash-access.ts';

/** Deletes items in the trash for good, and reports the result. Never throws. */
export async function deleteForGood(
  page: TrashAccess,
  items: readonly TrashedItem[],
): Promise<void> {
  const results: TrashResult[] = [];
  const batches = Array.from(
    { length: Math.ceil(items.length / MAX_TRASHED_AT_ONCE) },
    (_, index) => items.slice(index * MAX_TRASHED_AT_ONCE, (index + 1) * MAX_TRASHED_AT_ONCE),
  );
  const steps = batches.map((batch) => ({
    name: batch[0]?.name ?? '',
    async run(named: Parameters<OperationItem['run']>[0]) {
      const ids = batch.map(({ id }) => id);
      results.push(...(await deleteTrashed(ids, named)));
    },
  }));
  const counts = { all: items.length, unnamed: 0 };
  await run(page, steps, results, { nameOf: namesOf(items), counts });
}

/** Deletes everything in the trash for good; with `mine`, only what the user has deleted. `known` are loaded items. Never throws. */
export async function deleteEverything(
  page: TrashAccess,
  { mine, count, known }: { mine: boolean; count: number; known: readonly TrashedItem[] },
): Promise<void> {
  const results: TrashResult[] = [];
  const counts = { all: count, unnamed: 0 };
  const step: OperationItem = {
    name: page.t('shell.trash'),
    async run(named) {
      const outcome = await emptyTrash(mine, named);
      results.push(...outcome.results);
      counts.unnamed = outcome.more ?? 0;
    },
  };
  await run(page, [step], results, { nameOf: namesOf(known), counts });
}

function namesOf(items: readonly TrashedItem[]): ReadonlyMap<number, string> {
  return new Map(items.map(({ id, name }) => [id, name]));
}

interface ItemCounts {
  readonly all: number;
  /** Number of items that failed and have no result of their own. A step sets it. */
  unnamed: number;
}

/** Runs the steps, which add to `results`, and reports what has become of the items. */
async function run(
  { t, queries }: TrashAccess,
  steps: readonly OperationItem[],
  results: readonly TrashResult[],
  { nameOf, counts }: { nameOf: ReadonlyMap<number, string>; counts: ItemCounts },
): Promise<void> {
  const { all } = counts;
  const { failed, cancelled } = await runOperation({ kind: 'delete', items: steps });
  await queries.invalidateQueries({ queryKey: TRASH_KEY });
  void queries.invalidateQueries({ queryKey: ['usage'] });
  const failures = results.filter(({ status }) => status >= 300 && status !== 404);
  // The reply may have been lost after everything had been deleted.
  const isReplyLost = results.length === 0 && failed.length === 0 && !cancelled;
  const count = isReplyLost ? all : results.length - failures.length;
  const { show } = toasts.getState();
  if (cancelled) show('info', t('prompts.deleteCancelled', { count }));
  else if (count > 0) show('success', t('prompts.deletedMany', { count }));
  const [broken] = failed;
  if (broken) {
    const [name] = nameOf.values();
    const what =
      all === 1 && name !== undefined
        ? t('prompts.deleteFailedOne', { name })
        : t('prompts.deleteFailed', { count: all - count, all });
    showFailure(t, broken.failure, whatAndWhy(t, what, broken.failure));
  }
  if (failures.length === 0) return;
  dialogs.getState().openWhenFree({
    kind: 'failures',
    title: t('prompts.deleteFailed', { count: failures.length + counts.unnamed, all }),
    failures: failures.map(({ id, status, message = '' }) => ({
      name: nameOf.get(id) ?? `#${id}`,
      reason: failureText(t, new ApiError(status, message)),
    })),
  });
}
