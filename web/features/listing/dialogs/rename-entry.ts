import type { Entry } from '#contract/files.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { maySucceedLater } from '../../../api/may-succeed-later.ts';
import { fileQuery } from '../../../api/files.ts';
import { transferEntry } from '../../../api/transfers.ts';
import { failureText } from '../../../i18n/failure-text.ts';
import { runOperation } from '../../../state/run-operation.ts';
import { awaitEntry } from '../../../state/listing-position.ts';
import { showRenamedWhile, vacated } from '../../../state/change-entries.ts';
import { settledPath } from '../../../state/pending-changes.ts';
import { toasts } from '../../../state/toasts.ts';
import { undoButton } from '../../../state/undo.ts';
import { showFailure } from '../../../state/show-failure.ts';

/** Renames an entry and shows its new name at once; after a refusal the old name returns, and a toast says why. */
export async function renameEntry(
  page: { t: TFunction; queries: QueryClient },
  entry: Pick<Entry, 'name' | 'path'>,
  name: string,
): Promise<void> {
  const { t, queries } = page;
  const { name: oldName, path } = entry;
  const folder = path.slice(0, path.length - oldName.length - 1);
  const destination = `${folder}/${name}`;
  awaitEntry(destination);
  const transfer = { action: 'rename', destination, override: false, rename: false } as const;
  const source = Promise.all([settledPath(path), vacated(destination)]);
  const renaming = runOperation({
    kind: 'move',
    items: [
      {
        name: oldName,
        run: async (named) => {
          // The name may be that of an entry that is about to get another one.
          const [from] = await source;
          await transferEntry(from, transfer, named);
        },
      },
    ],
  });
  const isRenamed = renaming.then(({ done }) => done.length > 0);
  const shown = showRenamedWhile({ queries, folder }, { path, name }, isRenamed);

  const { failed, cancelled, group } = await renaming;
  const [failure] = failed;
  if (failure) {
    const reason = failureText(t, failure.failure);
    const text = t('prompts.renameFailed', { name: oldName, reason });
    const again = { label: t('common.retry'), run: () => void renameEntry(page, entry, name) };
    showFailure(t, failure.failure, text, maySucceedLater(failure.failure) ? again : undefined);
  } else if (!cancelled) {
    const undo = undoButton(t, 'moving', [group]);
    toasts.getState().show('success', t('prompts.renamed', { name }), undo);
  }
  if (failure || cancelled) awaitEntry(path);
  queries.removeQueries({ queryKey: fileQuery(path).queryKey });
  await shown;
}
