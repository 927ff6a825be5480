import type { Entry, Folder, Sorting } from '#contract/files.ts';
import { NO_PERMISSIONS } from '#contract/permissions.ts';
import {
  lazy,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { useNavigate } from 'react-router';
import { useStore } from 'zustand';
import type { ActionContext, Transfers, UploadPicker } from '../../actions/action.ts';
import { FROM_LISTING } from '../../actions/use-back-to-folder.ts';
import { failureText } from '../../i18n/failure-text.ts';
import { filesAddress } from '../../lib/path-codec.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { clipboard } from '../../state/clipboard.ts';
import { chosenEntries } from '../../state/listing-entries.ts';
import { childComeFrom, enterFolder } from '../../state/listing-place.ts';
import { choosePreference } from '../../state/preferences.ts';
import { useFolderEntries } from '../../state/use-folder-entries.ts';
import { dialogs } from '../../state/dialogs.ts';
import { createSelection } from '../../state/selection.ts';
import { session } from '../../state/session.ts';
import { terminalOpening, toggleTerminal } from '../../state/terminal-opening.ts';
import { toasts } from '../../state/toasts.ts';
import { KeysAhead } from '../../ui/keys-ahead.tsx';
import { announce } from '../../ui/live-region.tsx';
import { ActionBar } from './action-bar.tsx';
import { announceSorting } from './announce-sorting.ts';
import { EntryGrid } from './entry-grid.tsx';
import { Lonely } from './lonely.tsx';
import styles from './listing.module.css';
import { MultipleBanner } from './multiple-banner.tsx';
import { GROUND_GROUPS, SELECTION_GROUPS } from '../../actions/selection-actions.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useChosenView } from './use-chosen-view.ts';
import { useMultiple } from './use-multiple.ts';
import { useShownFolder } from './use-shown-folder.ts';
import { useShortcuts } from './use-shortcuts.ts';

const ContextMenu = lazy(async () => ({
  default: (await import('../../actions/menu/context-menu.tsx')).ContextMenu,
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
  const user = useStore(session, (state) => state.user);
  const onClipboard = useStore(clipboard, ({ content }) => content);
  const terminal = useStore(terminalOpening);
  const { entries, sorting } = useFolderEntries(folder);
  const [selection] = useState(createSelection);
  const view = useChosenView();
  const mode = useDeferredValue(view.mode);
  const multiple = useMultiple(selection);
  const [startAt] = useState(() => childComeFrom(path));
  const [menuAnchor, setMenuAnchor] = useState<DOMRect>();
  const paths = useSyncExternalStore(selection.subscribe, selection.paths);
  const selected = useMemo(() => chosenEntries(entries, paths), [entries, paths]);

  useEffect(() => enterFolder(path), [path]);
  useEffect(() => selection.retain(entries), [selection, entries]);
  const label = folder.name === '' ? t('shell.myFiles') : folder.name;
  useAnnouncements(label, entries, selected.length);
  useShownFolder(path, entries, selection);

  const open = useCallback(
    (entry: Entry) => {
      if (entry.type === 'invalid_link')
        toasts.getState().show('info', t('listing.brokenLinkOpened'));
      else if (entry.isDir) void navigate(filesAddress(`${entry.path}/`));
      else void navigate(filesAddress(entry.path), { state: FROM_LISTING });
    },
    [navigate, t],
  );
  const sort = useCallback(
    (next: Sorting) => {
      announceSorting(t, next);
      choosePreference('sorting', next).catch((failure: unknown) =>
        toasts.getState().show('error', failureText(t, failure)),
      );
    },
    [t],
  );

  const context: ActionContext = {
    folder: path,
    here: { ...folder, path },
    selection: selected,
    permissions: user?.perm ?? NO_PERMISSIONS,
    dialogs: dialogs.getState(),
    uploads,
    transfers,
    clipboard: onClipboard,
    open,
    openFolder: (folderPath) => void navigate(filesAddress(`${folderPath}/`)),
    view,
    multiple,
    terminal: { ...terminal, toggle: toggleTerminal },
  };
  useShortcuts(context, entries);
  const present = useLatest(context);

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
          label={label}
          entries={entries}
          mode={mode}
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
      <ActionBar context={context} present={present} onClear={selection.clear} />
      {menuAnchor && (
        <Suspense fallback={<KeysAhead onEscape={() => setMenuAnchor(undefined)} />}>
          <ContextMenu
            groups={selected.length === 0 ? GROUND_GROUPS : SELECTION_GROUPS}
            context={context}
            anchor={menuAnchor}
            onClose={() => setMenuAnchor(undefined)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** Says which folder this is, how much is there when it changes, and how much is selected. */
function useAnnouncements(
  label: string,
  entries: { folders: readonly Entry[]; files: readonly Entry[] },
  selected: number,
) {
  const { t } = useTranslation();
  const folders = t('listing.folderCount', { count: entries.folders.length });
  const files = t('listing.fileCount', { count: entries.files.length });
  const content = t('listing.content', { folders, files });
  const chosen = selected === 0 ? '' : t('listing.selectedCount', { count: selected });

  useEffect(() => announce(label), [label]);
  useEffect(() => announce(content), [content]);
  useEffect(() => {
    if (chosen !== '') announce(chosen);
  }, [chosen]);
}
