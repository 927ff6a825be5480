import type { Entry } from '#contract/files.ts';
import { type FileVersion, versionRawUrl } from '#contract/versions.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { Columns2, Download, Eye, RotateCcw, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { ApiError } from '../../api/http.ts';
import { deleteVersion, restoreVersion, undoGroup, VERSIONS_KEY } from '../../api/versions.ts';
import { formatExactDate } from '../../i18n/format.ts';
import { i18n } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { randomKey } from '../../lib/random-key.ts';
import { dialogs } from '../../state/dialogs.ts';
import { showFailure, showFailureToRepeat, whatAndWhy } from '../../state/show-failure.ts';
import { toasts } from '../../state/toasts.ts';
import { useUser } from '../../state/use-session.ts';
import type { MenuItem } from '../../ui/menu.tsx';
import { downloadFrom } from '../download.ts';

/** Maximum size of texts that are compared. Bytes. */
const MAX_COMPARED = 10_485_760;

/** The actions of a version, for its row and its dialogs. */
export interface VersionActions {
  view(version: FileVersion): void;
  /** Menu of a version. */
  items(version: FileVersion): readonly MenuItem[];
}

export function useVersionActions(entry: Entry): VersionActions {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const perm = useUser()?.perm;
  const mayRestore = perm?.modify === true;
  const mayDelete = perm?.delete === true;
  return useMemo(() => {
    const restore = (version: FileVersion) => void restoreFrom({ t, queries, entry, version });
    const actionsOf = (version: FileVersion) => ({
      entry,
      version,
      restore: mayRestore ? () => restore(version) : undefined,
      compare: canCompare(entry, version) ? () => compare(version) : undefined,
    });
    const compare = (version: FileVersion) =>
      void dialogs.getState().open({ kind: 'version-compare', ...actionsOf(version) });
    const view = (version: FileVersion) =>
      void dialogs.getState().open({ kind: 'version', ...actionsOf(version) });
    return {
      view,
      items: (version) => {
        const remove = () => askToDelete({ t, queries, entry, version });
        const { restore: isOffered, compare: isText } = actionsOf(version);
        const download = () => downloadFrom(versionRawUrl(version.id));
        return [
          { id: 'view', label: t('versions.view'), icon: Eye, run: () => view(version) },
          ...(isText === undefined
            ? []
            : [{ id: 'compare', label: t('versions.compare'), icon: Columns2, run: isText }]),
          { id: 'download', label: t('actions.download'), icon: Download, run: download },
          ...(isOffered === undefined
            ? []
            : [{ id: 'restore', label: t('trash.restore'), icon: RotateCcw, run: isOffered }]),
          ...(mayDelete
            ? [
                {
                  id: 'delete',
                  label: t('actions.deletePermanently'),
                  icon: Trash2,
                  danger: true,
                  startsGroup: true,
                  run: remove,
                },
              ]
            : []),
        ];
      },
    };
  }, [t, queries, entry, mayRestore, mayDelete]);
}

function canCompare({ type, size }: Entry, version: FileVersion): boolean {
  return (
    (type === 'text' || type === 'textImmutable') && Math.max(size, version.size) <= MAX_COMPARED
  );
}

interface Change {
  readonly t: TFunction;
  readonly queries: QueryClient;
  readonly entry: Entry;
  readonly version: FileVersion;
}

/**
 * Restores a version, and offers to undo that. Never throws. `group` is the key of the action in the history, also for a repeated attempt:
 * if the reply of the first one was lost, the version is gone because it has been restored.
 */
async function restoreFrom(change: Change, group = randomKey(), isRepeated = false): Promise<void> {
  const { t, queries, entry, version } = change;
  try {
    await restoreVersion(version.id, group).catch(unlessGone(isRepeated));
    const undo = () => void undoRestore({ t, queries, entry }, group);
    const text = t('versions.restored', { name: entry.name });
    toasts.getState().show('success', text, { label: t('trash.undo'), run: undo });
  } catch (failure) {
    const what = t('trash.restoreFailedOne', { name: entry.name });
    showFailureToRepeat(t, failure, what, () => void restoreFrom(change, group, true));
  }
  refresh(queries, entry);
}

async function undoRestore(
  { t, queries, entry }: Omit<Change, 'version'>,
  group: string,
): Promise<void> {
  try {
    const isUndone = await undoGroup(group);
    const key = isUndone ? 'versions.undone' : 'versions.notUndone';
    toasts.getState().show(isUndone ? 'success' : 'error', t(key, { name: entry.name }));
  } catch (failure) {
    showFailure(t, failure, whatAndWhy(t, t('history.failed'), failure));
  }
  refresh(queries, entry);
}

function askToDelete({ t, queries, entry, version }: Change): void {
  const date = formatExactDate(new Date(version.modifiedAt), i18n.language);
  const what = t('prompts.deleteFailedOne', { name: `${entry.name} (${date})` });
  const remove = async (isRepeated = false) => {
    await deleteVersion(version.id)
      .catch(unlessGone(isRepeated))
      .catch((failure: unknown) => showFailureToRepeat(t, failure, what, () => void remove(true)));
    refresh(queries, entry);
  };
  dialogs.getState().open({ kind: 'version-delete', entry, version, confirm: () => void remove() });
}

/** Returns a handler of failures that throws them, except that the version of a repeated attempt is gone. */
function unlessGone(isRepeated: boolean): (failure: unknown) => void {
  return (failure) => {
    const isGone = failure instanceof ApiError && failure.status === 404;
    if (!isRepeated || !isGone) throw failure;
  };
}

/** Reads again what shows the file. */
function refresh(queries: QueryClient, { path }: Entry): void {
  for (const queryKey of [VERSIONS_KEY, ['folder'], ['file', path], ['usage']])
    void queries.invalidateQueries({ queryKey });
}
