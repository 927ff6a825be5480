import type { Entry, Folder, Sorting } from '#contract/files.ts';
import { lazy, Suspense, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useStore } from 'zustand';
import type { ActionContext, Transfers, UploadPicker } from '../../actions/action.ts';
import { failureText } from '../../i18n/failure-text.ts';
import { filesAddress } from '../../lib/path-codec.ts';
import { NARROW, useMediaQuery } from '../../lib/use-media-query.ts';
import { clipboard } from '../../state/clipboard.ts';
import { chosenEntries, listingEntries } from '../../state/listing-entries.ts';
import { childComeFrom, enterFolder } from '../../state/listing-place.ts';
import { chooseSorting, chosenSorting } from '../../state/listing-sorting.ts';
import { pendingChanges, withPending } from '../../state/pending-changes.ts';
import { prompts } from '../../state/prompts.ts';
import { createSelection } from '../../state/selection.ts';
import { session } from '../../state/session.ts';
import { toasts } from '../../state/toasts.ts';
import { announce } from '../../ui/live-region.tsx';
import { EntryGrid } from './entry-grid.tsx';
import { HeaderActions } from './header-actions.tsx';
import { Lonely } from './lonely.tsx';
import styles from './listing.module.css';
import { MultipleBanner } from './multiple-banner.tsx';
import { NarrowBar } from './narrow-bar.tsx';
import { NO_PERMISSIONS } from './no-permissions.ts';
import { useChosenView } from './use-chosen-view.ts';
import { useMultiple } from './use-multiple.ts';
import { useShownFolder } from './use-shown-folder.ts';
import { useShortcuts } from './use-shortcuts.ts';

const ContextMenu = lazy(async () => ({
  default: (await import('./context-menu.tsx')).ContextMenu,
}));

/** One visit to a folder: its selection lives and ends with it. */
export function FolderPage({
  path,
  visit,
  folder,
  uploads,
  transfers,
}: {
  /** Without a slash at its end. */
  path: string;
  visit: string;
  folder: Folder;
  uploads: UploadPicker;
  transfers: Transfers;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const isNarrow = useMediaQuery(NARROW);
  const user = useStore(session, (state) => state.user);
  const sorting = useStore(chosenSorting, (state) => state.sorting) ?? folder.sorting;
  const onClipboard = useStore(clipboard, ({ content }) => content);
  const pending = useStore(pendingChanges);
  const shown = useMemo(() => withPending(folder, pending), [folder, pending]);
  const entries = useMemo(() => listingEntries(shown, sorting), [shown, sorting]);
  const [selection] = useState(createSelection);
  const view = useChosenView();
  const multiple = useMultiple(selection);
  const [startAt] = useState(() => childComeFrom(path));
  const [menuAnchor, setMenuAnchor] = useState<DOMRect>();
  const paths = useSyncExternalStore(selection.subscribe, selection.paths);
  const selected = useMemo(() => chosenEntries(entries, paths), [entries, paths]);

  useEffect(() => enterFolder(path), [path]);
  useEffect(() => selection.retain(entries), [selection, entries]);
  useAnnouncements(entries, selected.length);
  useShownFolder(path, entries, selection);

  const open = (entry: Entry) => {
    if (entry.type === 'invalid_link')
      toasts.getState().show('info', t('listing.brokenLinkOpened'));
    else void navigate(filesAddress(entry.isDir ? `${entry.path}/` : entry.path));
  };
  const sort = (next: Sorting) => {
    chooseSorting(next).catch((failure: unknown) =>
      toasts.getState().show('error', failureText(t, failure)),
    );
  };

  const context: ActionContext = {
    folder: path,
    here: { ...folder, path },
    selection: selected,
    permissions: user?.perm ?? NO_PERMISSIONS,
    prompts: prompts.getState(),
    uploads,
    transfers,
    clipboard: onClipboard,
    open,
    openFolder: (folderPath) => void navigate(filesAddress(`${folderPath}/`)),
    view,
    multiple,
  };
  useShortcuts(context, entries);
  const bar = { context, onClear: selection.clear };

  return (
    <div className={styles.page}>
      {multiple.isOn && (
        <MultipleBanner
          count={selected.length}
          onClear={selection.clear}
          onDone={() => multiple.set(false)}
        />
      )}
      {entries.count === 0 ? (
        <Lonely context={context} onMenu={setMenuAnchor} />
      ) : (
        <EntryGrid
          label={folder.name === '' ? t('shell.myFiles') : folder.name}
          entries={entries}
          mode={view.mode}
          sorting={sorting}
          selection={selection}
          visit={visit}
          startAt={startAt}
          singleClick={user?.singleClick ?? false}
          onSort={sort}
          onOpen={open}
          onMenu={setMenuAnchor}
        />
      )}
      {isNarrow ? <NarrowBar {...bar} /> : <HeaderActions {...bar} />}
      {menuAnchor && (
        <Suspense fallback={null}>
          <ContextMenu
            context={context}
            anchor={menuAnchor}
            onClose={() => setMenuAnchor(undefined)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Says how much is there when it changes, and how much is selected. */
function useAnnouncements(
  entries: { folders: readonly Entry[]; files: readonly Entry[] },
  selected: number,
) {
  const { t } = useTranslation();
  const folders = t('listing.folderCount', { count: entries.folders.length });
  const files = t('listing.fileCount', { count: entries.files.length });
  const content = t('listing.content', { folders, files });
  const chosen = selected === 0 ? '' : t('listing.selectedCount', { count: selected });

  useEffect(() => announce(content), [content]);
  useEffect(() => {
    if (chosen !== '') announce(chosen);
  }, [chosen]);
}
