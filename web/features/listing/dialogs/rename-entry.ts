import type { Entry } from '#contract/files.ts';
import type { QueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { fileQuery } from '../../../api/files.ts';
import { transferEntry } from '../../../api/transfers.ts';
import { failureText } from '../../../i18n/failure-text.ts';
import { runAct } from '../../../state/run-act.ts';
import { awaitEntry } from '../../../state/listing-place.ts';
import { showRenamed } from '../../../state/pending-changes.ts';
import { toasts } from '../../../state/toasts.ts';
import { readAnew } from './read-anew.ts';

/** Shows the new name at once, and the old one again with the reason when the server refuses. */
export async function renameEntry(
  { t, queries }: { t: TFunction; queries: QueryClient },
  { name: oldName, path }: Pick<Entry, 'name' | 'path'>,
  name: string,
): Promise<void> {
  const folder = path.slice(0, path.length - oldName.length - 1);
  const destination = `${folder}/${name}`;
  awaitEntry(destination);
  const takeBack = showRenamed(path, name);

  const transfer = { action: 'rename', destination, override: false, rename: false } as const;
  const { failed, cancelled } = await runAct({
    kind: 'move',
    items: [
      {
        name: oldName,
        run: async (named) => void (await transferEntry(path, transfer, named)),
      },
    ],
  });
  const [failure] = failed;
  if (failure) {
    const reason = failureText(t, failure.failure);
    const text = t('prompts.renameFailed', { name: oldName, reason });
    toasts.getState().show('error', text);
  } else if (!cancelled) {
    toasts.getState().show('success', t('prompts.renamed', { name }));
  }
  if (failure || cancelled) awaitEntry(path);
  queries.removeQueries({ queryKey: fileQuery(path).queryKey });
  await readAnew(queries, folder, takeBack);
}
