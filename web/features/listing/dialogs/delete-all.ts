import type { Entry } from '#contract/files.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { deleteEntry } from '../../../api/delete-entry.ts';
import { failureText } from '../../../i18n/failure-text.ts';
import {
  type OperationFailure,
  type OperationItem,
  runOperation,
} from '../../../state/run-operation.ts';
import { hideWhile, settledPath } from '../../../state/pending-changes.ts';
import { dialogs } from '../../../state/dialogs.ts';
import { toasts } from '../../../state/toasts.ts';

/** Deletes entries and hides them at once. Those that could not be deleted reappear, and a dialog names the reasons. */
export async function deleteAll(
  { t, queries }: { t: TFunction; queries: QueryClient },
  folder: string,
  entries: readonly Entry[],
): Promise<void> {
  const paths = entries.map(({ path }) => path);
  const deletion = runOperation({
    kind: 'delete',
    items: entries.map(({ name, path }) => ({
      name,
      run: async (named) => deleteEntry(await settledPath(path), named),
    })),
  });
  const shown = hideWhile({ queries, folder }, paths, deletion);

  const { done, failed, cancelled } = await deletion;
  const failures = failed.filter(({ failure }) => !isGoneAnyway(failure));
  const deleted = done.length + failed.length - failures.length;
  if (failures.length > 0) reportFailures(t, failures, entries.length);
  if (cancelled) toasts.getState().show('info', t('prompts.deleteCancelled', { count: deleted }));
  else if (deleted > 0) reportDone(t, deleted, entries);

  void queries.invalidateQueries({ queryKey: ['usage'] });
  await shown;
}

/** Returns true when the entry had been deleted already. */
function isGoneAnyway(failure: unknown): boolean {
  return failure instanceof Error && 'status' in failure && failure.status === 404;
}

function reportDone(t: TFunction, deleted: number, [first, ...others]: readonly Entry[]): void {
  const text =
    first && others.length === 0
      ? t('prompts.deletedOne', { name: first.name })
      : t('prompts.deletedMany', { count: deleted });
  toasts.getState().show('success', text);
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
